package patch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"acolhe/models/types/errs"
)

// Versioned is a row whose forms say from which state they were drawn.
type Versioned interface {
	// Edition identifies the state of what a form shows of the row.
	Edition() (string, error)
}

// errOvertaken is the cause of the refusals of Expect; it tells them from other conflicts.
var errOvertaken = errors.New("the row is in another edition by now")

// Version is a digest of what a form shows of a row. The form sends it back, so that a change made
// in the meantime is noticed.
func Version(shown any) (string, error) {
	state, err := json.Marshal(shown)
	sum := sha256.Sum256(state)
	return hex.EncodeToString(sum[:8]), err
}

// CheckVersion answers 409 CONFLICT with the sentence when a row, which must be locked, is no longer in the
// edition that somebody saw, so that nobody overwrites a colleague's change without seeing it.
func CheckVersion(row Versioned, seen, sentence string) error {
	current, err := row.Edition()
	if err == nil && current != seen {
		err = errs.Conflict(errs.CodeConflict, sentence).WithCause(errOvertaken)
	}
	return err
}

// IsSame reports whether two rows are in the same edition.
func IsSame(a, b Versioned) bool {
	first, errFirst := a.Edition()
	second, errSecond := b.Edition()
	return errFirst == nil && errSecond == nil && first == second
}

// IsStale reports whether an error is a refusal of Expect.
func IsStale(err error) bool { return errors.Is(err, errOvertaken) }
