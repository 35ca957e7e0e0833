package bookings

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// maxPlaced is the number of appointments that a calendar shows.
const maxPlaced = 3000

// Placed is an appointment in a calendar.
type Placed struct {
	ID               int64
	BookingGroupCode uuid.UUID
	AssociateName    string
	PatientName      *string
	ProfessionalID   int64
	ConsultationDate time.Time
	SlotEnd          *time.Time
	Status           Status
	EventState       *string
	// SeriesCode is that of its series; nil without one.
	SeriesCode *uuid.UUID
	// Confirmation is the associate's answer; nil without one.
	Confirmation *Confirmation
}

// Calendar holds the appointments of a period by professional.
type Calendar struct {
	// Professionals are the active ones, and the inactive ones with appointments in the period, by name.
	Professionals []professionals.Professional
	// Placed are the appointments of each professional in order of time.
	Placed map[int64][]Placed
	// Lasting is the configured length of an appointment.
	Lasting time.Duration
	// Closures are the blocked hours and the holidays.
	closures.Closures
	// IsCut reports whether there are more appointments than shown.
	IsCut bool
}

// CalendarInput is a period, [From, To), with filters; an empty one does not filter.
type CalendarInput struct {
	From, To time.Time
	// ProfessionalIDs is empty for all.
	ProfessionalIDs []int64
	Type, Tag       string
	Status          Status
}

// ReadCalendar returns the appointments of a period that the caller may see.
func ReadCalendar(ctx context.Context, tx *db.DB, by auth.Caller, input CalendarInput) (Calendar, error) {
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return Calendar{}, err
	}
	calendar := Calendar{Placed: map[int64][]Placed{}, Lasting: lasting}
	var placed []Placed
	if err := input.filter(Allowed(tx.WithContext(ctx), by)).Order("consultation_date, id").Limit(maxPlaced + 1).Find(&placed).
		Error; err != nil {
		return calendar, err
	}
	if calendar.IsCut = len(placed) > maxPlaced; calendar.IsCut {
		placed = placed[:maxPlaced]
	}
	for _, one := range placed {
		calendar.Placed[one.ProfessionalID] = append(calendar.Placed[one.ProfessionalID], one)
	}
	if calendar.Closures, err = closures.Read(ctx, tx, civil.Span{From: input.From, To: input.To}, input.ProfessionalIDs...); err != nil {
		return calendar, err
	}
	calendar.Professionals, err = professionals.InAgenda(ctx, tx,
		professionals.AgendaInput{IDs: input.ProfessionalIDs, Type: input.Type, WithIDs: keysOf(calendar.Placed)})
	return calendar, err
}

// ReadDays returns the appointments and the closures of a professional on some days of one zone, each given by its midnight in
// order.
func ReadDays(ctx context.Context, tx *db.DB, by auth.Caller, professional int64, days []time.Time) (Calendar, error) {
	lasting, err := Duration(ctx, tx)
	calendar := Calendar{Placed: map[int64][]Placed{}, Lasting: lasting}
	if err != nil || len(days) == 0 {
		return calendar, err
	}
	period, names := civil.Span{From: days[0], To: days[len(days)-1].AddDate(0, 0, 1)}, make([]string, len(days))
	for i, day := range days {
		names[i] = civil.Of(day).String()
	}
	var placed []Placed
	within := CalendarInput{From: period.From, To: period.To, ProfessionalIDs: []int64{professional}}.filter(Allowed(tx.WithContext(ctx), by))
	within = within.Where("(consultation_date at time zone ?)::date::text in ?", days[0].Location().String(), names)
	if err := within.Order("consultation_date, id").Limit(maxPlaced).Find(&placed).Error; err != nil {
		return calendar, err
	}
	calendar.Placed[professional] = placed
	if calendar.Closures, err = closures.Read(ctx, tx, period, professional); err != nil {
		return calendar, err
	}
	calendar.Professionals, err = professionals.InAgenda(ctx, tx,
		professionals.AgendaInput{IDs: []int64{professional}, WithIDs: []int64{professional}})
	return calendar, err
}

// CountByDay returns the number of appointments that the caller may see on each civil day (2026-11-20) of a period in its
// zone; a day without any is absent.
func CountByDay(ctx context.Context, tx *db.DB, by auth.Caller, input CalendarInput) (map[string]int, error) {
	var days []struct {
		Day   civil.Date
		Count int
	}
	err := input.filter(Allowed(tx.WithContext(ctx), by)).
		Select("(consultation_date at time zone ?)::date as day, count(*) as count", input.From.Location().String()).
		Group("day").Scan(&days).Error
	counts := make(map[string]int, len(days))
	for _, one := range days {
		counts[one.Day.String()] = one.Count
	}
	return counts, err
}

func keysOf(placed map[int64][]Placed) []int64 {
	ids := make([]int64, 0, len(placed))
	for id := range placed {
		ids = append(ids, id)
	}
	return ids
}

func (in CalendarInput) filter(query *db.DB) *db.DB {
	query = query.Where("consultation_date >= ? and consultation_date < ?", in.From, in.To)
	if len(in.ProfessionalIDs) > 0 {
		query = query.Where("professional_id in ?", in.ProfessionalIDs)
	}
	if in.Type != "" {
		query = query.Where("type = ?", in.Type)
	}
	if in.Status != "" {
		query = query.Where("status = ?", in.Status)
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	return query
}

// On returns the appointments of a professional on the day that begins at midnight.
func (c Calendar) On(professional int64, midnight time.Time) []Placed {
	all := c.Placed[professional]
	from, _ := slices.BinarySearchFunc(all, midnight, beginning)
	to, _ := slices.BinarySearchFunc(all, midnight.AddDate(0, 0, 1), beginning)
	return all[from:to]
}

// With returns the calendar with an appointment that is not stored. Its ID differs from those of the others.
func (c Calendar) With(p Placed) Calendar {
	placed := slices.Clone(c.Placed[p.ProfessionalID])
	at, _ := slices.BinarySearchFunc(placed, p.ConsultationDate, beginning)
	c.Placed = maps.Clone(c.Placed)
	c.Placed[p.ProfessionalID] = slices.Insert(placed, at, p)
	return c
}

func beginning(p Placed, at time.Time) int { return p.ConsultationDate.Compare(at) }

// EndOf returns the end of an appointment.
func (c Calendar) EndOf(p Placed) time.Time {
	if p.SlotEnd != nil {
		return *p.SlotEnd
	}
	return p.ConsultationDate.Add(c.Lasting)
}

// Overlapping reports whether an appointment overlaps with another one of its professional.
func (c Calendar) Overlapping(p Placed) bool {
	return slices.ContainsFunc(c.Placed[p.ProfessionalID], func(other Placed) bool {
		return other.ID != p.ID && other.ConsultationDate.Before(c.EndOf(p)) && p.ConsultationDate.Before(c.EndOf(other))
	})
}

// Free returns the free times of a professional on the day that begins at midnight, in its zone: one after the other within
// the weekly hours, from now on.
func (c Calendar) Free(professional professionals.Professional, midnight, now time.Time) []time.Time {
	var free []time.Time
	if !professional.Active || c.IsClosed(midnight) {
		return nil
	}
	for _, hours := range professional.WeeklyHours.On(midnight.Weekday()) {
		end := clockOf(midnight, hours.To)
		for at := clockOf(midnight, hours.From); !at.Add(c.Lasting).After(end); {
			if taken, until := c.takenAt(professional.ID, at); taken {
				at = until.In(midnight.Location())
				continue
			}
			if at.After(now) {
				free = append(free, at)
			}
			at = at.Add(c.Lasting)
		}
	}
	return free
}

// clockOf returns the time of a civil day at these minutes since midnight, whatever the zone's clock does on that day.
func clockOf(midnight time.Time, minutes int) time.Time {
	return time.Date(midnight.Year(), midnight.Month(), midnight.Day(), 0, minutes, 0, 0, midnight.Location())
}

// takenAt reports whether an appointment or a block overlaps with one that begins at this time, and the end of the latest of
// these.
func (c Calendar) takenAt(professional int64, at time.Time) (taken bool, until time.Time) {
	for _, p := range c.Placed[professional] {
		if end := c.EndOf(p); p.ConsultationDate.Before(at.Add(c.Lasting)) && end.After(at) && end.After(until) {
			taken, until = true, end
		}
	}
	if blocked, isBlocked := c.At(professional, civil.Span{From: at, To: at.Add(c.Lasting)}); isBlocked && blocked.To.After(until) {
		return true, blocked.To
	}
	return taken, until
}
