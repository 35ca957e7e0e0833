package associates

import (
	"encoding/json"
	"strconv"
)

// Phase is an associate's phase of the funnel: "1" to "5", or AwaitingTerm. In JSON the numbers are numbers and
// AwaitingTerm is a string (decisions.md, "Associate funnel").
type Phase string

// FirstPhase is the phase of a new associate; AwaitingTerm is set by make-associate.
const (
	FirstPhase   Phase = "1"
	AwaitingTerm Phase = "assinatura_termo"
)

// CodePhaseLocked refuses what an associate does in a phase that was passed or is not open yet.
const CodePhaseLocked = "PHASE_LOCKED"

// AwaitsOwnData reports whether an associate who opened the account without the staff has not given their own data yet.
func (a Associate) AwaitsOwnData() bool {
	return a.Status != Associado && a.AssociateStatus != nil && *a.AssociateStatus == FirstPhase
}

// Step returns the progress of the phase, 1 to 5; AwaitingTerm counts as 4 (decisions.md, "Associate funnel").
func (p Phase) Step() int {
	if p == AwaitingTerm {
		return 4
	}
	step, _ := strconv.Atoi(string(p)) // a constraint allows no other text
	return step
}

// WireValues lists the phases as JSON values, for the API document.
func (Phase) WireValues() []any { return []any{1.0, 2.0, 3.0, 4.0, 5.0, string(AwaitingTerm)} }

// MarshalJSON writes a numbered phase as a number.
func (p Phase) MarshalJSON() ([]byte, error) {
	if _, err := strconv.Atoi(string(p)); err == nil {
		return []byte(p), nil
	}
	return json.Marshal(string(p))
}

// Phases lists the phases in their order.
func Phases() []Phase { return []Phase{"1", "2", "3", "4", "5", AwaitingTerm} }
