// Package people says what rows of people become: new associates with their patients, or more values of a stored person. It finds
// who of the stored people a row may be, compares and joins the two, registers the others, and undoes both. Annotations
// of people are here too.
package people

import (
	"context"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Identity is the CPF, else the name with the birth date or the first phone or e-mail.
func Identity(values map[string]string) string {
	if cpf := values["associate_cpf"]; cpf != "" {
		return "cpf " + cpf
	}
	name := cells.Fold(values["name"])
	for _, other := range []string{"birth_date", "email", "phone"} {
		if name != "" && values[other] != "" {
			return name + "|" + values[other]
		}
	}
	return ""
}

// Check finds stored people who may be those of the rows, and what the registration would refuse.
func Check(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
	for _, row := range rows {
		checkPerson(row)
	}
	if err := findTwins(ctx, tx, rows); err != nil {
		return err
	}
	var checked []*staging.Row
	var registrations []associates.Registration
	seen := map[string]bool{}
	for _, row := range rows {
		// A person of an earlier row or of the database would be refused for that alone.
		identity := texts.Of(row.Identity)
		if row.MatchID != nil || staging.HasProblem(*row, "name_empty:name", "name_wrong:name") || identity != "" && seen[identity] {
			continue
		}
		seen[identity] = true
		one := registration(staging.AsIfFixed(*row), row.Notes)
		// Two people of the file may share an e-mail, which FindRepeated sees.
		one.Email, one.EmailAccount = one.EmailAccount, patch.Field[string]{}
		checked, registrations = append(checked, row), append(registrations, one)
	}
	results, err := associates.CheckRegistrations(ctx, tx, by, registrations)
	if err != nil {
		return err
	}
	for i, row := range checked {
		for _, wrong := range errs.FieldsOf(results[i].Err) {
			row.Problems = append(row.Problems, cells.Problem{Kind: "refused:" + wrong.Path, Field: wrong.Path, Value: wrong.Message})
		}
	}
	return nil
}

// checkPerson finds what is wrong between the cells of a row.
func checkPerson(row *staging.Row) {
	values := row.Data
	if values["name"] == "" && !staging.HasProblemOf(*row, "name") {
		row.Problems = append(row.Problems, cells.Problem{Kind: "name_empty:name", Field: "name"})
	}
	if values["self"] != "" {
		for _, name := range []string{"patient_birth", "patient_cpf", "patient_relationship", "patient_species"} {
			delete(values, name)
		}
		return
	}
	patient := values["patient_name"]
	if patient == "" && !staging.HasProblemOf(*row, "patient_name") {
		for _, name := range []string{"patient_birth", "patient_cpf"} {
			if values[name] != "" {
				row.Problems = append(row.Problems, cells.Problem{Kind: "patient_without_name", Field: "patient_name", Value: values[name]})
				break
			}
		}
		return
	}
	_, last := fmtbr.SplitName(patient)
	if patient != "" && last == "" && values["patient_species"] == "" {
		_, family := fmtbr.SplitName(values["name"])
		row.Problems = append(row.Problems, cells.Problem{Kind: "patient_last_name", Field: "patient_last_name", Value: patient,
			Fix: lastWord(family)})
	}
}

func lastWord(text string) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
