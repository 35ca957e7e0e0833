package backup

import "time"

// Limits after which a copy or a rehearsal is missing.
const (
	copyWithin  = 26 * time.Hour
	drillWithin = 8 * 24 * time.Hour
)

// Ages are the times by which copies and rehearsals are judged; nil for never. First is when the first place was added.
type Ages struct{ First, Copied, Rehearsed *time.Time }

// LacksCopy reports whether there is no whole copy of the last 26 hours, once there is a place for copies.
func (a Ages) LacksCopy(now time.Time) bool { return a.isLate(a.Copied, now, copyWithin) }

// LacksDrill reports whether no rehearsal of the last 8 days passed, once there is a place for copies.
func (a Ages) LacksDrill(now time.Time) bool { return a.isLate(a.Rehearsed, now, drillWithin) }

func (a Ages) isLate(last *time.Time, now time.Time, within time.Duration) bool {
	if last == nil {
		last = a.First
	}
	return a.First != nil && now.Sub(*last) > within
}
