package jobs

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Failure is a job whose last attempt failed, or one that panicked; Stack is that of the panic.
type Failure struct {
	Kind, Message, Stack string
}

// failures passes failures to a function.
type failures struct {
	handle func(context.Context, Failure)
}

// HandleError implements river.ErrorHandler. An attempt that is followed by another one is no failure.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	if job.Attempt >= job.MaxAttempts {
		f.handle(ctx, Failure{Kind: job.Kind, Message: err.Error()})
	}
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.handle(ctx, Failure{Kind: job.Kind, Message: fmt.Sprint("panic: ", value), Stack: trace})
	return nil
}
