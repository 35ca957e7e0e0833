package people

import (
	"context"
	"fmt"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Run registers new people at once, then joins and attaches one by one, each in a transaction of its own.
func Run(ctx context.Context, tx *db.DB, by auth.Caller, rows []*staging.Row) error {
	var created []*staging.Row
	var registrations []associates.Registration
	for _, row := range rows {
		if row.Outcome == staging.Create {
			if row.Decision != nil && *row.Decision == staging.IsNew {
				// The e-mail is the login of the other person.
				row.Data["contact_only"] = "true"
			}
			created, registrations = append(created, row), append(registrations, registration(row.Data, row.Notes))
		}
	}
	results, err := associates.RegisterMany(ctx, tx, by, registrations)
	if err != nil {
		return err
	}
	for i, row := range created {
		if message, path, isRefusal := staging.RefusalOf(results[i].Err); isRefusal {
			row.Refuse(staging.WithField(path, message))
			continue
		}
		row.Outcome, row.RecordID = staging.WasCreated, &results[i].Associate.ID
		for _, patient := range results[i].Patients {
			row.Made.Patients = append(row.Made.Patients, patient.ID)
		}
	}
	for _, row := range rows {
		var one func(tx *db.DB) error
		switch row.Outcome {
		case staging.Join:
			one = func(tx *db.DB) error { return join(ctx, tx, by, row) }
		case staging.Attach:
			one = func(tx *db.DB) error { return attach(ctx, tx, by, row, created) }
		default:
			continue
		}
		if err := row.Try(tx, one); err != nil {
			return err
		}
	}
	return nil
}

// attach adds the patient of a row to the person of an earlier line.
func attach(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row, created []*staging.Row) error {
	at := slices.IndexFunc(created, func(other *staging.Row) bool { return other.Line == *row.FirstLine })
	var record *int64
	if at >= 0 {
		record = created[at].RecordID
	} else {
		first, err := staging.Find(tx, row.ImportID, *row.FirstLine)
		if err != nil {
			return err
		}
		record = first.RecordID
	}
	if record == nil {
		row.Refuse(fmt.Sprintf("a linha %d, da mesma pessoa, ficou de fora", *row.FirstLine))
		return staging.ErrRefused(*row.Note)
	}
	input, has := patientOf(row.Data)
	if !has {
		return staging.ErrRefused("o paciente está sem nome")
	}
	input.Responsible = *record
	patient, err := associates.AddPatient(ctx, tx, by, input)
	if err != nil {
		return err
	}
	row.RecordID, row.Made.Patients = record, append(row.Made.Patients, patient.ID)
	return nil
}
