package browser_test

import (
	"os/exec"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// addOil opens a new order of Ana and adds oils, until the page says what the prescriptions allow.
func addOil(page *browsertest.Page, quantity, says string) {
	page.Visit(newOrderForAna)
	discardDraft(page)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Press("Escape")
	page.Fill("Quantidade", quantity)
	page.Click("Adicionar")
	page.WaitForText("#carrinho", says)
}

// Renewing by phone: the cart refuses what a past prescription allowed; the associate sends the photo on the phone; the staff checks it in
// the queue and registers what it allows, beside the picture; the cart allows the oil again.
func TestPrescription_RenewedByPhone(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, "update orders set status = 'Cancelado' where user_id = 1")
	app.Exec(t, "update prescriptions set issued_on = current_date - 200, valid_until = current_date - 2")
	staff := browsertest.Open(t, app)
	staff.SignIn(dbtest.Bruno)
	addOil(staff, "1", "A receita venceu em")
	phone := browsertest.Open(t, app)
	phone.Size(360, 740)
	phone.Become(app.AsAssociate(t, dbtest.Ana))
	phone.Visit("/cadastro/meus-documentos/enviar?tipo=receita&para=eu")
	phone.Choose("#campo-prescription [data-pick][capture]", browsertest.File(t, "IMG_2041.jpg", mediatest.JPEG(t, 2400, 1600)))
	phone.WaitForText("#campo-prescription", "Enviada")
	phone.CheckLayout()
	phone.CheckAccessibility()
	phone.Screenshot(t.Name() + "-phone")
	phone.Click("Pronto")
	phone.WaitForPath("/cadastro/meus-documentos/recebido")
	staff.Visit("/painel/documentos")
	staff.WaitForText(".chk-view h2", "Receita")
	staff.WaitUntil("the items of the last one are there", `() => document.querySelector("[name='items[0].quantity']").value === "2"`)
	staff.Fill("Emitida em", dbtest.Day(-3))
	staff.Fill("Vale até", dbtest.Day(177))
	staff.CheckAccessibility()
	staff.CheckLayout()
	staff.Screenshot(t.Name() + "-check")
	staff.Click("Aceitar receita")
	staff.WaitForText(".toast", "Receita aceita e registrada.")
	addOil(staff, "1", "Pode levar 2 de 2")
	staff.Screenshot(t.Name() + "-cart")
	staff.Click("Salvar pedido")
	staff.WaitForText(".toast", "salvo.")
	if app.Count(t, "prescriptions", "user_id = 1 and valid_until > current_date and file_id is not null") != 1 || app.Count(t, "orders", "user_id = 1 and status = 'Aguardando pagamento'") != 1 {
		t.Error("the prescription or the order is not stored")
	}
}

// An order over its allowance is blocked; the operator asks, an administrator answers from the notice, the operator goes on from the
// answer, and the order keeps who freed it and why.
func TestCart_FreedWithReason(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, "update orders set status = 'Cancelado' where user_id = 1")
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'free_by', 'text', '"administrators"')`)
	const notice = `main li a.btn[href^="/painel/avisos/"]`
	bruno, camila := browsertest.Open(t, app), browsertest.Open(t, app)
	bruno.SignIn(dbtest.Bruno)
	camila.SignIn(dbtest.Camila)
	addOil(bruno, "3", "Mudar para 2")
	for _, l := range screens {
		bruno.Theme(l.theme)
		bruno.Size(l.width, l.height)
		addOil(bruno, "3", "Mudar para 2")
		bruno.CheckAccessibility()
		bruno.CheckLayout()
		bruno.Screenshot(t.Name() + "-blocked-" + l.name)
	}
	bruno.Size(1440, 900)
	bruno.Expect(422)
	bruno.Click("Salvar pedido")
	bruno.WaitForSummary()
	bruno.Fill("Por que o pedido precisa passar da receita", "Viagem de dois meses")
	bruno.Click("Pedir liberação")
	bruno.WaitForText("#carrinho", "Liberação pedida por Bruno")
	bruno.Screenshot(t.Name() + "-requested")
	camila.Visit("/painel/avisos")
	camila.WaitForText("main", "Bruno pede liberação")
	camila.Click(notice)
	camila.WaitForPath("/painel/receitas/liberacoes/1")
	for _, l := range screens {
		camila.Theme(l.theme)
		camila.Size(l.width, l.height)
		camila.Visit("/painel/receitas/liberacoes/1")
		camila.CheckAccessibility()
		camila.CheckLayout()
		camila.Screenshot(t.Name() + "-request-" + l.name)
	}
	camila.Click("Liberar")
	camila.Fill("Motivo", "Falei com a médica")
	camila.Click("main form#responder button[type=submit]")
	camila.WaitForText("main", "Quem respondeu")
	bruno.Visit("/painel/avisos")
	bruno.WaitForText("main", "Camila respondeu")
	bruno.Click(notice)
	bruno.WaitForPath("/painel/receitas/liberacoes/1")
	bruno.Click("Seguir com o pedido")
	bruno.WaitForPath("/painel/pedidos/novo")
	bruno.WaitForText("#carrinho", "Liberado por Camila")
	bruno.Screenshot(t.Name() + "-freed")
	bruno.Click("Salvar pedido")
	bruno.WaitForText("main", "Motivo: Liberado por Camila Torres: Falei com a médica")
	bruno.Visit("/painel/associados/1?parte=historico")
	bruno.WaitForText("main", "Pedido liberado além da receita")
	bruno.Screenshot(t.Name() + "-timeline")
}

// Two people count on their phones: the same lot with different numbers needs a decision, what is counted without internet is sent when it
// is back, and the end of the count shows what changes and changes it once.
func TestCount_TwoPhones(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	const path, first, second = "/painel/estoque/contagem", "LT-2605-CT04", "LT-2609-CT11"
	priscila, camila := browsertest.Open(t, app), browsertest.Open(t, app)
	for page, operator := range map[*browsertest.Page]dbtest.Operator{priscila: dbtest.Priscila, camila: dbtest.Camila} {
		page.SignIn(operator)
		page.Size(390, 844)
		page.Visit(path)
	}
	read := func(page *browsertest.Page, lot string) {
		page.Fill("Número do lote", lot)
		page.Press("Enter")
		page.WaitForText("[data-card] .card-note", lot)
	}
	read(priscila, first)
	priscila.Click("Uma a menos")
	if value := priscila.Value("[name=quantity]"); value != "2" {
		t.Errorf("one less than 3 is %q", value)
	}
	priscila.Click("Quebra")
	priscila.CheckLayout()
	priscila.CheckAccessibility()
	priscila.Screenshot(t.Name() + "-counting")
	priscila.Click("Guardar e ler o próximo")
	priscila.WaitForText("#contados", first)
	priscila.GoOffline()
	read(priscila, second)
	priscila.Fill("Quantas unidades há", "24")
	priscila.Screenshot(t.Name() + "-offline-counting")
	priscila.Click("Guardar e ler o próximo")
	priscila.WaitForText("[data-held]", "Sem internet. Enviamos quando voltar. "+second+": 24.")
	priscila.CheckLayout()
	priscila.CheckAccessibility()
	priscila.Screenshot(t.Name() + "-offline")
	camila.Visit(path)
	read(camila, first)
	camila.Fill("Quantas unidades há", "3")
	camila.Click("Guardar e ler o próximo")
	camila.WaitForText("#contado", "Priscila Prado contou 2")
	if app.Count(t, "stock_count_lines", "true") != 2 {
		t.Error("what is held is stored already, or a line is lost")
	}
	priscila.GoOnline()
	priscila.WaitForText("[data-held]", "Enviado às ")
	priscila.WaitForText("#contados", second)
	for _, l := range screens {
		camila.Theme(l.theme)
		camila.Size(l.width, l.height)
		camila.Visit(path)
		camila.CheckLayout()
		camila.CheckAccessibility()
		camila.Screenshot(t.Name() + "-disputed-" + l.name)
	}
	camila.Click("Vale 2 no lote " + first + ", contado por Priscila Prado")
	camila.WaitGone("[name=line_id]")
	camila.Click("Terminar")
	camila.WaitForText("#pergunta", "O estoque muda assim")
	camila.CheckAccessibility()
	camila.Screenshot(t.Name() + "-finish")
	camila.Click("Terminar contagem")
	camila.WaitForPath("/painel/estoque")
	if app.Count(t, "stock_movements", "kind = 'count'") != 1 || app.Count(t, "lots", "number = $1 and quantity = 2", first) != 1 || app.Count(t, "lots", "number = $1 and quantity = 24", second) != 1 {
		t.Error("the stock is not what was counted")
	}
}

// Without internet too, a number that lots of two products have asks for the product before the units.
func TestCount_SameNumberOffline(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	const number = "LT-2605-CT04"
	app.Exec(t, `with lot as (insert into lots (product_id, number, expires_on) values (2, $1, current_date + 10) returning id)
		insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) select id, 'receipt', 7, 'Camila', now() from lot`, number)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Size(390, 844)
	page.Visit("/painel/estoque/contagem")
	page.GoOffline()
	page.Fill("Número do lote", number)
	page.Press("Enter")
	page.WaitForText("[data-card]", "Qual produto?")
	page.CheckLayout()
	page.CheckAccessibility()
	page.Press("Enter") // the first choice, which has the focus
	page.WaitForText("[data-card]", dbtest.Cream.Name)
	page.WaitForText("[data-card]", "Esperado: 7")
}

// What is counted without internet is kept when the page is closed, for the person who counted, and sent when it is opened again.
func TestCount_HeldAfterClosing(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Priscila)
	page.Size(390, 844)
	page.Visit("/painel/estoque/contagem")
	page.GoOffline()
	page.Fill("Número do lote", "lt-2605-ct04")
	page.Press("Enter")
	page.WaitForText("[data-card] .card-note", "LT-2605-CT04")
	page.Fill("Quantas unidades há", "1")
	page.Click("Guardar e ler o próximo")
	page.WaitForText("[data-held]", "Diga o motivo da diferença.")
	page.Click("Não sei")
	page.Click("Guardar e ler o próximo")
	page.WaitForText("[data-held]", "Enviamos quando voltar")
	page.GoOnline()
	page.WaitForText("[data-held]", "Enviado às ")
	if app.Count(t, "stock_count_lines", "quantity = 1 and expected = 3 and reason = 'Não sei'") != 1 {
		t.Error("the line is not stored")
	}
	held := `[{"person": %s, "fields": {"lot_id": "2", "expected": "24", "quantity": "20", "reason": "Quebra", "submission": "6f1c1a52-5a1f-4f5e-9d3b-0a9c6f2d7e11"}, "label": "LT-2609-CT11: 20"}]`
	browsertest.Read[any](page, `(held) => { localStorage.setItem("acolhe-contagem", held.replace("%s", JSON.stringify(document.getElementById("sessao").dataset.person))) }`, held)
	other := browsertest.Open(t, app)
	other.SignIn(dbtest.Camila)
	other.Visit("/painel/estoque/contagem")
	page.Visit("/painel/estoque/contagem")
	page.WaitForText("#contados", "LT-2609-CT11")
	// The same line from another place, as after a lost answer.
	browsertest.Read[any](page, `(held) => { localStorage.setItem("acolhe-contagem", held.replace("%s", JSON.stringify(document.getElementById("sessao").dataset.person))) }`, held)
	page.Visit("/painel/estoque/contagem")
	page.WaitUntil("nothing is held", `() => (localStorage.getItem("acolhe-contagem") ?? "[]") === "[]"`)
	if app.Count(t, "stock_count_lines", "lot_id = 2") != 1 {
		t.Error("a line that is sent twice is stored twice")
	}
}

// The evidence report on paper and as a PDF: numbers of products and lots, no name.
func TestTool_EvidencePrinted(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, "update orders set status = 'Entregue', paid_at = now() where id = 1")
	app.Exec(t, `insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -2, 1, 'Priscila Prado', now())`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/analises/evidencias")
	page.WaitForText("main", "Relatório de evidências")
	page.WaitForText("main", "LT-2605-CT04")
	pdf := page.Download("PDF")
	reader := exec.Command("pdftotext", "-layout", "-", "-")
	reader.Stdin = strings.NewReader(pdf)
	shown, err := reader.Output()
	if err != nil {
		t.Fatal(err)
	}
	page.Paper()
	paper := browsertest.Read[string](page, `() => document.querySelector("main").innerText`)
	for name, words := range map[string]string{"the PDF": string(shown), "the paper": paper} {
		for _, want := range []string{"LT-2605-CT04", "Óleo CBD"} {
			if !strings.Contains(words, want) {
				t.Errorf("%s lacks %q: %s", name, want, words)
			}
		}
		for _, person := range []string{dbtest.Ana.Name, "Lídia", "Priscila", dbtest.Ana.Email} {
			if strings.Contains(words, person) {
				t.Errorf("%s names %q", name, person)
			}
		}
	}
	hidden := browsertest.Read[bool](page, `() => [...document.querySelectorAll(".nav, .top, .page-head .btn, main form")].every((part) => !part.checkVisibility())`)
	if !hidden {
		t.Error("the paper has controls")
	}
	page.Screenshot(t.Name() + "-paper")
}
