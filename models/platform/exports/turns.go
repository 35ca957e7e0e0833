package exports

import (
	"time"

	"acolhe/models/types/errs"
)

const (
	// Limit is how long one export may take, the slowness of who reads it included.
	Limit = 10 * time.Minute
	// atOnce leaves connections to everybody else: an export holds one until its end.
	maxConcurrent = 4
	retry         = 15 * time.Second
)

// Semaphore is how many exports a process still takes.
type Semaphore chan struct{}

// NewSemaphore is for a process in which no export is under way.
func NewSemaphore() Semaphore { return make(Semaphore, maxConcurrent) }

// Take begins an export, which ends with giveBack. It returns 429 RATE_LIMITED when too many
// are under way.
func (t Semaphore) Take() (giveBack func(), err error) {
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	default:
		busy := errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Há exportações demais em andamento. Tente de novo em instantes.")
		busy.RetryAfter = retry
		return nil, busy
	}
}
