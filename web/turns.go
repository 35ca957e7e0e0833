package web

import (
	"strconv"
	"sync"

	"acolhe/models/platform/ratelimit"
)

// turns lets everybody do one thing at a time in this process.
type turns struct {
	mu    sync.Mutex
	taken map[string]bool
}

func newTurns() *turns { return &turns{taken: map[string]bool{}} }

// begin takes the turn of somebody until end is called. It reports false while the turn is taken.
func (t *turns) begin(who string) (end func(), isFree bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[who] {
		return nil, false
	}
	t.taken[who] = true
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.taken, who)
	}, true
}

// person identifies the caller: a person or token, else the network of the address.
func (r *Request) person() string {
	if !r.By.IsKnown() {
		return ratelimit.Network(r.ClientIP())
	}
	return string(r.By.Kind) + " " + strconv.FormatInt(r.By.ID, 10)
}
