package associates

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// maxDuplicates is the maximum number of associates in a warning.
const maxDuplicates = 5

// DuplicatesInput has the fields of a form that identify a person.
type DuplicatesInput struct {
	CPF   string `form:"cpf"`
	Email string `form:"email"`
	Phone string `form:"phone"`
	// Name and BirthDate identify a person together; the date is text as typed.
	Name      string `form:"name"`
	BirthDate string `form:"birth_date"`
	// Except is the row that the form changes; 0 for a new row.
	Except int64 `form:"except"`
}

// FindDuplicates returns the associates that the caller may see with the same CPF, with the e-mail as login or contact,
// with the phone as either of theirs, or with the same name (ignoring case and accents) and birth date, oldest first. An incomplete value matches nobody.
func FindDuplicates(ctx context.Context, tx *db.DB, by auth.Caller, input DuplicatesInput) ([]Associate, error) {
	cpf, isCPF := brdoc.CPF(input.CPF)
	address, isEmail := email.Normalize(input.Email)
	phone, isPhone := brdoc.Phone(input.Phone)
	born, notDay := civil.Parse(input.BirthDate)
	name := strings.Join(strings.Fields(input.Name), " ")
	isNamed := name != "" && notDay == nil
	if !isCPF && !isEmail && !isPhone && !isNamed {
		return nil, nil
	}
	same := tx.Where("false")
	if isCPF {
		same = same.Or("associate_cpf = ?", cpf)
	}
	if isEmail {
		same = same.Or("email_account = ?", address).Or("email = ?", address)
	}
	if isPhone {
		same = same.Or("phone = ?", phone).Or("phone_secondary = ?", phone)
	}
	if isNamed {
		same = same.Or("fold(associate_name) = fold(?) and birth_date = ?", name, born)
	}
	var found []Associate
	err := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("status <> ? and id <> ?", Patient, input.Except).Where(same).
		Order("id").Limit(maxDuplicates).Find(&found).Error
	return concealed(by, found), err
}

// Shared names what an associate has in common with the input, in Portuguese: "este CPF".
func (in DuplicatesInput) Shared(other Associate) string {
	cpf, _ := brdoc.CPF(in.CPF)
	address, _ := email.Normalize(in.Email)
	phone, _ := brdoc.Phone(in.Phone)
	switch {
	case cpf != "" && isCPF(texts.Of(other.AssociateCPF), cpf):
		return "este CPF"
	case address != "" && (texts.Of(other.EmailAccount) == address || texts.Of(other.Email) == address):
		return "este e-mail"
	case phone != "" && (texts.Of(other.Phone) == phone || texts.Of(other.PhoneSecondary) == phone):
		return "este telefone"
	}
	return "este nome e nascimento"
}

// isCPF reports whether a CPF in the form of a list, which may conceal it, is this one.
func isCPF(shown, cpf string) bool {
	return shown == cpf || shown == auth.Caller{Hidden: []auth.Private{auth.CPF}}.Conceal(auth.CPF, cpf)
}

// requireUnique reports a CPF or login e-mail that another associate has. The message names this associate to callers
// who may read associates.
func (r *update) requireUnique(ctx context.Context, tx *db.DB) error {
	for _, unique := range []struct {
		path          string
		before, value *string
	}{{"associate_cpf", r.before.AssociateCPF, r.row.AssociateCPF}, {"email_account", r.before.EmailAccount, r.row.EmailAccount}} {
		if unique.value == nil || texts.Of(unique.before) == *unique.value {
			continue
		}
		var other Associate
		found := tx.WithContext(ctx).Where(unique.path+" = ? and status <> ? and id <> ?", *unique.value, Patient, r.row.ID).Limit(1).Find(&other)
		if found.Error != nil {
			return found.Error
		}
		r.problems.Require(found.RowsAffected == 0, unique.path, takenBy(r.by, other))
	}
	return nil
}

// TakenProblem is the problem of a CPF or e-mail of another person, for callers who may not read associates.
const TakenProblem = "não pode ser usado. Confira ou fale com a equipe."

func takenBy(by auth.Caller, other Associate) string {
	if !access.Can(by, "users", access.Read) {
		return TakenProblem
	}
	return fmt.Sprintf("já é de outro associado: %s (nº %d)", other.FullName(), other.ID)
}

// Twin is an associate who may be the person of a row that is to be registered.
type Twin struct {
	Associate
	// Folded is the full name as names are compared.
	Folded string `gorm:"->"`
}

// Identity is what identifies a person; empty values identify nobody.
type Identity struct{ CPF, Email, Phone, Name, BirthDate string }

// FindTwins returns the associates with the CPF, the e-mail, the phone, or the name and birth date of any of the identities.
func FindTwins(ctx context.Context, tx *db.DB, of []Identity) ([]Twin, error) {
	var cpfs, emails, phones, names, births []string
	collect := func(into *[]string, value string) {
		if value != "" {
			*into = append(*into, value)
		}
	}
	for _, one := range of {
		collect(&cpfs, one.CPF)
		collect(&emails, one.Email)
		collect(&phones, one.Phone)
		if one.Name != "" && one.BirthDate != "" {
			names, births = append(names, one.Name), append(births, one.BirthDate)
		}
	}
	same := tx.Where("false")
	add := func(condition string, values []string) {
		if len(values) > 0 {
			same = same.Or(condition, values)
		}
	}
	add("associate_cpf in ?", cpfs)
	add("email_account in ?", emails)
	add("email in ?", emails)
	add("phone in ?", phones)
	if len(names) > 0 {
		list, err := json.Marshal(names)
		if err != nil {
			return nil, err
		}
		same = same.Or("birth_date in ? and fold(associate_name) in (select fold(name) from jsonb_array_elements_text(?::jsonb) as given (name))", births,
			string(list))
	}
	var found []Twin
	err := tx.WithContext(ctx).Table("users").Select("*, fold(associate_name) as folded").Where("status <> ?", Patient).Where(same).
		Order("id").Limit(20 * len(of)).Find(&found).Error
	return found, err
}

// PatientsOf returns the patients of many associates by their code, oldest first.
func PatientsOf(ctx context.Context, tx *db.DB, codes []uuid.UUID) (map[uuid.UUID][]Associate, error) {
	var rows []Associate
	err := tx.WithContext(ctx).Where("responsible_code in ?", codes).Order("date_created, id").Limit(maxPatients * max(len(codes), 1)).
		Find(&rows).Error
	found := map[uuid.UUID][]Associate{}
	for _, row := range rows {
		found[*row.ResponsibleCode] = append(found[*row.ResponsibleCode], row)
	}
	return found, err
}
