package people

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// join takes the chosen fields of a row into the stored person. What is left of the row becomes an annotation.
func join(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) error {
	values, notes := row.Data, row.Notes
	stored, err := associates.FindFor(ctx, tx, by, *row.MatchID)
	if err != nil {
		return err
	}
	patients, err := associates.ListPatients(ctx, tx, by, stored.ID)
	if err != nil {
		return err
	}
	taken, left := map[string]string{}, []string{}
	for _, difference := range Compare(values, stored, patients) {
		switch {
		case difference.Same:
		case !slices.Contains(row.Taken, difference.Field):
			left = append(left, difference.Label+": "+difference.File)
		case difference.Field == "patient":
			if err := joinPatient(ctx, tx, by, row, stored); err != nil {
				return err
			}
		case difference.Field == "address":
			takeAddress(taken, values)
		default:
			taken[difference.Field] = values[difference.Field]
		}
	}
	addTags(taken, stored, values)
	if row.Made.Before, row.Made.After, err = take(ctx, tx, by, stored, taken); err != nil {
		return err
	}
	if len(left) > 0 {
		notes = append(notes, fmt.Sprintf("Da planilha, linha %d: %s.", row.Line, strings.Join(left, "; ")))
	}
	for _, note := range notes {
		if slices.ContainsFunc(stored.Annotations, func(one associates.Annotation) bool { return one.Text == strings.TrimSpace(note) }) {
			continue
		}
		made, err := associates.Annotate(ctx, tx, by, associates.AnnotateInput{ID: stored.ID, Text: texts.Truncate(note, 4000)})
		if err != nil {
			return err
		}
		row.Made.Annotations = append(row.Made.Annotations, made.ID.String())
	}
	row.RecordID = &stored.ID
	return nil
}

// takeAddress takes the address of the file. With a street, its number and complement are those of the file too.
func takeAddress(taken, values map[string]string) {
	for _, name := range addressFields {
		isOfStreet := values["street"] != "" && (name == "number" || name == "complement")
		if values[name] != "" || isOfStreet {
			taken[name] = values[name]
		}
	}
}

func addTags(taken map[string]string, stored associates.Associate, values map[string]string) {
	all := slices.Clone(stored.Tags)
	for _, tag := range tagList(values) {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if len(all) > len(stored.Tags) {
		taken["tags"] = strings.Join(all, "\n")
	}
}

func joinPatient(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row, stored associates.Associate) error {
	input, has := patientOf(row.Data)
	if !has {
		return nil
	}
	input.Responsible = stored.ID
	patient, err := associates.AddPatient(ctx, tx, by, input)
	if err != nil {
		return err
	}
	row.Made.Patients = append(row.Made.Patients, patient.ID)
	return nil
}

// take changes the person, and returns the changed values as they were before and as they are stored now.
func take(ctx context.Context, tx *db.DB, by auth.Caller, stored associates.Associate, taken map[string]string) (before, after map[string]string,
	err error) {
	if len(taken) == 0 {
		return nil, nil, nil
	}
	changed, err := associates.Accounts{}.Change(ctx, tx, by, changeInput(stored.ID, taken))
	if err != nil {
		return nil, nil, err
	}
	before, after = map[string]string{}, map[string]string{}
	for name := range taken {
		before[name], after[name] = storedValue(stored, name), storedValue(changed, name)
	}
	return before, after, nil
}
