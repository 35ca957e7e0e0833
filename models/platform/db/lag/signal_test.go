package lag

import (
	"context"
	"testing"
)

// What waits ends when the signal is given, not when it is taken back or after it was released.
func TestSignal(t *testing.T) {
	t.Parallel()
	signal := NewSignal()
	waiting, release := signal.Until(t.Context())
	defer release()
	released, release := signal.Until(t.Context())
	release()
	signal.Set(false)
	if waiting.Err() != nil || signal.IsGiven() {
		t.Error("it is given at the start")
	}
	signal.Set(true)
	<-waiting.Done()
	if released.Err() != nil || !signal.IsGiven() {
		t.Error("the released one ended, or the signal is not given")
	}
	late, release := signal.Until(t.Context())
	defer release()
	<-late.Done()
	signal.Set(false)
	if next, release := signal.Until(context.Background()); signal.IsGiven() || next.Err() != nil {
		t.Error("it is not taken back")
	} else {
		release()
	}
}
