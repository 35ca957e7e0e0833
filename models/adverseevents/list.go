package adverseevents

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// Listed is an event with its patient and what they used.
type Listed struct {
	Event
	// Patient is the name, Associate the row of the associate who answers for the patient, or of the patient who is one.
	Patient   string  `gorm:"column:patient"`
	Associate int64   `gorm:"column:associate"`
	Phone     *string `gorm:"column:phone"`
	// Products and Lots name what was used, separated by commas.
	Products string `gorm:"column:products"`
	Lots     string `gorm:"column:lots"`
}

// ListInput is the query of a list of events. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q is searched in the name of the patient, the products and the lots.
	Q        string
	State    State
	Severity Severity
	// User is the row of an associate: the events of theirs and of their patients.
	User int64
	Sort string
}

var sorts = map[string]string{
	"": "id desc", "id": "id", "-id": "id desc", "started": "started_on nulls last, id", "-started": "started_on desc nulls last, id desc",
	"patient": "fold(patient), id", "-patient": "fold(patient) desc, id desc",
}

// List returns a page of the events that the caller may see. It returns 400 VALIDATION_ERROR for an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Listed], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Listed]{}, err
	}
	order, known := sorts[input.Sort]
	if !known {
		return page.Of[Listed]{}, errs.Invalid("sort", "a lista não tem esta ordem")
	}
	all := listed(tx.WithContext(ctx), by).Session(&db.Session{})
	return db.ReadPage[Listed](all, input.filter(all), window, order)
}

// Count counts the events of the list, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(listed(tx.WithContext(ctx), by)), limit)
}

// Each passes all events of the list, for files.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, take func(Listed) error) error {
	order, known := sorts[input.Sort]
	if !known {
		return errs.Invalid("sort", "a lista não tem esta ordem")
	}
	return db.Each(input.filter(listed(tx.WithContext(ctx), by)).Order(order), take)
}

// FindFor returns an event that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Listed, error) {
	return db.First[Listed](listed(tx.WithContext(ctx), by).Where("id = ?", id), errs.NotFound("Relato não encontrado."))
}

// ProductsOf lists what the patient of an event used, with the lots.
func ProductsOf(ctx context.Context, tx *db.DB, by auth.Caller, event int64) (found []Product, err error) {
	err = tx.WithContext(ctx).Model(&Product{}).Scopes(db.Allowed(isVisibleTo(by))).Joins("left join lots on lots.id = adverse_event_products.lot_id").
		Select("adverse_event_products.*, lots.number").Where("event_id = ?", event).Order("adverse_event_products.id").Limit(maxUsed).Find(&found).Error
	return found, err
}

func (in ListInput) filter(query *db.DB) *db.DB {
	if in.Q != "" {
		query = db.Matching(query, "search_text", texts.Fold(in.Q))
	}
	if in.State != "" {
		query = query.Where("state = ?", in.State)
	}
	if in.Severity != "" {
		query = query.Where("severity = ?", in.Severity)
	}
	if in.User != 0 {
		query = query.Where("associate = ?", in.User)
	}
	return query
}

// listed are the events with their people, as the table adverse_events.
func listed(tx *db.DB, by auth.Caller) *db.DB {
	const name = "coalesce(nullif(patient.associate_name, ''), nullif(btrim(concat_ws(' ', patient.name, patient.last_name)), ''), " +
		"patient.email, patient.email_account, '')"
	used := tx.Table("adverse_event_products p").Joins("left join lots on lots.id = p.lot_id").Where("p.event_id = adverse_events.id").
		Select("coalesce(string_agg(distinct p.name, ', '), '') as products, coalesce(string_agg(distinct lots.number, ', '), '') as lots")
	people := tx.Table("adverse_events").Scopes(db.Allowed(isVisibleTo(by))).
		Joins("join users patient on patient.id = adverse_events.user_id").
		Joins("left join users responsible on responsible.user_code = patient.responsible_code").
		Joins("cross join lateral (?) used", used).
		Select("adverse_events.*, " + name + " as patient, coalesce(responsible.id, patient.id) as associate, " +
			"coalesce(patient.phone, responsible.phone) as phone, " +
			"used.products, used.lots, fold(concat_ws(' ', " + name + ", used.products, used.lots)) as search_text")
	return tx.Table("(?) as adverse_events", people)
}

// isVisibleTo reports whether the caller may read all events: staff who may read associates.
func isVisibleTo(by auth.Caller) bool {
	return by.Kind != auth.Associate && access.Can(by, "users", access.Read)
}

// FollowInput is what the staff did about an event. A closed one needs an outcome.
type FollowInput struct {
	errs.BindErrors
	ID      int64  `form:"-"`
	State   State  `form:"state"`
	Outcome string `form:"outcome"`
}

// Follow stores how far the staff is with an event. It returns 400 VALIDATION_ERROR for an unknown state, and for one that is closed
// without an outcome; 403 FORBIDDEN, and 404 NOT_FOUND.
func Follow(ctx context.Context, tx *db.DB, by auth.Caller, input FollowInput) (Event, error) {
	if err := access.Require(by, "users", access.Update); err != nil {
		return Event{}, err
	}
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Event, row *Event) error {
		row.Outcome, row.State, row.DateUpdated = strings.TrimSpace(input.Outcome), input.State, by.Now
		var problems errs.Problems
		problems.Require(row.State == New || row.State == Following || row.State == Closed, "state", "escolha a situação")
		problems.Require(row.State != Closed || row.Outcome != "", "outcome", "diga o que foi feito")
		problems.Require(texts.Fits(row.Outcome, maxText), "outcome", "deve ter até 2.000 caracteres")
		switch {
		case row.State == Closed && row.DateClosed == nil:
			row.DateClosed, row.ClosedByName = &by.Now, by.FullName()
		case row.State != Closed:
			row.DateClosed, row.ClosedByName = nil, ""
		}
		return input.Merge(problems).Err()
	}, db.Allowed(isVisibleTo(by)))
}
