package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The pages of a bank statement, on the screens of the staff, light and dark, with axe; C confirms the sure ones.
func TestStatements_Pages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, statement := range []string{
		`update orders set status = 'Aguardando pagamento', date_created = now() - interval '3 days'`,
		`insert into bank_statements (file_name, sha256, account, first_day, last_day, author_name, date_created) values ('extrato-novembro.ofx', repeat('a', 64), '4821-7', current_date - 22, current_date - 1, 'Fernando Paiva', now())`,
		`insert into bank_entries (statement_id, fingerprint, day, amount, name, memo) values (1, 'a', current_date - 1, 280, 'Joao da Conceicao', 'Pix PEDIDO2'), (1, 'b', current_date - 1, 425, 'Ana B de Souza', 'Pix recebido'),
			(1, 'c', current_date - 1, 300, 'Depósito em dinheiro', 'agência 0412'), (1, 'd', current_date - 1, -120, 'Luz', ''), (1, 'e', current_date - 1, 85, 'Raimundo N Reis', '')`,
		`update bank_entries set aside = 'Doação' where fingerprint = 'e'`,
	} {
		app.Exec(t, statement)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Fernando)
	look(t, page, "/painel/conciliacao", t.Name()+"-inicio", nil)
	look(t, page, "/painel/conciliacao/1", t.Name()+"-extrato", nil)
	look(t, page, "/painel/conciliacao/1?aba=decidir", t.Name()+"-decidir", nil)
	look(t, page, "/painel/conciliacao/1?aba=sem-par", t.Name()+"-sem par", nil)
	look(t, page, "/painel/conciliacao/1?aba=saidas", t.Name()+"-saidas", nil)
	look(t, page, "/painel/conciliacao/1/desfazer", t.Name()+"-desfazer", nil)
	page.Theme("claro")
	page.Size(1440, 900)
	page.Visit("/painel/conciliacao/1")
	// J goes to the entry, 1 takes its tick away and sets it again, C confirms.
	page.WaitForText("main", "Confirmar 1")
	page.Press("j")
	page.Press("1")
	page.WaitForText("main", "Confirmar 0")
	page.Press("1")
	page.WaitForText("main", "Confirmar 1")
	page.Press("c")
	page.WaitForText("main", "Nada é marcado como pago sem você confirmar.")
	if app.Count(t, "orders", "id = 2 and status = 'Pago'") != 1 {
		t.Error("C did not confirm")
	}
	// In a text box the keys write.
	page.WaitUntil("the box has the focus", `() => { const box = document.querySelector("#lancamento-2 [name=pedido]"); box.focus(); return document.activeElement === box; }`)
	page.Press("1")
	page.WaitUntil("it is written", `() => document.activeElement.value === "1" && !document.querySelector("#lancamento-2 input[type=radio]").checked`)
	page.Press("Backspace")
	page.WaitUntil("the focus is gone", `() => { document.activeElement.blur(); return document.activeElement === document.body; }`)
	page.Press("j")
	page.WaitUntil("the entry has the focus", `() => document.activeElement.id === "lancamento-2"`)
	page.Press("1")
	page.WaitUntil("the first option is chosen", `() => document.querySelector("#lancamento-2 input[type=radio]").checked`)
	page.Expect(422)
	page.Press("Enter")
	page.WaitForText("main", "Faltam R$ 5,90. Marcar mesmo assim?")
	page.Click("Marcar mesmo assim")
	page.WaitForText(".toaster", "Marcado como pago.")
	if app.Count(t, "orders", "id = 1 and status = 'Pago'") != 1 {
		t.Error("Enter did not confirm")
	}
}
