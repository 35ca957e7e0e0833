package bookings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// CodeSlotTaken is 409: the professional has another service at that time, and services.block_overlap is on.
const CodeSlotTaken = "SLOT_TAKEN"

// The configurable length of an appointment, in minutes.
const (
	shortestMinutes = 5
	longestMinutes  = 24 * 60
)

var (
	durationMinutes = settings.Key[int]{System: "services", Name: "duration_minutes", Type: settings.Number, Check: checkDuration, Default: 60,
		Required:    true,
		Description: "Duração de um atendimento, em minutos."}
	blockOverlap = settings.Key[bool]{System: "services", Name: "block_overlap", Type: settings.Boolean, Default: false,
		Description: "Recusa dois atendimentos do mesmo profissional no mesmo horário. Desligado, o sistema só avisa."}
)

func checkDuration(minutes int) error {
	if minutes < shortestMinutes || minutes > longestMinutes {
		return errors.New("deve ser um número de minutos, de 5 a 1440")
	}
	return nil
}

// Duration returns the configured length of an appointment.
func Duration(ctx context.Context, tx *db.DB) (time.Duration, error) {
	minutes, err := settings.Get(ctx, tx, durationMinutes)
	return time.Duration(minutes) * time.Minute, err
}

// SetSlotEnds sets the end of the time that each service blocks, while services.block_overlap is on and the service has a
// date; else it blocks nothing. It locks the professionals until the transaction ends, so that concurrent bookings of one
// professional wait for each other: without the lock, the exclusion constraint refuses them too, but as a deadlock.
func SetSlotEnds(ctx context.Context, tx *db.DB, services []*Service) error {
	stored, err := settings.Read(ctx, tx, durationMinutes, blockOverlap)
	if err != nil {
		return err
	}
	lasting := time.Duration(settings.Of(stored, durationMinutes)) * time.Minute
	var busy []int64
	for _, service := range services {
		service.SlotEnd = nil
		if settings.Of(stored, blockOverlap) && service.ConsultationDate != nil {
			service.SlotEnd = new(service.ConsultationDate.Add(lasting))
			busy = append(busy, service.ProfessionalID)
		}
	}
	return lockProfessionals(ctx, tx, busy)
}

// lockProfessionals locks professionals in the order of their ids, so that two bookings never deadlock. Other rows may
// still refer to them.
func lockProfessionals(ctx context.Context, tx *db.DB, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	var locked []int64
	return tx.WithContext(ctx).Model(&professionals.Professional{}).Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).
		Where("id in ?", ids).Order("id").Pluck("id", &locked).Error
}

// refuseTaken returns 409 SLOT_TAKEN if a stored service that blocks its time overlaps with another one. The exclusion
// constraint compares only services that block their time; this also finds those booked before services.block_overlap
// was on.
func refuseTaken(ctx context.Context, tx *db.DB, services []Service) error {
	services = slices.DeleteFunc(slices.Clone(services), func(s Service) bool { return s.SlotEnd == nil })
	if len(services) == 0 {
		return nil
	}
	found, err := overlapsOf(ctx, tx, idsOf(services), 1)
	if err != nil || len(found) == 0 {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	return errs.Conflict(CodeSlotTaken, fmt.Sprintf("%s já tem um atendimento em %s. Escolha outro horário.",
		found[0].ProfessionalName, fmtbr.DateTime(found[0].ConsultationDate, zone)))
}

func idsOf(services []Service) []int64 {
	ids := make([]int64, len(services))
	for i, service := range services {
		ids[i] = service.ID
	}
	return ids
}
