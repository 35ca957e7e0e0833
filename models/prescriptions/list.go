package prescriptions

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// Listed is a prescription with its patient, and the associate on whose page it is.
type Listed struct {
	Prescription
	// Patient is the name, Associate the row of the responsible associate, or of the patient who is one.
	Patient   string  `gorm:"column:patient"`
	Associate int64   `gorm:"column:associate"`
	Phone     *string `gorm:"column:phone"`
}

// Sort is an order of the list; a minus before it reverses it. The zero value is by the end.
type Sort string

func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         "valid_until, id",
		"until":    "valid_until, id",
		"-until":   "valid_until desc, id desc",
		"issued":   "issued_on, id",
		"-issued":  "issued_on desc, id desc",
		"patient":  "fold(patient), id",
		"-patient": "fold(patient) desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of a list of prescriptions. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q is searched in the names of patient and prescriber.
	Q     string
	State State
	Sort  Sort
}

// List returns a page of the prescriptions that the caller may see. It returns 400 VALIDATION_ERROR for an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Listed], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Listed]{}, err
	}
	order, known := input.Sort.sql()
	if !known {
		return page.Of[Listed]{}, errs.Invalid("sort", "a lista não tem esta ordem")
	}
	scope := listed(tx.WithContext(ctx), by)
	filtered, err := input.filter(ctx, scope, by.Now)
	if err != nil {
		return page.Of[Listed]{}, err
	}
	return db.ReadPage[Listed](scope, filtered, window, order)
}

// Count counts the prescriptions that the caller may see, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	// Only a search needs the people.
	scope := tx.WithContext(ctx).Table("prescriptions").Scopes(visibleTo(by))
	if input.Q != "" {
		scope = listed(tx.WithContext(ctx), by)
	}
	filtered, err := input.filter(ctx, scope, by.Now)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// nameOf is the full name of the row patient, as associates.FullName writes it.
const nameOf = "coalesce(nullif(patient.associate_name, ''), nullif(btrim(concat_ws(' ', patient.name, patient.last_name)), ''), patient.email, patient.email_account, '')"

// listed are the prescriptions with their people, as the table p.
func listed(tx *db.DB, by auth.Caller) *db.DB {
	people := tx.Table("prescriptions").Scopes(visibleTo(by)).
		Select("prescriptions.*, " + nameOf + " as patient, coalesce(responsible.id, patient.id) as associate, coalesce(patient.phone, responsible.phone) as phone").
		Joins("join users patient on patient.id = prescriptions.user_id").
		Joins("left join users responsible on responsible.user_code = patient.responsible_code")
	return tx.Table("(?) as prescriptions", people)
}

// filter selects of a query of prescriptions; a search needs those of listed.
func (in ListInput) filter(ctx context.Context, query *db.DB, now time.Time) (*db.DB, error) {
	query = query.Session(&db.Session{})
	zone, err := settings.Location(ctx, query.Session(&db.Session{NewDB: true}))
	if err != nil {
		return nil, err
	}
	if in.Q != "" {
		query = db.Matching(query, "fold(patient || ' ' || prescriber_name)", texts.Fold(in.Q))
	}
	today := civil.Of(now.In(zone))
	const current = "refused_reason is null and replaced_by_id is null and "
	switch in.State {
	case Ending:
		query = query.Where(current+"valid_until between ? and ?", today, today.Add(0, 0, EndingDays))
	case Valid:
		query = query.Where(current+"valid_until >= ?", today)
	case Expired:
		query = query.Where(current+"valid_until < ?", today)
	case Replaced:
		query = query.Where("refused_reason is null and replaced_by_id is not null")
	case Refused:
		query = query.Where("refused_reason is not null")
	}
	return query, nil
}
