package analytics_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"acolhe/models/analytics"
	"acolhe/models/analytics/periods"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reports"
	"acolhe/models/types/errs"
)

// october has three paid services of Renata with a date in October, and one without, created in October.
func october(t *testing.T) *db.Connection {
	t.Helper()
	connection := dbtest.New(t)
	execute(t, connection, `insert into system_configs (system, key, value) values ('services', 'deduct_donation_from_payable', 'true'),
		('services', 'professional-types', '[{"id": "medic", "association_fee": 60, "active": true}]')`)
	execute(t, connection, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, status, consultation_date, date_created, commission_validation)
		select s.id, 'O-' || s.id, associate_user_code, associate_name, 1, professional_name, type, s.price, s.donation, 'Pagamento Concluído', s.day::timestamptz, '2026-10-31 23:30-03', 'approved'
		from services, (values (101, 300, 20, '2026-10-01 00:00-03'), (102, null, 50, '2026-10-31 23:59-03'), (103, 40, 0, '2026-10-12 10:00-03'), (104, 200, 0, null)) as s (id, price, donation, day)
		where services.id = 1`)
	return connection
}

func services(t *testing.T, connection *db.Connection) analytics.Services {
	t.Helper()
	answer, err := analytics.FindServices(t.Context(), connection.DB, fernando(), analytics.ServicesInput{
		Input: periods.Input{Start: "2026-10-01", End: "2026-10-31"}, Professional: "RENATA-CRM"})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// The report has only services with a date; the analytics have the one without a date on the day it was created.
func TestFindServices_AgreesWithReportAndClosing(t *testing.T) {
	t.Parallel()
	connection := october(t)
	execute(t, connection, "delete from services where id = 104")
	report, err := reports.Find(t.Context(), connection.DB, fernando(), reports.Input{Month: "2026-10"})
	if err != nil {
		t.Fatal(err)
	}
	agrees := func(when string) {
		found := services(t, connection)
		if found.KPIs.Total != 3 || !found.KPIs.Payable.Equal(report.Totals.PayableSum) || !found.KPIs.Fees.Equal(report.Totals.Share.Fee) {
			t.Errorf("%s: %+v, the report has %+v", when, found.KPIs, report.Totals)
		}
	}
	agrees("open")
	portal := dbtest.Renata.Caller()
	portal.Now = now
	if own, err := reports.Find(t.Context(), connection.DB, portal, reports.Input{Month: "2026-10"}); err != nil ||
		!own.Totals.PayableSum.Equal(report.Totals.PayableSum) {
		t.Errorf("the portal has %+v (%v)", own.Totals, err)
	}
	statement, err := reports.Close(t.Context(), connection.DB, fernando(), reports.CloseInput{Month: "2026-10", ProfessionalID: 1})
	if err != nil || !statement.Payable.Equal(report.Totals.PayableSum) {
		t.Fatalf("the statement is %+v (%v)", statement, err)
	}
	agrees("closed")
	// Later settings and prices do not change a closed month.
	execute(t, connection, "update professionals set consultation_price = 999 where id = 1")
	execute(t, connection, `update system_configs set value = '[{"id": "medic", "association_fee": 10, "active": true}]' where key = 'professional-types'`)
	agrees("closed before new prices")
	camila := dbtest.Camila.Caller()
	camila.Now = now
	if _, err := reports.Reopen(t.Context(), connection.DB, camila, reports.ReopenInput{ID: statement.ID, Reason: "x"}); err != nil {
		t.Fatal(err)
	}
	if report, err = reports.Find(t.Context(), connection.DB, fernando(), reports.Input{Month: "2026-10"}); err != nil {
		t.Fatal(err)
	}
	agrees("reopened")
	if differences, err := verifier(connection).Verify(t.Context()); err != nil || len(differences) > 0 {
		t.Errorf("the rollups differ: %+v (%v)", differences, err)
	}
}

func TestFindServices_WithoutDate(t *testing.T) {
	t.Parallel()
	connection := october(t)
	if found := services(t, connection); found.KPIs.Total != 4 {
		t.Errorf("%+v", found.KPIs)
	}
	execute(t, connection, "update services set consultation_date = '2026-11-02 09:00-03' where id = 104")
	if found := services(t, connection); found.KPIs.Total != 3 {
		t.Errorf("moved to November: %+v", found.KPIs)
	}
}

func TestRefresh_TimeZone(t *testing.T) {
	t.Parallel()
	connection := october(t)
	execute(t, connection, `insert into system_configs (system, key, value) values ('system', 'time_zone', '"America/Rio_Branco"')`)
	// 00:00 of 1 October is in September there, two hours behind.
	if found := services(t, connection); found.KPIs.Total != 3 {
		t.Errorf("%+v", found.KPIs)
	}
	execute(t, connection, "update services set consultation_date = '2026-11-01 01:59-03' where id = 104")
	if found := services(t, connection); found.KPIs.Total != 3 {
		t.Errorf("after a change by the new rules: %+v", found.KPIs)
	}
}

func execIn(t *testing.T, tx pgx.Tx, sql string) {
	t.Helper()
	if _, err := tx.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// What a service pays depends on rows of other tables: a change of one that overlaps with a change of the service applies to
// it, whichever commits first, and whether the sums are compacted before, between or after.
func TestRollups_OverlappingTransactions(t *testing.T) {
	t.Parallel()
	connection := october(t)
	execute(t, connection, `insert into statements (id, month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
		values (7, '2026-10-01', 1, 1, 'P', 'medic', '[{"service_id": 103, "received": 70, "fee": 7, "donation": 1}]', 1, 0, 0, 0, 0, now())`)
	service, other := "update services set price = null, donation = donation + 1 where id = 101",
		"update professionals set consultation_price = consultation_price + 11 where id = 1"
	closing, line := "update services set statement_id = case when statement_id is null then 7 end where id = 103",
		`update statements set lines = jsonb_set(lines, '{0,fee}', to_jsonb((lines -> 0 ->> 'fee')::int + 1)) where id = 7`
	compact := func() {
		if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
			t.Fatal(err)
		}
	}
	for name, statements := range map[string][2]string{"the price last": {service, other}, "the service last": {other, service},
		"the line last": {closing, line}, "the closing last": {line, closing}} {
		for _, compacted := range []string{"never", "before", "between", "after"} {
			compact()
			first, second := begin(t, connection), begin(t, connection)
			execIn(t, first, statements[0])
			if compacted == "before" {
				compact()
			}
			execIn(t, second, statements[1])
			commit(t, second)
			if compacted == "between" {
				compact()
			}
			commit(t, first)
			if compacted == "after" {
				compact()
			}
			if found := number(t, connection, "select count(*) from rollup_differences"); found != 0 {
				t.Errorf("%s, compacted %s: %d differences", name, compacted, found)
			}
			checkRankings(t, connection)
		}
	}
}

func begin(t *testing.T, connection *db.Connection) pgx.Tx {
	t.Helper()
	tx, err := connection.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

func commit(t *testing.T, tx pgx.Tx) {
	t.Helper()
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Rows of other tables that services paid by are deleted before the steps of those services are compacted.
func TestRollups_Deletions(t *testing.T) {
	t.Parallel()
	connection := october(t)
	execute(t, connection, "insert into professionals (id, professional_code, name, type, consultation_price) values (900, 'P900', 'P', 'medic', 90)")
	execute(t, connection, "update services set professional_id = 900, price = null where id in (101, 102)")
	execute(t, connection, `insert into statements (id, month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
		values (8, '2026-10-01', 1, 900, 'P', 'medic', '[{"service_id": 101, "received": 70, "fee": 7, "donation": 1}]', 1, 0, 0, 0, 0, now())`)
	execute(t, connection, "update services set statement_id = 8 where id = 101")
	if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"delete from statements where id = 8", "delete from services where professional_id = 900",
		"delete from professionals where id = 900", "select compact_rollups()"} {
		execute(t, connection, sql)
		if found := number(t, connection, "select count(*) from rollup_differences"); found != 0 {
			t.Errorf("after %s: %d differences", sql, found)
		}
	}
}

func TestVerify_Difference(t *testing.T) {
	t.Parallel()
	connection := october(t)
	services(t, connection) // by the rules of the configuration
	execute(t, connection, "update service_days set count = count + 1, received = received + 100 where day = '2026-10-12'")
	execute(t, connection, "delete from order_days")
	found, err := verifier(connection).Verify(t.Context())
	if err != nil || len(found) != 2 || found[0].Rollup != "order_days" || found[1].Rollup != "service_days" || found[1].Days != 1 ||
		found[1].First.Format(time.DateOnly) != "2026-10-12" {
		t.Fatalf("%+v (%v)", found, err)
	}
	if recorded := number(t, connection, "select count(*) from security_events where kind = 'analytics.differed'"); recorded != 2 {
		t.Errorf("%d differences are recorded", recorded)
	}
	failures := number(t, connection, "select count(*) from system_errors where message in ('rollup order_days differs from its rows', 'rollup service_days differs from its rows') and extra ->> 'days' is not null")
	if groups := number(t, connection, "select count(*) from system_error_groups where place = 'verify_rollups'"); failures != 2 ||
		groups != 2 {
		t.Errorf("%d system errors in %d groups", failures, groups)
	}
	if found, err := verifier(connection).Verify(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("after the proof the rollups differ: %+v (%v)", found, err)
	}
}

// A change stores steps only if figures depend on it, and a compaction leaves none, nor their pages.
func TestCompact_Steps(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for range 20 {
		execute(t, connection, "update orders set donation = donation + 1 where id = 2")
	}
	steps := "select count(*) from order_steps"
	if stored := number(t, connection, steps); stored < 40 {
		t.Errorf("20 changes store %d steps", stored)
	}
	if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
		t.Fatal(err)
	}
	execute(t, connection, "update orders set info = 'x', address = address || '{\"city\": \"Blumenau\"}'")
	if left := number(t, connection, steps); left != 0 {
		t.Errorf("%d steps are left", left)
	}
	if size := number(t, connection, "select pg_relation_size('order_steps')"); size != 0 {
		t.Errorf("%d bytes of the steps that were added are left to read", size)
	}
	if found := number(t, connection, "select count(*) from rollup_differences"); found != 0 {
		t.Errorf("%d differences", found)
	}
}

// Sums without rankings are those of the whole answer.
func TestFindServices_SumsOnly(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := analytics.ServicesInput{Input: periods.Input{Start: "2020-01-01", End: "2030-12-31", GroupBy: "year"}}
	whole, err := analytics.FindServices(t.Context(), connection.DB, dbtest.Camila.Caller(), input)
	if err != nil || len(whole.Rankings.TopAssociates) == 0 {
		t.Fatalf("%+v, %v", whole.Rankings, err)
	}
	input.SumsOnly = true
	sums, err := analytics.FindServices(t.Context(), connection.DB, dbtest.Camila.Caller(), input)
	if err != nil || fmt.Sprint(sums.KPIs) != fmt.Sprint(whole.KPIs) || len(sums.Rankings.TopAssociates) != 0 {
		t.Errorf("%+v with %d in the ranking, %v; want %+v", sums.KPIs, len(sums.Rankings.TopAssociates), err, whole.KPIs)
	}
}

// A period or a filter without orders has sums of 0.
func TestFindOrders_None(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, input := range map[string]analytics.OrdersInput{
		"a period": {Input: periods.Input{Start: "2020-01-01", End: "2020-01-31"}},
		"a tag":    {Input: periods.Input{Start: "2026-01-01", End: "2026-12-31"}, Tags: []string{"nenhuma"}},
	} {
		found, err := analytics.FindOrders(t.Context(), connection.DB, dbtest.Camila.Caller(), input)
		if err != nil || found.KPIs.Total != 0 || len(found.Rankings.TopAssociates) != 0 {
			t.Errorf("%s: %+v, %v", name, found.KPIs, err)
		}
	}
}

// The summary has the totals of the areas' answers.
func TestFindSummary_AgreesWithAreas(t *testing.T) {
	t.Parallel()
	connection := october(t)
	summary, err := analytics.FindSummary(t.Context(), connection.DB, fernando(), 30)
	if err != nil {
		t.Fatal(err)
	}
	totals := func(period periods.Input) []int64 {
		associates, err1 := analytics.FindAssociates(t.Context(), connection.DB, fernando(), analytics.AssociatesInput{Input: period})
		services, err2 := analytics.FindServices(t.Context(), connection.DB, fernando(), analytics.ServicesInput{Input: period})
		orders, err3 := analytics.FindOrders(t.Context(), connection.DB, fernando(), analytics.OrdersInput{Input: period})
		reception, err4 := analytics.FindReception(t.Context(), connection.DB, fernando(), analytics.ReceptionInput{Input: period})
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		return []int64{associates.KPIs.Total, services.KPIs.Total, orders.KPIs.Total, reception.KPIs.Total}
	}
	now, before := totals(summary.Period.Input()), totals(summary.Period.Before().Input())
	for i, pair := range []analytics.Pair{summary.Associates, summary.Services, summary.Orders, summary.Reception} {
		if pair.Now != now[i] || pair.Before != before[i] {
			t.Errorf("area %d has %+v, its answers have %d and %d", i, pair, now[i], before[i])
		}
	}
	if summary.Services.Before == 0 || summary.Orders.Now == 0 {
		t.Errorf("the summary is %+v", summary)
	}
	if _, err := analytics.FindSummary(t.Context(), connection.DB, dbtest.Renata.Caller(), 30); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("a professional reads %v", err)
	}
}
