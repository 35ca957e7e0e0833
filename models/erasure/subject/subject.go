// Package subject finds what is a person's: the ids of rows and files, the addresses, and the pattern that finds the names and numbers
// in texts about something else.
package subject

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/lifeevents"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Row is the row of users of a person.
type Row struct {
	ID              int64
	UserCode        uuid.UUID
	Status          string
	AssociateName   *string
	Name            *string
	LastName        *string
	ResponsibleCode *uuid.UUID
}

// TableName returns the name of the table.
func (Row) TableName() string { return "users" }

// Person is a person with the own patients: the sets over which the areas declare what is theirs.
type Person struct {
	Row
	// Patients is their number.
	Patients int
	// Sets are the named values of the declared conditions.
	Sets map[string]any
	// Ambiguous is the number of names that another person has too, which are not searched in texts.
	Ambiguous int
}

// FullName returns the name of the person, as shown before the erasure.
func (s Row) FullName() string {
	for _, parts := range [][]*string{{s.AssociateName}, {s.Name, s.LastName}} {
		var words []string
		for _, part := range parts {
			if part != nil && strings.TrimSpace(*part) != "" {
				words = append(words, strings.TrimSpace(*part))
			}
		}
		if len(words) > 0 {
			return strings.Join(words, " ")
		}
	}
	return fmt.Sprintf("Cadastro %d", s.ID)
}

// Pseudonym is the name of an erased person.
func Pseudonym(id int64) string { return fmt.Sprintf("Pessoa apagada %d", id) }

// Find returns the person with an id: 404 NOT_FOUND if there is none. With isLocked the row stays locked until the transaction ends.
func Find(ctx context.Context, tx *db.DB, id int64, isLocked bool) (Row, error) {
	query := tx.WithContext(ctx).Where("id = ?", id)
	if isLocked {
		query = query.Clauses(clause.Locking{Strength: "UPDATE"})
	}
	return db.First[Row](query, errs.NotFound("Este cadastro não existe mais."))
}

// RequireOwn returns 422 for a patient whose requests are not their own, who is erased with the responsible associate.
func (s Row) RequireOwn(ctx context.Context, tx *db.DB) error {
	if s.ResponsibleCode == nil {
		return nil
	}
	var isOwn bool
	err := tx.WithContext(ctx).Raw("select "+lifeevents.OwnSQL("u")+" from users u where u.id = ?", s.ID).Scan(&isOwn).Error
	if err == nil && !isOwn {
		err = errs.New(errs.KindUnprocessable, errs.CodeValidation, "Um paciente se apaga com quem responde por ele.")
	}
	return err
}

// set is a named query of a set over those before it.
type set struct {
	name, query string
}

// theirs are the sets of what is a person's, in an order in which each uses those before it. A file that another person has too
// is not theirs, nor an e-mail address or a phone that another person has.
var theirs = []set{
	{"orders", "select id from orders where user_id in @ids"},
	{"services", "select id from services where associate_user_code in @codes or patient_user_code in @codes"},
	{"groups", "select distinct booking_group_code from services where id in @services"},
	{"payments", "select id from booking_payments where booking_group_code in @groups"},
	// The term that another person signed for the person is the other's proof.
	{"contracts", `select id from contracts where user_code in @codes
		or patient_user_code in @codes and not exists (select from users o where o.user_code = contracts.user_code and o.id not in @ids)`},
	{"emails", `select distinct found.email from (` + columnsOf("email", emailSources) + `) found where coalesce(found.email, '') <> ''
		and not exists (select from users u where u.id not in @ids and found.email in (lower(u.email_account), lower(u.email)))
		and not exists (select from system_users s where lower(s.email) = found.email)
		and not exists (select from professionals p where lower(p.email) = found.email)`},
	{"phones", `select distinct found.phone from (` + columnsOf("phone", phoneSources) + `) found where coalesce(found.phone, '') <> ''
		and not exists (select from users u where u.id not in @ids and found.phone in (u.phone, u.phone_secondary))
		and not exists (select from professionals p where p.phone = found.phone)`},
	{"items", "select id from reception where associate_code in @codes or lower(email) in @emails or phone in @phones"},
	{"attachments", `select 'users_files' as name, id from users_files where user_id in @ids
		union all select 'services_files', id from services_files where service_id in @services`},
	{"files", `select distinct id from (
			select file_id as id from users_files where user_id in @ids
			union select file_id from orders_files where order_id in @orders
			union select file_id from services_files where service_id in @services
			union select file_id from prescriptions where user_id in @ids
			union select avatar_file_id from users where id in @ids
			union select unnest(array[filled_pdf_file_id, signed_pdf_file_id, audit_pdf_file_id]) from contracts where id in @contracts
			union select id from files where uploaded_by in @codes
			union select (payload #>> '{user,file_id}')::bigint from undos where payload #>> '{user,user_id}' in @idtexts
			union select (payload #>> '{order,file_id}')::bigint from undos where payload #>> '{order,order_id}' in @ordertexts
			union select (payload #>> '{service,file_id}')::bigint from undos where payload #>> '{service,service_id}' in @servicetexts
		) found where id is not null
		and not exists (select from users_files x where x.file_id = found.id and x.user_id not in @ids)
		and not exists (select from orders_files x where x.file_id = found.id and x.order_id not in @orders)
		and not exists (select from services_files x where x.file_id = found.id and x.service_id not in @services)
		and not exists (select from prescriptions x where x.file_id = found.id and x.user_id not in @ids)
		and not exists (select from users x where x.avatar_file_id = found.id and x.id not in @ids)
		and not exists (select from products x where x.image_file_id = found.id)
		and not exists (select from lots x where x.certificate_file_id = found.id)
		and not exists (select from sign_templates x where x.logo_file_id = found.id)
		and not exists (select from sign_template_versions x where found.id in (x.pdf_file_id, x.logo_file_id))`},
}

// Collect returns the person with what is theirs, and with the patients for whom the person answers: not those who came of age, unless
// a guardian was named.
func Collect(ctx context.Context, tx *db.DB, of Row) (Person, error) {
	found := Person{Row: of, Sets: map[string]any{"name": Pseudonym(of.ID)}}
	var rows []Row
	err := tx.WithContext(ctx).Where("id = ? or responsible_code = ? and not "+lifeevents.OwnSQL("users"), of.ID, of.UserCode).Order("id").
		Find(&rows).Error
	if err != nil {
		return found, err
	}
	found.Patients = len(rows) - 1
	ids, codes := make([]int64, len(rows)), make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i], codes[i] = row.ID, row.UserCode
	}
	found.Sets["ids"], found.Sets["codes"] = ids, codes
	found.addTexts("ids", "idtexts")
	found.addTexts("codes", "texts")
	found.Sets["codepattern"] = strings.Join(found.Sets["texts"].([]string), "|")
	found.Sets["callers"] = callersOf(ids)
	for _, next := range theirs {
		if err := found.add(ctx, tx, next); err != nil {
			return found, fmt.Errorf("%s: %w", next.name, err)
		}
	}
	return found, found.addPattern(ctx, tx)
}

// add reads a set.
func (p *Person) add(ctx context.Context, tx *db.DB, next set) error {
	query := tx.WithContext(ctx).Raw(next.query, p.Sets)
	switch next.name {
	case "emails", "phones":
		return scanInto(p, next.name, "-", query)
	case "groups", "contracts":
		return scanInto(p, next.name, uuid.Nil, query)
	case "attachments":
		var rows []struct {
			Name string
			ID   int64
		}
		texts := []string{"0"}
		err := query.Scan(&rows).Error
		for _, row := range rows {
			texts = append(texts, fmt.Sprint(row.ID))
		}
		p.Sets["attachmenttexts"] = texts
		return err
	}
	if err := scanInto(p, next.name, int64(0), query); err != nil {
		return err
	}
	p.addTexts(next.name, strings.TrimSuffix(next.name, "s")+"texts")
	return nil
}

// scanInto reads a set. One with nothing has the value that no row has: SQL has no empty list.
func scanInto[T any](p *Person, name string, none T, query *db.DB) error {
	var values []T
	err := query.Scan(&values).Error
	if len(values) == 0 {
		values = []T{none}
	}
	p.Sets[name] = values
	return err
}

// addTexts adds a set of ids or codes as text.
func (p *Person) addTexts(of, name string) {
	texts := []string{}
	switch values := p.Sets[of].(type) {
	case []int64:
		for _, value := range values {
			texts = append(texts, fmt.Sprint(value))
		}
	case []uuid.UUID:
		for _, value := range values {
			texts = append(texts, value.String())
		}
	}
	p.Sets[name] = texts
}

// callersOf returns the names of associates as callers of routes (package idempotency).
func callersOf(ids []int64) []string {
	callers := make([]string, len(ids))
	for i, id := range ids {
		callers[i] = fmt.Sprintf("associate %d", id)
	}
	return callers
}

// FileIDs returns the ids of their files, ordered.
func (p Person) FileIDs() []int64 {
	ids := slices.Clone(p.Sets["files"].([]int64))
	slices.Sort(ids)
	return slices.DeleteFunc(ids, func(id int64) bool { return id == 0 })
}

// RequireReady returns 409 CONFLICT while an order of an associate is under way, and while patients who came of age, the undecided, have not
// said what they want.
func RequireReady(ctx context.Context, tx *db.DB, id int64, undecided []string) error {
	if len(undecided) > 0 {
		return errs.Conflict(errs.CodeConflict,
			"O pedido de quem fez 18 anos é da própria pessoa: "+strings.Join(undecided, ", ")+". Registre antes, em Maioridade, quem decide.")
	}
	var isOpen bool
	const open = "select exists (select from orders where user_id = ? and status in ('Pago', 'Em separação', 'Enviado'))"
	err := tx.WithContext(ctx).Raw(open, id).Scan(&isOpen).Error
	if err == nil && isOpen {
		err = errs.Conflict(errs.CodeConflict, "Há um pedido a caminho. Os dados se apagam depois da entrega.")
	}
	return err
}
