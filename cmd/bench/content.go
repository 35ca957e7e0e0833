package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
)

var errNoRows = errors.New("no rows: there is nothing to measure")

// check fails unless all programs return their status and contents that same accepts, the first one's first.
func (w workload) check(same func(first, other any) bool) error {
	var first any
	for i, s := range w.contenders {
		content, err := s.response()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if i == 0 {
			first = content
		}
		if !same(first, content) {
			return fmt.Errorf("%s and %s return different answers: %s", s.name, w.contenders[0].name, difference(content, first))
		}
	}
	return nil
}

func (s contender) response() (any, error) {
	s.request = plain(s.request)
	client, err := dial(s)
	if err != nil {
		return nil, err
	}
	defer client.conn.Close()
	status, body, err := client.read()
	if err != nil {
		return nil, err
	}
	if status != s.status {
		return nil, fmt.Errorf("answered %d: %.300s", status, body)
	}
	return s.content(body)
}

// covers reports whether an answer holds all of an earlier one: objects may have gained members since.
func covers(now, before any) bool {
	switch before := before.(type) {
	case map[string]any:
		now, ok := now.(map[string]any)
		for name := range before {
			ok = ok && covers(now[name], before[name])
		}
		return ok
	case []any:
		now, ok := now.([]any)
		return ok && slices.EqualFunc(now, before, covers)
	}
	return reflect.DeepEqual(now, before)
}

// difference shows where two contents begin to differ.
func difference(a, b any) string {
	left, right := fmt.Sprint(a), fmt.Sprint(b)
	at := 0
	for at < min(len(left), len(right)) && left[at] == right[at] {
		at++
	}
	from := max(0, at-40)
	return fmt.Sprintf("%.80q, not %.80q", left[from:], right[from:])
}

// envelopeOf returns the whole answer without the formatting and the order of its keys.
func envelopeOf(body []byte) (any, error) {
	var envelope map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&envelope); err != nil {
		return nil, err
	}
	if list, ok := envelope["data"].([]any); ok && len(list) == 0 {
		return nil, errNoRows
	}
	return envelope, nil
}

// createdOrder returns a new order without the fields that differ between two orders.
func createdOrder(body []byte) (any, error) {
	var envelope struct{ Data map[string]any }
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, err
	}
	for _, own := range []string{"id", "date_created", "date_updated"} {
		if envelope.Data[own] == nil {
			return nil, fmt.Errorf("the order has no %s", own)
		}
		delete(envelope.Data, own)
	}
	return envelope.Data, nil
}

// listedIDs returns the ids of a JSON list, in its order.
func listedIDs(body []byte) (any, error) {
	var envelope struct {
		Data []struct{ ID json.Number }
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return nil, err
	}
	ids := make([]string, len(envelope.Data))
	for i, listed := range envelope.Data {
		ids[i] = listed.ID.String()
	}
	return ids, nil
}

var (
	orderLink     = regexp.MustCompile(`href="/painel/pedidos/(\d+)"`)
	associateLink = regexp.MustCompile(`href="/painel/associados/(\d+)`)
)

func linkedOrders(body []byte) (any, error)     { return linked(orderLink, body) }
func linkedAssociates(body []byte) (any, error) { return linked(associateLink, body) }

// linked returns the ids in a page's links, in their order.
func linked(to *regexp.Regexp, body []byte) (any, error) {
	var ids []string
	for _, link := range to.FindAllSubmatch(body, -1) {
		if id := string(link[1]); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, errNoRows
	}
	return ids, nil
}
