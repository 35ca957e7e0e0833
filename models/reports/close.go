package reports

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// CodeNotSettled is 409: services of the month are not approved yet.
const CodeNotSettled = "MONTH_NOT_SETTLED"

// maxReason is the maximum length of the reason for reopening a month.
const maxReason = 500

// EventKind is what happened to a statement.
type EventKind string

// The events of a statement.
const (
	Closed   EventKind = "closed"
	Reopened EventKind = "reopened"
	PaidOut  EventKind = "paid"
	Unpaid   EventKind = "unpaid"
	KeyAsked EventKind = "key_asked"
)

// Event is a row of statement_events.
type Event struct {
	ID          int64     `gorm:"primaryKey"`
	StatementID int64     `gorm:"column:statement_id"`
	Kind        EventKind `gorm:"column:kind"`
	Reason      *string   `gorm:"column:reason"`
	ActorKind   auth.Kind `gorm:"column:actor_kind"`
	ActorCode   *string   `gorm:"column:actor_code"`
	ActorName   *string   `gorm:"column:actor_name"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Event) TableName() string { return "statement_events" }

// ListEvents returns what happened to a statement, the latest first; only the staff of closings sees it.
func ListEvents(ctx context.Context, tx *db.DB, by auth.Caller, statementID int64) ([]Event, error) {
	events := []Event{}
	err := tx.WithContext(ctx).Scopes(db.Allowed(access.CanSettle(by))).Where("statement_id = ?", statementID).Order("id desc").
		Limit(maxBatch).Find(&events).Error
	return events, err
}

// CloseInput names a month, YYYY-MM, of a professional.
type CloseInput struct {
	Month          string `form:"mes"`
	ProfessionalID int64  `form:"professional_id"`
}

// Close closes the month of a professional: it copies the services into a statement and locks them against changes. A
// month that was reopened keeps its number and gets a new version. It returns 400 VALIDATION_ERROR for a wrong month,
// 403 FORBIDDEN unless access.CanSettle, 404 NOT_FOUND, 409 MONTH_NOT_SETTLED unless every service is approved, and 409
// CONFLICT if it is closed already.
func Close(ctx context.Context, tx *db.DB, by auth.Caller, input CloseInput) (statement Statement, err error) {
	if err := access.RequireSettle(by); err != nil {
		return statement, err
	}
	month, err := civil.ParseMonth(input.Month)
	if err != nil {
		return statement, errs.Invalid("mes", civil.ErrNotMonth.Error())
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// One closing at a time, so that numbers have no gaps.
		if err := tx.Exec("select pg_advisory_xact_lock(hashtext('reports.statements'))").Error; err != nil {
			return err
		}
		rows, err := lockSettled(ctx, tx, by, month, input.ProfessionalID)
		if err != nil {
			return err
		}
		if statement, err = prepare(ctx, tx, by, month, input.ProfessionalID); err != nil {
			return err
		}
		statement.copyRows(rows)
		return statement.store(tx, by)
	})
	return statement, err
}

// lockSettled returns the rows of a month that can be closed, by date and locked.
func lockSettled(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month, professionalID int64) ([]Row, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	services, err := commissions.Lock(ctx, tx, by, commissions.Input{Span: month.In(zone), Professional: strconv.FormatInt(professionalID, 10)})
	if err != nil {
		return nil, err
	}
	open := 0
	for _, service := range services {
		if textOf(service.CommissionValidation) != bookings.Approved {
			open++
		}
	}
	if open > 0 {
		return nil, errs.Conflict(CodeNotSettled, "Falta resolver "+fmtbr.Plural(open, "serviço", "serviços")+" antes de fechar.")
	}
	if len(services) == 0 {
		return nil, errs.Conflict(CodeNotSettled, "Não há serviços pagos neste mês.")
	}
	slices.SortStableFunc(services, func(a, b bookings.Service) int { return a.ConsultationDate.Compare(*b.ConsultationDate) })
	return rowsOf(ctx, tx, services)
}

// prepare returns the statement to close: the reopened one with its number and the next version, else a new one.
func prepare(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month, professionalID int64) (Statement, error) {
	professional, err := professionals.FindFor(ctx, tx, by, professionalID)
	if err != nil {
		return Statement{}, err
	}
	var earlier []Statement
	if err := tx.Where("month = ? and professional_id = ?", month, professionalID).Limit(1).Find(&earlier).Error; err != nil {
		return Statement{}, err
	}
	statement := Statement{Month: month, ProfessionalID: professionalID, DateCreated: by.Now}
	if len(earlier) > 0 {
		statement = earlier[0]
	}
	if statement.IsClosed {
		return statement, bookings.ErrClosed(tx, statement.ID)
	}
	if statement.ID == 0 {
		err = tx.Raw("select coalesce(max(sequence), 0) + 1 from statements where month = ?", month).Scan(&statement.Sequence).Error
	}
	statement.Version++
	statement.IsClosed, statement.DateClosed, statement.DateUpdated = true, by.Now, by.Now
	statement.ProfessionalName, statement.Type, statement.PaymentDetails = professional.Name, professional.Type, professional.PaymentDetails
	return statement, err
}

// copyRows copies the rows and their sums into the statement.
func (s *Statement) copyRows(rows []Row) {
	s.Lines, s.Count = make([]Line, len(rows)), len(rows)
	for i, row := range rows {
		s.Lines[i] = Line{ServiceID: row.ID, ServiceCode: row.ServiceCode, ConsultationDate: row.ConsultationDate,
			AssociateName: row.AssociateName,
			PatientName:   row.PatientName, AssociationFee: row.AssociationFee, DeductDonation: row.DeductDonation, Share: row.Share}
	}
	sum := Total(rows)
	s.Received, s.Fee, s.Donation, s.Payable = sum.Received, sum.Fee, sum.Donation, sum.Payable
}

// store writes the statement, puts its services on it and records the event.
func (s *Statement) store(tx *db.DB, by auth.Caller) error {
	if err := tx.Save(s).Error; err != nil {
		return err
	}
	ids := make([]int64, len(s.Lines))
	for i, line := range s.Lines {
		ids[i] = line.ServiceID
	}
	if err := commissions.SetStatement(tx, ids, &s.ID); err != nil {
		return err
	}
	return record(tx, by, s.ID, Closed, "")
}

// ReopenInput reopens a month with a reason.
type ReopenInput struct {
	ID     int64  `form:"-"`
	Reason string `form:"reason"`
}

// Reopen makes the services of a statement changeable again; its number is kept. It returns 400 VALIDATION_ERROR without
// a reason, 403 FORBIDDEN unless the caller is an administrator, 404 NOT_FOUND, and 409 CONFLICT for a statement that is
// open or paid.
func Reopen(ctx context.Context, tx *db.DB, by auth.Caller, input ReopenInput) (Statement, error) {
	if !access.IsAdministrator(by) {
		return Statement{}, errs.Forbidden("Só a administração reabre um mês fechado.")
	}
	reason := strings.TrimSpace(input.Reason)
	if reason == "" || !texts.Fits(reason, maxReason) {
		return Statement{}, errs.Invalid("reason", "diga por que reabrir, com até 500 caracteres")
	}
	var statement Statement
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		statement, err = db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Statement, s *Statement) error {
			switch {
			case !s.IsClosed:
				return errs.Conflict(errs.CodeConflict, "O mês já está aberto.")
			case s.PaidOn != nil:
				return errs.Conflict(errs.CodeConflict, "O repasse deste extrato já foi pago. Desfaça o pagamento antes de reabrir.")
			}
			s.IsClosed, s.DateUpdated = false, by.Now
			return nil
		})
		if err != nil {
			return err
		}
		ids := make([]int64, len(statement.Lines))
		for i, line := range statement.Lines {
			ids[i] = line.ServiceID
		}
		if err := commissions.SetStatement(tx, ids, nil); err != nil {
			return err
		}
		return record(tx, by, statement.ID, Reopened, reason)
	})
	return statement, err
}

func record(tx *db.DB, by auth.Caller, statementID int64, kind EventKind, reason string) error {
	return tx.Create(&Event{StatementID: statementID, Kind: kind, Reason: texts.Optional(reason), ActorKind: by.Kind,
		ActorCode: texts.Optional(by.Code),
		ActorName: texts.Optional(by.FullName()), DateCreated: by.Now}).Error
}
