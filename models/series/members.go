package series

import (
	"context"
	"slices"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/patch"
)

// Scope is how much of a series a change or a cancellation is about.
type Scope string

// The scopes. Coming leaves out what has taken place: history is not changed.
const (
	This   Scope = "this"
	Next   Scope = "next"
	Coming Scope = "all"
)

// Members returns the services of a scope in order of date: the service itself, those from it on, or all that have not begun.
// Without a series it is the service alone.
func Members(ctx context.Context, tx *db.DB, by auth.Caller, service bookings.Service, scope Scope) ([]bookings.Service, error) {
	if service.SeriesCode == nil || scope != Next && scope != Coming {
		return []bookings.Service{service}, nil
	}
	all, err := listing.ListSeries(ctx, tx, by, *service.SeriesCode)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(one bookings.Service) bool {
		if one.ID == service.ID {
			return false
		}
		if one.ConsultationDate == nil || service.ConsultationDate == nil || one.ConsultationDate.Before(by.Now) {
			return true
		}
		return scope == Next && one.ConsultationDate.Before(*service.ConsultationDate)
	}), nil
}

// Move is a service with its new date.
type Move struct {
	Service bookings.Service
	To      time.Time
}

// Moves returns the moves of a scope when one of its services moves: each moves by as many days, to the same clock.
func Moves(ctx context.Context, tx *db.DB, by auth.Caller, first Move, scope Scope) ([]Move, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	service, to := first.Service, first.To.In(zone)
	members, err := Members(ctx, tx, by, service, scope)
	if err != nil {
		return nil, err
	}
	moves := make([]Move, len(members))
	for i, one := range members {
		moves[i] = Move{one, to}
		if one.ID != service.ID {
			days := civil.Of(service.ConsultationDate.In(zone)).DaysUntil(civil.Of(to))
			day := one.ConsultationDate.In(zone).AddDate(0, 0, days)
			moves[i].To = time.Date(day.Year(), day.Month(), day.Day(), to.Hour(), to.Minute(), to.Second(), 0, zone)
		}
	}
	return moves, nil
}

// Rescheduling is the kind of undo of Reschedule.
const Rescheduling undo.Kind = "series.reschedule"

// Reschedule is bookings.Reschedule for a scope of the service's series, all or nothing. It returns the number of moved services
// and the id of the undo, 0 if nothing moved.
func Reschedule(ctx context.Context, tx *db.DB, by auth.Caller, input bookings.ChangeInput, scope Scope) (moved int, undoID int64,
	err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := bookings.FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		moves, err := Moves(ctx, tx, by, Move{service, input.ConsultationDate.Value}, scope)
		if err != nil {
			return err
		}
		if service.ConsultationDate != nil && input.ConsultationDate.Value.After(*service.ConsultationDate) {
			slices.Reverse(moves) // so that none meets a service that has still to move
		}
		var kept []bookings.Rescheduled
		for _, move := range moves {
			one := input
			if move.Service.ID != input.ID {
				one.ID, one.Version = move.Service.ID, ""
			}
			one.ConsultationDate = patch.Of(move.To)
			after, err := bookings.Change(ctx, tx, by, one)
			if err != nil {
				return err
			}
			kept = append(kept, bookings.KeptOf(move.Service, after))
		}
		moved = len(kept)
		undoID, err = undo.Keep(ctx, tx, by, Rescheduling, kept)
		return err
	})
	return moved, undoID, err
}

// UndoReschedule undoes Reschedule; it returns the errors of bookings.UndoReschedule, and then none changes.
func UndoReschedule(ctx context.Context, tx *db.DB, by auth.Caller, kept []bookings.Rescheduled) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, one := range slices.Backward(kept) {
			if err := bookings.UndoReschedule(ctx, tx, by, one); err != nil {
				return err
			}
		}
		return nil
	})
}

// Remove removes the services of a scope and returns their number. This removes the whole booking of the service, as
// bookings.RemoveGroup does.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64, scope Scope) (removed int, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		service, err := bookings.FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if service.SeriesCode == nil {
			removed, err = bookings.RemoveGroup(ctx, tx, by, id)
			return err
		}
		members, err := Members(ctx, tx, by, service, scope)
		for _, one := range members {
			if err := bookings.Remove(ctx, tx, one.ID); err != nil {
				return err
			}
		}
		removed = len(members)
		return err
	})
	return removed, err
}
