package exports

import (
	"time"

	"acolhe/models/types/errs"
)

const (
	// Timeout is the maximum time of an export, including a slow client.
	Timeout = 10 * time.Minute
	// maxConcurrent leaves connections to other requests: an export holds one until its end.
	maxConcurrent = 4
	retryAfter    = 15 * time.Second
)

// Semaphore limits the concurrent exports of a process.
type Semaphore chan struct{}

// NewSemaphore returns the semaphore of a process.
func NewSemaphore() Semaphore { return make(Semaphore, maxConcurrent) }

// Acquire starts an export, which ends with release. It returns 429 RATE_LIMITED if too many are
// running.
func (s Semaphore) Acquire() (release func(), err error) {
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	default:
		busy := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Há exportações demais em andamento. Tente de novo em instantes.")
		busy.RetryAfter = retryAfter
		return nil, busy
	}
}
