package reports_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reports"
	"acolhe/models/types/errs"
)

// randomServices adds services of two professionals with every kind of price, donation and validation to the month.
func randomServices(t *testing.T, connection *db.Connection, count int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	for id := range count {
		execute(t, connection, fmt.Sprintf(`insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, price_paid, status, consultation_date, commission_validation)
			select %d, 'Z-%d', associate_user_code, %s, %s, professional_name, %s, %s, %s, %s, %s, '2026-11-02 10:00-03'::timestamptz + %d * interval '7 hours', %s from services where id = 1`,
			1000+id, id, pick("'Ana Lúcia'", "'Zé do Brejo'"), pick("1", "2"), pick("'medic'", "'veterinary'"), pick("null", "0", "45.30", "310"),
			pick("0", "12.35", "80"), pick("null", "0", "59.99", "200"),
			pick("'Pagamento Concluído'", "'Pagamento Concluído'", "'Aguardando Pagamento'"), random.IntN(90),
			pick("null", "'approved'", "'contested'")))
	}
}

// The sums that the database computes are those of the rows, with each filter, before and after a month is closed and the
// rules change.
func TestOverview_SameAsRows(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	execute(t, connection, "update professionals set consultation_price = 111.11 where id = 2")
	randomServices(t, connection, 120)
	checkOverviews(t, connection)
	execute(t, connection, "update services set commission_validation = 'approved' where professional_id = 1")
	if _, err := closeMonth(t.Context(), connection.DB, dbtest.Fernando, 1); err != nil {
		t.Fatal(err)
	}
	execute(t, connection, "update system_configs set value = '[{\"id\": \"medic\", \"association_fee\": 33, \"default_consultation_price\": 210.5, \"active\": true}]' where key = 'professional-types'")
	execute(t, connection, "update system_configs set value = 'false' where key = 'deduct_donation_from_payable'")
	checkOverviews(t, connection)
}

func checkOverviews(t *testing.T, connection *db.Connection) {
	t.Helper()
	for _, selection := range []reports.Selection{{}, {Professional: "2"}, {Search: "BREJO z"}, {Validation: new(bookings.Validation(""))},
		{Validation: new(bookings.Contested), Search: "ana lucia"}} {
		selection.Month = month
		overview, err := reports.FindOverview(t.Context(), connection.DB, dbtest.Fernando.Caller(), selection)
		if err != nil {
			t.Fatal(err)
		}
		var rows []reports.Row
		err = overview.Each(t.Context(), connection.DB, dbtest.Fernando.Caller(), func(row reports.Row) error {
			rows = append(rows, row)
			return nil
		})
		count, share := overview.Sum(reports.All)
		if total := reports.Total(rows); err != nil || count == 0 || len(rows) != count || fmt.Sprint(total) != fmt.Sprint(share) {
			t.Errorf("%+v: the rows are %d with %v, the sums %d with %v (%v)", selection, len(rows), total, count, share, err)
		}
		checkGroups(t, overview, rows)
	}
}

// checkGroups compares the sums of each professional and validation with those of the rows.
func checkGroups(t *testing.T, overview reports.Overview, rows []reports.Row) {
	t.Helper()
	for _, group := range overview.Groups {
		for _, sum := range group.Sums {
			var of []reports.Row
			for _, row := range rows {
				validation := bookings.Validation("")
				if row.CommissionValidation != nil {
					validation = *row.CommissionValidation
				}
				if row.ProfessionalID == group.Professional.ID && validation == sum.Validation && (row.StatementID != nil) == sum.OnStatement {
					of = append(of, row)
				}
			}
			if total := reports.Total(of); len(of) != sum.Count || fmt.Sprint(total) != fmt.Sprint(sum.Share) {
				t.Errorf("%s, %q: the rows are %d with %v, the sum is %d with %v", group.Professional.Name, sum.Validation, len(of), total, sum.Count,
					sum.Share)
			}
		}
	}
}

// The windows of a report are its rows in order, and its totals are those of all rows.
func TestFind_Windows(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	randomServices(t, connection, 60)
	all := find(t, connection.DB, dbtest.Fernando, reports.Input{Limit: new(-1)})
	for _, c := range []struct{ limit, offset int }{{7, 0}, {7, 3}, {50, 20}, {9, 30}, {0, 0}, {5, 1000}} {
		part := find(t, connection.DB, dbtest.Fernando, reports.Input{Limit: &c.limit, Offset: c.offset})
		if part.Totals.Count != len(all.Services) || !part.Totals.PayableSum.Equal(all.Totals.PayableSum) || len(part.Professionals) != 2 {
			t.Errorf("%+v: %+v", c, part.Totals)
		}
		want := all.Services[min(c.offset, len(all.Services)):min(c.offset+c.limit, len(all.Services))]
		if len(part.Services) != len(want) {
			t.Fatalf("%+v has %d rows, want %d", c, len(part.Services), len(want))
		}
		for i, row := range part.Services {
			if row.ID != want[i].ID {
				t.Errorf("%+v, row %d: %d, want %d", c, i, row.ID, want[i].ID)
			}
		}
	}
	if _, err := reports.Find(t.Context(), connection.DB, dbtest.Fernando.Caller(), reports.Input{Limit: new(1001)}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("a large limit: %v", err)
	}
}

func TestApproveAll(t *testing.T) {
	t.Parallel()
	connection := setUp(t)
	tx := connection.DB
	execute(t, connection, "update services set commission_validation = 'contested' where id = 102")
	selection := reports.Selection{Month: month, Professional: "1"}
	if _, _, err := reports.ApproveAll(t.Context(), tx, dbtest.Renata.Caller(), selection); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("a professional approves: %v", err)
	}
	approved, undoID, err := reports.ApproveAll(t.Context(), tx, dbtest.Fernando.Caller(), selection)
	if err != nil || approved != 2 || undoID == 0 || count(t, connection, "commission_validation = 'approved'") != 2 {
		t.Errorf("approved %d, undo %d, %v", approved, undoID, err)
	}
	if _, _, err := reports.ApproveAll(t.Context(), tx, dbtest.Fernando.Caller(), selection); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("nothing is left: %v", err)
	}
}
