package browser_test

import (
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// photo is a photo of a phone, larger than the page sends it, with its place.
func photo(t *testing.T) string {
	return browsertest.File(t, "IMG_2041.jpg", mediatest.JPEG(t, 2400, 1600))
}

// smallPhoto is sent as it is, so that the server removes its place.
func smallPhoto(t *testing.T) string {
	return browsertest.File(t, "IMG_2042.jpg", mediatest.JPEG(t, 640, 400))
}

// gallery and camera are the file fields of a slot.
func gallery(slot string) string { return "#campo-" + slot + " [data-pick]:not([capture])" }
func camera(slot string) string  { return "#campo-" + slot + " [data-pick][capture]" }

// openAccount opens an account on a phone.
func openAccount(t *testing.T, app *handlertest.App, page *browsertest.Page) {
	page.Phone()
	page.Visit("/cadastro")
	look(page, "welcome")
	page.Fill("Qual é o seu e-mail?", "sandra@exemplo.org.br")
	page.Click("Enviar o código")
	page.WaitForPath("/cadastro/codigo")
	page.Fill("Código", app.Code(t))
	page.Click("Continuar")
	page.WaitForPath("/cadastro/senha")
	page.Fill("Senha", "girassol na janela")
	look(page, "password")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nome")
}

// answerOwnData answers the first phase.
func answerOwnData(page *browsertest.Page) {
	page.Fill("Nome completo", "Sandra Regina Albuquerque")
	page.Fill("CPF", "27363792097")
	page.WaitForText("[data-saved]", "Rascunho salvo às")
	look(page, "name")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nascimento")
	page.Fill("Data de nascimento", "23021968")
	look(page, "birth")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/genero")
	page.Click("Prefiro não dizer")
	look(page, "gender")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/rg")
	page.Fill("Número do RG", "12.345.678")
	look(page, "rg")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/dados-do-termo")
	page.Fill("Nacionalidade", "brasileira")
	look(page, "term-data")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/celular")
	page.Fill("Celular com DDD", "48991042277")
	look(page, "phone")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/endereco")
	page.Fill("CEP", "88010000")
	page.WaitForText("details summary [data-line]", "Rua Felipe Schmidt, Centro, Florianópolis/SC")
	page.Fill("Número", "1204")
	look(page, "address")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-dados")
	look(page, "check")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/tratamento")
	look(page, "treatment")
}

// confirmTreatment ends the second phase.
func confirmTreatment(page *browsertest.Page) {
	page.WaitForPath("/cadastro/conferir-tratamento")
	look(page, "check-treatment")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/permissoes")
	look(page, "permissions")
	page.Expect(422)
	page.Click("Continuar")
	page.WaitForSummary()
	page.WaitForText(".cons .err", "Sem esta permissão a equipe não pode cuidar do tratamento")
	page.Click("[name=permitido][value=treatment]")
	look(page, "permissions-ticked")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/documentos")
}

// sendIdentity sends both sides of an RG.
func sendIdentity(t *testing.T, page *browsertest.Page) {
	page.Choose(camera("front"), photo(t))
	page.WaitForText("#campo-front", "Enviada")
	page.Choose(gallery("back"), smallPhoto(t))
	page.WaitForText("#campo-back [data-why]", "A foto é pequena")
	look(page, "documents-small")
	page.Click("Enviar esta mesmo assim")
	page.WaitForText("#campo-back", "Enviada")
	look(page, "documents")
	page.Click("Continuar")
}

// reachSignature ends the third phase, and checks what is stored of the photos.
func reachSignature(t *testing.T, app *handlertest.App, page *browsertest.Page, photos int) {
	page.WaitForPath("/cadastro/conferir-documentos")
	page.CheckLayout()
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/assinatura")
	page.Screenshot("sign")
	if stored := app.Count(t, "users_files", "doc_type is not null and side is not null"); stored != photos {
		t.Errorf("%d photos are stored, want %d", stored, photos)
	}
	checkNoPlace(t, app)
}

// checkNoPlace reads all stored files: no photo has the place where it was taken.
func checkNoPlace(t *testing.T, app *handlertest.App) {
	t.Helper()
	camila := app.As(t, dbtest.Camila)
	var listed []struct{ ID int64 }
	camila.GET("/api/v1/files").Want(200).Data(&listed)
	if len(listed) == 0 {
		t.Error("no file is stored")
	}
	for _, file := range listed {
		stored := camila.GET("/api/v1/files/" + strconv.FormatInt(file.ID, 10) + "/download").Want(200).Body
		if strings.Contains(stored, mediatest.Position) || strings.Contains(stored, mediatest.Secret) {
			t.Errorf("file %d has the place of the photo", file.ID)
		}
	}
}

// From the e-mail to the signature, for oneself.
func TestRegistration_Self(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	openAccount(t, app, page)
	answerOwnData(page)
	page.Click("Para mim")
	page.Click("Continuar")
	confirmTreatment(page)
	sendIdentity(t, page)
	reachSignature(t, app, page, 2)
	look(page, "sign")
}

// From the e-mail to the signature, for another person, whose document is needed too.
func TestRegistration_OtherPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	openAccount(t, app, page)
	answerOwnData(page)
	page.Click("Para outra pessoa")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/paciente")
	page.Fill("Nome", "Helena")
	page.Fill("Sobrenome", "Albuquerque dos Santos")
	page.Fill("CPF", "16899535009")
	page.Fill("Data de nascimento", "02061942")
	page.WaitUntil("the patient is saved once", `() => Boolean(document.querySelector("x-rascunho").dataset.id)`)
	look(page, "patient")
	page.Expect(422)
	page.Click("Continuar")
	page.WaitForSummary()
	page.WaitForText(".problems", "Escolha o que essa pessoa é sua.")
	look(page, "patient-refused")
	page.Fill("Essa pessoa é: (sua mãe, seu pai…)", "Mãe")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-tratamento")
	page.Click("Adicionar um animal")
	page.WaitForPath("/cadastro/animal")
	page.Fill("Nome do animal", "Thor")
	page.Fill("Espécie", "Cachorro")
	page.WaitUntil("the animal is saved once",
		`() => Boolean(document.querySelector("x-rascunho").dataset.id) && !location.search.includes("novo")`)
	look(page, "second-patient")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-tratamento")
	page.WaitForText("main", "Thor")
	if app.Count(t, "users", "status = 'patient' and name in ('Helena', 'Thor') and responsible_code is not null") != 2 {
		t.Error("the second patient is stored otherwise")
	}
	confirmTreatment(page)
	sendIdentity(t, page)
	page.WaitForPath("/cadastro/documento-paciente")
	page.Click("CNH")
	page.WaitForPath("/cadastro/documento-paciente")
	page.WaitGone("#campo-back")
	page.Choose(camera("front"), photo(t))
	page.WaitForText("#campo-front", "Enviada")
	look(page, "documents-patient")
	page.Click("Continuar")
	reachSignature(t, app, page, 3)
	if app.Count(t, "users_files", "subject = 'patient' and doc_type = 'cnh'") != 1 {
		t.Error("the document of the patient is stored otherwise")
	}
}

// From the e-mail to the signature, for an animal, which has no document.
func TestRegistration_Pet(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	openAccount(t, app, page)
	answerOwnData(page)
	page.Click("Para um animal")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/animal")
	page.Fill("Nome do animal", "Thor")
	page.Fill("Espécie", "Cachorro")
	look(page, "pet")
	page.Click("Continuar")
	confirmTreatment(page)
	sendIdentity(t, page)
	reachSignature(t, app, page, 2)
}

// Without scripts the same pages are plain forms, up to the signature.
func TestRegistration_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.WithoutScripts()
	page.Phone()
	page.Visit("/cadastro")
	page.Fill("Qual é o seu e-mail?", "sandra@exemplo.org.br")
	page.Click("Enviar o código")
	page.WaitForPath("/cadastro/codigo")
	page.Fill("Código", app.Code(t))
	page.Click("Continuar")
	page.WaitForPath("/cadastro/senha")
	page.Fill("Senha", "girassol na janela")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nome")
	page.Fill("Nome completo", "Sandra Regina")
	page.Fill("CPF", "273.637.920-97")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nascimento")
	page.Fill("Data de nascimento", "23/02/1968")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/genero")
	page.Click("Prefiro não dizer")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/rg")
	page.Fill("Número do RG", "12.345.678")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/dados-do-termo")
	page.Fill("Nacionalidade", "brasileira")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/celular")
	page.Fill("Celular com DDD", "(48) 99104-2277")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/endereco")
	for _, field := range [][2]string{{"CEP", "88010-000"}, {"Rua", "Rua Felipe Schmidt"}, {"Bairro", "Centro"}, {"Cidade", "Florianópolis"},
		{"Estado", "SC"}, {"Número", "1204"}} {
		page.Fill(field[0], field[1])
	}
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-dados")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/tratamento")
	page.Click("Para mim")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-tratamento")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/permissoes")
	page.Click("[name=permitido][value=treatment]")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/documentos")
	page.Screenshot("documents-plain")
	for side, name := range map[string]string{"front": "Frente", "back": "Verso"} {
		page.Choose("#campo-"+side+" [name=file]", smallPhoto(t))
		page.Click("Enviar: " + name)
		page.WaitForText("#campo-"+side, "Foto recebida")
	}
	page.Click("Continuar")
	reachSignature(t, app, page, 2)
}
