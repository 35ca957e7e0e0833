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

// check fails unless all sides answer with their status and the same content.
func (w work) check() error {
	var first any
	for i, s := range w.sides {
		content, err := s.answer()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if i == 0 {
			first = content
		}
		if !reflect.DeepEqual(content, first) {
			return fmt.Errorf("%s does not answer what %s does: %s", s.name, w.sides[0].name, difference(content, first))
		}
	}
	return nil
}

func (s side) answer() (any, error) {
	one, err := dial(s)
	if err != nil {
		return nil, err
	}
	defer one.conn.Close()
	status, body, err := one.read()
	if err != nil {
		return nil, err
	}
	if status != s.status {
		return nil, fmt.Errorf("answered %d: %.300s", status, body)
	}
	return s.content(body)
}

// difference shows where two contents part.
func difference(a, b any) string {
	left, right := fmt.Sprint(a), fmt.Sprint(b)
	at := 0
	for at < min(len(left), len(right)) && left[at] == right[at] {
		at++
	}
	from := max(0, at-40)
	return fmt.Sprintf("%.80q, not %.80q", left[from:], right[from:])
}

// envelopeOf returns the whole answer, whatever its spaces and the order of its keys.
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

// placedOrder returns a new order without what sets two of them apart.
func placedOrder(body []byte) (any, error) {
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

// linked returns the ids that a page leads to, in their order.
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
