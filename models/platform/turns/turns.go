// Package turns limits each person to one operation at a time in this process.
package turns

import "sync"

// Turns are the people whose operations run. The zero value is ready.
type Turns struct {
	mu    sync.Mutex
	taken map[string]bool
}

// Begin starts an operation of a person, until end is called. It returns false while another one runs.
func (t *Turns) Begin(person string) (end func(), isFree bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.taken[person] {
		return nil, false
	}
	if t.taken == nil {
		t.taken = map[string]bool{}
	}
	t.taken[person] = true
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.taken, person)
	}, true
}
