// Package reasons is why an operator sees the record of a person: what is open between them, else the reason that the operator
// gives. The log that keeps it is package reads.
package reasons

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// The reasons that people choose, and those that the program finds. A reason is kept as its word, followed by ": " and a detail
// if there is one.
const (
	Contacted       = "contacted"
	OrderMatter     = "order"
	Correction      = "correction"
	Covering        = "covering"
	Other           = "other"
	OpenContact     = "open_contact"
	OpenOrder       = "open_order"
	OpenAppointment = "open_appointment"
	OwnRegistration = "own_registration"
)

// All returns the reasons to choose from, in the order of the page.
func All() []string { return []string{Contacted, OrderMatter, Correction, Covering, Other} }

const (
	// lifetime is how long a reason that was given holds.
	lifetime = 4 * time.Hour
	// maxDetail is the length of a detail in characters.
	maxDetail = 150
)

// Input is why an operator needs the record of a person.
type Input struct {
	Reason string `form:"reason"`
	Detail string `form:"detail"`
}

func (in Input) kept() (string, error) {
	detail := strings.Join(strings.Fields(in.Detail), " ")
	var problems errs.Problems
	known := false
	for _, reason := range All() {
		known = known || reason == in.Reason
	}
	problems.Require(known, "reason", "escolha um motivo")
	problems.Require(in.Reason != Other || detail != "", "detail", "escreva o motivo")
	problems.Require(texts.Fits(detail, maxDetail), "detail", "escreva até "+strconv.Itoa(maxDetail)+" letras")
	if detail == "" {
		return in.Reason, problems.Err()
	}
	return in.Reason + ": " + detail, problems.Err()
}

// Person is whose record a reason opens.
type Person struct {
	ID   int64
	Name string
}

// personBy has, by collection, the condition for the person whom the record with an id concerns.
var personBy = map[string]string{
	"orders":        "user_code = (select user_code from orders where id = ?)",
	"services":      "user_code = (select coalesce(patient_user_code, associate_user_code) from services where id = ?)",
	"documents":     "id = (select person_id from document_checks where id = ?)",
	"prescriptions": "id = (select user_id from prescriptions where id = ?)",
	"releases":      "id = (select user_id from prescription_releases where id = ?)",
}

// AsksFor reports whether a reason may be asked for the records of a collection.
func AsksFor(of string) bool { return of == "users" || personBy[of] != "" }

// PersonOf returns the person of a record's id, or of the code of a person; an unknown one is 404 NOT_FOUND.
func PersonOf(ctx context.Context, tx *db.DB, of, key string) (Person, error) {
	where, argument := keyed(of, key)
	query := tx.WithContext(ctx).Table("users").
		Select("id, coalesce(associate_name, trim(coalesce(name, '') || ' ' || coalesce(last_name, '')), '') as name").Where(where, argument)
	return db.First[Person](query, errs.NotFound("Associado não encontrado."))
}

// keyed returns the condition for the person of a record's id, or of the code of a person; nobody has a malformed one.
func keyed(of, key string) (where string, argument any) {
	if id, err := strconv.ParseInt(key, 10, 64); err == nil {
		return cmp.Or(personBy[of], "id = ?"), id
	}
	code, err := uuid.Parse(key)
	if err != nil || personBy[of] != "" {
		return "cast(? as text) is null", key
	}
	return "user_code = ?", code
}

// Give keeps why the operator needs the record of a person; it holds for four hours. It returns 400 VALIDATION_ERROR without a
// reason, and for another reason without its words.
func Give(ctx context.Context, tx *db.DB, by auth.Caller, person int64, input Input) error {
	reason, err := input.kept()
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Exec(`insert into read_reasons (operator_id, person_id, reason, date_created, expires_at) values (?, ?, ?, ?, ?)
		on conflict (operator_id, person_id) do update set reason = excluded.reason, date_created = excluded.date_created, expires_at = excluded.expires_at`,
		by.ID, person, reason, by.Now, by.Now.Add(lifetime)).Error
}

// statement finds what connects an operator with a person, one of their patients or the one who answers for them; else the
// reason that they gave.
const statement = `
with person as (select id, user_code, responsible_code from users where %KEY%),
around as (
	select user_code from person union select responsible_code from person where responsible_code is not null
	union select u.user_code from users u join person on u.responsible_code = person.user_code
)
select person.id, coalesce(
	case when exists (select from reception where associate_code in (select user_code from around) and completed_at is null and attendant = @code) then '` + OpenContact + `'
		when exists (select from orders where user_code in (select user_code from around) and status not in ('Entregue', 'Cancelado')
			and (@orders or service_user = cast(@code as text))) then '` + OpenOrder + `'
		when exists (select from services where (associate_user_code in (select user_code from around) or patient_user_code in (select user_code from around))
			and consultation_date > @yesterday and created_by_user_code = @code) then '` + OpenAppointment + `'
		when exists (select from user_changes where user_id = person.id and action = 'create' and actor_code = cast(@code as text) and date_created > @yesterday) then '` + OwnRegistration + `' end,
	(select reason from read_reasons where operator_id = @operator and person_id = person.id and expires_at > @now), '') as reason
from person`

// For returns why the operator sees the record of a person, with this id or code, or one of their orders, documents or appointments:
// what is open with them, or the reason that they gave in the last four hours. It is 403 READ_REASON_REQUIRED if there is none; empty
// if the configuration asks for none, and for a record that is not there.
func For(ctx context.Context, tx *db.DB, by auth.Caller, of, key string) (string, error) {
	if !by.AsksReason {
		return "", nil
	}
	where, argument := keyed(of, key)
	var found []struct {
		ID     int64
		Reason string
	}
	err := tx.WithContext(ctx).Raw(strings.Replace(statement, "%KEY%", strings.Replace(where, "?", "@key", 1), 1), map[string]any{
		"key": argument, "code": by.Code, "operator": by.ID, "now": by.Now, "yesterday": by.Now.AddDate(0, 0, -1),
		"orders": by.Is(auth.Producao) || by.Is(auth.Financeiro)}).Scan(&found).Error
	if err != nil || len(found) == 0 {
		return "", err
	}
	if found[0].Reason == "" {
		return "", errs.New(errs.KindForbidden, errs.CodeReadReasonRequired, "Diga por que você precisa ver os dados desta pessoa.")
	}
	return found[0].Reason, nil
}
