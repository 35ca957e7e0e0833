package associates

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Listed is an associate in a list; of the columns about health only the condition is read, those about login are not.
type Listed struct {
	Associate
	// LastOrder is the time of the newest order; nil without orders.
	LastOrder *time.Time `gorm:"column:taken_at"`
	Patients  int        `gorm:"column:patients"`
}

// listedColumns are the columns of a list, sortColumns those that its orders compare.
var (
	sortColumns   = []string{"id", "status", "associate_status", "associate_name", "city", "invalid_fields", "date_created", "date_updated"}
	listedColumns = append(sortColumns[:len(sortColumns):len(sortColumns)], "user_code", "email_account", "email", "name", "last_name",
		"associate_cpf", "phone", "state", "street", "number", "complement", "neighborhood", "cep", "health_condition", "birth_date", "responsible_type", "adhesion_term", "prescriber", "tags")
)

// relatedColumns adds columns of other tables for the associates of one page. Subqueries look up only these; for a join
// PostgreSQL would read all of last_orders in a small association.
const (
	relatedColumns = "users.*, (select taken_at from last_orders where user_id = users.id) as taken_at"
	patientColumn  = ", (select count(*) from users p where p.responsible_code = users.user_code) as patients"
)

// Sort is an order of the list; a minus before it reverses it. The zero value is newest first.
type Sort string

const newestFirst = "date_created desc, id desc"

// sql returns the SQL of an order. Each order is total and has an index; rows without a value come last.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":                   newestFirst,
		"-created":           newestFirst,
		"created":            "date_created, id",
		"name":               "fold(associate_name), id",
		"-name":              "fold(associate_name) desc nulls last, id desc",
		"city":               "fold(city), id",
		"-city":              "fold(city) desc nulls last, id desc",
		"updated":            "date_updated, id",
		"-updated":           "date_updated desc, id desc",
		"phase":              "associate_status, " + newestFirst,
		"-phase":             "associate_status desc nulls last, " + newestFirst,
		"membership_status":  membershipStatus + ", " + newestFirst,
		"-membership_status": membershipStatus + " desc, " + newestFirst,
		byLastOrder:          "taken_at, id",
		"-" + byLastOrder:    "taken_at desc nulls last, id desc",
	}[s]
	return order, known
}

const byLastOrder = "last_order"

func (s Sort) isByLastOrder() bool { return strings.TrimPrefix(string(s), "-") == byLastOrder }

// ListInput is the query of a list of associates. An empty field does not filter.
type ListInput struct {
	page.Window
	// IDs keeps only these row ids; nil keeps all.
	IDs []int64
	// Q searches names, e-mails, CPF and phone, as Search does.
	Q                string
	MembershipStatus MembershipStatus
	// NotEnrolled keeps those who are not members yet, of every membership status.
	NotEnrolled bool
	Phase       Phase
	State       string
	// City is the beginning of the name, Prescriber any part of it; accents and case do not matter.
	City, Prescriber string
	Tag              string
	// From and To are civil days (2026-11-20) of the association's time zone, both included.
	From, To    string
	HasPatients *bool
	// DaysWithoutOrders keeps the associates (Associado) without an order in this number of days.
	DaysWithoutOrders int
	// DaysStalled keeps the unfinished registrations that have not changed for this number of days.
	DaysStalled int
	Sort        Sort
	// Columns are the columns to read, "patients" for the number of patients; empty reads all.
	Columns []string
}

// StalledDays is the number of days without a change after which a registration counts as stalled.
const StalledDays = 7

// List returns a page of the associates that the caller may see, without patients. It returns 400 VALIDATION_ERROR for
// an unknown order and for an invalid day.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (found page.Of[Listed], err error) {
	window, err := input.Normalize()
	if err != nil {
		return found, err
	}
	found.Meta = page.Meta{Limit: window.Limit, Offset: window.Offset}
	err = input.read(ctx, tx, by, func(filtered *db.DB) error {
		order, _ := input.Sort.sql()
		if input.Sort.isByLastOrder() {
			filtered = filtered.Joins("join last_orders on user_id = users.id")
		}
		found.Items, err = db.Collect[Listed](input.listed(input.within(filtered.Order(order), window)).Order(order))
		return err
	})
	for i := range found.Items {
		found.Items[i].Associate = found.Items[i].concealedFrom(by)
	}
	return found, err
}

// Each calls take with every associate that List would return, in the same order.
func Each(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, take func(Listed) error) error {
	filtered, err := input.filter(tx.WithContext(ctx), by)
	if err != nil {
		return err
	}
	order, _ := input.Sort.sql()
	return db.Each(input.listed(filtered.Select(input.columns())).Order(order), func(row Listed) error {
		row.Associate = row.concealedFrom(by)
		return take(row)
	})
}

// SelectIDs returns a query for the row ids of the associates that List would return, for use in other statements.
func SelectIDs(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (*db.DB, error) {
	filtered, err := input.filter(tx.WithContext(ctx), by)
	if err != nil {
		return nil, err
	}
	return filtered.Select("id"), nil
}

// visibleTo limits the query to associates and patients for a caller who may read them, and to none
// otherwise.
func visibleTo(by auth.Caller) db.Scope {
	return db.Allowed(access.Can(by, "users", access.Read))
}

// farFrom is the offset from which the rows before a window are read from an index alone.
const farFrom = 300

// within limits a query of associates to a window. A search, and a window far down the list, skip the rows before and
// between those of the window in the index alone.
func (in ListInput) within(ordered *db.DB, window page.Range) *db.DB {
	if in.Q == "" && window.Offset < farFrom {
		return db.InWindow(ordered.Select(in.columns()), window)
	}
	found := db.InWindow(ordered.Select("id"), window)
	return found.Session(&db.Session{NewDB: true}).Table("users").Select(in.columns()).Where("id in (?)", found)
}

// columns lists the columns to read from a row of users.
func (in ListInput) columns() []string {
	return slices.DeleteFunc(slices.Clone(listedColumns), func(column string) bool {
		return !in.reads(column) && !slices.Contains(sortColumns, column) && (column != "user_code" || !in.reads("patients"))
	})
}

func (in ListInput) reads(column string) bool {
	return len(in.Columns) == 0 || slices.Contains(in.Columns, column)
}

// listed adds the columns of relatedColumns to a query of associates.
func (in ListInput) listed(people *db.DB) *db.DB {
	columns := relatedColumns
	if in.reads("patients") {
		columns += patientColumn
	}
	return people.Session(&db.Session{NewDB: true}).Table("(?) as users", people).Select(columns)
}

// read runs a query of the associates that match.
func (in ListInput) read(ctx context.Context, tx *db.DB, by auth.Caller, run func(filtered *db.DB) error) error {
	filtered, err := in.filter(db.Unprepared(tx.WithContext(ctx)), by)
	if err != nil {
		return err
	}
	return run(filtered)
}

func (in ListInput) validate() error {
	_, isOrder := in.Sort.sql()
	var problems errs.Problems
	problems.Require(isOrder, "sort", "a lista não tem esta ordem")
	problems.Require(in.From == "" || civil.IsDay(in.From), "from", "deve ser um dia")
	problems.Require(in.To == "" || civil.IsDay(in.To), "to", "deve ser um dia")
	return problems.Err()
}

func (in ListInput) filter(tx *db.DB, by auth.Caller) (*db.DB, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	query := matching(tx.Model(&Associate{}).Where("status <> 'patient'").Scopes(visibleTo(by)), by, in.Q)
	for _, condition := range in.conditions(by.Now) {
		if condition.isSet {
			query = query.Where(condition.sql, condition.arguments...)
		}
	}
	created, err := settings.SpanOf(tx.Statement.Context, tx, civil.Days{From: in.From, To: in.To}, by.Now)
	return db.InSpan(query, "date_created", created), err
}

// condition is the SQL of a filter and its arguments.
type condition struct {
	isSet     bool
	sql       string
	arguments []any
}

func (in ListInput) conditions(now time.Time) []condition {
	const withoutOrders = "status = 'Associado' and not exists (select 1 from last_orders l where l.user_id = users.id and l.taken_at >= ?)"
	// The first condition matches the predicate of an index.
	const stalled = "status = 'active' and " + membershipStatus + " = ? and date_updated <= ?"
	hasPatients := "exists (select 1 from users p where p.responsible_code = users.user_code)"
	if in.HasPatients != nil && !*in.HasPatients {
		hasPatients = "not " + hasPatients
	}
	return []condition{
		{in.IDs != nil, "id in ?", []any{in.IDs}},
		{in.NotEnrolled, "status <> ?", []any{Associado}},
		{in.MembershipStatus != "", membershipStatus + " = ?", []any{in.MembershipStatus}},
		{in.Phase != "", "associate_status = ?", []any{in.Phase}},
		{in.State != "", "state = ?", []any{in.State}},
		{in.City != "", "fold(city) like fold(?) || '%'", []any{in.City}},
		{in.Prescriber != "", "fold(prescriber) like '%' || fold(?) || '%'", []any{in.Prescriber}},
		{in.Tag != "", "tags @> jsonb_build_array(?::text)", []any{in.Tag}},
		{in.HasPatients != nil, hasPatients, nil},
		{in.DaysWithoutOrders > 0, withoutOrders, []any{in.withoutOrdersSince(now)}},
		{in.DaysStalled > 0, stalled, []any{Joining, now.AddDate(0, 0, -in.DaysStalled)}},
	}
}

// withoutOrdersSince returns the start of the period of DaysWithoutOrders.
func (in ListInput) withoutOrdersSince(now time.Time) time.Time {
	return now.AddDate(0, 0, -in.DaysWithoutOrders)
}
