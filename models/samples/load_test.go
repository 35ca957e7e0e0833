package samples_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"acolhe/models/platform/dbtest"
	"acolhe/models/samples"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
)

var now = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)

// Sample rows have no history: nobody wrote them.
func TestLoad_NoHistory(t *testing.T) {
	t.Parallel()
	pool, _ := loaded(t, plan(30, 1))
	if rows := one[int](t, pool, "select count(*)::int from user_changes join users u on u.id = user_id where u.is_sample"); rows != 0 {
		t.Errorf("%d changes of sample rows, want none", rows)
	}
}

func plan(associates int, seed uint64) samples.Plan {
	return samples.Plan{Associates: associates, Seed: seed, Now: now}
}

// loaded returns a database with the fixtures and the sample data of a plan.
func loaded(t *testing.T, p samples.Plan) (*pgxpool.Pool, samples.Report) {
	t.Helper()
	pool := dbtest.New(t).Pool
	report, err := samples.Load(t.Context(), pool, p)
	if err != nil {
		t.Fatal(err)
	}
	return pool, report
}

func column[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) []T {
	t.Helper()
	rows, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func one[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) T {
	t.Helper()
	values := column[T](t, pool, sql, args...)
	if len(values) != 1 {
		t.Fatalf("%d rows from %s, want one", len(values), sql)
	}
	return values[0]
}

// content returns the sample rows of a table without the ids, which come from the database.
func content(t *testing.T, pool *pgxpool.Pool, table string) []string {
	t.Helper()
	rows := column[string](t, pool, "select (to_jsonb(t) - array['id', 'user_id', 'order_id', 'professional_id'])::text from "+table+" t where is_sample")
	slices.Sort(rows)
	return rows
}

func TestLoad_Deterministic(t *testing.T) {
	t.Parallel()
	first, report := loaded(t, plan(60, 7))
	second := dbtest.New(t).Pool
	// Different ids do not change other columns.
	if _, err := second.Exec(t.Context(), "select setval('users_id_seq', 90000), setval('orders_id_seq', 70000), setval('professionals_id_seq', 500)"); err != nil {
		t.Fatal(err)
	}
	if _, err := samples.Load(t.Context(), second, plan(60, 7)); err != nil {
		t.Fatal(err)
	}
	for _, table := range report.Tables {
		if !slices.Equal(content(t, first, table.Table), content(t, second, table.Table)) {
			t.Errorf("%s differs between two loads of one plan", table.Table)
		}
	}
	other, _ := loaded(t, plan(60, 8))
	if slices.Equal(content(t, first, "users"), content(t, other, "users")) {
		t.Error("another seed makes the same people")
	}
}

func TestLoad_IndependentOfSize(t *testing.T) {
	t.Parallel()
	few, _ := loaded(t, plan(20, 7))
	many, _ := loaded(t, plan(45, 7))
	all := content(t, many, "users")
	for _, row := range content(t, few, "users") {
		if !slices.Contains(all, row) {
			t.Fatalf("a larger association lacks %s", row)
		}
	}
}

func TestLoad_IsSample(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	tables := column[string](t, pool, `
		select table_name::text from information_schema.columns where table_schema = 'public' and column_name = 'is_sample' order by 1`)
	before := map[string]int{}
	for _, table := range tables {
		before[table] = one[int](t, pool, "select count(*) from "+table)
	}
	report, err := samples.Load(t.Context(), pool, plan(40, 1))
	if err != nil {
		t.Fatal(err)
	}
	counts, err := samples.Count(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	var counted []string
	total := 0
	for _, c := range counts {
		counted = append(counted, c.Table)
		total += c.Count
		if unmarked := one[int](t, pool, "select count(*) from "+c.Table+" where not is_sample"); unmarked != before[c.Table] {
			t.Errorf("%s has %d rows that are no sample, before the load %d", c.Table, unmarked, before[c.Table])
		}
		if c.Count > 0 && !slices.Contains(report.Tables, c) {
			t.Errorf("the report %v says otherwise than the count %v", report.Tables, c)
		}
	}
	if slices.Sort(counted); !slices.Equal(counted, tables) {
		t.Errorf("counted are %v, marked with is_sample %v", counted, tables)
	}
	if report.Total != total {
		t.Errorf("the report says %d rows, there are %d", report.Total, total)
	}
}

func TestLoad_Twice(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	var loads errgroup.Group
	failed := make([]error, 2)
	for i := range failed {
		loads.Go(func() error {
			_, failed[i] = samples.Load(t.Context(), pool, plan(15, uint64(i)))
			return nil
		})
	}
	if err := loads.Wait(); err != nil {
		t.Fatal(err)
	}
	if (failed[0] == nil) == (failed[1] == nil) {
		t.Fatalf("of two loads at once one must pass: %v, %v", failed[0], failed[1])
	}
	if refusal := errors.Join(failed...); !errs.HasCode(refusal, errs.CodeConflict) {
		t.Errorf("refused with %v, want %s", refusal, errs.CodeConflict)
	}
	if n := one[int](t, pool, "select count(*) from users where is_sample and status <> 'patient'"); n != 15 {
		t.Errorf("%d associates, want 15", n)
	}
}

func TestLoad_Cancelled(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t).Pool
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := samples.Load(ctx, pool, plan(15, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancelled context", err)
	}
	if n := one[int](t, pool, "select count(*) from users where is_sample"); n != 0 {
		t.Errorf("%d rows were left", n)
	}
}

// The database repeats the specification's computation in numeric.
func TestLoad_OrderTotals(t *testing.T) {
	t.Parallel()
	pool, _ := loaded(t, plan(120, 3))
	wrong := column[int64](t, pool, `
		select id from orders where is_sample and total <> greatest(0,
			(select sum((i ->> 'amount')::numeric * (i ->> 'quantity')::int) from jsonb_array_elements(items) i)
			+ delivery_price - discount - donation
			- coalesce((select sum((p ->> 'value')::numeric) from jsonb_array_elements(custom_payment) p), 0))`)
	if len(wrong) > 0 {
		t.Errorf("%d totals are wrong, first of order %d", len(wrong), wrong[0])
	}
	for _, rule := range []string{"discount > 0", "donation > 0", "custom_payment <> '[]'", "delivery_price > 0", "freight_option is null"} {
		if one[int](t, pool, "select count(*) from orders where is_sample and "+rule) == 0 {
			t.Errorf("no order has %s", rule)
		}
	}
}

func TestLoad_ValidNumbers(t *testing.T) {
	t.Parallel()
	pool, _ := loaded(t, plan(200, 5))
	numbers := column[string](t, pool, "select coalesce(associate_cpf, cpf) from users where is_sample and coalesce(associate_cpf, cpf) is not null")
	seen := map[string]bool{}
	for _, number := range numbers {
		if _, valid := brdoc.CPF(number); !valid || seen[number] {
			t.Errorf("CPF %s is wrong or another's", number)
		}
		seen[number] = true
	}
	for _, phone := range column[string](t, pool, "select phone from users where is_sample and phone is not null") {
		if _, valid := brdoc.Phone(phone); !valid {
			t.Errorf("phone %s is wrong", phone)
		}
	}
	for _, email := range column[string](t, pool, "select email_account from users where is_sample and email_account is not null") {
		if !strings.HasSuffix(email, "@exemplo.org.br") {
			t.Errorf("%s may be a real address", email)
		}
	}
}

// Each query counts the rows that break a rule of the areas.
func TestLoad_AreaRules(t *testing.T) {
	t.Parallel()
	pool, _ := loaded(t, plan(200, 11))
	for rule, breaking := range map[string]string{
		"a patient belongs to an associate": `select count(*) from users p join users r on r.user_code = p.responsible_code
			where p.is_sample and r.status = 'patient'`,
		"a pet has a species, and only where the responsible treats one": `select count(*) from users p join users r on r.user_code = p.responsible_code
			where p.is_sample and (r.responsible_type = 'pet') <> (p.species is not null)`,
		"an order copies its associate": `select count(*) from orders o join users u on u.id = o.user_id
			where o.is_sample and (u.user_code, u.associate_name, u.email_account) is distinct from (o.user_code, o.name_associate, o.email)`,
		"only an Associado has orders":   `select count(*) from orders o join users u on u.id = o.user_id where o.is_sample and u.status <> 'Associado'`,
		"only an Associado has services": `select count(*) from services s join users u on u.user_code = s.associate_user_code where s.is_sample and u.status <> 'Associado'`,
		"a service's patient belongs to its associate": `select count(*) from services s join users p on p.user_code = s.patient_user_code
			where s.is_sample and p.responsible_code <> s.associate_user_code`,
		"animals see the veterinarian, people do not": `select count(*) from services s left join users p on p.user_code = s.patient_user_code
			where s.is_sample and (s.type = 'veterinarian') <> (p.species is not null)`,
		"a service copies its professional": `select count(*) from services s join professionals p on p.id = s.professional_id
			where s.is_sample and (p.name, p.email, p.type) is distinct from (s.professional_name, s.professional_email, s.type)`,
		"only what is paid is validated": `select count(*) from services where is_sample and commission_validation is not null and status <> 'Pagamento Concluído'`,
		"an order's history starts with its creation": `select count(*) from orders o where is_sample and date_created is distinct from
			(select min(date_created) from order_changes c where c.order_id = o.id and c.action = 'create')`,
		"an order's history ends with its status": `select count(*) from orders o where is_sample and status is distinct from coalesce(
			(select changes -> 'status' ->> 'to' from order_changes c where c.order_id = o.id and c.action = 'update' order by c.date_created desc, c.id desc limit 1),
			'Aguardando pagamento')`,
		"nothing was created after now": `select (select count(*) from users where is_sample and greatest(date_created, date_updated) > $1)
			+ (select count(*) from orders where is_sample and greatest(date_created, date_updated) > $1)
			+ (select count(*) from services where is_sample and date_created > $1)
			+ (select count(*) from reception where is_sample and greatest(date_created, completed_at) > $1)`,
		"nothing was created before its associate": `select count(*) from orders o join users u on u.id = o.user_id where o.is_sample and o.date_created < u.date_created`,
		"a completed item has a reason":            `select count(*) from reception where is_sample and (completed_at is null) <> (completion_reason is null)`,
		"donations are in the ledger": `select count(*) from professionals p where is_sample and donation_balance <>
			coalesce((select sum(amount) from donation_movements m where m.professional_id = p.id), 0)`,
		"no sample operator can sign in": `select count(*) from system_users where is_sample and (password is not null or permissions ? 'Administrador')`,
		"a child's tag is for children":  `select count(*) from users where is_sample and tags ? 'Pediátrico' and birth_date <= $1::timestamptz - interval '18 years'`,
	} {
		query := breaking
		if !strings.Contains(query, "$1") {
			query += " and $1::timestamptz is not null"
		}
		if n := one[int](t, pool, query, now); n > 0 {
			t.Errorf("%d rows break the rule: %s", n, rule)
		}
	}
}

// Every state that a page can show occurs.
func TestLoad_EveryState(t *testing.T) {
	t.Parallel()
	pool, _ := loaded(t, plan(samples.DefaultAssociates, 1))
	for what, query := range map[string]string{
		"order statuses": "select count(distinct status) = 6 from orders where is_sample",
		"funnel phases":  "select count(distinct associate_status) = 6 from users where is_sample",
		"every membership status": `select count(*) = 4 and bool_and(n > 1) from (
			select count(*) as n from users where is_sample and status <> 'patient' group by membership_status(status, associate_status, invalid_fields)) s`,
		"professional types": "select count(distinct type) = 6 from services where is_sample",
		"every kind of detail": `select bool_and(filled) from (select unnest(array[
			count(rg), count(mother_name), count(phone_secondary), count(emergency_phone), count(how_found), count(prescriber), count(prescription),
			count(breed), count(guardian_name), count(health_notes), count(allergies), count(weight_kg), count(privacy_consent_at),
			count(*) filter (where annotations <> '[]'), count(*) filter (where tags <> '[]')]) > 5 as filled from users where is_sample)`,
		"children with their tag": "select count(*) > 3 from users where is_sample and tags ? 'Pediátrico' and birth_date > '2008-11-20'",
		"people waiting":          "select count(*) > 4 from reception where is_sample and completed_at is null and date_created > '2026-11-20'",
		"strangers waiting":       "select count(*) > 0 from reception where is_sample and associate_code is null",
		"appointments ahead":      "select count(*) > 10 from services where is_sample and consultation_date > '2026-11-20 18:00Z'",
		"orders this week":        "select count(*) > 10 from orders where is_sample and date_created > '2026-11-13'",
		"three years":             "select min(date_created) < '2024-02-01' from orders where is_sample",
		"states":                  "select count(distinct state) > 15 from users where is_sample",
		"annotations":             "select count(*) > 30 from users where is_sample and annotations <> '[]'",
		"contested services":      "select count(*) > 0 from services where is_sample and commission_validation = 'contested'",
		"contests with text and answer": `select count(distinct service_id) = (select count(*) from services where is_sample and commission_validation = 'contested')
			and bool_or(not by_professional) from contest_messages`,
		"mostly short waits": `select count(*) filter (where date_created < '2026-11-20 17:00Z') < 0.3 * count(*) from reception where is_sample and completed_at is null`,
		"order numbers by date": `select bool_and(after) from (select date_created >= lag(date_created, 1, '2000-01-01') over (order by id) as after from orders
			where is_sample) numbered`,
		"growth without a leap": `select count(*) filter (where date_created > '2026-10-21') < 2 * count(*) filter (where date_created between '2026-09-21' and '2026-10-21')
			from orders where is_sample`,
		"pets": "select count(*) > 3 from users where is_sample and species is not null",
		"patients, about one for four associates": `select count(*) filter (where status = 'patient')::float
			/ count(*) filter (where status <> 'patient') between 0.2 and 0.45 from users where is_sample`,
	} {
		if !one[bool](t, pool, query) {
			t.Errorf("the association lacks %s", what)
		}
	}
}

func TestLoad_Progress(t *testing.T) {
	t.Parallel()
	var progress []int
	p := plan(1100, 5)
	p.Progress = func(associates int) { progress = append(progress, associates) }
	loaded(t, p)
	if !slices.Equal(progress, []int{1000, 1100}) {
		t.Errorf("progress %v, want each batch", progress)
	}
}

// Types get fees where nobody has professionals yet, and lose them with the sample data unless they were changed.
func TestLoad_Fees(t *testing.T) {
	t.Parallel()
	const stored = "select count(*)::int from system_configs where system = 'services' and key = 'professional-types' and value is not null"
	pool, _ := loaded(t, plan(5, 1))
	if one[int](t, pool, stored) != 0 {
		t.Error("an association with professionals of its own got fees")
	}
	empty := dbtest.New(t).Pool
	if _, err := empty.Exec(t.Context(), "truncate professionals cascade"); err != nil {
		t.Fatal(err)
	}
	load := func() {
		if _, err := samples.Load(t.Context(), empty, plan(5, 1)); err != nil {
			t.Fatal(err)
		}
	}
	remove := func() {
		if _, err := samples.Remove(t.Context(), empty); err != nil {
			t.Fatal(err)
		}
	}
	load()
	if one[int](t, empty, stored+" and value @> '[{\"id\": \"medic\", \"association_fee\": 40}]'") != 1 {
		t.Error("an empty association has no fees")
	}
	remove()
	if one[int](t, empty, stored) != 0 {
		t.Error("the fees stay after the sample data")
	}
	load()
	if _, err := empty.Exec(t.Context(), "update system_configs set value = jsonb_set(value, '{0,association_fee}', '55') where key = 'professional-types'"); err != nil {
		t.Fatal(err)
	}
	remove()
	if one[int](t, empty, stored) != 1 {
		t.Error("changed fees are gone")
	}
}
