package reports

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// Line is a service on a statement, as it was when the month was closed.
type Line struct {
	ServiceID        int64        `json:"service_id"`
	ServiceCode      string       `json:"service_code"`
	ConsultationDate time.Time    `json:"consultation_date"`
	AssociateName    string       `json:"associate_name"`
	PatientName      *string      `json:"patient_name"`
	AssociationFee   money.Amount `json:"association_fee"`
	DeductDonation   bool         `json:"deduct_donation"`
	Share
}

// Statement is a row of statements: a closed month of a professional. One that is not closed was reopened, and no longer
// valid until the month is closed again; it keeps its number.
type Statement struct {
	ID               int64        `json:"id" gorm:"primaryKey"`
	Month            civil.Month  `json:"month" gorm:"column:month"`
	Sequence         int          `json:"sequence" gorm:"column:sequence"`
	Version          int          `json:"version" gorm:"column:version"`
	ProfessionalID   int64        `json:"professional_id" gorm:"column:professional_id"`
	ProfessionalName string       `json:"professional_name" gorm:"column:professional_name"`
	Type             string       `json:"type" gorm:"column:type"`
	PaymentDetails   *string      `json:"payment_details" gorm:"column:payment_details"`
	IsClosed         bool         `json:"is_closed" gorm:"column:is_closed"`
	PaidOn           *civil.Date  `json:"paid_on" gorm:"column:paid_on"`
	Lines            []Line       `json:"lines" gorm:"column:lines;serializer:json"`
	Count            int          `json:"count" gorm:"column:count"`
	Received         money.Amount `json:"received" gorm:"column:received"`
	Fee              money.Amount `json:"fee" gorm:"column:fee"`
	Donation         money.Amount `json:"donation" gorm:"column:donation"`
	Payable          money.Amount `json:"payable" gorm:"column:payable"`
	DateClosed       time.Time    `json:"date_closed" gorm:"column:date_closed"`
	DateCreated      time.Time    `json:"-" gorm:"column:date_created"`
	DateUpdated      time.Time    `json:"-" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Statement) TableName() string { return "statements" }

// Number returns the number of the statement: 2026-10/003.
func (s Statement) Number() string { return fmt.Sprintf("%s/%03d", s.Month, s.Sequence) }

// Share returns the sums of the statement.
func (s Statement) Share() Share { return Share{s.Received, s.Fee, s.Donation, s.Payable} }

// FindStatement returns a statement that the caller may see: the staff of closings every one, a professional their own
// closed ones. Any other is 404 NOT_FOUND.
func FindStatement(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Statement, error) {
	return db.First[Statement](statements(tx.WithContext(ctx), by).Where("id = ?", id), errs.NotFound("Extrato não encontrado."))
}

// ListStatements returns the statements of a month that the caller may see, by the name of the professional, without
// their lines.
func ListStatements(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month) ([]Statement, error) {
	found := []Statement{}
	err := statements(tx.WithContext(ctx), by).Where("month = ?", month).Omit("lines").Order("fold(professional_name), id").
		Limit(page.MaxLimit).Find(&found).Error
	return found, err
}

// ListOwnStatements returns the latest closed statements of the calling professional, without their lines.
func ListOwnStatements(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Statement, error) {
	found := []Statement{}
	err := statements(tx.WithContext(ctx), by).Scopes(db.Allowed(by.Is(auth.Profissional))).Omit("lines").Order("month desc, id desc").
		Limit(limit).Find(&found).Error
	return found, err
}

// statements selects those that the caller may see.
func statements(tx *db.DB, by auth.Caller) *db.DB {
	if code, bound := access.PartnerCode(by); bound {
		return tx.Where("is_closed and professional_id = (select id from professionals where professional_code = ?)", code)
	}
	return tx.Scopes(db.Allowed(access.CanSettle(by)))
}

// linesOf returns the lines of closed services by the id of the service.
func linesOf(ctx context.Context, tx *db.DB, services []bookings.Service) (map[int64]Line, error) {
	lines, ids := map[int64]Line{}, map[int64]bool{}
	for _, service := range services {
		if service.StatementID != nil {
			ids[*service.StatementID] = true
		}
	}
	if len(ids) == 0 {
		return lines, nil
	}
	var found []Statement
	wanted := make([]int64, 0, len(ids))
	for id := range ids {
		wanted = append(wanted, id)
	}
	err := tx.WithContext(ctx).Select("id", "lines").Where("id in ?", wanted).Find(&found).Error
	for _, statement := range found {
		for _, line := range statement.Lines {
			lines[line.ServiceID] = line
		}
	}
	return lines, err
}
