package privacy_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The first page of the desk shows what needs care besides the requests: the year's answers with their days, the incident that is due
// first, families that ask, persons of age who have not decided, patients who are of age soon. Menu and tabs count what is open.
func TestDesk(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	empty := camila.GET(desk).Want(200).Words()
	for _, want := range []string{"Ninguém faz 18 anos logo", "Nada sai nas próximas noites", "nenhum corre"} {
		if !strings.Contains(empty, want) {
			t.Errorf("the empty desk does not say %q", want)
		}
	}
	app.Exec(t, `insert into privacy_requests (user_id, kind, channel, received_on, due_on, state, date_closed, date_created, requester) values
		(1, 'access', 'letter', current_date - 3, current_date + 12, 'open', null, now(), ''),
		(5, 'access', 'letter', current_date - 1, current_date + 14, 'open', null, now(), 'Rosa, filha'),
		(1, 'access', 'letter', current_date - 4, current_date + 11, 'answered', now(), now(), ''),
		(1, 'access', 'letter', current_date - 8, current_date + 7, 'answered', now(), now(), ''),
		(3, 'access', 'letter', current_date - 20, current_date - 5, 'refused', now(), now(), ''),
		(3, 'access', 'letter', current_date - 420, current_date - 405, 'answered', now() - interval '370 days', now(), '')`)
	app.Exec(t, "insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (5, current_date - 9, '2º Cartório, nº 1', 'Camila Torres', now())")
	app.Exec(t, `insert into incidents (year, sequence, title, state, noticed_at, noticed_how, due_on, created_by_name, date_created) values
		(2026, 1, 'Celular perdido', 'open', now(), 'Paulo', '2035-03-09', 'Camila Torres', now()), (2026, 2, 'Planilha', 'open', now(), 'Paulo', '2035-03-05', 'Camila Torres', now())`)
	patient := func(name, born string) {
		app.Exec(t, "insert into users (user_code, name, status, responsible_code, birth_date, date_created) select gen_random_uuid(), $1, 'patient', user_code, "+born+", now() from users where id = 1", name)
	}
	patient("Theo Quintana", "current_date - interval '18 years' + interval '2 months'")
	patient("Criança", "current_date - interval '9 years'")
	patient("Adulta", "current_date - interval '30 years'")
	app.Exec(t, "insert into adult_patients (user_id, since, date_created) select id, current_date - 3, now() from users where status = 'patient' order by id limit 1")

	page := camila.GET(desk).Want(200)
	words := page.Words()
	for _, want := range []string{"Theo Quintana faz 18 anos", "Falta registrar quem decide sobre os dados", "Avisado pela família", "em 6 dias, na média",
		"avisar até 05/03/2035", "faltam 12 dias", "4 pedidos e incidentes abertos"} {
		if !strings.Contains(words, want) {
			t.Errorf("the desk does not say %q", want)
		}
	}
	for _, other := range []string{"Criança", "Adulta"} {
		if strings.Contains(words, other) {
			t.Errorf("%s is a case", other)
		}
	}
	if !strings.Contains(page.Body, desk+"/pedidos/2\"") {
		t.Error("the family's request does not open")
	}
	if late := strings.Index(words, "Fora do prazo"); late < 0 || !strings.HasPrefix(strings.TrimSpace(words[late+len("Fora do prazo"):]), "1") {
		t.Error("the refusal past its last day is not counted as late, or one of the year before is")
	}
}
