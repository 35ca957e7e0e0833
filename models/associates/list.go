package associates

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Listed is an associate as the list shows them; columns about health and login are not read.
type Listed struct {
	Associate
	// LastOrder is when the newest order was taken; nil without any.
	LastOrder *time.Time `gorm:"column:taken_at"`
	Patients  int        `gorm:"column:patients"`
}

const listedColumns = "id, user_code, status, associate_status, email_account, email, associate_name, name, last_name, associate_cpf, phone, " +
	"city, state, birth_date, responsible_type, prescriber, tags, invalid_fields, date_created, date_updated"

// besideListed adds what other tables know of the people on one page. Subqueries look up only those few; for a join
// PostgreSQL would read all of last_orders in a small association.
const besideListed = `users.*, (select taken_at from last_orders where user_id = users.id) as taken_at,
	(select count(*) from users p where p.responsible_code = users.user_code) as patients`

// Sort is an order of the list; a leading minus reverses it.
type Sort string

// newestFirst is the order of the list unless another is asked for.
const newestFirst = "date_created desc, id desc"

// sql gives the ORDER BY. Each is total and has an index; rows without a value come last.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":            newestFirst,
		"-criado":     newestFirst,
		"criado":      "date_created, id",
		"nome":        "fold(associate_name), id",
		"-nome":       "fold(associate_name) desc nulls last, id desc",
		"cidade":      "fold(city), id",
		"-cidade":     "fold(city) desc nulls last, id desc",
		"atualizado":  "date_updated, id",
		"-atualizado": "date_updated desc, id desc",
		"fase":        "associate_status, " + newestFirst,
		"-fase":       "associate_status desc nulls last, " + newestFirst,
		"situacao":    standing + ", " + newestFirst,
		"-situacao":   standing + " desc, " + newestFirst,
		"pedido":      "taken_at, id",
		"-pedido":     "taken_at desc nulls last, id desc",
	}[s]
	return order, known
}

// byOrders tells whether the list is sorted by the last order of each associate.
func (s Sort) byOrders() bool { return strings.TrimPrefix(string(s), "-") == "pedido" }

// ListInput is the query of the list of associates. Empty fields filter nothing.
type ListInput struct {
	page.Window
	// Q looks for names, e-mails, CPF and phone, as Search does.
	Q        string
	Standing MembershipStatus
	Phase    Phase
	State    string
	// City is the beginning of the name, Prescriber any part of it; accents and case do not matter.
	City, Prescriber string
	Tag              string
	// From and To are civil days (2026-11-20) of the association's time zone, both included.
	From, To string
	Patients Patients
	// NoOrderFor keeps the associates (Associado) without an order in that many days.
	NoOrderFor int
	Sort       Sort
}

// List gives a window of the associates that match the filters, without patients; Count says how
// many match. It answers 400 VALIDATION_ERROR for a value that a filter does not take.
func List(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (found []Listed, err error) {
	window, err := input.Normalize()
	if err != nil {
		return nil, err
	}
	order, known := input.Sort.sql()
	if !known {
		return nil, errs.Invalid("ordem", "a lista não tem esta ordem")
	}
	err = input.read(ctx, tx, now, func(filtered *db.DB) error {
		if input.Sort.byOrders() {
			filtered = filtered.Joins("join last_orders on user_id = users.id")
		}
		return listed(input.within(filtered.Order(order), window)).Order(order).Find(&found).Error
	})
	return found, err
}

// within limits a query of people to a window. A search skips the people before and between its matches
// in an index alone, without reading their rows.
func (in ListInput) within(ordered *db.DB, window page.Range) *db.DB {
	if in.Q == "" {
		return db.InWindow(ordered.Select(listedColumns), window)
	}
	found := db.InWindow(ordered.Select("id"), window)
	return found.Session(&db.Session{NewDB: true}).Table("users").Select(listedColumns).Where("id in (?)", found)
}

// listed adds the columns of besideListed to a query of people.
func listed(people *db.DB) *db.DB {
	return people.Session(&db.Session{NewDB: true}).Table("(?) as users", people).Select(besideListed)
}

// read runs a query of the people who match the filters; one with words is planned for these words.
func (in ListInput) read(ctx context.Context, tx *db.DB, now time.Time, run func(filtered *db.DB) error) error {
	filtered := func(tx *db.DB) error {
		query, err := in.filter(ctx, tx, now)
		if err != nil {
			return err
		}
		return run(query)
	}
	if in.Q+in.City+in.Prescriber == "" {
		return filtered(tx)
	}
	return db.WithCustomPlan(tx.WithContext(ctx), filtered)
}

// Check answers 400 VALIDATION_ERROR unless every filter has a value that it takes.
func (in ListInput) Check() error {
	var p errs.Problems
	p.Require(in.Standing == "" || slices.Contains(MembershipStatuses(), in.Standing), "situacao", "não é uma situação de associados")
	p.Require(in.Phase == "" || slices.Contains(Phases(), in.Phase), "fase", "não é uma fase do cadastro")
	p.Require(in.State == "" || brdoc.IsState(in.State), "uf", "deve ser a sigla de um estado")
	p.Require(in.Patients == "" || in.Patients == WithPatients || in.Patients == WithoutPatients, "pacientes", "deve ser com ou sem pacientes")
	p.Require(in.NoOrderFor >= 0 && in.NoOrderFor <= maxDaysWithoutOrder, "sem_pedido", "deve ser um número de dias até 3650")
	p.Require(in.From == "" || civil.IsDay(in.From), "de", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "ate", "deve ser um dia")
	return p.Err()
}
