package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A carer with two patients: the letter answers for each of them, then the prescription of one, an order and the card.
func TestWalk_Carer(t *testing.T) {
	t.Parallel()
	walks(t, func(t *testing.T, app *handlertest.App, w browsertest.Walker) {
		app.SeedAppointments(t)
		app.Exec(t, "update users set responsible_code = $1 where id in ($2, $3)", dbtest.Joao.UserCode, dbtest.Miguel.ID, dbtest.Pipoca.ID)
		app.Exec(t, `insert into services (service_code, booking_group_code, associate_user_code, associate_name, patient_user_code, patient_name, professional_id, professional_name, type,
				price, status, consultation_date)
			select 'CARER-2', booking_group_code, associate_user_code, associate_name, $2, 'Miguel', professional_id, professional_name, type, price, status, consultation_date + interval '1 day'
			from services where id = $1`, dbtest.JoaosService.ID, dbtest.Miguel.UserCode)
		link := "/agendamento/" + handlertest.AppointmentLink
		w.Open(link)
		w.WaitForText("main", "Miguel")
		second := w.Attribute(`a[href*="/cancelar?consulta="]:not([href$="=2"])`, "href")
		w.Open(second)
		w.Use("Não posso nesse dia")
		w.Use("Cancelar a consulta")
		w.WaitForPath(link)
		w.WaitUntil("only one appointment is left", `() => document.querySelectorAll("form[action$='/confirmar']").length === 1`)
		w.Use(`form[action$="/confirmar"] button`)
		w.WaitForText("main", "Presença confirmada")
		if app.Count(t, "services", "id = 2 and confirmation = 'confirmed'") != 1 || app.Count(t, "services", "service_code = 'CARER-2' and cancelled_date is not null") != 1 {
			t.Error("the letter does not answer for each patient")
		}
		w.Open("/cadastro/entrar")
		w.Write("E-mail, CPF ou celular", dbtest.Joao.Email)
		w.Write("Senha", dbtest.Password)
		w.Use("Entrar")
		w.Arrive("/cadastro")
		w.Open("/cadastro/meus-documentos")
		w.Use("Enviar receita nova")
		w.Arrive("/cadastro/meus-documentos/enviar")
		w.Use("Pipoca")
		w.WaitForText("main", "Para Pipoca.")
		photograph(t, w, "prescription", "Receita")
		w.Open("/cadastro/pedidos")
		w.Open("/cadastro/pedidos/2")
		w.Open("/cadastro/consultas")
		w.WaitForText("main", "Confirmad")
		w.Open("/cadastro/carteirinha")
		if app.Count(t, "users_files", "user_id = $1 and doc_kind = 'prescription'", dbtest.Pipoca.ID) != 1 {
			t.Error("the prescription is not that of the patient")
		}
	})
}
