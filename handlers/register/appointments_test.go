package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosAppointment = "/cadastro/consultas/2"

// onePNG is a picture of one pixel.
var onePNG = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\xdac\xfc\xcf\xc0P\x0f\x00\x04\x85\x01\x80\x84\xa9\x8c!\x00\x00\x00\x00IEND\xaeB`\x82")

// An associate confirms an own appointment, takes that back, asks for another time and sends the proof of payment, which
// pays it.
func TestAppointments(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	if step := joao.GET("/cadastro").Want(200).Words(); !strings.Contains(step, "confirme sua consulta") {
		t.Errorf("the home says %s", step)
	}
	undo := joao.Form(joaosAppointment+"/confirmar", nil).Want(303).Notice().Undo
	if list := joao.GET("/cadastro/consultas").Want(200).Words(); !strings.Contains(list, "Confirmada por você") {
		t.Errorf("confirmed, the list says %s", list)
	}
	joao.Form(undo, nil).Want(303)
	if answered := app.Count(t, "services", "confirmation is not null"); answered != 0 {
		t.Error("the answer was not taken back")
	}
	joao.GET(joaosAppointment + "/remarcar").Want(200)
	joao.Form(joaosAppointment+"/remarcar", url.Values{"reason": {""}}).Want(422)
	joao.Form(joaosAppointment+"/remarcar", url.Values{"reason": {strings.Repeat("a", 1001)}}).Want(422)
	joao.Form(joaosAppointment+"/remarcar", url.Values{"reason": {"Só de manhã"}, "service": {"1"}}).Want(303)
	if list := joao.GET("/cadastro/consultas").Want(200).Words(); !strings.Contains(list, "Você pediu outro horário") {
		t.Errorf("asked, the list says %s", list)
	}
	joao.GET(joaosAppointment + "/comprovante").Want(200)
	joao.Upload(joaosAppointment+"/comprovante", "virus.exe", []byte("MZ"), nil).Want(422)
	joao.Upload(joaosAppointment+"/comprovante", "pix.png", onePNG, nil).Want(303)
	if paid := app.Count(t, "services", "id = 2 and status = 'Pagamento Concluído' and paid_at is not null"); paid != 1 {
		t.Error("the proof did not pay the appointment")
	}
	if attached := app.Count(t, "services_files", "service_id = 2 and kind = 'proof'"); attached != 1 {
		t.Errorf("%d proofs", attached)
	}
}

// Another associate's appointment is not found, a past one is not answered, and nobody without a session gets in.
func TestAppointments_Strangers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	for _, path := range []string{joaosAppointment, "/cadastro/consultas/999", "/cadastro/consultas/x"} {
		ana.Form(path+"/confirmar", nil).Want(404)
		ana.Form(path+"/desfazer", nil).Want(404)
		ana.GET(path + "/remarcar").Want(404)
		ana.Form(path+"/remarcar", url.Values{"reason": {"x"}}).Want(404)
		ana.GET(path + "/comprovante").Want(404)
		ana.Upload(path+"/comprovante", "pix.png", onePNG, nil).Want(404)
	}
	if notice := ana.Form("/cadastro/consultas/1/confirmar", nil).Want(303).Notice().Text; !strings.Contains(notice, "já passou") {
		t.Errorf("a past appointment: %q", notice)
	}
	app.Nobody(t).Form(joaosAppointment+"/confirmar", nil).Want(303)
	app.As(t, dbtest.Camila).Form(joaosAppointment+"/confirmar", nil).Want(303)
	if answered := app.Count(t, "services", "confirmation is not null"); answered != 0 {
		t.Error("somebody else answered")
	}
	if attached := app.Count(t, "services_files", "true"); attached != 0 {
		t.Error("somebody else attached a proof")
	}
	if left := app.Count(t, "files", "true"); left != 0 {
		t.Errorf("%d files of refused proofs are kept", left)
	}
}
