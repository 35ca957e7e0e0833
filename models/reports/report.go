// Package reports computes what the association pays to its professionals for paid services: the report of a month,
// its validation, the threads of contested services, and the statements of closed months with their payment. The
// services are those of models/bookings, fees and prices those of models/professionals.
package reports

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// Input is the query of GET /services/reports. Without Month it is the current civil month. Professional is the row id
// or the professional_code; a professional's own access has their own rows whatever it says. Status is ignored: reports
// have paid services only.
type Input struct {
	Month        string `form:"month"`
	Professional string `form:"professional_id"`
	Status       string `form:"status"`
}

// Row is a service in a report. AssociationFee is the fee of the type; the share holds what is really kept.
type Row struct {
	ID                   int64                `json:"id"`
	ServiceCode          string               `json:"service_code"`
	ConsultationDate     time.Time            `json:"consultation_date"`
	AssociateName        string               `json:"associate_name"`
	PatientName          *string              `json:"patient_name"`
	ProfessionalID       int64                `json:"professional_id"`
	ProfessionalName     string               `json:"professional_name"`
	Type                 string               `json:"type"`
	PaymentType          *string              `json:"payment_type"`
	Status               bookings.Status      `json:"status"`
	Price                *money.Amount        `json:"price"`
	Donation             money.Amount         `json:"donation"`
	PricePaid            *money.Amount        `json:"price_paid"`
	CommissionValidation *bookings.Validation `json:"commission_validation"`
	AssociationFee       money.Amount         `json:"association_fee"`
	DeductDonation       bool                 `json:"deduct_donation"`
	Payable              money.Amount         `json:"payable"`

	Share       Share  `json:"-"`
	StatementID *int64 `json:"-"`
}

// Is reports whether the row has this validation.
func (r Row) Is(validation bookings.Validation) bool {
	return r.CommissionValidation != nil && *r.CommissionValidation == validation
}

// Professional is a professional of a report.
type Professional struct {
	ID             int64                   `json:"id"`
	Code           string                  `json:"professional_code"`
	Name           string                  `json:"name"`
	Type           string                  `json:"type"`
	ContestReports []professionals.Contest `json:"contest_reports"`

	PaymentDetails *string `json:"-"`
}

// Totals are the sums of a report; contested rows are included (decisions.md, "Orders, services, reports").
type Totals struct {
	Count      int          `json:"count"`
	PayableSum money.Amount `json:"payable_sum"`

	Share Share `json:"-"`
}

// Report is the report of a month, its rows by professional and date.
type Report struct {
	Services      []Row                `json:"services"`
	Professionals []Professional       `json:"professionals"`
	Types         []professionals.Type `json:"types"`
	Totals        Totals               `json:"totals"`

	Month civil.Month    `json:"-"`
	Zone  *time.Location `json:"-"`
}

// Find returns the report of a month with the paid services that the caller may see. It returns 400 VALIDATION_ERROR for
// a wrong month.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Report, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return Report{}, err
	}
	month := civil.MonthOf(by.Now.In(zone))
	if input.Month != "" {
		if month, err = civil.ParseMonth(input.Month); err != nil {
			return Report{}, errs.Invalid("month", civil.ErrNotMonth.Error())
		}
	}
	report := Report{Month: month, Zone: zone}
	services, err := bookings.ListReported(ctx, tx, by, bookings.ReportedInput{Span: month.In(zone), Professional: input.Professional})
	if err != nil {
		return report, err
	}
	return report, report.fill(ctx, tx, by, services)
}

// fill computes the rows of the services and everything about them.
func (r *Report) fill(ctx context.Context, tx *db.DB, by auth.Caller, services []bookings.Service) error {
	found, err := computerOf(ctx, tx, services)
	if err != nil {
		return err
	}
	r.Services, r.Types = found.rows(services), found.types
	for _, row := range r.Services {
		r.Totals.Count++
		r.Totals.Share = r.Totals.Share.Add(row.Share)
	}
	r.Totals.PayableSum = r.Totals.Share.Payable
	r.Professionals = found.professionals(r.Services)
	return nil
}

// Total returns the sum of the shares of rows.
func Total(rows []Row) (sum Share) {
	for _, row := range rows {
		sum = sum.Add(row.Share)
	}
	return sum
}

// Zone returns the association's time zone, in which months begin.
func Zone(ctx context.Context, tx *db.DB) (*time.Location, error) { return settings.Location(ctx, tx) }
