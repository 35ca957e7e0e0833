package web

import (
	"strconv"
	"sync"

	"acolhe/models/platform/ratelimit"
)

// turns limits each person to one operation at a time in this process.
type turns struct {
	mu    sync.Mutex
	taken map[string]bool
}

func newTurns() *turns { return &turns{taken: map[string]bool{}} }

// begin starts an operation of a person, until end is called. It returns false while another one runs.
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
