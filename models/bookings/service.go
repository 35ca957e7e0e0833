package bookings

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/money"
)

// Status is the payment status of a service.
type Status string

// The statuses of the specification.
const (
	AwaitingPayment Status = "Aguardando Pagamento"
	Paid            Status = "Pagamento Concluído"
)

// Values lists the statuses as text, for the API document.
func (Status) Values() []string { return []string{string(AwaitingPayment), string(Paid)} }

// Validation is the professional's answer about a service's commission; nil without an answer.
type Validation string

// The validations of the specification.
const (
	Approved  Validation = "approved"
	Contested Validation = "contested"
)

// Values lists the validations as text, for the API document.
func (Validation) Values() []string { return []string{string(Approved), string(Contested)} }

// Service is a row of services: one appointment. Professionals do not see the
// associate's e-mail, the observations and the state of its calendar event: they read what their report shows.
type Service struct {
	ID                int64         `json:"id" gorm:"primaryKey"`
	ServiceCode       string        `json:"service_code" gorm:"column:service_code"`
	BookingGroupCode  uuid.UUID     `json:"booking_group_code" gorm:"column:booking_group_code"`
	AssociateUserCode uuid.UUID     `json:"associate_user_code" gorm:"column:associate_user_code"`
	AssociateName     string        `json:"associate_name" gorm:"column:associate_name"`
	AssociateEmail    *string       `json:"associate_email" gorm:"column:associate_email" items:"staff"`
	PatientUserCode   *uuid.UUID    `json:"patient_user_code" gorm:"column:patient_user_code"`
	PatientName       *string       `json:"patient_name" gorm:"column:patient_name"`
	ProfessionalID    int64         `json:"professional_id" gorm:"column:professional_id"`
	ProfessionalName  string        `json:"professional_name" gorm:"column:professional_name"`
	ProfessionalEmail *string       `json:"professional_email" gorm:"column:professional_email"`
	Type              string        `json:"type" gorm:"column:type"`
	ConsultationDate  *time.Time    `json:"consultation_date" gorm:"column:consultation_date"`
	SlotEnd           *time.Time    `json:"-" gorm:"column:slot_end"` // the end of the blocked time; nil if it blocks nothing
	Price             *money.Amount `json:"price" gorm:"column:price"`
	Donation          money.Amount  `json:"donation" gorm:"column:donation"`
	PricePaid         *money.Amount `json:"price_paid" gorm:"column:price_paid"`
	PaidAt            *time.Time    `json:"-" gorm:"column:paid_at"` // when the status became Paid; nil before
	Observations      *string       `json:"observations" gorm:"column:observations" items:"staff,health"`
	Tags              []string      `json:"tags" gorm:"serializer:json"`
	PaymentType       *string       `json:"payment_type" gorm:"column:payment_type"`
	Status            Status        `json:"status" gorm:"column:status"`
	PaymentLink       *string       `json:"payment_link" gorm:"column:payment_link"`
	EventID           *string       `json:"event_id" gorm:"column:event_id"`
	EventLink         *string       `json:"event_link" gorm:"column:event_link" version:"-"`
	EventCalendarID   *string       `json:"-" gorm:"column:event_calendar_id"` // of an event that the program made
	EventState        *string       `json:"event_state" gorm:"column:event_state" items:"staff" version:"-"`
	EventError        *string       `json:"event_error" gorm:"column:event_error" items:"staff" version:"-"`
	// Confirmation is the associate's answer to the appointment; nil without one.
	Confirmation       *Confirmation `json:"confirmation" gorm:"column:confirmation" items:"staff" version:"-"`
	ConfirmationReason *string       `json:"confirmation_reason" gorm:"column:confirmation_reason" items:"staff" version:"-"`
	ConfirmationDate   *time.Time    `json:"confirmation_date" gorm:"column:confirmation_date" items:"staff" version:"-"`
	// RequestedDate is the free time that the associate chose with RescheduleRequested; nil if none was chosen.
	RequestedDate *time.Time `json:"requested_date" gorm:"column:requested_date" items:"staff" version:"-"`
	// CancelledDate is the date that the appointment had when its associate cancelled it; nil unless cancelled.
	CancelledDate *time.Time `json:"-" gorm:"column:cancelled_date" version:"-"`
	// CalendarSequence counts the changes of date and professional, for calendar programs.
	CalendarSequence     int         `json:"-" gorm:"column:calendar_sequence" version:"-"`
	RemindedAt           *time.Time  `json:"-" gorm:"column:reminded_at" version:"-"` // when the reminder was sent
	CommissionValidation *Validation `json:"commission_validation" gorm:"column:commission_validation"`
	StatementID          *int64      `json:"-" gorm:"column:statement_id"` // of the closed month; nil while it is open
	SeriesCode           *uuid.UUID  `json:"-" gorm:"column:series_code"`  // shared by the services of a series; nil without one
	SeriesEvery          *string     `json:"-" gorm:"column:series_every"` // how often the series repeats
	CreatedByUserCode    *uuid.UUID  `json:"created_by_user_code" gorm:"column:created_by_user_code"`
	BookedByAssociate    *bool       `json:"-" gorm:"column:booked_by_associate"` // nil where it is not known
	IsSample             bool        `json:"is_sample" gorm:"column:is_sample"`
	DateCreated          time.Time   `json:"date_created" gorm:"column:date_created"`
	DateUpdated          time.Time   `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Service) TableName() string { return "services" }

// Constraints implements db.Constrained.
func (Service) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"services_slot_excl": {Code: CodeSlotTaken, Field: "consultation_date",
			Message: "O profissional já tem um atendimento neste horário. Escolha outro."},
	}
}

// OwnSQL is the condition on services that their associate booked, as in IsOwn: a token has no code of an operator either.
const OwnSQL = "coalesce(booked_by_associate, created_by_user_code is null)"

// IsOwn reports whether the associate booked the service.
func (s Service) IsOwn() bool {
	return s.BookedByAssociate == nil && s.CreatedByUserCode == nil || s.BookedByAssociate != nil && *s.BookedByAssociate
}

// NewestFirst is the total order of every list of services.
const NewestFirst = "date_created desc, id desc"

// ownServices selects the services that a professional sees in the portal: their own paid appointments with a date
// (specification, "Scoped data rules").
const ownServices = `professional_id = (select id from professionals where professional_code = ?)
	and status = 'Pagamento Concluído' and consultation_date is not null`
