package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// At 200 % text and 360 pixels no page outside the panel is wider than the phone (WCAG 1.4.4, 1.4.10).
func TestLargeText(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedAppointments(t)
	app.Exec(t, "update professionals set visit_address = 'Rua das Acácias, 120, sala 4, Centro, Florianópolis', visit_notes = 'Chegue 10 minutos antes' where id = 2")
	app.Exec(t, "update orders set status = 'Enviado', tracking_code = 'QB123456789BR' where id = 2")
	page := signIn(t, app, dbtest.Joao)
	page.Size(360, 740)
	for name, path := range map[string]string{
		"start": "/", "letters": "/letra", "offline": "/sem-internet", "sign-in": "/cadastro/nova-senha", "contact": "/atendimento",
		"verify": "/verificar",
		"link":   "/agendamento/" + handlertest.AppointmentLink, "cancel": "/agendamento/" + handlertest.AppointmentLink + "/cancelar?consulta=2",
		"home": "/cadastro", "orders": "/cadastro/pedidos", "order": "/cadastro/pedidos/2", "appointments": "/cadastro/consultas",
		"appointment": "/cadastro/consultas/2",
		"booking":     "/cadastro/consultas/nova", "documents": "/cadastro/meus-documentos", "profile": "/cadastro/perfil",
		"address": "/cadastro/endereco",
	} {
		page.Visit(path)
		look(page, "size-"+name)
		if wide := browsertest.Read[int](page,
			`() => { document.documentElement.style.fontSize = "200%"; return document.documentElement.scrollWidth }`); wide > 360 {
			t.Errorf("%s is %d pixels wide", path, wide)
		}
		page.Screenshot("large-" + name)
	}
}
