// Package shown collects which records the answer to a request, or a file written in the background, contains, so that the log of
// reads has a row for each of their people. What writes the answer adds them to the context; without a collector in it nothing is
// kept.
package shown

import (
	"context"
	"sync"
)

// Record is a record in an answer: the collection, such as "orders", and the id or code in it.
type Record struct{ Of, Key string }

// Records collects records; its methods may be called concurrently.
type Records struct {
	mu      sync.Mutex
	records []Record
}

type contextKey struct{}

// With returns a context whose answer is collected in the returned records.
func With(ctx context.Context) (context.Context, *Records) {
	records := &Records{}
	return records.In(ctx), records
}

// In returns a context whose answer is collected in these records too.
func (r *Records) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// Of returns the collector of the context; nil without one, to which nothing can be added.
func Of(ctx context.Context) *Records {
	records, _ := ctx.Value(contextKey{}).(*Records)
	return records
}

// Add adds records of a collection. On nil it does nothing.
func (r *Records) Add(of string, keys ...string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range keys {
		r.records = append(r.records, Record{of, key})
	}
}

// Take returns the collected records and forgets them; none on nil.
func (r *Records) Take() []Record {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := r.records
	r.records = nil
	return taken
}
