package registration_test

import (
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// attach attaches a new file of the associate.
func attach(t *testing.T, connection *db.Connection, by auth.Caller, fields files.UserFileFields) (int64, error) {
	t.Helper()
	var id int64
	err := connection.Pool.QueryRow(t.Context(), `insert into files (file_name, content_type, size, sha256, storage_key, uploaded_by)
		values ('foto.jpg', 'image/jpeg', 10, repeat('0', 64), gen_random_uuid()::text, $1) returning id`, by.Code).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = registration.AttachDocument(t.Context(), connection.DB, by, files.File{ID: id}, registration.UploadInput{UserFileFields: fields})
	return id, err
}

var (
	front = files.UserFileFields{DocType: patch.Of[files.DocType]("rg"), Side: patch.Of[files.Side]("front")}
	paper = files.UserFileFields{DocKind: patch.Of("prescription")}
)

// Identity documents are sent up to their phase, the prescription in the last one and afterwards.
func TestAttachDocument_Phases(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := caller(dbtest.Carla.ID)
	by.Code = dbtest.Carla.UserCode
	for state, want := range map[string]struct{ front, paper bool }{
		"associate_status = '1'": {true, false}, "associate_status = '3'": {true, false}, "associate_status = '4'": {false, false},
		"associate_status = '5'": {false, true}, "associate_status = '5', status = 'Associado'": {false, true},
	} {
		execute(t, connection, "update users set "+state+" where id = $1", by.ID)
		_, frontErr := attach(t, connection, by, front)
		_, paperErr := attach(t, connection, by, paper)
		if errs.HasCode(frontErr, associates.CodePhaseLocked) == want.front || errs.HasCode(paperErr, associates.CodePhaseLocked) == want.paper {
			t.Errorf("%s: front %v, prescription %v", state, frontErr, paperErr)
		}
		execute(t, connection, "update users set status = 'active' where id = $1", by.ID)
	}
}

// A new photo of a side replaces the one before; one of another side does not.
func TestAttachDocument_Replaces(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := caller(dbtest.Carla.ID)
	by.Code = dbtest.Carla.UserCode
	execute(t, connection, "update users set associate_status = '3' where id = $1", by.ID)
	back := files.UserFileFields{DocType: patch.Of[files.DocType]("rg"), Side: patch.Of[files.Side]("back")}
	first, _ := attach(t, connection, by, front)
	other, _ := attach(t, connection, by, back)
	second, err := attach(t, connection, by.At(now.Add(time.Minute)), front)
	if err != nil || count(t, connection, "files", "id = $1", first) != 0 ||
		count(t, connection, "files", "id in ($1, $2)", other, second) != 2 {
		t.Errorf("replaced otherwise: %v", err)
	}
	if err := registration.RemoveDocument(t.Context(), connection.DB, by, second); err != nil {
		t.Error(err)
	}
	execute(t, connection, "update users set associate_status = '4' where id = $1", by.ID)
	if err := registration.RemoveDocument(t.Context(), connection.DB, by, other); !errs.HasCode(err, associates.CodePhaseLocked) {
		t.Errorf("a document of a phase that is passed: %v", err)
	}
	stranger := caller(dbtest.Joao.ID)
	stranger.Code = dbtest.Joao.UserCode
	if err := registration.RemoveDocument(t.Context(), connection.DB, stranger, other); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a document of somebody else: %v", err)
	}
}

// A photo that the staff asks for again opens its slot, with the reason, until a newer one comes.
func TestRequestAgain(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := caller(dbtest.Carla.ID)
	by.Code = dbtest.Carla.UserCode
	for _, side := range []string{"front", "back"} {
		send(t, connection, by.ID, upload{"", "responsible", "rg", side}, now)
	}
	execute(t, connection, "update users set associate_status = '4', responsible_type = 'self' where id = $1", by.ID)
	asked := registration.RequestAgainInput{ID: by.ID, Subject: "responsible", DocType: "rg", Side: "front", Reason: " A foto ficou escura. "}
	bruno := dbtest.Bruno.Caller().At(now.Add(time.Hour))
	if _, err := registration.RequestAgain(t.Context(), connection.DB, bruno, mail.Outbox{}, asked); err != nil {
		t.Fatal(err)
	}
	status, err := registration.CheckDocuments(t.Context(), connection.DB, by)
	if err != nil || status.Complete || len(status.Missing) != 1 || *status.Identities[0].Slots[0].Reason != "A foto ficou escura." {
		t.Errorf("%+v (%v)", status, err)
	}
	if _, err := attach(t, connection, by.At(now.Add(2*time.Hour)), front); err != nil {
		t.Errorf("the slot is closed: %v", err)
	}
	if status, err := registration.CheckDocuments(t.Context(), connection.DB, by); err != nil || !status.Complete {
		t.Errorf("%+v (%v)", status, err)
	}
	if _, err := attach(t, connection, by.At(now.Add(3*time.Hour)), front); !errs.HasCode(err, associates.CodePhaseLocked) {
		t.Errorf("the slot is still open: %v", err)
	}
	for name, wrong := range map[string]registration.RequestAgainInput{
		"no reason":    {ID: by.ID, Subject: "responsible", DocType: "rg", Side: "front"},
		"no such side": {ID: by.ID, Subject: "responsible", DocType: "cnh", Side: "back", Reason: "x"},
	} {
		if _, err := registration.RequestAgain(t.Context(), connection.DB, bruno, mail.Outbox{}, wrong); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", name, err)
		}
	}
	asked.ID = dbtest.Miguel.ID
	if _, err := registration.RequestAgain(t.Context(), connection.DB, bruno, mail.Outbox{}, asked); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a patient: %v", err)
	}
}
