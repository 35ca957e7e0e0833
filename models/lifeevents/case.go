package lifeevents

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// CaseKind is why a person is a case.
type CaseKind string

// The kinds, the most pressing first.
const (
	// Family asks for the data of a person who died.
	Family CaseKind = "family"
	// Undecided is a person of age who has not decided about the own data.
	Undecided CaseKind = "undecided"
	// ComesOfAge is a patient who is of age soon.
	ComesOfAge CaseKind = "comes_of_age"
)

// soonMonths are the months ahead in which patients who come of age are cases.
const soonMonths = 4

// Case is a person over whose data another person decides, or will.
type Case struct {
	Kind   CaseKind
	UserID int64
	Name   string
	// On is the day of the death, or that on which the person is of age.
	On civil.Date
	// RequestID is the open request of the family.
	RequestID int64
}

// Cases returns the most pressing cases for an administrator.
func Cases(ctx context.Context, tx *db.DB, by auth.Caller, today civil.Date, limit int) (found []Case, err error) {
	if !access.IsAdministrator(by) {
		return nil, nil
	}
	err = tx.WithContext(ctx).Raw(cases, map[string]any{"born": today.Add(-majority, 0, 0), "until": today.Add(-majority, soonMonths, 0),
		"years": majority, "limit": limit}).Scan(&found).Error
	return found, err
}

const cases = `select kind, user_id, name, "on", request_id from (
		select 1 as place, 'family' as kind, d.user_id, ` + personName + ` as name, d.died_on as "on", min(r.id) as request_id
		from deaths d join users u on u.id = d.user_id join privacy_requests r on r.user_id = d.user_id and r.state = 'open'
		group by d.user_id, u.id
		union all
		select 2, 'undecided', a.user_id, ` + personName + `, a.since, 0
		from adult_patients a join users u on u.id = a.user_id where a.basis = 'waiting'
		union all
		select 3, 'comes_of_age', u.id, ` + personName + `, (u.birth_date + make_interval(years => @years))::date, 0
		from users u where ` + grows + ` and u.birth_date > @born and u.birth_date <= @until
	) found order by place, "on", user_id limit @limit`
