package associates_test

import (
	"encoding/json"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// A restored patient has the same id, code, annotations, picture and links to files. The job that removes the picture keeps it.
func TestRestorePatient_SameRow(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(now)
	input := aPatient(dbtest.Ana.ID, "Lívia", "de Souza")
	input.CPF, input.Tags, input.WeightKg = patch.Of("168.995.350-09"), patch.Of([]string{"VIP"}), patch.Of(associates.Kilos(21.5))
	row, err := associates.AddPatient(t.Context(), connection.DB, bruno, input)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := associates.Annotate(t.Context(), connection.DB, bruno,
		associates.AnnotateInput{ID: row.ID, Text: "Tem medo de agulha"}); err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Pool.Exec(t.Context(), `with stored as (insert into files (file_name, content_type, size, sha256, storage_key)
		values ('rg.jpg', 'image/jpeg', 1, repeat('a', 64), 'x/1') returning id)
		insert into users_files (file_id, user_id, doc_type, side) select id, $1, 'rg', 'front' from stored`, row.ID); err != nil {
		t.Fatal(err)
	}
	var picture int64
	if err := connection.Pool.QueryRow(t.Context(), `insert into files (file_name, content_type, size, sha256, storage_key)
		values ('foto.jpg', 'image/jpeg', 1, repeat('b', 64), 'x/2') returning id`).Scan(&picture); err != nil {
		t.Fatal(err)
	}
	if _, err := associates.SetAvatar(t.Context(), connection.DB, bruno, associates.SetAvatarInput{ID: row.ID, File: &picture}); err != nil {
		t.Fatal(err)
	}
	before, links := rowOf(t, connection, row.ID), `select to_jsonb(f)::text from users_files f where user_id = $1`
	var linked, relinked string
	if err := connection.Pool.QueryRow(t.Context(), links, row.ID).Scan(&linked); err != nil {
		t.Fatal(err)
	}
	id, err := associates.RemovePatient(t.Context(), connection.DB, bruno,
		associates.RemovePatientInput{Responsible: dbtest.Ana.ID, ID: row.ID})
	if err != nil || count(t, connection, "id = ?", row.ID) != 0 {
		t.Fatal("the patient is still there", err)
	}
	record, err := undo.Take(t.Context(), connection.DB, bruno, id)
	if err != nil {
		t.Fatal(err)
	}
	var removed associates.RemovedPatient
	if err := json.Unmarshal(record.Payload, &removed); err != nil {
		t.Fatal(err)
	}
	if err := associates.RestorePatient(t.Context(), connection.DB, bruno, removed); err != nil {
		t.Fatal(err)
	}
	if after := rowOf(t, connection, row.ID); after != before {
		t.Errorf("restored\n%s, was\n%s", after, before)
	}
	if err := connection.Pool.QueryRow(t.Context(), links, row.ID).Scan(&relinked); err != nil || relinked != linked {
		t.Errorf("the file is linked %s, was %s (%v)", relinked, linked, err)
	}
	if err := files.Remove(t.Context(), connection.DB, auth.Caller{Kind: auth.System}.At(now), picture); !errs.HasCode(err,
		db.CodeLinkedRecords) {
		t.Errorf("the picture of the restored patient: %v, want %s", err, db.CodeLinkedRecords)
	}
}

func TestRestorePatient_Conflict(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	bruno := dbtest.Bruno.Caller().At(now)
	input := aPatient(dbtest.Carla.ID, "Lívia", "de Souza")
	input.CPF = patch.Of("168.995.350-09")
	row, err := associates.AddPatient(t.Context(), connection.DB, bruno, input)
	if err != nil {
		t.Fatal(err)
	}
	removed := associates.RemovedPatient{Patient: row}
	if _, err := associates.RemovePatient(t.Context(), connection.DB, bruno,
		associates.RemovePatientInput{Responsible: dbtest.Carla.ID, ID: row.ID}); err != nil {
		t.Fatal(err)
	}
	other, err := associates.AddPatient(t.Context(), connection.DB, bruno, input)
	if err != nil {
		t.Fatal(err)
	}
	if err := associates.RestorePatient(t.Context(), connection.DB, bruno, removed); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("with the CPF of another: %v", err)
	}
	for _, id := range []int64{other.ID, dbtest.Carla.ID} {
		if err := associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), id); err != nil {
			t.Fatal(err)
		}
	}
	if err := associates.RestorePatient(t.Context(), connection.DB, bruno, removed); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("of an associate who is gone: %v", err)
	}
}
