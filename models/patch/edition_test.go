package patch_test

import (
	"errors"
	"testing"

	"acolhe/models/errs"
	"acolhe/models/patch"
)

type row struct{ name string }

func (r row) Edition() (string, error) {
	if r.name == "" {
		return "", errors.New("no edition")
	}
	return patch.Edition(map[string]string{"name": r.name})
}

func TestARowIsExpectedInTheEditionThatWasSeen(t *testing.T) {
	t.Parallel()
	seen, err := row{"a"}.Edition()
	if err != nil {
		t.Fatal(err)
	}
	if err := patch.Expect(row{"a"}, seen, "Mudou."); err != nil || patch.IsOvertaken(err) {
		t.Errorf("the same edition is refused: %v", err)
	}
	refused := patch.Expect(row{"b"}, seen, "Mudou.")
	if !errs.HasCode(refused, errs.CodeConflict) || errs.As(refused).Message != "Mudou." || !patch.IsOvertaken(refused) {
		t.Errorf("another edition gives %v", refused)
	}
	for name, other := range map[string]error{"a failure": patch.Expect(row{}, seen, "Mudou."), "another conflict": errs.Conflict(errs.CodeConflict, "Mudou.")} {
		if other == nil || patch.IsOvertaken(other) {
			t.Errorf("%s counts as overtaken: %v", name, other)
		}
	}
}
