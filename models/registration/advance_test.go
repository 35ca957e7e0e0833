package registration_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func advance(t *testing.T, connection *db.Connection, by auth.Caller) error {
	t.Helper()
	_, err := registration.Advance(t.Context(), connection.DB, by, mail.Outbox{}, registration.AdvanceInput{})
	return err
}

// Each condition of the first phase: the state of the row that lacks it, and what is then missing.
func TestAdvance_OwnData(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct{ set, missing string }{
		"name": {"associate_name = null, name = null", "associate_name"}, "CPF": {"associate_cpf = null", "associate_cpf"},
		"birth date": {"birth_date = null", "birth_date"}, "a minor": {"birth_date = '2008-11-22'", "birth_date"},
		"phone": {"phone = null", "phone"}, "CEP": {"cep = null", "cep"}, "street": {"street = null", "street"},
		"number":       {"number = null", "number"},
		"neighborhood": {"neighborhood = null", "neighborhood"}, "city": {"city = null", "city"}, "state": {"state = null", "state"},
		"refused value":        {`invalid_fields = '["associate_cpf"]'`, "associate_cpf"},
		"refused phone":        {`invalid_fields = '["phone"]'`, "phone"},
		"a landline":           {"phone = '4832224455'", "phone"},
		"refused elsewhere":    {`invalid_fields = '["avatar_url"]'`, ""},
		"exactly eighteen":     {"birth_date = '2008-11-20'", ""},
		"without a complement": {"complement = null", ""},
	} {
		tx := connection.DB.Begin()
		by := caller(dbtest.Carla.ID)
		if err := tx.Exec("update users set associate_status = '1', " + c.set + " where id = 5").Error; err != nil {
			t.Fatal(err)
		}
		moved, err := registration.Advance(t.Context(), tx, by, mail.Outbox{}, registration.AdvanceInput{})
		if paths(err) != c.missing || moved.Moved != (c.missing == "") {
			t.Errorf("%s: %v, moved %v", name, err, moved.Moved)
		}
		tx.Rollback()
	}
}

func TestAdvance_Treatment(t *testing.T) {
	t.Parallel()
	person := registration.PatientInput{
		Profile: associates.Profile{Name: patch.Of("Helena"), LastName: patch.Of("Santos"),
			BirthDate: patch.Of(civil.MustParse("1942-06-02"))},
		DependentInput: associates.DependentInput{CPF: patch.Of("168.995.350-09"), Relationship: patch.Of("Minha mãe")},
	}
	pet := registration.PatientInput{Profile: associates.Profile{Name: patch.Of("Thor")},
		DependentInput: associates.DependentInput{Species: patch.Of("Cão")}}
	partial := registration.PatientInput{Profile: associates.Profile{Name: patch.Of("Helena")}}
	ownCPF := person
	ownCPF.CPF = patch.Of(dbtest.Carla.CPF)
	for name, c := range map[string]struct {
		kind     string
		patients []registration.PatientInput
		missing  string
	}{
		"nothing chosen": {"", nil, "responsible_type"}, "self": {"self", nil, ""},
		"a person without a patient": {"other_person", nil, "patients"}, "a person": {"other_person", []registration.PatientInput{person}, ""},
		"an incomplete person": {"other_person", []registration.PatientInput{partial},
			"patient.birth_date patient.cpf patient.last_name patient.relationship"},
		"one of two is complete":      {"other_person", []registration.PatientInput{partial, person}, ""},
		"the associate's own CPF":     {"other_person", []registration.PatientInput{ownCPF}, "patient.cpf"},
		"a second one has it":         {"other_person", []registration.PatientInput{person, ownCPF}, "patients"},
		"a person with an animal":     {"other_person", []registration.PatientInput{pet}, "patients"},
		"an animal":                   {"pet", []registration.PatientInput{pet}, ""},
		"an animal without a species": {"pet", []registration.PatientInput{partial}, "patient.species"},
		"an animal with a person":     {"pet", []registration.PatientInput{person}, "patients"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
			if c.kind != "" {
				save(t, connection, by, registration.SaveInput{ResponsibleType: patch.Of(associates.ResponsibleType(c.kind))})
			}
			for _, patient := range c.patients {
				if _, err := registration.AddPatient(t.Context(), connection.DB, by, patient); err != nil {
					t.Fatal(err)
				}
			}
			if err := advance(t, connection, by); paths(err) != c.missing {
				t.Errorf("missing %q (%v), want %q", paths(err), err, c.missing)
			}
		})
	}
}

func TestAdvance_Documents(t *testing.T) {
	t.Parallel()
	mine := []upload{{"", "responsible", "rg", "front"}, {"", "responsible", "rg", "back"}}
	for name, c := range map[string]struct {
		kind      string
		documents []upload
		missing   string
	}{
		"nothing": {"self", nil, "documents.responsible.back documents.responsible.front"},
		"RG":      {"self", mine, ""}, "front of the RG": {"self", mine[:1], "documents.responsible.back"},
		"CNH":                   {"self", []upload{{"", "responsible", "cnh", "front"}}, ""},
		"CNH beside half an RG": {"pet", []upload{{"", "responsible", "cnh", "front"}, {"", "responsible", "rg", "front"}}, ""},
		"a patient's too":       {"other_person", mine, "documents.patient.back documents.patient.front"},
		"a patient's RG": {"other_person", append([]upload{{"", "patient", "rg", "front"}, {"", "patient", "rg", "back"}}, mine...),
			""},
		"a patient's CNH":          {"other_person", append([]upload{{"", "patient", "cnh", "front"}}, mine...), ""},
		"an animal's is not asked": {"pet", mine, ""},
		"the patient's alone":      {"self", []upload{{"", "patient", "cnh", "front"}}, "documents.responsible.back documents.responsible.front"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
			execute(t, connection, "update users set associate_status = '3', responsible_type = $1 where id = $2", c.kind, by.ID)
			for i, one := range c.documents {
				send(t, connection, by.ID, one, now.Add(time.Duration(i)*time.Second))
			}
			// A document of somebody else counts for nobody but them.
			send(t, connection, dbtest.Ana.ID, upload{"", "responsible", "cnh", "front"}, now)
			if err := advance(t, connection, by); paths(err) != c.missing {
				t.Errorf("missing %q (%v), want %q", paths(err), err, c.missing)
			}
		})
	}
}

// The term and the prescription; the last move makes an Associado, and one more moves nothing.
func TestAdvance_SignatureAndPrescription(t *testing.T) {
	t.Parallel()
	connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
	execute(t, connection, "update users set associate_status = '4', responsible_type = 'self' where id = $1", by.ID)
	if err := advance(t, connection, by); paths(err) != "adhesion_term" {
		t.Errorf("without a signature: %v", err)
	}
	if _, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{}, registration.SaveInput{
		Profile: associates.Profile{Prescription: patch.Of(json.RawMessage(`{"dose":"1"}`))}}); !errs.HasCode(err, associates.CodePhaseLocked) {
		t.Errorf("a prescription before its phase: %v", err)
	}
	if _, err := registration.CompleteRegistration(t.Context(), connection.DB, by, mail.Outbox{}); paths(err) != "adhesion_term prescription" {
		t.Errorf("completed with %v", err)
	}
	sign(t, connection, by)
	if err := advance(t, connection, by); err != nil {
		t.Fatal(err)
	}
	if err := advance(t, connection, by); paths(err) != "prescription" {
		t.Errorf("without a prescription: %v", err)
	}
	if _, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{},
		registration.SaveInput{Status: patch.Of(associates.Associado)}); paths(err) != "prescription" {
		t.Errorf("the status was set without a prescription: %v", err)
	}
	send(t, connection, by.ID, upload{docKind: "prescription"}, now)
	outbox := switchedOn(t)
	for i, want := range []bool{true, false} {
		moved, err := registration.Advance(t.Context(), connection.DB, by, outbox, registration.AdvanceInput{})
		if err != nil || moved.Moved != want || moved.Row.Status != associates.Associado {
			t.Errorf("move %d: %+v (%v)", i, moved, err)
		}
	}
	if count(t, connection, "mails", "true") != 1 ||
		count(t, connection, "mails", "kind = 'registration_complete' and recipient = $1", dbtest.Carla.Email) != 1 {
		t.Error("the end of the registration is not confirmed by one mail")
	}
}

// A typed prescription is as good as a file, and an empty one is none.
func TestComplete_TypedPrescription(t *testing.T) {
	t.Parallel()
	connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
	execute(t, connection, "update users set associate_status = '5', prescription = '{}' where id = $1", by.ID)
	sign(t, connection, by)
	if _, err := registration.CompleteRegistration(t.Context(), connection.DB, by, mail.Outbox{}); paths(err) != "prescription" {
		t.Errorf("an empty prescription: %v", err)
	}
	saved := save(t, connection, by, registration.SaveInput{
		Status: patch.Of(associates.Associado), Profile: associates.Profile{Prescription: patch.Of(json.RawMessage(`{"dose":"1"}`))}})
	if saved.Row.Status != associates.Associado {
		t.Errorf("completed as %s", saved.Row.Status)
	}
}

// Awaiting the term behaves as the fourth phase, also for an Associado whom the staff admitted.
func TestAdvance_AwaitingTerm(t *testing.T) {
	t.Parallel()
	for _, status := range []associates.Status{"active", associates.Associado} {
		connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
		execute(t, connection, "update users set status = $1, associate_status = 'assinatura_termo' where id = $2", status, by.ID)
		if err := advance(t, connection, by); paths(err) != "adhesion_term" {
			t.Errorf("%s without a signature: %v", status, err)
		}
		if _, err := registration.CompleteRegistration(t.Context(), connection.DB, by, mail.Outbox{}); !strings.Contains(paths(err), "adhesion_term") {
			t.Errorf("%s completed without a signature: %v", status, err)
		}
		if status == associates.Associado {
			// The status that stands may be sent back.
			save(t, connection, by, registration.SaveInput{Status: patch.Of(associates.Associado)})
		}
		sign(t, connection, by)
		moved, err := registration.Advance(t.Context(), connection.DB, by, mail.Outbox{}, registration.AdvanceInput{})
		if err != nil || status == "active" && *moved.Row.AssociateStatus != "5" || moved.Row.Status != status {
			t.Errorf("%s: %+v (%v)", status, moved, err)
		}
	}
}

// Two phones that end one phase at once move one phase on.
func TestAdvance_FromTwoPhones(t *testing.T) {
	t.Parallel()
	connection, by := dbtest.New(t), caller(dbtest.Carla.ID)
	execute(t, connection, "update users set associate_status = '1', responsible_type = 'self' where id = $1", by.ID)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if _, err := registration.Advance(t.Context(), connection.DB, by, mail.Outbox{},
				registration.AdvanceInput{From: registration.OwnData}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if count(t, connection, "users", "id = $1 and associate_status = '2'", by.ID) != 1 {
		t.Error("the second press went on to another phase")
	}
}

// Every field of a phase that is passed is locked; contacts never are, and an Associado moves house.
func TestSave_Locked(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	name := registration.SaveInput{AssociateName: patch.Of("Outra Pessoa")}
	street := registration.SaveInput{Profile: associates.Profile{Street: patch.Of("Rua Nova")}}
	phone := registration.SaveInput{Profile: associates.Profile{Phone: patch.Of("48 99104-2277")}}
	email := registration.SaveInput{EmailAccount: patch.Of("nova@exemplo.org.br")}
	kind := registration.SaveInput{ResponsibleType: patch.Of(associates.ForPet)}
	for _, c := range []struct {
		name   string
		state  string
		input  registration.SaveInput
		locked bool
	}{
		{"name in 1", "associate_status = '1'", name, false}, {"name in 2", "associate_status = '2'", name, true},
		{"street in 2", "associate_status = '2'", street, true}, {"phone in 4", "associate_status = '4'", phone, false},
		{"e-mail in 5", "associate_status = '5'", email, false}, {"kind in 1", "associate_status = '1'", kind, false},
		{"kind in 2", "associate_status = '2'", kind, false}, {"kind in 3", "associate_status = '3'", kind, true},
		{"name of an Associado", "status = 'Associado', associate_status = '5'", name, true},
		{"street of an Associado", "status = 'Associado', associate_status = '5'", street, false},
		{"kind of an admitted one", "status = 'Associado', associate_status = 'assinatura_termo'", kind, true},
	} {
		tx := connection.DB.Begin()
		if err := tx.Exec("update users set " + c.state + " where id = 5").Error; err != nil {
			t.Fatal(err)
		}
		if _, err := registration.Save(t.Context(), tx, caller(5), mail.Outbox{}, c.input); errs.HasCode(err,
			associates.CodePhaseLocked) != c.locked || err != nil && !c.locked {
			t.Errorf("%s: %v", c.name, err)
		}
		tx.Rollback()
	}
}

// Only own patients can be saved, and none once the phase is passed.
func TestSavePatient_Scope(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	renamed := registration.PatientInput{ID: dbtest.Miguel.ID, Profile: associates.Profile{Name: patch.Of("Outro")}}
	if _, err := registration.SavePatient(t.Context(), connection.DB, caller(dbtest.Carla.ID), renamed); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("somebody else's patient: %v", err)
	}
	if _, err := registration.SavePatient(t.Context(), connection.DB, caller(dbtest.Joao.ID), renamed); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("somebody else's patient, of an Associado: %v", err)
	}
	if _, err := registration.SavePatient(t.Context(), connection.DB, caller(dbtest.Ana.ID), renamed); !errs.HasCode(err,
		associates.CodePhaseLocked) {
		t.Errorf("a patient of an Associado: %v", err)
	}
	operator := dbtest.Camila.Caller().At(now)
	operator.ID = dbtest.Carla.ID
	if _, err := registration.Save(t.Context(), connection.DB, operator, mail.Outbox{}, ownData()); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an operator with the number of an associate: %v", err)
	}
}
