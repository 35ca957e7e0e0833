package analytics_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/analytics"
	"acolhe/models/analytics/periods"
	"acolhe/models/analytics/rollups"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reports"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// changes is the number of random changes: go test ./models/analytics -changes 50000.
var changes = flag.Int("changes", 600, "random changes of TestRollups_RandomChanges")

var now = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

func fernando() auth.Caller {
	by := dbtest.Fernando.Caller()
	by.Now = now
	return by
}

func execute(t *testing.T, connection *db.Connection, sql string, args ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func verifier(connection *db.Connection) rollups.Verifier {
	return rollups.Verifier{DB: connection.DB, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: func() time.Time { return now }}
}

// chance makes random statements.
type chance struct{ *rand.Rand }

func (c chance) of(values ...string) string { return values[c.IntN(len(values))] }

func (c chance) amount() string { return c.of("null", "0", "0.01", "60", "79.99", "350.5") }

func (c chance) day() string {
	return fmt.Sprintf("'2026-%02d-%02d %02d:30-03'", 6+c.IntN(6), 1+c.IntN(28), c.IntN(24))
}

// persons are the associates of the random orders and services, more than a ranking stores. The first have the most rows.
const persons = 80

func (c chance) person() int { return 1_000_000 + c.IntN(1+c.IntN(persons)) }

func (c chance) row(table string) string {
	return fmt.Sprintf("id = (select id from %s where id > 100 offset %d limit 1)", table, c.IntN(60))
}

func (c chance) some(table string) string {
	return c.of(c.row(table), c.row(table), fmt.Sprintf("id %% 9 = %d and id > 100", c.IntN(9)))
}

func (c chance) order() string {
	items := c.of(`[{"code": "A", "amount": 10.5, "quantity": 2}]`,
		`[{"code": "A", "amount": 1, "quantity": 1}, {"code": "B", "amount": 99.99, "quantity": 3}, {"code": "A", "amount": 2, "quantity": 5}]`)
	status, state := c.of("Pago", "Enviado", "Entregue", "Cancelado", "Aguardando pagamento"),
		c.of(`null`, `'{}'`, `'{"state": "SC"}'`, `'{"state": "SP"}'`)
	switch c.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf(`insert into orders (user_id, user_code, name_associate, items, total, donation, discount, delivery_price, address, status, tags, date_created)
			select id, user_code, 'X', '%s', 10, coalesce(%s, 0), coalesce(%s, 0), 20, %s, '%s', '["%s"]', %s::timestamptz from users where id = %d`,
			items, c.amount(), c.amount(), state, status, c.of("a", "b"), c.day(), c.person())
	case 3:
		return "delete from orders where " + c.row("orders")
	case 4:
		if c.IntN(3) == 0 {
			return fmt.Sprintf("update orders set user_id = users.id, user_code = users.user_code from users where users.id = %d and orders.%s",
				c.person(), c.row("orders"))
		}
		return fmt.Sprintf("update orders set date_created = %s, info = 'x' where %s", c.day(), c.some("orders"))
	case 5:
		return fmt.Sprintf("update orders set items = '%s', address = %s where %s", items, state, c.some("orders"))
	case 6:
		return fmt.Sprintf("update orders set paid_at = %s where %s", c.of("null", c.day()), c.some("orders"))
	}
	return fmt.Sprintf("update orders set status = '%s', donation = coalesce(%s, 0) where %s", status, c.amount(), c.some("orders"))
}

func (c chance) service() string {
	status, kind := c.of("Pagamento Concluído", "Pagamento Concluído", "Aguardando Pagamento"), c.of("medic", "dentist", "lawyer")
	date := c.of("null", c.day(), c.day(), c.day())
	switch c.IntN(7) {
	case 0, 1, 2:
		return fmt.Sprintf(`insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, donation, price_paid, status, consultation_date, date_created, tags)
			select gen_random_uuid(), user_code, 'X', %d, 'P', '%s', %s, coalesce(%s, 0), %s, '%s', %s::timestamptz, %s::timestamptz, '["%s"]' from users where id = %d`,
			1+c.IntN(2), kind, c.amount(), c.amount(), c.amount(), status, date, c.day(), c.of("a", "b"), c.person())
	case 3:
		return "delete from services where " + c.row("services")
	case 4:
		return fmt.Sprintf("update services set consultation_date = %s, type = '%s' where %s", date, kind, c.some("services"))
	case 5:
		return fmt.Sprintf("update services set status = '%s', price_paid = %s, professional_id = %d where %s", status, c.amount(), 1+c.IntN(2),
			c.some("services"))
	}
	return fmt.Sprintf("update services set price = %s, donation = coalesce(%s, 0), observations = 'x' where %s", c.amount(), c.amount(),
		c.some("services"))
}

// closing puts services of a professional on a statement, or takes them off it.
func (c chance) closing() string {
	switch c.IntN(4) {
	case 0:
		return fmt.Sprintf("update services set statement_id = null where statement_id = (select id from statements offset %d limit 1)",
			c.IntN(8))
	case 1:
		return fmt.Sprintf("delete from statements where id = (select id from statements offset %d limit 1)", c.IntN(8))
	}
	professional := 1 + c.IntN(2)
	return fmt.Sprintf(`with closed as (
			insert into statements (month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
			select '2026-%02d-01', %[2]d, %[2]d, 'P', 'medic', jsonb_agg(jsonb_build_object('service_id', id, 'received', %d, 'fee', 7.5, 'donation', 2)), 0, 0, 0, 0, 0, now()
			from (select id from services where professional_id = %[2]d and id %% 7 = %[4]d and id > 100 limit 5) rows having count(*) > 0
			on conflict on constraint statements_professional_key do update set lines = excluded.lines returning id, lines)
		update services set statement_id = closed.id from closed where services.id in (select (line ->> 'service_id')::bigint from jsonb_array_elements(lines) line)`,
		6+c.IntN(6), professional, 50+c.IntN(50), c.IntN(7))
}

func (c chance) other() string {
	switch c.IntN(7) {
	case 0, 1:
		return fmt.Sprintf("insert into users (status, state, birth_date, gender, date_created) values ('%s', %s, %s, %s, %s)",
			c.of("active", "Associado"),
			c.of("null", "'SC'", "'AC'"), c.of("null", "'1980-02-29'", "'2010-05-01'"), c.of("null", "'female'", "'not_informed'"), c.day())
	case 2:
		return fmt.Sprintf("update users set state = %s, status = '%s', date_created = %s where %s and status <> 'patient'", c.of("null", "'SC'"),
			c.of("active", "Associado"), c.day(), c.some("users"))
	case 3:
		return "delete from users where " + c.row("users")
	case 4, 5:
		return fmt.Sprintf("insert into reception (status, attendant, completion_reason, labels, date_created) select 'waiting', user_code, %s, '[\"%s\"]', %s from system_users where id = %d",
			c.of("null", "'Pedido'", "'Serviço'"), c.of("a", "b"), c.day(), 1+c.IntN(3))
	}
	return fmt.Sprintf("update reception set attendant = null, completion_reason = %s where %s", c.of("null", "'Pedido'", "'Serviço'"),
		c.some("reception"))
}

// rules are statements that fill or sum up the rollups, or change the prices of many rows.
func (c chance) rules() string {
	return c.of("select compact_rollups()",
		fmt.Sprintf("update professionals set consultation_price = %s where id = %d", c.amount(), 1+c.IntN(2)),
		fmt.Sprintf(`select rebuild_rollups('America/Sao_Paulo', '{"medic": {"fee": %s, "price": 80}}', %s)`, c.amount(), c.of("true", "false")))
}

// change runs random statements of some kinds. One that a deadlock or a constraint refuses has changed nothing.
func (c chance) change(ctx context.Context, pool *pgxpool.Pool, count int, kinds ...func() string) error {
	for range count {
		sql := kinds[c.IntN(len(kinds))]()
		var refused *pgconn.PgError
		if _, err := pool.Exec(ctx, sql); err != nil && !errors.As(err, &refused) {
			return fmt.Errorf("%s: %w", sql, err)
		} else if refused != nil && !slices.Contains([]string{"40P01", "23503", "23001", "23505"}, refused.Code) {
			return fmt.Errorf("%s: %w", sql, refused)
		}
	}
	return nil
}

// While a job fills the rollups by new rules, a reading says so instead of an error of the database, and shows no sum of both.
func TestRefresh_WhileFilling(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "insert into system_configs (system, key, value) values ('services', 'deduct_donation_from_payable', 'true')")
	job, err := connection.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer job.Rollback(t.Context())
	if _, err := job.Exec(t.Context(), "select lock_rollups()"); err != nil {
		t.Fatal(err)
	}
	_, err = analytics.FindOrders(t.Context(), connection.DB, fernando(), analytics.OrdersInput{})
	if !errs.HasCode(err, errs.CodeUnavailable) || !strings.Contains(err.Error(), "somadas de novo") {
		t.Errorf("the reading is %v", err)
	}
	if err := job.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := analytics.FindOrders(t.Context(), connection.DB, fernando(), analytics.OrdersInput{}); err != nil {
		t.Errorf("then it is %v", err)
	}
}

func TestRollups_RandomChanges(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `insert into system_configs (system, key, value) values ('services', 'deduct_donation_from_payable', 'true'),
		('services', 'professional-types', '[{"id": "medic", "association_fee": 60, "default_consultation_price": 80, "active": true}, {"id": "dentist", "association_fee": 0.01, "active": true}]')`)
	execute(t, connection, fmt.Sprintf("insert into users (id, user_code, status, associate_name) select 1000000 + n, gen_random_uuid(), 'Associado', 'P' || n from generate_series(0, %d) n", persons-1))
	const writers = 4
	failed := make([]error, writers)
	var group sync.WaitGroup
	for i := range failed {
		group.Go(func() {
			c := chance{rand.New(rand.NewPCG(uint64(i), 7))}
			kinds := slices.Concat(slices.Repeat([]func() string{c.order, c.service, c.other}, 6), []func() string{c.rules, c.closing})
			failed[i] = c.change(t.Context(), connection.Pool, *changes/writers/2, kinds...)
		})
	}
	group.Wait()
	// From here on by the rules of the configuration, and only the triggers follow the changes.
	if _, err := rollups.Refresh(t.Context(), connection.DB, db.Job); err != nil {
		t.Fatal(err)
	}
	for i := range failed {
		group.Go(func() {
			c := chance{rand.New(rand.NewPCG(uint64(i), 8))}
			failed[i] = errors.Join(failed[i], c.change(t.Context(), connection.Pool, *changes/writers/2,
				slices.Concat(slices.Repeat([]func() string{c.order, c.service, c.other}, 6), []func() string{c.closing})...))
		})
	}
	for range 10 {
		if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
			t.Error(err)
		}
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	checkAll(t, connection)
	if err := analytics.Compact(t.Context(), connection.DB, now); err != nil {
		t.Fatal(err)
	}
	checkAll(t, connection)
}

// checkAll compares every answer with sums of the rows.
func checkAll(t *testing.T, connection *db.Connection) {
	t.Helper()
	if found, err := verifier(connection).Verify(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("the rollups differ: %+v (%v)", found, err)
	}
	checkRankings(t, connection)
	period := periods.Input{Start: "2026-06-10", End: "2026-11-20", GroupBy: "week"}
	for _, tags := range [][]string{nil, {"a", "c"}} {
		checkServices(t, connection, analytics.ServicesInput{Input: period, Tags: tags})
		checkOrders(t, connection, analytics.OrdersInput{Input: period, Tags: tags})
	}
	answer, err := analytics.FindAssociates(t.Context(), connection.DB, fernando(),
		analytics.AssociatesInput{Input: period, Status: []string{"Associado"}})
	if want := number(t, connection, "select count(*) from users where status = 'Associado' and "+inPeriod); err != nil ||
		answer.KPIs.Total != want {
		t.Errorf("associates: %d, the rows are %d (%v)", answer.KPIs.Total, want, err)
	}
	reception, err := analytics.FindReception(t.Context(), connection.DB, fernando(),
		analytics.ReceptionInput{Input: period, Attendant: analytics.None})
	if want := number(t, connection, "select count(*) from reception where completion_reason = 'Pedido' and attendant is null and "+inPeriod); err != nil || reception.KPIs.ToOrders != want {
		t.Errorf("reception: %d, the rows are %d (%v)", reception.KPIs.ToOrders, want, err)
	}
}

// checkRankings compares the rankings of the usual periods with those of the rows.
func checkRankings(t *testing.T, connection *db.Connection) {
	t.Helper()
	for _, period := range periods.Usual(civil.MustParse("2026-11-20")) {
		days := fmt.Sprintf("day between '%s' and '%s'", period.Start, period.End)
		services, err := analytics.FindServices(t.Context(), connection.DB, fernando(), analytics.ServicesInput{Input: period.Input()})
		if err != nil {
			t.Fatal(err)
		}
		checkRanking(t, connection, services.Rankings.TopAssociates,
			`select associate_user_code::text as code, count(*), sum(received) as cents from service_figures
			where status = 'Pagamento Concluído' and `+days+" group by 1")
		orders, err := analytics.FindOrders(t.Context(), connection.DB, fernando(), analytics.OrdersInput{Input: period.Input()})
		if err != nil {
			t.Fatal(err)
		}
		checkRanking(t, connection, orders.Rankings.TopAssociates,
			"select user_code::text as code, count(*), sum(total) as cents from order_figures where "+days+" group by 1")
		for _, state := range orders.Series.ByState {
			want := number(t, connection, "select least(count(distinct user_id), 3) from order_figures where "+days+" and state = '"+strings.Replace(state.Key, analytics.NotInformed, "", 1)+"'")
			if state.Persons != want {
				t.Errorf("%s has %d persons, the rows have %d", state.Key, state.Persons, want)
			}
		}
	}
}

func checkRanking(t *testing.T, connection *db.Connection, ranked []analytics.Ranked, sql string) {
	t.Helper()
	rows, err := connection.Pool.Query(t.Context(),
		"select code, count, cents from (select * from ("+sql+") persons order by count desc, code limit 10) first order by count desc, cents desc, code")
	if err != nil {
		t.Fatal(err)
	}
	want, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (line string, err error) {
		var code string
		var count, cents int64
		err = row.Scan(&code, &count, &cents)
		return fmt.Sprint(code, count, money.FromCents(cents)), err
	})
	got := make([]string, len(ranked))
	for i, person := range ranked {
		got[i] = fmt.Sprint(person.Code, person.Count, person.Sum)
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the ranking is\n%s\nthe rows have\n%s (%v)", strings.Join(got, "\n"), strings.Join(want, "\n"), err)
	}
}

const inPeriod = "date_created >= '2026-06-10 00:00-03' and date_created < '2026-11-21 00:00-03'"

func number(t *testing.T, connection *db.Connection, sql string) (found int64) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), sql).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

// checkServices compares the services with sums by the rule of models/reports.
func checkServices(t *testing.T, connection *db.Connection, input analytics.ServicesInput) {
	t.Helper()
	var rows []bookings.Service
	if err := connection.DB.Where("status = ?", bookings.Paid).Find(&rows).Error; err != nil {
		t.Fatal(err)
	}
	prices := map[int64]*money.Amount{}
	var people []struct {
		ID                int64
		ConsultationPrice *money.Amount
	}
	connection.DB.Table("professionals").Find(&people)
	for _, person := range people {
		prices[person.ID] = person.ConsultationPrice
	}
	lines := linesOfStatements(t, connection)
	eighty, want, byDay := money.MustParse("80"), analytics.ServiceSums{}, map[string]int64{}
	fees := map[string]money.Amount{"medic": money.MustParse("60"), "dentist": money.MustParse("0.01")}
	typePrices := map[string]*money.Amount{"medic": &eighty}
	for _, row := range rows {
		at := row.DateCreated
		if row.ConsultationDate != nil {
			at = *row.ConsultationDate
		}
		day := at.In(time.FixedZone("-03", -3*60*60)).Format(time.DateOnly)
		if day < input.Start || day > input.End || len(input.Tags) > 0 && (len(row.Tags) == 0 || row.Tags[0] != "a") {
			continue
		}
		share := reports.Divide(reports.Prices{Paid: row.PricePaid, Agreed: row.Price, Professional: prices[row.ProfessionalID],
			Type: typePrices[row.Type]}.Resolve(), fees[row.Type], row.Donation)
		if row.StatementID != nil {
			if line, ok := lines[[3]int64{*row.StatementID, row.ProfessionalID, row.ID}]; ok {
				share = line.Share
				share.Payable = share.Received.Sub(share.Fee).Sub(share.Donation)
			}
		}
		want.Donations, want.Payable, want.Fees = want.Donations.Add(row.Donation), want.Payable.Add(share.Payable), want.Fees.Add(share.Fee)
		byDay[day]++
	}
	answer, err := analytics.FindServices(t.Context(), connection.DB, fernando(), input)
	if err != nil || !sameSums(answer.KPIs.ServiceSums, want) {
		t.Errorf("services with %v: %+v, the rows have %+v (%v)", input.Tags, answer.KPIs.ServiceSums, want, err)
	}
	var total analytics.ServiceSums
	for _, point := range answer.Series.ByDate {
		total = analytics.ServiceSums{Donations: total.Donations.Add(point.Donations), Payable: total.Payable.Add(point.Payable),
			Fees: total.Fees.Add(point.Fees)}
	}
	if !sameSums(total, want) || len(answer.Series.ByDate) != 24 {
		t.Errorf("the weeks have %+v", total)
	}
}

// linesOfStatements returns the lines of statements by statement, professional and service.
func linesOfStatements(t *testing.T, connection *db.Connection) map[[3]int64]reports.Line {
	t.Helper()
	var statements []reports.Statement
	if err := connection.DB.Find(&statements).Error; err != nil {
		t.Fatal(err)
	}
	lines := map[[3]int64]reports.Line{}
	for _, statement := range statements {
		for _, line := range statement.Lines {
			lines[[3]int64{statement.ID, statement.ProfessionalID, line.ServiceID}] = line
		}
	}
	return lines
}

func sameSums(a, b analytics.ServiceSums) bool {
	return a.Donations.Equal(b.Donations) && a.Payable.Equal(b.Payable) && a.Fees.Equal(b.Fees)
}

func checkOrders(t *testing.T, connection *db.Connection, input analytics.OrdersInput) {
	t.Helper()
	where := " where " + inPeriod
	if len(input.Tags) > 0 {
		where += " and tags @> '[\"a\"]'"
	}
	answer, err := analytics.FindOrders(t.Context(), connection.DB, fernando(), input)
	if want := number(t, connection, "select count(*) from orders"+where); err != nil || answer.KPIs.Total != want {
		t.Errorf("orders: %d, the rows are %d (%v)", answer.KPIs.Total, want, err)
	}
	if want := number(t, connection, "select coalesce(sum(donation) * 100, 0)::bigint from orders"+where); !answer.KPIs.Donations.Equal(money.FromCents(want)) {
		t.Errorf("donations: %s, the rows have %d", answer.KPIs.Donations, want)
	}
	for _, group := range answer.Series.ByState {
		if want := number(t, connection, "select count(*) from orders"+where+" and address->>'state' = 'SC'"); group.Key == "SC" &&
			group.Count != want {
			t.Errorf("SC: %d, the rows are %d", group.Count, want)
		}
	}
	for _, product := range answer.Rankings.TopProducts {
		sum := number(t, connection, "select (sum((item->>'amount')::numeric * (item->>'quantity')::int) * 100)::bigint from orders, jsonb_array_elements(items) item"+where+" and item->>'code' = '"+product.Code+"'")
		if !product.Sum.Equal(money.FromCents(sum)) {
			t.Errorf("product %+v, the rows have %d", product, sum)
		}
	}
}
