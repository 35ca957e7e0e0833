package imports

import (
	"context"
	"fmt"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// runRows is the number of rows that are stored in one transaction with the position.
const runRows = 200

// runChunk stores the next rows of an import together with the position, and reports whether there are more.
func (w Worker) runChunk(ctx context.Context, id int64) (hasMore bool, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lock(tx, id)
		if err != nil || row.State != Running {
			return err
		}
		by, err := w.owner(ctx, tx, row)
		if message, _, isRefusal := refusalOf(err); isRefusal {
			now := w.Now()
			return tx.Model(&row).Updates(map[string]any{"state": Done, "failure": message, "date_ended": now}).Error
		}
		if err != nil {
			return err
		}
		var rows []*Row
		next := tx.Where("import_id = ? and line > ? and outcome in ?", id, row.Reached, []Outcome{Create, Attach, Join, Skip})
		if err := next.Order("line").Limit(runRows).Find(&rows).Error; err != nil {
			return err
		}
		if err := row.runRows(ctx, tx, by, rows); err != nil {
			return err
		}
		row.count(rows)
		if hasMore = len(rows) == runRows; hasMore {
			row.Reached = rows[len(rows)-1].Line
		} else {
			now := w.Now()
			row.State, row.DateEnded, row.Reached = Done, &now, 0
		}
		return tx.Save(&row).Error
	})
	return hasMore, err
}

// runRows stores rows and their results.
func (i *Import) runRows(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
	if len(rows) == 0 {
		return nil
	}
	actions, err := actionsOf(tx, i.ID)
	if err != nil {
		return err
	}
	if err := overlay(tx, i.ID, rows); err != nil {
		return err
	}
	var stored []*Row
	for _, row := range rows {
		if row.Outcome == Skip {
			row.Outcome = WasSkipped
			row.RecordID = row.MatchID
			if row.FirstLine != nil {
				note := fmt.Sprintf("entrou com a linha %d", *row.FirstLine)
				row.Note, row.RecordID = &note, nil
			}
			continue
		}
		row.Data, row.Notes = final(*row, actions)
		stored = append(stored, row)
	}
	if err := targets[i.Kind].run(ctx, tx, by, stored); err != nil {
		return err
	}
	return storeResults(tx, i.ID, rows)
}

// actionsOf returns what a person decided about each kind of problem.
func actionsOf(tx *db.DB, id int64) (map[string]cells.Action, error) {
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

// overlay fills into rows what later lines of the same person say: the last line counts.
func overlay(tx *db.DB, id int64, rows []*Row) error {
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

// storeResults writes the outcomes of rows.
func storeResults(tx *db.DB, id int64, rows []*Row) error {
	type result struct {
		Line     int     `json:"line"`
		Outcome  Outcome `json:"outcome"`
		RecordID *int64  `json:"record_id"`
		Made     Made    `json:"made"`
		Note     *string `json:"note"`
	}
	list := make([]result, len(rows))
	for i, row := range rows {
		list[i] = result{row.Line, row.Outcome, row.RecordID, row.Made, row.Note}
	}
	return tx.Exec(`update import_rows r set outcome = n.outcome, record_id = n.record_id, made = n.made, note = n.note
		from jsonb_to_recordset(?::jsonb) as n (line integer, outcome text, record_id bigint, made jsonb, note text)
		where r.import_id = ? and r.line = n.line`, asJSON(list), id).Error
}

// count adds the outcomes of rows to the counters.
func (i *Import) count(rows []*Row) {
	for _, row := range rows {
		switch row.Outcome {
		case WasCreated:
			i.Created++
		case WasJoined, WasAttached:
			i.Joined++
		case WasSkipped:
			i.Skipped++
		case WasRefused:
			i.Refused++
		}
		i.Patients += len(row.Made.Patients)
	}
}

// refuse marks a row that could not be stored.
func (r *Row) refuse(reason string) { r.Outcome, r.Note = WasRefused, &reason }

// runPeople registers new people at once, then joins and attaches one by one, each in a transaction of its own.
func runPeople(ctx context.Context, tx *db.DB, by auth.Caller, rows []*Row) error {
	var created []*Row
	var registrations []associates.Registration
	for _, row := range rows {
		if row.Outcome == Create {
			if row.Decision != nil && *row.Decision == IsNew {
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
		if message, path, isRefusal := refusalOf(results[i].Err); isRefusal {
			row.refuse(withField(path, message))
			continue
		}
		row.Outcome, row.RecordID = WasCreated, &results[i].Associate.ID
		for _, patient := range results[i].Patients {
			row.Made.Patients = append(row.Made.Patients, patient.ID)
		}
	}
	for _, row := range rows {
		var one func(tx *db.DB) error
		switch row.Outcome {
		case Join:
			one = func(tx *db.DB) error { return join(ctx, tx, by, row) }
		case Attach:
			one = func(tx *db.DB) error { return attach(ctx, tx, by, row, created) }
		default:
			continue
		}
		if err := row.try(tx, one); err != nil {
			return err
		}
	}
	return nil
}

// try does one row in a transaction of its own; a refusal becomes the result of the row.
func (r *Row) try(tx *db.DB, do func(tx *db.DB) error) error {
	done := map[Outcome]Outcome{Join: WasJoined, Attach: WasAttached, Create: WasCreated}[r.Outcome]
	err := tx.Transaction(do)
	if message, path, isRefusal := refusalOf(err); isRefusal {
		r.refuse(withField(path, message))
		r.Made, r.RecordID = Made{}, nil
		return nil
	}
	r.Outcome = done
	return err
}

// withField puts the name of a field before the message about it.
func withField(path, message string) string {
	for _, fields := range kinds.AllFields() {
		if field, known := cells.FieldOf(fields, path); known {
			return field.Label + ": " + message
		}
	}
	return message
}

// attach adds the patient of a row to the person of an earlier line.
func attach(ctx context.Context, tx *db.DB, by auth.Caller, row *Row, created []*Row) error {
	at := slices.IndexFunc(created, func(other *Row) bool { return other.Line == *row.FirstLine })
	var record *int64
	if at >= 0 {
		record = created[at].RecordID
	} else {
		first, err := findRow(tx, row.ImportID, *row.FirstLine)
		if err != nil {
			return err
		}
		record = first.RecordID
	}
	if record == nil {
		row.refuse(fmt.Sprintf("a linha %d, da mesma pessoa, ficou de fora", *row.FirstLine))
		return errRefusedRow(*row.Note)
	}
	input, has := patientOf(row.Data)
	if !has {
		return errRefusedRow("o paciente está sem nome")
	}
	input.Responsible = *record
	patient, err := associates.AddPatient(ctx, tx, by, input)
	if err != nil {
		return err
	}
	row.RecordID, row.Made.Patients = record, append(row.Made.Patients, patient.ID)
	return nil
}
