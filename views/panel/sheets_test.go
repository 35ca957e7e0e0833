package panel

import (
	"testing"
	"time"
)

// A column that is added to a list is added to its file too.
func TestEveryColumnHasAValueInFiles(t *testing.T) {
	t.Parallel()
	people := associateValues(time.UTC)
	for _, name := range AssociateColumns() {
		if people[name].Value == nil {
			t.Errorf("associates: %s has no value", name)
		}
	}
}
