// Package professionals holds the people who see associates, among them the prescribers: finding, registering and
// changing them, their donation balance and their contests of reports. Their types are in package catalog, their hours in
// package hours. The threads of contested services are in models/reports/contests. The portal login is an operator of
// models/operators, linked to the professional by internal_code.
package professionals

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/professionals/catalog"
	"acolhe/models/professionals/hours"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Professional is a row of professionals; Active false is the soft delete.
type Professional struct {
	ID                int64         `json:"id" gorm:"primaryKey"`
	Code              string        `json:"professional_code" gorm:"column:professional_code"`
	Name              string        `json:"name" gorm:"column:name"`
	Email             *string       `json:"email" gorm:"column:email"`
	Phone             *string       `json:"phone" gorm:"column:phone"`
	Type              string        `json:"type" gorm:"column:type"`
	Council           *string       `json:"council" gorm:"column:council"`
	CouncilNumber     *string       `json:"council_number" gorm:"column:council_number"`
	CouncilState      *string       `json:"council_state" gorm:"column:council_state"`
	ConsultationPrice *money.Amount `json:"consultation_price" gorm:"column:consultation_price"`
	IsCollaborator    bool          `json:"is_collaborator" gorm:"column:is_collaborator"`
	IsPrescriber      bool          `json:"is_prescriber" gorm:"column:is_prescriber"`
	Active            bool          `json:"active" gorm:"column:active"`
	CalendarID        *string       `json:"calendar_id" gorm:"column:calendar_id"`
	PaymentDetails    *string       `json:"payment_details" gorm:"column:payment_details"`
	DonationBalance   money.Amount  `json:"donation_balance" gorm:"column:donation_balance" items:"staff" version:"-"`
	WeeklyHours       hours.Week    `json:"-" gorm:"column:weekly_hours;serializer:json"` // of the agenda
	// What associates read of an appointment: where it takes place, and what to bring, a line each.
	VisitAddress *string `json:"-" gorm:"column:visit_address"`
	VideoLink    *string `json:"-" gorm:"column:video_link"`
	VisitNotes   *string `json:"-" gorm:"column:visit_notes"`

	ContestReports json.RawMessage `json:"contest_reports" gorm:"column:contest_reports" version:"-"`
	IsSample       bool            `json:"is_sample" gorm:"column:is_sample"`
	DateCreated    time.Time       `json:"date_created" gorm:"column:date_created"`
	DateUpdated    time.Time       `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Professional) TableName() string { return "professionals" }

// MailAddress returns where mails to the professional go: nowhere for one who no longer works here, or is of the sample.
func (p Professional) MailAddress() string {
	if !p.Active || p.IsSample {
		return ""
	}
	return texts.Of(p.Email)
}

// Constraints implements db.Constrained.
func (Professional) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"professionals_professional_code_key":  {Field: "professional_code", Message: "Já existe um profissional com este código."},
		"professionals_donation_balance_check": {Field: "donation_balance", Message: "o saldo não pode ficar negativo"},
	}
}

// DefaultPrice returns the price of a consultation with the professional in reais: their own, else that of the type,
// else 0. An own price of 0 is free of charge (decisions.md, "Settled while building").
func (p Professional) DefaultPrice(ctx context.Context, tx *db.DB) (money.Amount, error) {
	if p.ConsultationPrice != nil {
		return p.priceIn(nil), nil
	}
	types, err := catalog.Types(ctx, tx)
	return p.priceIn(types), err
}

func (p Professional) priceIn(types []catalog.Type) money.Amount {
	at := slices.IndexFunc(types, func(t catalog.Type) bool { return t.ID == p.Type && t.DefaultConsultationPrice != nil })
	switch {
	case p.ConsultationPrice != nil:
		return *p.ConsultationPrice
	case at >= 0:
		return *types[at].DefaultConsultationPrice
	}
	return money.Zero
}

// Listed is a professional in answers. Calendar is the calendar of calendar_id in the connected account; it is null while no
// calendar is connected.
type Listed struct {
	Professional
	Calendar json.RawMessage `json:"calendar" gorm:"column:calendar"`
}

// computed returns the SQL of the fields of Listed that no column holds: the object calendar of the specification.
func computed() map[string]string {
	return map[string]string{"calendar": `(select jsonb_build_object('id', c.id, 'summary', c.summary, 'primary', c.is_primary)
		from connected_calendars c where c.id = professionals.calendar_id)`}
}
