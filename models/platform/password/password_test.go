package password

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/types/errs"
)

// Everyone beyond those who wait in the queue is refused at once, and those who left make room.
func TestMatches_Queue(t *testing.T) {
	for range cap(semaphore) {
		semaphore <- struct{}{}
	}
	hash, err := bcrypt.GenerateFromPassword([]byte("Segura!1"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(t.Context())
	var queue sync.WaitGroup
	for i := range maxWaiting {
		ctx := t.Context()
		if i == 0 {
			ctx = gone
		}
		queue.Go(func() {
			if matches, err := Matches(ctx, string(hash), "Segura!1"); err == nil && !matches {
				t.Error("a caller in the queue was refused")
			}
		})
	}
	for waiting.Load() < maxWaiting {
		runtime.Gosched()
	}
	bounded, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, hashing := Hash(bounded, "Segura!1")
	_, checking := Matches(bounded, string(hash), "Segura!1")
	for _, err := range []error{hashing, checking} {
		if refused := errs.As(err); refused == nil || refused.Code != errs.CodeRateLimited || refused.RetryAfter <= 0 {
			t.Errorf("the ninth in the queue: %v", err)
		}
	}
	leave()
	for waiting.Load() == maxWaiting {
		runtime.Gosched()
	}
	queue.Go(func() {
		if _, err := Matches(t.Context(), string(hash), "Segura!1"); err != nil {
			t.Errorf("after one left: %v", err)
		}
	})
	for range cap(semaphore) {
		<-semaphore
	}
	queue.Wait()
	if waiting.Load() != 0 {
		t.Errorf("%d still wait", waiting.Load())
	}
}

func TestMatches(t *testing.T) {
	hash, err := Hash(t.Context(), "Segura!1")
	if err != nil || !strings.HasPrefix(hash, "$2a$12$") {
		t.Fatalf("hashed as %q (%v)", hash, err)
	}
	for plain, want := range map[string]bool{"Segura!1": true, "segura!1": false, "": false, strings.Repeat("x", 100): false} {
		if got, err := Matches(t.Context(), hash, plain); got != want || err != nil {
			t.Errorf("%q: %v (%v)", plain, got, err)
		}
	}
	if got, err := Matches(t.Context(), "", "Segura!1"); got || err != nil {
		t.Errorf("no hash at all: %v (%v)", got, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range cap(semaphore) {
		semaphore <- struct{}{}
	}
	defer func() {
		for range cap(semaphore) {
			<-semaphore
		}
	}()
	if _, err := Matches(gone, hash, "Segura!1"); err == nil {
		t.Error("a caller who went away still waits for a turn")
	}
}

// Nobody waits for a turn longer than the limit.
func TestMatches_WaitEnds(t *testing.T) {
	for range cap(semaphore) {
		semaphore <- struct{}{}
	}
	if err := acquireWithin(t.Context(), time.Millisecond); !errs.HasCode(err, errs.CodeRateLimited) || waiting.Load() != 0 {
		t.Errorf("after waiting: %v, %d still wait", err, waiting.Load())
	}
	for range cap(semaphore) {
		<-semaphore
	}
}
