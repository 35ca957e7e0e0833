package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// receivers are one that always answers, one that takes its time, one that is down, one that answers 500 at random, and one
// that resets connections at random, before and after it has kept a request.
type receivers struct {
	all  []*receiver
	down atomic.Bool
}

func newReceivers(t *testing.T) *receivers {
	t.Helper()
	r := &receivers{}
	for _, one := range []struct {
		name   string
		behave func(w http.ResponseWriter, keep func())
	}{
		{"steady", func(_ http.ResponseWriter, keep func()) { keep() }},
		{"slow", func(_ http.ResponseWriter, keep func()) { <-time.After(rand.N(40 * time.Millisecond)); keep() }},
		{"down", func(w http.ResponseWriter, keep func()) { reset(w, r.down.Load()); keep() }},
		{"random 500", func(w http.ResponseWriter, keep func()) {
			if rand.IntN(5) < 2 {
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			keep()
		}},
		{"resetting", func(w http.ResponseWriter, keep func()) {
			reset(w, rand.IntN(6) == 0)
			keep()
			reset(w, rand.IntN(6) == 0)
		}},
	} {
		made := &receiver{name: one.name, tried: map[string]int{}, got: map[string]received{}}
		made.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
			attempt := made.count(request)
			one.behave(w, func() { made.keep(request, attempt == 1) })
		}))
		t.Cleanup(made.server.Close)
		r.all = append(r.all, made)
	}
	return r
}

// register lets each receiver listen to every change.
func (r *receivers) register(t *testing.T, camila caller) {
	t.Helper()
	for _, receiver := range r.all {
		response, said, err := camila.send(http.MethodPost, "/api/v1/admin/webhooks",
			map[string]any{"name": receiver.name, "url": receiver.server.URL,
				"tables":  []string{"users", "orders", "services", "products", "professionals", "reception", "tags", "users_files", "services_files"},
				"actions": []string{"create", "update", "delete"}})
		if err != nil || response.StatusCode != http.StatusCreated {
			t.Fatalf("%v %s", err, said)
		}
	}
}

// reset ends the connection and the handler without an answer, if it should.
func reset(w http.ResponseWriter, should bool) {
	if !should {
		return
	}
	if connection, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = connection.(*net.TCPConn).SetLinger(0) // RST
		connection.Close()
	}
	panic(http.ErrAbortHandler)
}

// receiver keeps what it got by the id of the delivery.
type receiver struct {
	name   string
	server *httptest.Server

	mu sync.Mutex
	// tried counts the requests of a delivery.
	tried map[string]int
	got   map[string]received
	// events came in this order, each once; prompt are those of them that were accepted at their first request.
	events, prompt []string
	requests       int
	problems       []string
}

// received is the event of a delivery and the hash of its body.
type received struct {
	event string
	body  [sha256.Size]byte
}

// count returns which request of its delivery this is.
func (r *receiver) count(request *http.Request) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	delivery := request.Header.Get("X-Service-Delivery")
	r.tried[delivery]++
	return r.tried[delivery]
}

// keep notes a request. One that the process did not send whole is given up.
func (r *receiver) keep(request *http.Request, isFirst bool) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	delivery, now := request.Header.Get("X-Service-Delivery"), received{request.Header.Get("X-Service-Event"), sha256.Sum256(body)}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests++
	before, again := r.got[delivery]
	if again && before != now || request.Header.Get("Webhook-Id") != "evt_"+now.event {
		r.problems = append(r.problems, fmt.Sprintf("delivery %s came as event %s and as %s, %s", delivery, before.event, now.event,
			request.Header.Get("Webhook-Id")))
	}
	if !again {
		r.got[delivery], r.events = now, append(r.events, now.event)
	}
	if !again && isFirst {
		r.prompt = append(r.prompt, now.event)
	}
}
