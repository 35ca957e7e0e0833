package settings

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
)

// memory holds the stored values that one request has read; one without a row is nil.
type memory struct {
	mu     sync.Mutex
	values map[name]json.RawMessage
}

type memoryKey struct{}

// WithMemory returns a context in which each key is read once, for a request of seconds. What changes stored values calls Forget.
func WithMemory(ctx context.Context) context.Context {
	return context.WithValue(ctx, memoryKey{}, &memory{values: map[name]json.RawMessage{}})
}

// Forget makes Read read the keys again, after a change or a lock.
func Forget(ctx context.Context) {
	if m := memoryOf(ctx); m != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		clear(m.values)
	}
}

// memoryOf returns the memory of the context; nil without one, which holds nothing.
func memoryOf(ctx context.Context) *memory {
	m, _ := ctx.Value(memoryKey{}).(*memory)
	return m
}

// find returns the values of the keys, and the keys that it lacks.
func (m *memory) find(keys []AnyKey) (found Stored, missing []AnyKey) {
	if m == nil {
		return Stored{}, keys
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	found = Stored{}
	for _, key := range keys {
		value, isKnown := m.values[key.named()]
		if !isKnown {
			missing = append(missing, key)
		} else if value != nil {
			found[key.named()] = value
		}
	}
	return found, missing
}

// add holds the values that were read for the keys.
func (m *memory) add(keys []AnyKey, read Stored) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		m.values[key.named()] = nil
	}
	maps.Copy(m.values, read)
}
