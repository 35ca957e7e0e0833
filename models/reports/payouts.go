package reports

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
)

// Payout is what a professional gets for a month. Statement is nil until the month is closed for the first time, and not
// closed while it is reopened. Key is the Pix key, empty without a valid one.
type Payout struct {
	Professional Professional
	Statement    *Statement
	Count        int
	// Unresolved are the services that are not approved, Outside those paid after the month was closed.
	Unresolved, Outside int
	Share               Share
	Key                 string
}

// IsClosed reports whether the payout has a valid statement.
func (p Payout) IsClosed() bool { return p.Statement != nil && p.Statement.IsClosed }

// IsPaid reports whether the payout was marked as paid.
func (p Payout) IsPaid() bool { return p.IsClosed() && p.Statement.PaidOn != nil }

// IsReady reports whether the payout can be paid: it is closed, has a Pix key and is not paid.
func (p Payout) IsReady() bool { return p.IsClosed() && !p.IsPaid() && p.Key != "" }

// LacksKey reports whether the payout only lacks a Pix key.
func (p Payout) LacksKey() bool { return p.IsClosed() && !p.IsPaid() && p.Key == "" }

// Payouts are those of a month, by the name of the professional.
type Payouts struct {
	Month civil.Month
	Rows  []Payout
}

// FindPayouts returns the payouts of a month. It returns the errors of Find, and 403 FORBIDDEN unless access.CanSettle.
func FindPayouts(ctx context.Context, tx *db.DB, by auth.Caller, month string) (Payouts, error) {
	if err := access.RequireSettle(by); err != nil {
		return Payouts{}, err
	}
	overview, err := FindOverview(ctx, tx, by, Selection{Month: month})
	if err != nil {
		return Payouts{}, err
	}
	statements, err := ListStatements(ctx, tx, by, overview.Month)
	if err != nil {
		return Payouts{}, err
	}
	payouts := Payouts{Month: overview.Month}
	for _, group := range overview.Groups {
		payouts.Rows = append(payouts.Rows, payoutOf(group, statements))
	}
	return payouts, nil
}

func payoutOf(group Group, statements []Statement) Payout {
	payout := Payout{Professional: group.Professional, Key: KeyOf(group.Professional.PaymentDetails)}
	if at := slices.IndexFunc(statements, func(s Statement) bool { return s.ProfessionalID == group.Professional.ID }); at >= 0 {
		payout.Statement = &statements[at]
	}
	if payout.IsClosed() && payout.Statement.PaymentDetails != nil {
		payout.Key = KeyOf(payout.Statement.PaymentDetails)
	}
	for _, sum := range group.Sums {
		payout.add(sum)
	}
	return payout
}

// add counts the rows of a sum. While a statement is valid its sums are those of its rows alone.
func (p *Payout) add(sum Sum) {
	if p.IsClosed() && !sum.OnStatement {
		p.Outside += sum.Count
		return
	}
	p.Count += sum.Count
	p.Share = p.Share.Add(sum.Share)
	if sum.Validation != bookings.Approved {
		p.Unresolved += sum.Count
	}
}

// keyPrefix is what people write before a Pix key.
var keyPrefix = regexp.MustCompile(`(?i)^\s*(chave\s+)?(pix)?\s*(\([^)]*\))?\s*[:\-]?\s*`)

// KeyOf returns the Pix key of payment details such as "Pix: ana@exemplo.org.br"; empty if the first line has none.
func KeyOf(details *string) string {
	line, _, _ := strings.Cut(texts.Of(details), "\n")
	key, err := pix.ParseKey(strings.TrimSpace(keyPrefix.ReplaceAllString(line, "")))
	if err != nil {
		return ""
	}
	return key
}

// PayInput marks the payouts of statements as paid on a day.
type PayInput struct {
	errs.BindErrors
	IDs []int64    `form:"ids"`
	On  civil.Date `form:"paid_on"`
}

// PaymentUndo is the kind of undo of a payment.
const PaymentUndo undo.Kind = "statements.pay"

// PaidStatements are statements that were marked as paid.
type PaidStatements struct{ IDs []int64 }

// Pay marks the payouts of statements as paid, all or none, and returns the id of the undo. It returns 400
// VALIDATION_ERROR for a wrong day, 403 FORBIDDEN unless access.CanSettle, 404 NOT_FOUND, and 409 CONFLICT for a statement that
// is reopened, paid or without a Pix key.
func Pay(ctx context.Context, tx *db.DB, by auth.Caller, input PayInput) (undoID int64, err error) {
	if err := access.RequireSettle(by); err != nil {
		return 0, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return 0, err
	}
	var problems errs.Problems
	problems.Require(len(input.IDs) > 0 && len(input.IDs) <= maxBatch, "ids", "escolha os extratos")
	problems.Require(!civil.Of(by.Now.In(zone)).Before(input.On), "paid_on", "não pode ser depois de hoje")
	problems.Require(!input.On.Before(civil.MustParse("2000-01-01")), "paid_on", "informe o dia do pagamento")
	if err := input.Merge(problems).Err(); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range slices.Sorted(slices.Values(input.IDs)) {
			if err := pay(ctx, tx, by, id, input.On); err != nil {
				return err
			}
		}
		undoID, err = undo.Keep(ctx, tx, by, PaymentUndo, PaidStatements{IDs: input.IDs})
		return err
	})
	return undoID, err
}

func pay(ctx context.Context, tx *db.DB, by auth.Caller, id int64, on civil.Date) error {
	_, err := db.Change(ctx, tx, id, "", func(tx *db.DB, _ Statement, s *Statement) error {
		switch {
		case !s.IsClosed:
			return errs.Conflict(errs.CodeConflict, "O extrato "+s.Number()+" foi reaberto. Feche o mês de novo antes de pagar.")
		case s.PaidOn != nil:
			return errs.Conflict(errs.CodeConflict, "O extrato "+s.Number()+" já foi pago.")
		}
		if s.PaymentDetails == nil {
			professional, err := professionals.FindFor(ctx, tx, by, s.ProfessionalID)
			if err != nil {
				return err
			}
			s.PaymentDetails = professional.PaymentDetails
		}
		if KeyOf(s.PaymentDetails) == "" {
			return errs.Conflict(errs.CodeConflict, "Falta a chave Pix de "+s.ProfessionalName+".")
		}
		s.PaidOn, s.DateUpdated = &on, by.Now
		return nil
	})
	if err != nil {
		return err
	}
	return record(tx, by, id, PaidOut, "")
}

// Unpay takes payments back. It returns 403 FORBIDDEN unless access.CanSettle, and 404 NOT_FOUND.
func Unpay(ctx context.Context, tx *db.DB, by auth.Caller, input PaidStatements) error {
	if err := access.RequireSettle(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range slices.Sorted(slices.Values(input.IDs)) {
			_, err := db.Change(ctx, tx, id, "", func(_ *db.DB, _ Statement, s *Statement) error {
				s.PaidOn, s.DateUpdated = nil, by.Now
				return nil
			})
			if err == nil {
				err = record(tx, by, id, Unpaid, "")
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
