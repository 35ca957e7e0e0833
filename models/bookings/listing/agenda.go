package listing

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Appointment is a service in an agenda.
type Appointment struct {
	ID               int64
	AssociateID      int64
	AssociateName    string
	PatientName      *string
	ProfessionalName string
	Type             string
	ConsultationDate time.Time
	Status           bookings.Status
	EventState       *string
}

// HasFailedEvent reports whether the calendar event could not be created.
func (a Appointment) HasFailedEvent() bool { return a.EventState != nil && *a.EventState == "failed" }

// Agenda holds the appointments of a period in order of time, and the number of all.
type Agenda struct {
	Appointments []Appointment
	Count        int
}

// AgendaInput is a period, [From, To), and the maximum number of appointments to read.
type AgendaInput struct {
	From, To time.Time
	Limit    int
}

// ReadAgenda returns the appointments of a period that the caller may see.
func ReadAgenda(ctx context.Context, tx *db.DB, by auth.Caller, input AgendaInput) (Agenda, error) {
	var rows []struct {
		Appointment
		Count int
	}
	query := tx.WithContext(ctx).Table("services").Scopes(db.Allowed(access.Can(by, "services", access.Read)))
	err := bookings.Visible(query, by).Joins("join users on users.user_code = associate_user_code").
		Where("consultation_date >= ? and consultation_date < ?", input.From, input.To).
		Select("services.id, users.id as associate_id, services.associate_name, patient_name, professional_name, type, consultation_date, " +
			"services.status, event_state, count(*) over () as count").
		Order("consultation_date, services.id").Limit(input.Limit).Scan(&rows).Error
	agenda := Agenda{Appointments: make([]Appointment, len(rows))}
	for i, row := range rows {
		agenda.Appointments[i], agenda.Count = row.Appointment, row.Count
	}
	return agenda, err
}
