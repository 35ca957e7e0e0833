package staging

import (
	"fmt"
	"slices"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
)

// AsIfFixed returns the values of a row as if each problem were fixed, so that the registration shows only further ones.
func AsIfFixed(row Row) map[string]string {
	values := map[string]string{}
	for name, value := range row.Data {
		values[name] = value
	}
	for _, problem := range row.Problems {
		switch {
		case problem.Fix != "" && values[problem.Field] == "":
			values[problem.Field] = problem.Fix
		case problem.Field == "name" && values["name"] == "":
			values["name"] = "Sem nome"
		case strings.HasPrefix(problem.Kind, "patient_last_name"):
			values["patient_last_name"] = "Sem sobrenome"
		}
	}
	return values
}

// Decided returns the values and notes of a row with what the person decided about its problems.
func Decided(row Row, actions map[string]cells.Action) (values map[string]string, notes []string) {
	values, notes = map[string]string{}, slices.Clone(row.Notes)
	for name, value := range row.Data {
		values[name] = value
	}
	for _, problem := range row.Problems {
		base, _, _ := strings.Cut(problem.Kind, ":")
		action := actions[problem.Kind]
		switch {
		case base == "twice":
		case base == "sale_total":
			values["total_from"] = string(action)
		case strings.HasPrefix(base, "scan_"), strings.HasPrefix(base, "sale_") && problem.Fix == "", base == "sale_phase" && action == cells.Clear:
		case base == "email_twice" && action == cells.Fix:
			values["contact_only"] = "true"
		case base == "two_people" && action == cells.Split:
			problem.SplitPeople(values)
		case base == "patient_last_name" && action == cells.Clear, base == "patient_without_name":
			notes = append(notes, fmt.Sprintf("Importação, linha %d: paciente sem nome completo (%s).", row.Line, problem.Value))
			delete(values, "patient_name")
		case action == cells.Fix && problem.Fix != "":
			if values[problem.Field] == "" || base == "text_long" {
				values[problem.Field] = problem.Fix
			}
		case action == cells.Keep && isTextual(problem.Field):
			values[problem.Field] = problem.Value
		case base != "refused":
			if problem.Value != "" {
				notes = append(notes, fmt.Sprintf("Importação, linha %d: “%s” não entrou (%s).", row.Line, problem.Value,
					strings.ToLower(cells.KindOf(problem.Kind, nil).Title)))
			}
		}
	}
	return values, notes
}

// isTextual reports whether a field takes any text.
func isTextual(name string) bool {
	for _, fields := range kinds.AllFields() {
		if field, known := cells.FieldOf(fields, name); known {
			return field.Kind == cells.Text || field.Kind == cells.Name || field.Kind == cells.Patient
		}
	}
	return false
}

// ActionsOf returns what a person decided about each kind of problem.
func ActionsOf(tx *db.DB, id int64) (map[string]cells.Action, error) {
	var decided []struct {
		Kind   string
		Action cells.Action
	}
	err := tx.Raw("select kind, action from import_decisions where import_id = ? and action is not null", id).Scan(&decided).Error
	actions := map[string]cells.Action{}
	for _, one := range decided {
		actions[one.Kind] = one.Action
	}
	return actions, err
}

// Overlay fills into rows what later lines of the same person say: the last line counts.
func Overlay(tx *db.DB, id int64, rows []*Row) error {
	lines := make([]int, len(rows))
	for i, row := range rows {
		lines[i] = row.Line
	}
	var later []Row
	err := tx.Where("import_id = ? and first_line in ? and outcome in ? and jsonb_exists(kinds, 'twice')", id, lines,
		[]Outcome{Skip, WasSkipped}).Order("line").Find(&later).Error
	if err != nil {
		return err
	}
	for _, one := range later {
		at := slices.IndexFunc(rows, func(row *Row) bool { return row.Line == *one.FirstLine })
		for name, value := range one.Data {
			rows[at].Data[name] = value
		}
		for _, note := range one.Notes {
			if !slices.Contains(rows[at].Notes, note) {
				rows[at].Notes = append(rows[at].Notes, note)
			}
		}
	}
	return nil
}
