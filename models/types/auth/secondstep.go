package auth

import "time"

// confirmedFor is the time for which a passed second step allows the acts that ask for it.
const confirmedFor = 15 * time.Minute

// SecondStep is the second step of an operator's sign-in.
type SecondStep struct {
	// IsOn reports whether the account has one.
	IsOn bool
	// Due is the time from which the roles of an account without one need it; zero if they do not.
	Due time.Time
	// ConfirmedAt is when the session last passed it; zero if it did not.
	ConfirmedAt time.Time
}

// IsMissing reports whether the account needs a second step now and has none.
func (s SecondStep) IsMissing(now time.Time) bool {
	return !s.IsOn && !s.Due.IsZero() && !now.Before(s.Due)
}

// IsStale reports whether the session must pass the second step again. An account without one passes none.
func (s SecondStep) IsStale(now time.Time) bool {
	return s.IsOn && now.Sub(s.ConfirmedAt) > confirmedFor
}
