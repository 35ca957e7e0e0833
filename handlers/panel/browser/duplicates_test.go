package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Each page of duplicates, on the screens of the staff, light and dark, with axe.
func TestDuplicates_Pages(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, statement := range []string{
		`insert into users (id, status, associate_name, phone, birth_date, date_created) values (70, 'active', 'Carla Nunes', '71999990005', '1985-03-14', now()), (71, 'Associado', 'Joao Conceição', '11988887777', null, now())`,
		`insert into users (id, status, name, birth_date, responsible_code) select 72, 'patient', 'Miguel', '2018-08-01', user_code from users where id = 3`,
		`insert into associate_pairs (first_id, second_id, score, reasons, date_created) values (1, 3, 125, '{cpf,birth,similar_name}', now()), (5, 70, 70, '{phone,birth,similar_name}', now()), (3, 71, 10, '{address,similar_name,other_birth}', now())`,
		`update associate_pair_state set refreshed_at = now()`,
	} {
		app.Exec(t, statement)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	look(t, page, "/painel/duplicados/1/3", t.Name()+"-comparar", nil)
	page.Theme("claro")
	page.Size(1440, 900)
	page.Visit("/painel/duplicados/5/70")
	page.Click("Juntar os dois")
	page.WaitForPath("/painel/associados/5")
	look(t, page, "/painel/duplicados", t.Name()+"-lista", nil)
	look(t, page, "/painel/duplicados?aba=juntados", t.Name()+"-juntados", nil)
	// J goes to the first pair, 2 compares it; there J goes to the first field that differs, and 2 takes the other value.
	page.Theme("claro")
	page.Size(1440, 900)
	page.Visit("/painel/duplicados")
	page.Press("j")
	page.WaitUntil("the first pair has the focus", `() => document.activeElement === document.querySelector("[data-pair]")`)
	page.Press("2")
	page.WaitForText("h1", "É a mesma pessoa?")
	page.Press("j")
	page.Press("2")
	page.WaitUntil("the other value is chosen", `() => document.querySelectorAll("[data-pair] td:last-child input[type=radio]")[0].checked`)
	page.Press("1")
	page.WaitUntil("the first value is chosen", `() => document.querySelector("[data-pair] input[type=radio]").checked`)
}
