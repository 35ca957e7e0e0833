package web

import (
	"context"
	"sync"
	"time"

	"acolhe/models/types/errs"
)

// Expensive requests share few places, so that many at once neither fill the memory nor take the processor from the
// others. One that waits longer is 503.
const (
	expensivePlaces = 3
	expensiveWait   = 15 * time.Second
	expensiveRetry  = 20 * time.Second
)

// lanes limits the concurrent requests of each route, so that those of a slow route, for example with a locked table,
// leave connections of the database to the others.
type lanes struct {
	size   int
	mu     sync.Mutex
	byName map[string]chan struct{}
}

func newLanes(size int) *lanes { return &lanes{size: size, byName: map[string]chan struct{}{}} }

// enter waits for a place in a lane until ctx ends. Names come from the route table, so that there are few.
func (l *lanes) enter(ctx context.Context, name string) (leave func(), err error) {
	if l.size == 0 {
		return func() {}, nil
	}
	lane := l.lane(name)
	select {
	case lane <- struct{}{}:
		return func() { <-lane }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *lanes) lane(name string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName[name] == nil {
		l.byName[name] = make(chan struct{}, l.size)
	}
	return l.byName[name]
}

// enterLane waits for the place of an admitted request.
func (s *Server) enterLane(r *Request) (func(), error) {
	leave, err := s.lanes.enter(r.Context(), r.laneName())
	if err != nil {
		return nil, errs.Unavailable(err)
	}
	if !r.route.expensive {
		return leave, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.config.ExpensiveWait)
	defer cancel()
	leaveShared, err := s.expensive.enter(ctx, "")
	if err != nil {
		leave()
		busy := errs.New(errs.KindUnavailable, errs.CodeUnavailable, "Há muitos relatórios sendo preparados agora. Tente de novo em instantes.")
		busy.RetryAfter = expensiveRetry
		return nil, busy.WithCause(err)
	}
	return func() { leaveShared(); leave() }, nil
}

// laneName returns the lane of an admitted request: its route, and the collection of a route that serves several.
func (r *Request) laneName() string {
	return r.route.Method + " " + r.route.Path + " " + r.Param("collection")
}
