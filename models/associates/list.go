package associates

import (
	"context"
	"slices"
	"time"

	"acolhe/models/brdoc"
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/page"
)

// Listed is an associate as the list shows them: what belongs to health and login is not read.
type Listed struct {
	Associate
	// LastOrder is when the newest order was taken; nil without any.
	LastOrder *time.Time `gorm:"column:last_order"`
	Patients  int        `gorm:"column:patients"`
}

const listedColumns = "id, user_code, status, associate_status, email_account, email, associate_name, name, last_name, associate_cpf, phone, " +
	"city, state, birth_date, responsible_type, prescriber, tags, invalid_fields, date_created, date_updated"

// besideListed looks up what other rows tell of the people of one page, and of them alone.
const besideListed = `users.*,
	(select max(o.date_created) from orders o where o.user_id = users.id) as last_order,
	(select count(*) from users p where p.responsible_code = users.user_code) as patients`

// Sort is an order of the list; a minus before it turns it around.
type Sort string

// NewestFirst is the order of the list unless another is asked for.
const NewestFirst Sort = "-criado"

// sql gives an order of rows; each is total, and each is that of an index. Who lacks a value stands last.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":            "date_created desc, id desc",
		NewestFirst:   "date_created desc, id desc",
		"criado":      "date_created, id",
		"nome":        "fold(associate_name), id",
		"-nome":       "fold(associate_name) desc nulls last, id desc",
		"cidade":      "fold(city), id",
		"-cidade":     "fold(city) desc nulls last, id desc",
		"atualizado":  "date_updated, id",
		"-atualizado": "date_updated desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of the list of associates. What is left empty filters nothing.
type ListInput struct {
	page.Window
	// Q looks for names, e-mails, CPF and phone, as Search does.
	Q        string
	Standing Standing
	Phase    Phase
	State    string
	// City is how the name begins, Prescriber a part of the name; accents and case do not matter.
	City, Prescriber string
	Tag              string
	// From and To are civil days (2026-11-20) of the association's time zone, both included.
	From, To string
	Patients Patients
	// NoOrderFor keeps the associates (Associado) who took no order in so many days.
	NoOrderFor int
	Sort       Sort
}

// List gives the associates that the filters leave, patients left out. It answers 400
// VALIDATION_ERROR for a value that is none of a filter's.
func List(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (page.Of[Listed], error) {
	window, err := input.Settle()
	if err != nil {
		return page.Of[Listed]{}, err
	}
	order, known := input.Sort.sql()
	if !known {
		return page.Of[Listed]{}, errs.Invalid("ordem", "a lista não tem esta ordem")
	}
	found := page.Of[Listed]{Meta: page.Meta{Limit: window.Limit, Offset: window.Offset}}
	if window.Wants(page.FilterCount) {
		count, err := Count(ctx, tx, input, now)
		if err != nil {
			return found, err
		}
		found.Meta.FilterCount = &count
	}
	filtered, err := input.filter(ctx, tx, now)
	if err != nil {
		return found, err
	}
	rows := filtered.Select(listedColumns).Order(order).Limit(window.Limit).Offset(window.Offset)
	err = tx.WithContext(ctx).Table("(?) as users", rows).Select(besideListed).Order(order).Find(&found.Items).Error
	return found, err
}

// Count counts the associates that the filters leave. It answers as List does.
func Count(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (int, error) {
	filtered, err := input.filter(ctx, tx, now)
	if err != nil {
		return 0, err
	}
	var count int64
	err = filtered.Count(&count).Error
	return int(count), err
}

// Check tells whether every filter has a value that it may have, or 400 VALIDATION_ERROR.
func (in ListInput) Check() error {
	var p errs.Problems
	p.Require(in.Standing == "" || slices.Contains(Standings(), in.Standing), "situacao", "não é uma situação de associados")
	p.Require(in.Phase == "" || slices.Contains(Phases(), in.Phase), "fase", "não é uma fase do cadastro")
	p.Require(in.State == "" || brdoc.IsState(in.State), "uf", "deve ser a sigla de um estado")
	p.Require(in.Patients == "" || in.Patients == WithPatients || in.Patients == WithoutPatients, "pacientes", "deve ser com ou sem pacientes")
	p.Require(in.NoOrderFor >= 0 && in.NoOrderFor <= maxDaysWithoutOrder, "sem_pedido", "deve ser um número de dias até 3650")
	p.Require(isDay(in.From), "de", "deve ser um dia")
	p.Require(isDay(in.To), "ate", "deve ser um dia")
	return p.Err()
}
