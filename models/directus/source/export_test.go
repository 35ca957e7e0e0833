package source

import (
	"context"
	"time"
)

// WithoutPauses makes the reader try again at once.
func (r *REST) WithoutPauses() {
	r.wait = func(context.Context, time.Duration) error { return nil }
}
