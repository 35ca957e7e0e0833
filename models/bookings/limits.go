package bookings

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/civil"
)

// The keys of what associates change by themselves.
var (
	changeHours = settings.Key[int]{System: "services", Name: "change_hours", Type: settings.Number, Check: checkChangeHours, Default: 24,
		Required:    true,
		Description: "Até quantas horas antes da consulta o associado troca ou cancela por conta própria. Depois disso, a página pede que ele ligue."}
	refundDays = settings.Key[int]{System: "services", Name: "refund_days", Type: settings.Number, Check: checkRefundDays, Default: 3,
		Required:    true,
		Description: "Em quantos dias úteis a associação devolve o valor de uma consulta paga que o associado cancelou no prazo."}
)

// The longest time limits: hours before an appointment, and working days of a refund.
const (
	maxChangeHours = 720
	maxRefundDays  = 60
)

func checkChangeHours(hours int) error {
	if hours < 0 || hours > maxChangeHours {
		return errors.New("deve ser um número de horas, de 0 a 720")
	}
	return nil
}

func checkRefundDays(days int) error {
	if days < 1 || days > maxRefundDays {
		return errors.New("deve ser um número de dias, de 1 a 60")
	}
	return nil
}

// Limits are the time limits of what associates change by themselves.
type Limits struct {
	// Change is how long before its beginning an appointment may be moved or cancelled.
	Change time.Duration
	// RefundDays are the working days in which a cancelled appointment is paid back.
	RefundDays int
}

// ReadLimits returns the configured limits.
func ReadLimits(ctx context.Context, tx *db.DB) (Limits, error) {
	stored, err := settings.Read(ctx, tx, changeHours, refundDays)
	return Limits{Change: time.Duration(settings.Of(stored, changeHours)) * time.Hour, RefundDays: settings.Of(stored, refundDays)}, err
}

// Until returns the time until which an appointment may be moved or cancelled by its associate; zero without a date.
func (l Limits) Until(service Service) time.Time {
	if service.ConsultationDate == nil {
		return time.Time{}
	}
	return service.ConsultationDate.Add(-l.Change)
}

// RefundedBy returns the day until which a payment is given back that was cancelled at a time.
func (l Limits) RefundedBy(cancelled time.Time, zone *time.Location) time.Time {
	day := civil.StartOfDay(cancelled.In(zone))
	for left := l.RefundDays; left > 0; {
		day = day.AddDate(0, 0, 1)
		if day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			left--
		}
	}
	return day
}
