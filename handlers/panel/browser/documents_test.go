package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The queue by keyboard: ticks, turn, refusal by its number, undo, acceptance; then on a phone and in the dark.
func TestDocuments_Keys(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla).With("Sec-Fetch-Site", "same-origin")
	for _, side := range []string{"front", "back"} {
		carla.Upload("/cadastro/documentos/envio", "rg.jpg", mediatest.JPEG(t, 1200, 800),
			map[string]string{"subject": "responsible", "doc_type": "rg", "side": side}).Want(303)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/documentos")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("queue")
	page.Press("1", "2", "3", "4")
	page.WaitUntil("all four are ticked", `() => document.querySelectorAll("[data-tick]:checked").length === 4`)
	page.Press("g", "+")
	page.WaitForText("[data-zoom]", "125%")
	page.Press("r")
	page.WaitFor(".chk-no[open]")
	page.Press("1")
	page.WaitUntil("the sentence is the reason's", `() => document.querySelector("[name=reason]").value.startsWith("Não dá para ler")`)
	page.CheckAccessibility()
	page.Screenshot("queue, refusing")
	page.Press("Enter")
	page.WaitForText(".toast", "Documento recusado")
	page.WaitForText(".chk-view h2", "RG, verso")
	page.Press("z")
	page.WaitForText(".toast", "O documento voltou para a fila")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.Press("j")
	page.WaitForText(".chk-view h2", "RG, verso")
	page.Press("k")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.Visit("/painel/documentos")
	page.Press("1", "2", "3", "4", "a")
	page.WaitForText(".toast", "Documento aceito")
	page.Size(1366, 768)
	page.Theme("escuro")
	page.Visit("/painel/documentos")
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot("queue, dark")
	page.Phone()
	page.CheckLayout()
	page.Screenshot("queue, phone")
}

// A prescription is registered beside its picture without leaving the queue: what the last one had stands there, the day is typed, A accepts,
// Z undoes.
func TestDocuments_RecordByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into system_configs (system, key, value) values ('prescriptions', 'rule', '\"warn\"')")
	app.Exec(t, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 'Dra. Lídia Oliveira', 'CRM', '48211', 'RS', current_date - 200, current_date - 20,
			'[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "dose": "8 gotas de 12 em 12 horas", "quantity": 2}, {"name": "canabidiol", "quantity": 1}]')`)
	app.AsAssociate(t, dbtest.Ana).With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu", "receita.jpg", mediatest.JPEG(t, 900, 1200),
			map[string]string{"doc_kind": "prescription"}).Want(303)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Size(1440, 900)
	page.Visit("/painel/documentos")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("record")
	page.Expect(http.StatusUnprocessableEntity)
	page.Press("a")
	page.WaitForText("[role=alert]", "informe a data da receita")
	page.CheckAccessibility()
	page.Screenshot("record, refused")
	page.Fill("Emitida em", dbtest.Day(-2))
	page.Press("Tab")
	page.Click(".chk-view h2")
	page.Press("a")
	page.WaitForText(".toast", "Receita aceita e registrada")
	page.WaitForText(".chk-done", "Tudo conferido")
	page.Press("z")
	page.WaitForText(".toast", "O documento voltou para a fila")
	page.WaitForText(".chk-view h2", "Receita")
	page.Size(1366, 768)
	page.Theme("escuro")
	page.Visit("/painel/documentos")
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot("record, dark")
	page.Phone()
	page.CheckLayout()
	page.Screenshot("record, phone")
}
