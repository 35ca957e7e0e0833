package kinds

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/texts"
)

// person is an associate as lines name them.
type person struct {
	ID           int64
	UserCode     uuid.UUID
	AssociateCPF *string `gorm:"column:associate_cpf"`
	EmailAccount *string
	Email        *string
	Folded       string
}

// FindWhose finds the associate of each line by CPF, else by code or number, else by e-mail, else by a name that only one has,
// and keeps their id in user_id. Nobody, or several people, is a problem; a line that names nobody has none.
func FindWhose(ctx context.Context, tx *db.DB, lines []*Line) error {
	people, err := namedBy(ctx, tx, lines)
	if err != nil {
		return err
	}
	index := map[string][]*person{}
	for i := range people {
		one, keys := &people[i], map[string]bool{}
		for _, key := range []string{"cpf " + texts.Of(one.AssociateCPF), "code " + strconv.FormatInt(one.ID, 10), "code " + one.UserCode.String(),
			"email " + texts.Of(one.EmailAccount), "email " + texts.Of(one.Email), "name " + cells.Fold(one.Folded)} {
			if !keys[key] {
				keys[key] = true
				index[key] = append(index[key], one)
			}
		}
	}
	for _, line := range lines {
		line.findWhose(index)
	}
	return nil
}

func (l *Line) findWhose(index map[string][]*person) {
	delete(l.Values, "user_id")
	v := l.Values
	value, field := "", ""
	for _, by := range []struct{ field, key, value string }{
		{"associate_cpf", "cpf", v["associate_cpf"]}, {"associate_code", "code", strings.ToLower(v["associate_code"])},
		{"associate_email", "email", v["associate_email"]}, {"associate_name", "name", cells.Fold(v["associate_name"])},
	} {
		if by.value == "" {
			continue
		}
		value, field = cmp.Or(value, v[by.field]), cmp.Or(field, by.field)
		switch found := withoutOtherCPF(index[by.key+" "+by.value], v["associate_cpf"]); len(found) {
		case 0:
		case 1:
			l.Values["user_id"] = strconv.FormatInt(found[0].ID, 10)
			return
		default:
			l.add("several_people", by.field, v[by.field], "")
			return
		}
	}
	if value != "" {
		l.add("unknown_person", field, value, "")
	}
}

// withoutOtherCPF leaves out people of whom another CPF is stored.
func withoutOtherCPF(found []*person, cpf string) []*person {
	return slices.DeleteFunc(slices.Clone(found), func(one *person) bool {
		return cpf != "" && one.AssociateCPF != nil && *one.AssociateCPF != cpf
	})
}

// namedBy returns the associates whom any of the lines may name.
func namedBy(ctx context.Context, tx *db.DB, lines []*Line) ([]person, error) {
	of := map[string][]string{}
	var numbers []int64
	for _, line := range lines {
		for _, name := range []string{"associate_cpf", "associate_email", "associate_name"} {
			if value := line.Values[name]; value != "" {
				of[name] = append(of[name], value)
			}
		}
		code := strings.ToLower(line.Values["associate_code"])
		if number, err := strconv.ParseInt(code, 10, 64); err == nil {
			numbers = append(numbers, number)
		} else if _, err := uuid.Parse(code); err == nil {
			of["associate_code"] = append(of["associate_code"], code)
		}
	}
	names, err := json.Marshal(of["associate_name"])
	if err != nil {
		return nil, err
	}
	// Each condition has an index of its own, which an "or" between them would not use.
	var found []person
	err = tx.WithContext(ctx).Raw(`select id, user_code, associate_cpf, email_account, email, fold(associate_name) as folded from users where id in (
			select id from users where associate_cpf in @cpfs and status <> @patient
			union select id from users where email_account in @emails and status <> @patient
			union select id from users where email in @emails and status <> @patient
			union select id from users where id in @numbers and status <> @patient
			union select id from users where user_code in @codes and status <> @patient
			union select u.id from (select distinct fold(name) as name from jsonb_array_elements_text(cast(@names as jsonb)) as given (name)) n
				join users u on fold(u.associate_name) = n.name and u.status <> 'patient')
		order by id`, map[string]any{"cpfs": listOf(of["associate_cpf"]), "emails": listOf(of["associate_email"]), "numbers": numbersOf(numbers),
		"codes": codesOf(of["associate_code"]), "names": namesOf(names), "patient": associates.Patient}).Scan(&found).Error
	return found, err
}

// The lists of a query must have an element.
func listOf(values []string) []string { return append(values, "") }

func numbersOf(values []int64) []int64 { return append(values, 0) }

func codesOf(values []string) []string { return append(values, uuid.Nil.String()) }

func namesOf(encoded []byte) string {
	if string(encoded) == "null" {
		return "[]"
	}
	return string(encoded)
}
