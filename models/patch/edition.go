package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"acolhe/models/errs"
)

// Editioned is a row of which a form says what state it was drawn from.
type Editioned interface {
	// Edition tells apart two states of what a form shows of the row.
	Edition() (string, error)
}

// errOvertaken stands behind the refusals of Expect and tells them from other conflicts.
var errOvertaken = errors.New("the row is in another edition by now")

// Edition makes an edition of what a form shows of a row: the form sends it back, so that a
// change that was made meanwhile is noticed.
func Edition(shown any) (string, error) {
	state, err := json.Marshal(shown)
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8]), err
}

// Expect refuses to change a row, which is held, that is in another edition than the one that
// somebody saw: 409 CONFLICT with the sentence, so that nobody overwrites unseen what a colleague
// wrote.
func Expect(row Editioned, seen, sentence string) error {
	current, err := row.Edition()
	if err == nil && current != seen {
		err = errs.Conflict(errs.CodeConflict, sentence).Because(errOvertaken)
	}
	return err
}

// IsSame tells whether two rows are in the same edition.
func IsSame(a, b Editioned) bool {
	first, errFirst := a.Edition()
	second, errSecond := b.Edition()
	return errFirst == nil && errSecond == nil && first == second
}

// IsOvertaken tells a refusal of Expect from any other.
func IsOvertaken(err error) bool { return errors.Is(err, errOvertaken) }
