// Package finished lists the items of the reception that have ended, on any day, with their filters and orders.
package finished

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Sort is an order of the finished items; a minus before it reverses it. The zero value is the last completed
// first.
type Sort string

// sql returns the SQL of an order; each is total.
func (s Sort) sql() (order string, known bool) {
	const lastFirst = "reception.completed_at desc, reception.id desc"
	order, known = map[Sort]string{
		"": lastFirst, "-completed": lastFirst, "completed": "reception.completed_at, reception.id",
		"created": "reception.date_created, reception.id", "-created": "reception.date_created desc, reception.id desc",
	}[s]
	return order, known
}

// Input is the query of the list of finished items. An empty field does not filter.
type Input struct {
	page.Window
	// Q is searched in names, e-mail and telephone.
	Q      string
	Reason triage.CompletionReason
	// WithoutReason keeps the items that ended by a status that is done.
	WithoutReason bool
	Attendant     uuid.UUID
	// Unattended keeps the items without an attendant.
	Unattended bool
	// IsLinked keeps the items of associates, or those of others.
	IsLinked *bool
	Status   string
	Label    string
	// From and To are civil days of the completion in the association's time zone, both included, combined with Period;
	// ArrivedFrom and ArrivedTo those of the arrival.
	From, To               string
	Period                 civil.Period
	ArrivedFrom, ArrivedTo string
	// IDs keeps only these items; nil keeps all.
	IDs  []int64
	Sort Sort
}

// List returns a page of the completed items that the caller may see, with their attendants. It returns 400
// VALIDATION_ERROR for an unknown order and for a wrong day.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (found page.Of[queue.Waiting], err error) {
	window, err := input.Normalize()
	if err != nil {
		return found, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return found, err
	}
	order, _ := input.Sort.sql()
	return db.ReadPage[queue.Waiting](selected(tx.WithContext(ctx), by), withAttendants(filtered), window, order)
}

// Each calls take with every item that List would return, in the same order.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input Input, take func(queue.Waiting) error) error {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return err
	}
	order, _ := input.Sort.sql()
	return db.Each(withAttendants(filtered).Order(order), take)
}

// Count counts the items that List would return, up to a limit. It returns the errors of List.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input Input, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// selected selects the completed items that the caller may see.
func selected(tx *db.DB, by auth.Caller) *db.DB {
	return reception.Visible(tx.Model(&reception.Item{}), by).Where("reception.completed_at is not null")
}

// withAttendants adds the full names of the attendants.
func withAttendants(items *db.DB) *db.DB {
	return items.Joins("left join system_users s on s.user_code = reception.attendant").
		Select("reception.*, btrim(s.name || ' ' || s.last_name) as attendant_name")
}

func (in Input) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	tx = db.Unprepared(tx.WithContext(ctx))
	query := in.attended(db.Matching(selected(tx, by), "reception.search_text", in.Q))
	switch {
	case in.WithoutReason:
		query = query.Where("reception.completion_reason is null")
	case in.Reason != "":
		query = query.Where("reception.completion_reason = ?", in.Reason)
	}
	if in.IsLinked != nil {
		query = query.Where("(reception.associate_code is not null) = ?", *in.IsLinked)
	}
	if in.Status != "" {
		query = query.Where("reception.status = ?", in.Status)
	}
	if in.Label != "" {
		query = query.Where("reception.labels @> jsonb_build_array(?::text)", in.Label)
	}
	if in.IDs != nil {
		query = query.Where("reception.id in ?", in.IDs)
	}
	arrived, err := settings.SpanOf(ctx, tx, civil.Days{From: in.ArrivedFrom, To: in.ArrivedTo}, by.Now)
	if err != nil {
		return nil, err
	}
	completed, err := settings.SpanOf(ctx, tx, civil.Days{From: in.From, To: in.To, Period: in.Period}, by.Now)
	return db.InSpan(db.InSpan(query, "reception.date_created", arrived), "reception.completed_at", completed), err
}

func (in Input) attended(query *db.DB) *db.DB {
	switch {
	case in.Unattended:
		return query.Where("reception.attendant is null")
	case in.Attendant != uuid.Nil:
		return query.Where("reception.attendant = ?", in.Attendant)
	}
	return query
}

func (in Input) validate() error {
	var p errs.Problems
	_, isKnown := in.Sort.sql()
	p.Require(isKnown, "sort", "a lista não tem esta ordem")
	for path, day := range map[string]string{"from": in.From, "to": in.To, "arrived_from": in.ArrivedFrom, "arrived_to": in.ArrivedTo} {
		p.Require(day == "" || civil.IsDay(day), path, "deve ser um dia")
	}
	return p.Err()
}
