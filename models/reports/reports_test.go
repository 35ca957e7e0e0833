package reports_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// month is the one of dbtest.AnasService.
const month = "2026-11"

// setUp gives Renata three paid services in the month, with a fee of 60 and deducted donations: 240, 220 and 0 (a price
// of 0), and Otávio one.
func setUp(t *testing.T) *db.Connection {
	t.Helper()
	connection := dbtest.New(t)
	execute(t, connection, `insert into system_configs (system, key, value) values
		('services', 'professional-types', '[{"id": "medic", "association_fee": 60, "default_consultation_price": null, "active": true}]'),
		('services', 'deduct_donation_from_payable', 'true')`)
	execute(t, connection, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, price_paid, status, consultation_date)
		select s.id, 'R-' || s.id, associate_user_code, associate_name, s.professional, professional_name, type, s.price, s.donation, s.price, 'Pagamento Concluído', s.day::timestamptz
		from services, (values (101, 1, 300, 20, '2026-11-01 00:30-03'), (102, 1, 0, 50, '2026-11-30 23:30-03'), (103, 2, 500, 0, '2026-11-12 10:00-03'),
			(104, 1, 900, 0, '2026-12-01 00:00-03'), (105, 1, 900, 0, '2026-10-31 23:59-03')) as s (id, professional, price, donation, day) where services.id = 1`)
	return connection
}

func execute(t *testing.T, connection *db.Connection, sql string, args ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, tx *db.DB, by dbtest.Operator, input reports.Input) reports.Report {
	t.Helper()
	input.Month = month
	report, err := reports.Find(t.Context(), tx, by.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestFind_MonthAndScope(t *testing.T) {
	t.Parallel()
	tx := setUp(t).DB
	for _, c := range []struct {
		by           dbtest.Operator
		professional string
		count        int
		sum          string
	}{
		{dbtest.Fernando, "", 4, "900.00"}, {dbtest.Fernando, "1", 3, "460.00"}, {dbtest.Fernando, "RENATA-CRM", 3, "460.00"},
		{dbtest.Fernando, "99", 0, "0.00"},
		{dbtest.Renata, "", 3, "460.00"}, {dbtest.Renata, "2", 3, "460.00"},
	} {
		report := find(t, tx, c.by, reports.Input{Professional: c.professional, Status: "Aguardando Pagamento"})
		if report.Totals.Count != c.count || len(report.Services) != c.count || report.Totals.PayableSum.String() != c.sum {
			t.Errorf("%s, %q: %d services, %s", c.by.Name, c.professional, report.Totals.Count, report.Totals.PayableSum)
		}
	}
	if _, err := reports.Find(t.Context(), tx, dbtest.Fernando.Caller(), reports.Input{Month: "2026-13"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("a wrong month: %v", err)
	}
}

func validation(value bookings.Validation) patch.Field[bookings.Validation] { return patch.Of(value) }

func approve(ctx context.Context, tx *db.DB, ids ...int64) error {
	_, err := reports.Validate(ctx, tx, dbtest.Fernando.Caller(), reports.ValidateInput{IDs: ids, Validation: validation(bookings.Approved)})
	return err
}

func TestValidate_AllOrNone(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx := connection.DB
	if err := approve(t.Context(), tx, 1, 101, 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown service: %v", err)
	}
	if count(t, connection, "commission_validation is not null") != 0 {
		t.Error("a refused batch left an approval")
	}
	if err := approve(t.Context(), tx, 101, 1, 101); err != nil || count(t, connection, "commission_validation = 'approved'") != 2 {
		t.Errorf("approved %d, %v", count(t, connection, "commission_validation = 'approved'"), err)
	}
	for name, input := range map[string]reports.ValidateInput{"none": {Validation: validation(bookings.Approved)},
		"no validation": {IDs: []int64{1}}, "unknown": {IDs: []int64{1}, Validation: validation("maybe")}} {
		if _, err := reports.Validate(t.Context(), tx, dbtest.Fernando.Caller(), input); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := reports.Validate(t.Context(), tx, dbtest.Renata.Caller(),
		reports.ValidateInput{IDs: []int64{1}, Validation: validation(bookings.Contested)}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("a professional validates: %v", err)
	}
}

func count(t *testing.T, connection *db.Connection, where string) (rows int) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from services where "+where).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

func closeMonth(ctx context.Context, tx *db.DB, by dbtest.Operator, professional int64) (reports.Statement, error) {
	return reports.Close(ctx, tx, by.Caller(), reports.CloseInput{Month: month, ProfessionalID: professional})
}

// Report, portal and statement agree on a month, and a later change of fee, price or setting does not change it.
func TestClose_AgreesWithReportAndPortal(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx := connection.DB
	if _, err := closeMonth(t.Context(), tx, dbtest.Fernando, 1); !errs.HasCode(err, reports.CodeNotSettled) || err.Error() == "" {
		t.Errorf("open services: %v", err)
	}
	if err := approve(t.Context(), tx, 1, 101, 102); err != nil {
		t.Fatal(err)
	}
	for _, by := range []dbtest.Operator{dbtest.Bruno, dbtest.Priscila, dbtest.Renata} {
		if _, err := closeMonth(t.Context(), tx, by, 1); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s closes: %v", by.Name, err)
		}
	}
	statement, err := closeMonth(t.Context(), tx, dbtest.Fernando, 1)
	if err != nil || statement.Number() != "2026-11/001" || statement.Payable.String() != "460.00" || statement.Count != 3 {
		t.Fatalf("%+v, %v", statement, err)
	}
	if !slices.IsSortedFunc(statement.Lines, func(a, b reports.Line) int { return a.ConsultationDate.Compare(b.ConsultationDate) }) {
		t.Errorf("the lines are not by date: %+v", statement.Lines)
	}
	execute(t, connection, "update system_configs set value = '[{\"id\": \"medic\", \"association_fee\": 1, \"active\": true}]' where key = 'professional-types'")
	for _, by := range []dbtest.Operator{dbtest.Fernando, dbtest.Renata} {
		report := find(t, tx, by, reports.Input{Professional: "1"})
		if report.Totals.Share != statement.Share() && !report.Totals.PayableSum.Equal(statement.Payable) {
			t.Errorf("%s: %+v, statement %+v", by.Name, report.Totals, statement.Share())
		}
		for i, row := range report.Services {
			if !row.Payable.Equal(statement.Lines[lineOf(statement, row.ID)].Payable) || row.AssociationFee.String() != "60.00" {
				t.Errorf("%s, row %d: %+v", by.Name, i, row)
			}
		}
	}
	own, err := reports.ListOwnStatements(t.Context(), tx, dbtest.Renata.Caller(), 3)
	if err != nil || len(own) != 1 || own[0].Payable.String() != "460.00" {
		t.Errorf("the portal has %+v, %v", own, err)
	}
	payouts, err := reports.FindPayouts(t.Context(), tx, dbtest.Fernando.Caller(), month)
	if err != nil || len(payouts.Rows) != 2 || payouts.Rows[1].Share.Payable.String() != "460.00" || !payouts.Rows[1].IsClosed() {
		t.Errorf("payouts %+v, %v", payouts, err)
	}
}

func lineOf(statement reports.Statement, id int64) int {
	for i, line := range statement.Lines {
		if line.ServiceID == id {
			return i
		}
	}
	return -1
}

func TestClose_LocksServices(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx, camila := connection.DB, dbtest.Camila.Caller()
	if err := approve(t.Context(), tx, 1, 101, 102); err != nil {
		t.Fatal(err)
	}
	statement, err := closeMonth(t.Context(), tx, dbtest.Fernando, 1)
	if err != nil {
		t.Fatal(err)
	}
	change := func() error {
		_, err := bookings.Change(t.Context(), tx, camila,
			bookings.ChangeInput{ID: 101, ItemFields: bookings.ItemFields{PricePaid: patch.Of(money.MustParse("1"))}})
		return err
	}
	for name, err := range map[string]error{
		"change": change(), "remove": bookings.Remove(t.Context(), tx, 101), "again": second(closeMonth(t.Context(), tx, dbtest.Fernando, 1)),
		"validate": second(reports.Validate(t.Context(), tx, camila,
			reports.ValidateInput{IDs: []int64{103, 101}, Validation: validation(bookings.Contested)})),
		"contest": contests.Add(t.Context(), tx, dbtest.Renata.Caller(), contests.Input{IDs: []int64{101}, Text: "Não"}),
		"reply":   contests.Reply(t.Context(), tx, camila, contests.ReplyInput{ID: 101, Text: "Não"}),
	} {
		if !errs.HasCode(err, errs.CodeConflict) || !strings.Contains(err.Error(), "foi fechado por "+dbtest.Fernando.FullName()) {
			t.Errorf("%s of a closed service: %v", name, err)
		}
	}
	same := bookings.ChangeInput{ID: 101, ItemFields: bookings.ItemFields{PricePaid: patch.Of(money.MustParse("300"))}}
	if _, err := bookings.Change(t.Context(), tx, camila, same); err != nil {
		t.Errorf("a change to what already stands: %v", err)
	}
	reopen := func(by dbtest.Operator, reason string) error {
		return second(reports.Reopen(t.Context(), tx, by.Caller(), reports.ReopenInput{ID: statement.ID, Reason: reason}))
	}
	if err := reopen(dbtest.Fernando, "Faltou um"); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("Financeiro reopens: %v", err)
	}
	if err := reopen(dbtest.Camila, " "); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("without a reason: %v", err)
	}
	if err := reopen(dbtest.Camila, "Faltou um"); err != nil {
		t.Fatal(err)
	}
	if _, err := reports.FindStatement(t.Context(), tx, dbtest.Renata.Caller(), statement.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("the professional reads a reopened statement: %v", err)
	}
	if err := change(); err != nil {
		t.Errorf("after reopening: %v", err)
	}
	again, err := closeMonth(t.Context(), tx, dbtest.Fernando, 1)
	if err != nil || again.Number() != statement.Number() || again.Version != 2 || again.Payable.String() != "240.00" {
		t.Errorf("closed again %+v, %v", again, err)
	}
}

func second[T any](_ T, err error) error { return err }

// Concurrent closings have numbers without gaps, and one month of a professional is closed once.
func TestClose_Concurrent(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	if err := approve(t.Context(), connection.DB, 1, 101, 102, 103); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for i := range 8 {
		running.Go(func() {
			_, err := closeMonth(t.Context(), connection.DB, dbtest.Fernando, int64(1+i%2))
			if err != nil && !errs.HasCode(err, errs.CodeConflict) {
				t.Error(err)
			}
		})
	}
	running.Wait()
	statements, err := reports.ListStatements(t.Context(), connection.DB, dbtest.Fernando.Caller(), mustMonth(t))
	if err != nil || len(statements) != 2 || statements[0].Sequence+statements[1].Sequence != 3 {
		t.Errorf("%+v, %v", statements, err)
	}
}

func mustMonth(t *testing.T) civil.Month {
	t.Helper()
	parsed, err := civil.ParseMonth(month)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestPay(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx, fernando := connection.DB, dbtest.Fernando.Caller()
	if err := approve(t.Context(), tx, 1, 101, 102); err != nil {
		t.Fatal(err)
	}
	statement, err := closeMonth(t.Context(), tx, dbtest.Fernando, 1)
	if err != nil {
		t.Fatal(err)
	}
	today := civil.Of(fernando.Now)
	pay := func(by dbtest.Operator, on civil.Date) error {
		return second(reports.Pay(t.Context(), tx, by.Caller(), reports.PayInput{IDs: []int64{statement.ID}, On: on}))
	}
	if err := pay(dbtest.Fernando, today); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("without a key: %v", err)
	}
	execute(t, connection, "update professionals set payment_details = 'Pix: renata@acolhe.test'")
	if err := pay(dbtest.Bruno, today); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("Acolhimento pays: %v", err)
	}
	if err := pay(dbtest.Fernando, civil.MustParse("2099-01-01")); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("in the future: %v", err)
	}
	if err := pay(dbtest.Fernando, today); err != nil {
		t.Fatal(err)
	}
	if err := pay(dbtest.Fernando, today); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("paid twice: %v", err)
	}
	if err := second(reports.Reopen(t.Context(), tx, dbtest.Camila.Caller(),
		reports.ReopenInput{ID: statement.ID, Reason: "x"})); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("a paid statement is reopened: %v", err)
	}
	if err := reports.Unpay(t.Context(), tx, fernando, reports.PaidStatements{IDs: []int64{statement.ID}}); err != nil {
		t.Fatal(err)
	}
	if events, err := reports.ListEvents(t.Context(), tx, fernando, statement.ID); err != nil || len(events) != 3 ||
		events[0].Kind != reports.Unpaid {
		t.Errorf("%+v, %v", events, err)
	}
}

func TestKeyOf(t *testing.T) {
	for details, want := range map[string]string{
		"Pix: ana@exemplo.org.br": "ana@exemplo.org.br", "Chave Pix (CPF): 529.982.247-25": "52998224725",
		"+55 48 99999-1234": "+5548999991234", "Banco 001, agência 1": "", "": "", "pix ana@exemplo.org.br\nBanco 1": "ana@exemplo.org.br",
	} {
		if got := reports.KeyOf(&details); got != want {
			t.Errorf("%q has %q, want %q", details, got, want)
		}
	}
}
