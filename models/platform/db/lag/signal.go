package lag

import (
	"context"
	"sync/atomic"
)

// Signal is given and taken back, and ends what waits until it is given.
type Signal struct{ current atomic.Pointer[given] }

// given is a context that is done once the signal is given.
type given struct {
	context.Context
	give context.CancelFunc
}

// NewSignal returns a signal that is not given.
func NewSignal() *Signal {
	s := &Signal{}
	s.reset()
	return s
}

func (s *Signal) reset() {
	ctx, give := context.WithCancel(context.Background())
	s.current.Store(&given{ctx, give})
}

// IsGiven reports whether the signal is given.
func (s *Signal) IsGiven() bool { return s.current.Load().Err() != nil }

// Set gives the signal or takes it back. One goroutine sets a signal.
func (s *Signal) Set(isGiven bool) {
	switch {
	case isGiven:
		s.current.Load().give()
	case s.IsGiven():
		s.reset()
	}
}

// Until returns a context that is cancelled once the signal is given. The caller calls release when it waits no longer.
func (s *Signal) Until(ctx context.Context) (until context.Context, release func()) {
	until, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.current.Load(), cancel)
	return until, func() { stop() }
}
