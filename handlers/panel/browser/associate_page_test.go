package browser_test

import (
	"net/url"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const anaPage = "/painel/associados/1"

func annotated(page *browsertest.Page) {
	page.Fill("Nova anotação", "Prefere ligação à tarde.\nPediu segunda via da receita.")
	page.Click("#anotar [type=submit]")
	page.WaitForText(".toast", "Anotação salva")
	page.WaitForText(".notes", "Prefere ligação")
}

func removalRefused(page *browsertest.Page) {
	page.Click("Mais ações")
	page.Click("Excluir…")
	page.WaitForText("#excluir[open]", "não pode ser excluído")
}

func associateWithProblems(page *browsertest.Page) {
	page.Fill("CPF", dbtest.Joao.CPF)
	page.WaitForText("#repetidos", dbtest.Joao.FullName())
	page.Fill("Data de nascimento", "31022020")
	page.Click("Cadastrar")
	page.WaitFor(".problems")
}

// editedMeanwhile saves a change of the same operator in another tab before this one.
func editedMeanwhile(page *browsertest.Page) {
	version := page.Value("[name=version]")
	page.Script().Form(anaPage+"/editar", url.Values{"version": {version}, "associate_name": {dbtest.Ana.FullName()},
		"how_found": {"Indicação " + version}})
	page.Fill("Cidade", "Palhoça")
	page.Click("Salvar")
	page.WaitForText("[role=alert]", "Outra pessoa mudou este cadastro")
}

func patientWithProblems(page *browsertest.Page) {
	page.Fill("CPF", "11111111111")
	page.Click("Cadastrar")
	page.WaitFor(".problems")
}

// An associate is registered by keyboard alone, with a warning about similar ones, gets a patient and an
// annotation, is edited and removed; an associate with orders stays.
func TestAssociate_RegisteredAndRemovedByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/associados/novo")
	page.Fill("Nome completo", "Helena Prado")
	page.Press("Tab")
	page.Type("11144477735")
	page.WaitForText("#repetidos", "Esta pessoa já pode estar cadastrada")
	page.WaitForText("#repetidos", dbtest.Joao.FullName())
	page.WaitForFocus("CPF")
	page.Fill("CPF", "15350946056")
	page.WaitUntil("nobody is like her", `() => document.querySelector("#repetidos").textContent.trim() === ""`)
	page.Fill("CEP", "88010000")
	page.WaitForText("[data-said]", "Rua Felipe Schmidt")
	page.Fill("Nome completo", "Helena Prado")
	page.Press("Enter")
	page.WaitForText(".toast", "Cadastro de Helena Prado criado")
	page.WaitForText("main", "153.509.460-56")
	if app.Count(t, "users", "associate_name = 'Helena Prado' and city = 'Florianópolis' and associate_cpf = '15350946056'") != 1 {
		t.Error("the registration is not stored as it was typed")
	}

	page.Click("Novo paciente")
	page.WaitForText("h1", "Novo paciente")
	page.Fill("Nome", "Nina")
	page.Click("Animal")
	page.Fill("Espécie", "Gata")
	page.Press("Enter")
	page.WaitForText(".people", "Nina")
	annotated(page)
	page.Click("Excluir a anotação “Prefere ligação à tarde. Pediu segunda via da receita.”")
	page.WaitForText("main", "Nenhuma anotação.")
	page.WaitForText(".toast", "Anotação removida.")
	page.CheckAccessibility()
	page.Screenshot("annotation removed")
	page.Click("Desfazer")
	page.WaitForText(".toast", "Anotação restaurada")
	page.WaitForText(".notes", "Prefere ligação")
	page.Press("e")
	page.WaitForText("h1", "Editar Helena Prado")
	page.Fill("Telefone", "48999887766")
	page.Press("Enter")
	page.WaitForText("main", "(48) 99988-7766")

	removalRefused(page)
	page.WaitForText("#excluir", "1 paciente: Nina")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-removal")
	page.Press("Escape")
	page.WaitGone("#excluir[open]")
	page.Click("Excluir Nina")
	page.Click("Excluir paciente")
	page.WaitForText("main", "Nenhum paciente")
}

// The drawer of the list, laid over another page as the list does.
func TestAssociateDrawer_DesktopAndPhone(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	for name, screen := range map[string]func(*browsertest.Page){"desk": (*browsertest.Page).Desktop, "phone": (*browsertest.Page).Phone} {
		screen(page)
		page.Visit("/painel")
		browsertest.Read[any](page, `async (address) => {
			const answer = await fetch(address, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } });
			document.querySelector("main").insertAdjacentHTML("beforeend", await answer.text());
			document.querySelector("#gaveta-associado").showModal();
		}`, anaPage+"?drawer=1")
		page.WaitForText("#gaveta-associado", dbtest.Miguel.FullName())
		page.CheckAccessibility()
		page.CheckLayout()
		page.Screenshot("drawer of an associate, " + name)
		page.Press("Escape")
		page.WaitGone("#gaveta-associado[open]")
	}
}
