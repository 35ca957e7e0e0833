// Package listing reads lists of services: for the pages of appointments and the agenda, for scripts, of one associate, professional or
// series, and of those that wait for the staff. Each is limited to what the caller may see.
package listing

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// When is a named range of the dates of appointments.
type When string

// The ranges. NextDays is the default: a list of appointments begins today.
const (
	NextDays   When = ""
	Today      When = "today"
	ThisWeek   When = "this_week"
	PastDays   When = "past_days"
	Undated    When = "undated"
	AlwaysWhen When = "always"
)

// Whens lists the ranges.
func Whens() []When { return []When{NextDays, Today, ThisWeek, PastDays, Undated, AlwaysWhen} }

// Lengths of the ranges in days.
const (
	nextDays = 14
	pastDays = 30
	weekDays = 7
)

// Sort is an order of the list of appointments; a minus before it reverses it. The zero value is by date.
type Sort string

// sql returns an order of rows; each is total.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         "consultation_date, id",
		"date":     "consultation_date, id",
		"-date":    "consultation_date desc nulls last, id desc",
		"created":  "date_created, id",
		"-created": bookings.NewestFirst,
	}[s]
	return order, known
}

// Input is the query of the list of appointments. An empty field does not filter, except When.
type Input struct {
	page.Window
	// Q is searched in the names and e-mails and in the service_code.
	Q string
	// Professional is the row id.
	Professional string
	Type, Tag    string
	Status       bookings.Status
	// Group is a booking_group_code. The appointments of a group are listed whatever their date.
	Group string
	When  When
	// From and To are civil days (2026-11-20) of the association's time zone, both included. They replace When.
	From, To string
	// UndatedByCreation finds a service without a date by the day it was created, as the analytics count it.
	UndatedByCreation bool
	// UnpaidOwn finds what ListUnpaidOwn returns.
	UnpaidOwn bool
	// Creator is a part of the name of the operator who made the booking. CreatedFrom and CreatedTo are civil days of its
	// creation, both included. With one of them the default of When is all dates.
	Creator                string
	CreatedFrom, CreatedTo string
	Sort                   Sort
}

// List returns a page of the services that the caller may see. It returns 400 VALIDATION_ERROR for an invalid
// value of a filter and for an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (found page.Of[bookings.Service], err error) {
	window, err := input.Normalize()
	if err != nil {
		return found, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return found, err
	}
	order, _ := input.Sort.sql()
	return db.ReadPage[bookings.Service](bookings.Allowed(tx.WithContext(ctx), by), filtered, window, order)
}

// Count counts the services that List would find, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input Input, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

// CountStatuses counts the services that List would find by status, up to a limit for all together. The empty
// status counts all.
func CountStatuses(ctx context.Context, tx *db.DB, by auth.Caller, input Input, limit int) (map[bookings.Status]page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	return db.CountByUpTo[bookings.Status](filtered, "status", limit)
}

// Each calls take with every service that List would return, in the same order.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input Input, take func(bookings.Service) error) error {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return err
	}
	order, _ := input.Sort.sql()
	return db.Each(filtered.Order(order), take)
}

func (in Input) validate() error {
	var p errs.Problems
	_, isKnown := in.Sort.sql()
	p.Require(isKnown, "sort", "a lista não tem esta ordem")
	p.Require(in.Status == "" || slices.Contains(in.Status.Values(), string(in.Status)), "status",
		"deve ser um dos valores de status de serviços")
	p.Require(slices.Contains(Whens(), in.When), "when", "deve ser um dos períodos")
	p.Require(in.From == "" || civil.IsDay(in.From), "from", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "to", "deve ser um dia")
	p.Require(in.CreatedFrom == "" || civil.IsDay(in.CreatedFrom), "created_from", "deve ser um dia")
	p.Require(in.CreatedTo == "" || civil.IsDay(in.CreatedTo), "created_to", "deve ser um dia")
	_, err := strconv.ParseInt(in.Professional, 10, 64)
	p.Require(in.Professional == "" || err == nil, "professional", "escolha o profissional")
	p.Require(in.Group == "" || uuid.Validate(in.Group) == nil, "group", "deve ser o código de uma reserva")
	return p.Err()
}

func (in Input) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	query := db.Matching(bookings.Allowed(db.Unprepared(tx.WithContext(ctx)), by), "search_text", in.Q)
	for _, equal := range []struct{ column, value string }{
		{"professional_id", in.Professional}, {"type", in.Type}, {"status", string(in.Status)}, {"booking_group_code", in.Group},
	} {
		if equal.value != "" {
			query = query.Where(equal.column+" = ?", equal.value)
		}
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	if in.UnpaidOwn {
		query = unpaidOwn(query, by.Now)
	}
	if in.Creator != "" {
		query = query.Where("created_by_user_code in (?)", operators.SelectCodesNamed(tx, in.Creator))
	}
	created, err := settings.SpanOf(ctx, tx, civil.Days{From: in.CreatedFrom, To: in.CreatedTo}, by.Now)
	if err != nil {
		return nil, err
	}
	return in.between(ctx, tx, by, db.InSpan(query, "date_created", created))
}

// between limits the query to the dates of the list.
func (in Input) between(ctx context.Context, tx *db.DB, by auth.Caller, query *db.DB) (*db.DB, error) {
	hasDays := in.From+in.To != ""
	switch {
	case !hasDays && (in.When == AlwaysWhen || in.Group != "" || in.When == NextDays && in.Creator+in.CreatedFrom+in.CreatedTo != ""):
		return query, nil
	case !hasDays && in.When == Undated:
		return query.Where("consultation_date is null"), nil
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return query, err
	}
	span := in.When.span(by.Now.In(zone))
	if hasDays {
		span = civil.Span{From: civil.Midnight(in.From, zone), To: civil.Midnight(in.To, zone)}
		if in.To != "" {
			span.To = span.To.AddDate(0, 0, 1)
		}
	}
	for _, limit := range []struct {
		moment   time.Time
		compares string
	}{{span.From, ">="}, {span.To, "<"}} {
		switch {
		case limit.moment.IsZero():
		case in.UndatedByCreation:
			query = query.Where("(consultation_date "+limit.compares+" @at or consultation_date is null and date_created "+limit.compares+" @at)",
				map[string]any{"at": limit.moment})
		default:
			query = query.Where("consultation_date "+limit.compares+" ?", limit.moment)
		}
	}
	return query, nil
}

// span returns the time of a range of days, in the zone of now.
func (w When) span(now time.Time) civil.Span {
	today := civil.StartOfDay(now)
	switch w {
	case Today:
		return civil.Span{From: today, To: today.AddDate(0, 0, 1)}
	case ThisWeek:
		monday := MondayOf(today)
		return civil.Span{From: monday, To: monday.AddDate(0, 0, weekDays)}
	case PastDays:
		return civil.Span{From: today.AddDate(0, 0, -pastDays), To: today}
	}
	return civil.Span{From: today, To: today.AddDate(0, 0, nextDays)}
}

// MondayOf returns the beginning of the week of a day.
func MondayOf(day time.Time) time.Time {
	sinceMonday := (int(day.Weekday()) + weekDays - int(time.Monday)) % weekDays
	return civil.StartOfDay(day).AddDate(0, 0, -sinceMonday)
}
