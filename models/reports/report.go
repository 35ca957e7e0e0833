// Package reports computes what the association pays to its professionals for paid services: the report of a month,
// its validation, and the statements of closed months with their payment. What is contested in it is in package contests. The
// services are those of models/bookings, fees and prices those of models/professionals.
package reports

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// Input is the query of GET /services/reports. Without Month it is the current civil month. Professional is the row id
// or the professional_code; a professional's own access has their own rows whatever it says. Status is ignored: reports
// have paid services only. Limit and Offset are those of a page.Window of the services; without Limit it is the maximum.
type Input struct {
	Month        string `form:"month"`
	Professional string `form:"professional_id"`
	Status       string `form:"status"`
	Limit        *int   `form:"limit"`
	Offset       int    `form:"offset"`
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

// Totals are the sums of all rows of a report; contested rows are included (decisions.md, "Orders, services, reports").
type Totals struct {
	Count      int          `json:"count"`
	PayableSum money.Amount `json:"payable_sum"`

	Share Share `json:"-"`
}

// Report is the report of a month with a window of its rows, by professional and date. Everything else is of all rows.
type Report struct {
	Services      []Row          `json:"services"`
	Professionals []Professional `json:"professionals"`
	Types         []catalog.Type `json:"types"`
	Totals        Totals         `json:"totals"`

	Month civil.Month    `json:"-"`
	Zone  *time.Location `json:"-"`
	// Meta is the window of the services.
	Meta page.Meta `json:"-"`
}

// Find returns the report of a month with the paid services that the caller may see. It returns 400 VALIDATION_ERROR for
// a wrong month or window.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Report, error) {
	if input.Limit == nil {
		input.Limit = new(page.MaxLimit)
	}
	window, err := page.Window{Limit: input.Limit, Offset: input.Offset}.Normalize()
	if err != nil {
		return Report{}, err
	}
	overview, err := FindOverview(ctx, tx, by, Selection{Month: input.Month, Professional: input.Professional})
	if err != nil {
		return Report{}, err
	}
	report := Report{Meta: page.Meta{Limit: window.Limit, Offset: window.Offset},
		Types: overview.rules.types, Professionals: []Professional{}, Month: overview.Month, Zone: overview.Zone}
	for _, group := range overview.Groups {
		report.Professionals = append(report.Professionals, group.Professional)
	}
	report.Totals.Count, report.Totals.Share = overview.Sum(All)
	report.Totals.PayableSum = report.Totals.Share.Payable
	report.Services, err = overview.Rows(ctx, tx, by, window)
	return report, err
}

// FindRow returns a paid service as a row of its month. It returns 404 NOT_FOUND for one that the caller may not see.
func FindRow(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (row Row, month civil.Month, err error) {
	service, err := commissions.Find(ctx, tx, by, id)
	if err != nil {
		return row, month, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return row, month, err
	}
	rows, err := rowsOf(ctx, tx, []bookings.Service{service})
	if err != nil {
		return row, month, err
	}
	return rows[0], civil.MonthOf(service.ConsultationDate.In(zone)), nil
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
