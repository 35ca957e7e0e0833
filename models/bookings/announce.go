package bookings

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
)

// News is what happened to appointments.
type News string

// What the people of an appointment are told; the values are the kinds of the messages.
const (
	NewsBooked    News = "appointment_booked"
	NewsMoved     News = "appointment_moved"
	NewsCancelled News = "appointment_cancelled"
)

// Announcement is the job that writes the messages about appointments; models/appointments works it. The rows of a cancelled
// appointment may be gone, so its job has what identifies it.
type Announcement struct {
	About News `json:"about"`
	// By is the kind of the caller who causes the message.
	By       auth.Kind `json:"by"`
	Services []int64   `json:"services,omitempty"`
	Gone     *Gone     `json:"cancelled,omitempty"`
}

// Gone is an appointment that no longer takes place. Sequence is that of its removal from calendars.
type Gone struct {
	ServiceCode       string    `json:"service_code"`
	BookingGroupCode  uuid.UUID `json:"booking_group_code"`
	AssociateUserCode uuid.UUID `json:"associate_user_code"`
	AssociateName     string    `json:"associate_name"`
	PatientName       *string   `json:"patient_name"`
	ProfessionalID    int64     `json:"professional_id"`
	Type              string    `json:"type"`
	ConsultationDate  time.Time `json:"consultation_date"`
	DateCreated       time.Time `json:"date_created"`
	Sequence          int       `json:"sequence"`
}

// Kind returns the name of the job in the queue.
func (Announcement) Kind() string { return "send_appointment_letter" }

// announce enqueues the message about new or changed services; those without a date and sample data need none.
func announce(ctx context.Context, tx *db.DB, by auth.Caller, about News, services []Service) error {
	message := Announcement{About: about, By: by.Kind}
	for _, service := range services {
		if service.ConsultationDate != nil && !service.IsSample {
			message.Services = append(message.Services, service.ID)
		}
	}
	if len(message.Services) == 0 {
		return nil
	}
	return jobs.Enqueue(ctx, tx, message, nil)
}

// announceChange enqueues the message about a service that was moved. The professional who had it reads that it is gone.
func announceChange(ctx context.Context, tx *db.DB, by auth.Caller, before, after Service) error {
	switch {
	case after.ConsultationDate == nil:
		return announceCancelled(ctx, tx, by, before)
	case before.ConsultationDate == nil:
		return announce(ctx, tx, by, NewsBooked, []Service{after})
	}
	return announce(ctx, tx, by, NewsMoved, []Service{after})
}

// announceCancelled enqueues the message about an appointment that no longer takes place.
func announceCancelled(ctx context.Context, tx *db.DB, by auth.Caller, service Service) error {
	if service.ConsultationDate == nil || service.IsSample {
		return nil
	}
	return jobs.Enqueue(ctx, tx, Announcement{About: NewsCancelled, By: by.Kind, Gone: &Gone{
		ServiceCode: service.ServiceCode, BookingGroupCode: service.BookingGroupCode, AssociateUserCode: service.AssociateUserCode,
		AssociateName: service.AssociateName, PatientName: service.PatientName, ProfessionalID: service.ProfessionalID, Type: service.Type,
		ConsultationDate: *service.ConsultationDate, DateCreated: service.DateCreated, Sequence: service.CalendarSequence + 1,
	}}, nil)
}
