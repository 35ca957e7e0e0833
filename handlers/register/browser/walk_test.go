package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
)

// walks runs a walk in every way, each with an app of its own.
func walks(t *testing.T, walk func(*testing.T, *handlertest.App, browsertest.Walker)) {
	for _, way := range browsertest.Ways() {
		t.Run(way.Name, func(t *testing.T) {
			t.Parallel()
			app := handlertest.New(t)
			app.PublishTerms(t)
			walk(t, app, browsertest.Walk(browsertest.Open(t, app), way))
		})
	}
}

// open walks from the start page to the first step of a registration.
func open(t *testing.T, app *handlertest.App, w browsertest.Walker) {
	w.Open("/")
	w.Use("Começar meu cadastro")
	w.Arrive("/cadastro")
	w.Write("Qual é o seu e-mail?", "sandra@exemplo.org.br")
	w.Use("Enviar o código")
	w.Arrive("/cadastro/codigo")
	w.Write("Código", app.Code(t))
	w.Use("Continuar")
	w.Arrive("/cadastro/senha")
	w.Write("Senha", "girassol na janela")
	w.Use("Continuar")
	w.Arrive("/cadastro/nome")
}

// describe answers the questions about the own person.
func describe(w browsertest.Walker) {
	w.Write("Nome completo", "Sandra Regina Albuquerque")
	w.Write("CPF", "27363792097")
	w.Use("Continuar")
	w.Arrive("/cadastro/nascimento")
	w.Write("Data de nascimento", "23/2/68")
	w.Use("Continuar")
	w.Arrive("/cadastro/genero")
	w.Use("Prefiro não dizer")
	w.Use("Continuar")
	w.Arrive("/cadastro/rg")
	w.Use("Continuar")
	w.Arrive("/cadastro/dados-do-termo")
	w.Use("Continuar")
	w.Arrive("/cadastro/celular")
	w.Write("Celular com DDD", "48991042277")
	w.Use("Continuar")
	w.Arrive("/cadastro/endereco")
	w.Write("CEP", "88010000")
	if w.Way.Plain {
		for _, field := range [][2]string{{"Rua", "Rua Felipe Schmidt"}, {"Bairro", "Centro"}, {"Cidade", "Florianópolis"}, {"Estado", "SC"}} {
			w.Write(field[0], field[1])
		}
	} else {
		w.WaitForText("details summary [data-line]", "Rua Felipe Schmidt, Centro, Florianópolis/SC")
	}
	w.Write("Número", "1204")
	w.Use("Continuar")
	w.Arrive("/cadastro/conferir-dados")
	w.Use("Está certo, continuar")
	w.Arrive("/cadastro/tratamento")
}

// allow confirms who is treated, and allows what is needed for it.
func allow(w browsertest.Walker) {
	w.Arrive("/cadastro/conferir-tratamento")
	w.Use("Está certo, continuar")
	w.Arrive("/cadastro/permissoes")
	w.Use("[name=permitido][value=treatment]")
	w.Use("Continuar")
	w.Arrive("/cadastro/documentos")
}

// show sends the photos of a document.
func show(t *testing.T, w browsertest.Walker) {
	photograph(t, w, "front", "Frente")
	photograph(t, w, "back", "Verso")
	w.Use("Continuar")
}

// photograph sends a photo for a slot.
func photograph(t *testing.T, w browsertest.Walker, slot, name string) {
	if w.Way.Plain {
		w.Choose("#campo-"+slot+" [name=file]", smallPhoto(t))
		w.Use("Enviar: " + name)
	} else {
		w.Choose(camera(slot), photo(t))
	}
	w.WaitForText("#campo-"+slot, "Enviada")
}

// sign reads the term, signs it with the typed name, and ends the registration with a prescription.
func sign(t *testing.T, app *handlertest.App, w browsertest.Walker) {
	w.Arrive("/cadastro/conferir-documentos")
	w.Use("Está certo, continuar")
	w.Arrive("/cadastro/assinatura")
	link := w.Attribute(`a[href^="/assinar/"]`, "href")
	w.Use("Ler e assinar agora")
	w.Arrive(link)
	w.Use(`a[href$="/assinar"]`)
	w.WaitForPath(link + "/assinar")
	if !w.Way.Plain {
		w.Use("Digitar")
	}
	w.Write("Nome completo", "Sandra Regina Albuquerque")
	w.Use("Usar esta assinatura")
	w.Arrive(link + "/concluir")
	w.Use("#campo-consent")
	w.Use("Assinar o termo")
	w.Arrive(link + "/pronto")
	w.Use("Continuar cadastro")
	w.Arrive("/cadastro/receita")
	photograph(t, w, "prescription", "Receita")
	w.Use("Continuar")
	w.Arrive("/cadastro/concluir")
	w.Use("Concluir cadastro")
	w.Arrive("/cadastro/completo")
	w.Use("Ir para minha página")
	w.Arrive("/cadastro")
	w.WaitForText("main", "A equipe está conferindo")
	if app.Count(t, "contracts", "status = 'completed'") != 1 || app.Count(t, "users_files", "doc_kind = 'prescription'") != 1 {
		t.Error("the term or the prescription is not there")
	}
}

// A patient: from the start page to the own page, the card, the permissions, and out.
func TestWalk_Patient(t *testing.T) {
	t.Parallel()
	walks(t, func(t *testing.T, app *handlertest.App, w browsertest.Walker) {
		open(t, app, w)
		describe(w)
		w.Use("Para mim")
		w.Use("Continuar")
		allow(w)
		show(t, w)
		sign(t, app, w)
		w.Open("/cadastro/perfil")
		w.Use("Permissões")
		w.Arrive("/cadastro/permissoes")
		w.Open("/cadastro/perfil")
		w.Use("Sair")
		w.Arrive("/cadastro/entrar")
	})
}

// The owner of an animal of a species that is not in the list.
func TestWalk_Owner(t *testing.T) {
	t.Parallel()
	walks(t, func(t *testing.T, app *handlertest.App, w browsertest.Walker) {
		open(t, app, w)
		describe(w)
		w.Use("Para um animal")
		w.Use("Continuar")
		w.Arrive("/cadastro/animal")
		w.Write("Nome do animal", "Rosa")
		w.Write("Espécie", "Outra")
		w.Write("Se é outra, qual?", "Tartaruga")
		w.Use("Continuar")
		allow(w)
		if app.Count(t, "users", "status = 'patient' and name = 'Rosa' and species = 'Tartaruga'") != 1 {
			t.Error("the animal is stored otherwise")
		}
		show(t, w)
		sign(t, app, w)
	})
}
