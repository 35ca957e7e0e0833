package appointments

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Facts are what an associate reads of an appointment.
type Facts struct {
	Service bookings.Service
	// Address is where it takes place; without one Video is the link of a video call. Both may be empty.
	Address, Video string
	// Notes are what to do on the day, a line each.
	Notes   []string
	Lasting time.Duration
	Zone    *time.Location
	Limits  bookings.Limits
}

// FactsOf returns the facts of services, in their order.
func FactsOf(ctx context.Context, tx *db.DB, services []bookings.Service) ([]Facts, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	lasting, err := bookings.Duration(ctx, tx)
	if err != nil {
		return nil, err
	}
	limits, err := bookings.ReadLimits(ctx, tx)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(services))
	for i, service := range services {
		ids[i] = service.ProfessionalID
	}
	with, err := professionals.ByIDs(ctx, tx, auth.Caller{Kind: auth.System}, ids)
	facts := make([]Facts, len(services))
	for i, service := range services {
		one := with[service.ProfessionalID]
		facts[i] = Facts{Service: service, Address: texts.Of(one.VisitAddress), Video: texts.Of(one.VideoLink),
			Notes:   texts.Lines(texts.Of(one.VisitNotes)),
			Lasting: lasting, Zone: zone, Limits: limits}
	}
	return facts, err
}

// FactsOfOne returns the facts of one service.
func FactsOfOne(ctx context.Context, tx *db.DB, service bookings.Service) (Facts, error) {
	facts, err := FactsOf(ctx, tx, []bookings.Service{service})
	if err != nil {
		return Facts{}, err
	}
	return facts[0], nil
}

// Patient returns the first name of the patient; empty for the associate.
func (f Facts) Patient() string {
	if f.Service.PatientName == nil {
		return ""
	}
	return fmtbr.FirstName(*f.Service.PatientName)
}

// IsUpcoming reports whether the appointment has a date that has not come.
func (f Facts) IsUpcoming(now time.Time) bool {
	return f.Service.ConsultationDate != nil && f.Service.ConsultationDate.After(now)
}

// MayChange reports whether the associate may still move or cancel the appointment.
func (f Facts) MayChange(now time.Time) bool {
	return f.IsUpcoming(now) && !now.After(f.Limits.Until(f.Service))
}

// IsPaid reports whether there is a price and it has been paid.
func (f Facts) IsPaid() bool {
	return f.Service.Status == bookings.Paid && f.Service.Price != nil && !f.Service.Price.IsZero()
}
