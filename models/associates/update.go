package associates

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/associates/parse"
	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// update applies sent fields to a row and collects every problem.
type update struct {
	row    *Associate
	before Associate
	by     auth.Caller
	today  civil.Date
	policy password.Policy
	// emailToken is the token of the link that confirms a new login e-mail; empty for none.
	emailToken string
	problems   errs.Problems
	bindErrors errs.BindErrors
}

// newUpdate returns an update of a row; today is the day in the association's time zone.
func newUpdate(ctx context.Context, tx *db.DB, by auth.Caller, row *Associate) (*update, error) {
	stored, err := settings.Read(ctx, tx, settings.TimeZone, settings.AssociationName)
	if err != nil {
		return nil, err
	}
	zone, err := stored.Location()
	if err != nil {
		return nil, err
	}
	return &update{row: row, before: *row, by: by, today: civil.Of(by.Now.In(zone)), policy: password.PolicyFrom(stored)}, nil
}

// err returns every wrong field, including the binding errors.
func (r *update) err() error { return r.bindErrors.Merge(r.problems).Err() }

// finish sets the time of the change. An invalid field that differs counts as corrected, and an uploaded picture whose
// address was replaced is removed.
func (r *update) finish(ctx context.Context, tx *db.DB) error {
	changed := db.Differing(tx, &r.before, r.row)
	r.row.DateUpdated = r.by.Now
	r.row.InvalidFields = slices.DeleteFunc(slices.Clone(r.row.InvalidFields), func(name string) bool { return slices.Contains(changed, name) })
	return r.dropAvatar(ctx, tx)
}

// text sets a text column; an empty text clears it.
func (r *update) text(path string, sent patch.Field[string], column **string, read parse.Parser) {
	if !sent.Sent {
		return
	}
	stored := strings.TrimSpace(sent.Value)
	if stored != "" {
		var problem string
		if stored, problem = read(stored); problem != "" {
			r.problems.Add(path, problem)
			return
		}
	}
	*column = texts.Optional(stored)
}

// date sets a date between 1900 and today.
func (r *update) date(path string, sent patch.Field[civil.Date], column **civil.Date) {
	isGiven := sent.Sent && !sent.Null
	switch {
	case isGiven && r.today.Before(sent.Value):
		r.problems.Add(path, "Esta data ainda não chegou. Confira o ano.")
	case isGiven && sent.Value.Before(civil.MustParse("1900-01-01")):
		r.problems.Add(path, "Confira o ano: a data é de antes de 1900.")
	default:
		sent.SetNullable(column)
	}
}

// pastTime sets a time in the past.
func (r *update) pastTime(path string, sent patch.Field[time.Time], column **time.Time) {
	passed := sent.Value.Year() >= 1900 && !sent.Value.After(r.by.Now)
	if sent.Sent && !sent.Null && !passed {
		r.problems.Add(path, "deve ser uma data e hora que já passou")
		return
	}
	sent.Value = sent.Value.UTC()
	sent.SetNullable(column)
}

// enumValue is a text with a closed list of values.
type enumValue interface {
	~string
	Values() []string
}

// enum sets a column with a closed list of values; an empty value clears it.
func enum[T enumValue](r *update, path string, sent patch.Field[T], column **T) {
	sent.Null = sent.Null || sent.Sent && sent.Value == ""
	if sent.Value != "" && !slices.Contains(sent.Value.Values(), string(sent.Value)) {
		r.problems.Add(path, "deve ser um destes: "+strings.Join(sent.Value.Values(), ", "))
		return
	}
	sent.SetNullable(column)
}
