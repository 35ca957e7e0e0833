package patch_test

import (
	"errors"
	"testing"

	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

type row struct{ name string }

func (r row) Edition() (string, error) {
	if r.name == "" {
		return "", errors.New("no edition")
	}
	return patch.Version(map[string]string{"name": r.name})
}

func TestARowIsExpectedInTheEditionThatWasSeen(t *testing.T) {
	t.Parallel()
	seen, err := row{"a"}.Edition()
	if err != nil {
		t.Fatal(err)
	}
	if err := patch.CheckVersion(row{"a"}, seen, "Mudou."); err != nil || patch.IsStale(err) {
		t.Errorf("the same edition is refused: %v", err)
	}
	refused := patch.CheckVersion(row{"b"}, seen, "Mudou.")
	if !errs.HasCode(refused, errs.CodeConflict) || errs.As(refused).Message != "Mudou." || !patch.IsStale(refused) {
		t.Errorf("another edition gives %v", refused)
	}
	for name, other := range map[string]error{"a failure": patch.CheckVersion(row{}, seen, "Mudou."), "another conflict": errs.Conflict(errs.CodeConflict, "Mudou.")} {
		if other == nil || patch.IsStale(other) {
			t.Errorf("%s counts as overtaken: %v", name, other)
		}
	}
}
