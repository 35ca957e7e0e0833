package panel_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/views/ui"
)

// A form reports all its errors at once, unparsable and invalid values alike, each once and at its field, and shows the
// typed values.
func TestForms_ReportAllProblems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for name, c := range map[string]struct {
		path         string
		typed, wrong map[string]string
	}{
		"associate": {"/painel/associados/novo",
			map[string]string{"associate_name": "", "associate_cpf": "111", "birth_date": "31/02/1990", "cep": "88"},
			map[string]string{"associate_name": "informe o nome", "associate_cpf": "CPF inválido", "birth_date": "Confira a data",
				"cep": "deve ter 8 números"}},
		"associate who is changed": {anaPage + "/editar", map[string]string{"associate_name": "", "birth_date": "ontem", "phone": "1"},
			map[string]string{"associate_name": "informe o nome", "birth_date": "Confira a data", "phone": "Faltam números"}},
		"patient": {carlaPage + "/pacientes/novo", map[string]string{"name": "", "birth_date": "x", "cpf": "111"},
			map[string]string{"name": "informe o nome", "last_name": "informe o sobrenome", "birth_date": "Confira a data", "cpf": "CPF inválido"}},
		"patient who is an animal": {carlaPage + "/pacientes/novo",
			map[string]string{"tipo": "animal", "name": "", "species": " ", "weight_kg": "muito"},
			map[string]string{"name": "informe o nome", "species": "informe a espécie", "weight_kg": "deve ser um peso"}},
		"patient who is changed": {anaPage + "/pacientes/2/editar", map[string]string{"name": "", "birth_date": "x", "guardian_cpf": "1"},
			map[string]string{"name": "informe o nome", "birth_date": "Confira a data", "guardian_cpf": "CPF inválido"}},
		"product": {"/painel/produtos/novo", map[string]string{"code": "", "name": "", "price": "caro", "width_cm": "x", "weight_g": "1,5"},
			map[string]string{"code": "informe um código", "name": "informe um nome", "price": "deve ser um valor em reais",
				"width_cm": "deve ser um número", "weight_g": "deve ser um número inteiro"}},
		"product without a price": {"/painel/produtos/1/editar", map[string]string{"name": "", "price": " ", "weight_g": "x"},
			map[string]string{"name": "informe um nome", "price": "informe o preço", "weight_g": "deve ser um número inteiro"}},
		"order": {"/painel/pedidos/novo", map[string]string{"user_code": dbtest.Ana.UserCode, "items[0].code": "OLEO-30",
			"items[0].amount": "abc", "items[0].quantity": "0",
			"discount": "x", "address.cep": "88", "custom_payment[0].item": "", "custom_payment[0].value": "", "custom_payment[1].value": "y",
			"acao": "salvar"},
			map[string]string{"items[0].amount": "deve ser um valor em reais", "items[0].quantity": "de 1 a 9999",
				"discount":    "deve ser um valor em reais",
				"address.cep": "deve ter 8 números", "custom_payment[0].item": "informe a descrição",
				"custom_payment[0].value": "deve ser um valor em reais"}},
		"order that is changed": {joaosCart, map[string]string{"items[0].code": "OLEO-30", "items[0].amount": "300", "items[0].quantity": "dois",
			"donation":      "x",
			"address.state": "XX", "acao": "salvar"},
			map[string]string{"items[0].quantity": "deve ser um número inteiro", "donation": "deve ser um valor em reais",
				"address.state": "deve ser a sigla"}},
	} {
		t.Run(name, func(t *testing.T) {
			form := fields(camila.GET(c.path).Want(200).Body)
			for field, value := range c.typed {
				form.Set(field, value)
			}
			page := camila.Form(c.path, form).Want(422).Body
			problems := problemsOf(page)
			for field, want := range c.wrong {
				if problem := problems[ui.FieldID(field)]; !strings.Contains(problem, want) || strings.Count(page, problem) != 2 {
					t.Errorf("%s has the error %q", field, problem)
				}
				delete(problems, ui.FieldID(field))
			}
			if len(problems) > 0 {
				t.Errorf("further errors: %v", problems)
			}
			again := fields(page)
			for field, value := range c.typed {
				if strings.HasPrefix(field, "custom_payment") || field == "acao" || field == "address.state" {
					continue
				}
				if again.Get(field) != value {
					t.Errorf("%s is rendered as %q", field, again.Get(field))
				}
			}
		})
	}
	if app.Count(t, "users", "id > 9")+app.Count(t, "orders", "id > 9") > 0 {
		t.Error("something was stored")
	}
}

// problemsOf returns the errors in the summary of a page, by field.
func problemsOf(page string) map[string]string {
	_, summary, _ := strings.Cut(page, `id="problemas-titulo"`)
	summary, _, _ = strings.Cut(summary, "</ul>")
	problems := map[string]string{}
	for _, link := range strings.Split(summary, `<a href="#`)[1:] {
		id, rest, _ := strings.Cut(link, `">`)
		message, _, _ := strings.Cut(rest, "</a>")
		problems[id] += message
	}
	return problems
}
