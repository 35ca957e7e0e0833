package api_test

import (
	"fmt"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// An Associado sends prescriptions, reports and exams for oneself and own patients, and writes the prescription; what was
// locked stays locked, and somebody else's patient is not found.
func TestFiles_AfterAdmission(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	for _, kind := range []string{"prescription", "report", "exam"} {
		file := upload(t, ana, kind+".pdf", mediatest.PDF(""), map[string]string{"doc_kind": kind, "id": fmt.Sprint(dbtest.Miguel.ID)})
		if file.Attachment == nil || file.Attachment.RecordID != dbtest.Miguel.ID ||
			app.Count(t, "users_files", "file_id = $1 and user_id = $2 and subject = 'patient' and doc_kind = $3", file.ID, dbtest.Miguel.ID,
				kind) != 1 {
			t.Errorf("%s is stored as %+v", kind, file.Attachment)
		}
		ana.GET(fileAt(file.ID, "/download")).Want(200)
		joao.GET(fileAt(file.ID, "/download")).WantCode(404, "NOT_FOUND")
		upload(t, ana, kind+".pdf", mediatest.PDF(""), map[string]string{"doc_kind": kind})
	}
	ana.JSON("PATCH", "/api/v1/users/me", body{"prescription": body{"product": "Óleo"}}).Want(200)
	ana.JSON("PATCH", "/api/v1/users/me", body{"associate_name": "Outra"}).WantCode(403, "PHASE_LOCKED")
	pdf := mediatest.PDF("")
	ana.Upload(fileRoutes, "rg.pdf", pdf, map[string]string{"doc_type": "rg", "side": "front"}).WantCode(403, "PHASE_LOCKED")
	ana.Upload(fileRoutes, "rg.pdf", pdf, map[string]string{"doc_type": "rg", "side": "front", "id": fmt.Sprint(dbtest.Miguel.ID)}).
		WantCode(403, "PHASE_LOCKED")
	ana.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"doc_kind": "exam", "id": fmt.Sprint(dbtest.Pipoca.ID)}).WantCode(404, "NOT_FOUND")
	ana.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"doc_kind": "exam", "id": "x"}).WantCode(400, "VALIDATION_ERROR")
	ana.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"doc_kind": "exam", "subject": "responsible", "id": fmt.Sprint(dbtest.Miguel.ID)}).
		WantCode(400, "VALIDATION_ERROR")
	if app.Count(t, "files", "true") != 6 {
		t.Error("a refused file is stored")
	}
}

// Each person who is treated needs a document; photos of one are not those of another.
func TestDocumentsStatus_SeveralPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'other_person' where id = $1", dbtest.Carla.ID)
	app.Exec(t, `insert into users (id, name, last_name, cpf, birth_date, relationship, status, responsible_code, date_created) values
		(901, 'Helena', 'Santos', '16899535009', '1942-06-02', 'Mãe', 'patient', $1, '2026-01-01'),
		(902, 'Theo', 'Nunes', '39053344705', '2019-05-01', 'Filho', 'patient', $1, '2026-01-02'),
		(903, 'Rascunho', null, null, null, null, 'patient', $1, '2026-01-03')`, dbtest.Carla.UserCode)
	carla := app.AsAssociate(t, dbtest.Carla)
	for _, person := range []map[string]string{{"subject": "responsible"}, {"subject": "patient"}} {
		person["doc_type"], person["side"] = "cnh", "front"
		upload(t, carla, "cnh.jpg", mediatest.JPEG(t, 20, 10), person)
	}
	var status struct {
		Complete   bool
		Missing    []string
		Identities []struct {
			Subject   string
			PatientID *int64 `json:"patient_id"`
			Missing   []string
		}
	}
	carla.GET("/api/v1/users/me/documents/status").Want(200).Data(&status)
	if len(status.Identities) != 3 || *status.Identities[1].PatientID != 901 || *status.Identities[2].PatientID != 902 ||
		fmt.Sprint(status.Missing) != "[patient.902.front patient.902.back]" {
		t.Errorf("%+v", status)
	}
	carla.POST("/api/v1/users/me/advance", body{}).WantCode(400, "VALIDATION_ERROR")
	upload(t, carla, "cnh.jpg", mediatest.JPEG(t, 20, 10), map[string]string{"doc_type": "cnh", "side": "front", "id": "902"})
	carla.POST("/api/v1/users/me/advance", body{}).Want(200)
}

func TestRemoveOwnPatient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const patients = "/api/v1/users/me/patients"
	carla, joao := app.AsAssociate(t, dbtest.Carla), app.AsAssociate(t, dbtest.Joao)
	var added struct{ ID int64 }
	carla.POST(patients, body{"name": "Theo"}).Want(201).Data(&added)
	one := fmt.Sprintf("%s/%d", patients, added.ID)
	joao.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
	joao.JSON("DELETE", fmt.Sprintf("%s/%d", patients, dbtest.Pipoca.ID), "").WantCode(403, "PHASE_LOCKED")
	app.As(t, dbtest.Bruno).JSON("DELETE", one, "").WantCode(401, "UNAUTHORIZED")
	app.Nobody(t).JSON("DELETE", one, "").WantCode(401, "UNAUTHORIZED")
	carla.JSON("DELETE", one, "").Want(200)
	carla.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
}
