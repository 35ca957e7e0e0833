package browser_test

import (
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/erasure"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// Every page of the privacy desk in each look, without a violation: requests of each state, the preview of a proposal for both
// persons, and an erasure that is done.
func TestViews(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	app.Exec(t, `insert into privacy_requests (user_id, kind, channel, text, received_on, due_on, created_by, date_created, identity, identity_by, date_identity)
		select u, k, 'letter', 'Quero saber o que vocês têm sobre mim.', current_date - d, current_date - d + 15, 'Camila Torres', now(), i, '', case when i <> '' then now() end
		from (values (1, 'access', 12, ''), (3, 'erase', 8, 'documento com foto'), (1, 'correct', 3, 'documento com foto'), (5, 'sharing', 20, '')) v (u, k, d, i)`)
	desk := areas.NewErasures(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Storage: app.Storage, Now: time.Now})
	camila, bruno := dbtest.Camila.Caller().At(time.Now()), dbtest.Bruno.Caller().At(time.Now())
	bruno.Roles = []auth.Role{auth.Administrador}
	propose := func(id int64) erasure.Erasure {
		t.Helper()
		proposed, err := desk.Propose(t.Context(), camila,
			erasure.ProposeInput{UserID: id, Identity: "documento com foto", ReceivedOn: civil.MustParse("2026-11-18")})
		if err != nil {
			t.Fatal(err)
		}
		return proposed
	}
	app.Exec(t, "update orders set status = 'Entregue' where user_id = 1")
	done := propose(dbtest.Ana.ID)
	preview, err := desk.ReadPreview(t.Context(), bruno, dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := desk.Confirm(t.Context(), bruno, erasure.ConfirmInput{ID: done.ID, Seen: preview.Seen()}); err != nil {
		t.Fatal(err)
	}
	if err := desk.Work(t.Context(), done.ID); err != nil {
		t.Fatal(err)
	}
	propose(dbtest.Joao.ID)
	app.Exec(t, "update privacy_requests set asked_text = 'O e-mail maria@exemplo.org.br também é seu?', date_asked = now() where id = 4")
	app.Exec(t, "insert into adult_patients (user_id, since, date_created) select id, current_date - 3, now() from users where status = 'patient' order by id limit 1")
	app.Exec(t, "insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (5, current_date - 30, '2º Cartório de Florianópolis, nº 1234', 'Camila Torres', now())")
	app.Exec(t, "insert into law_texts (name, article, reason, author_name, date_created) values ('tax', 'Código Tributário Nacional, arts. 173 e 195', 'Comprovar o que foi pago', 'Camila Torres', now())")
	app.Exec(t, `insert into users (user_code, name, last_name, status, responsible_code, birth_date, date_created)
		select gen_random_uuid(), 'Theo', 'Quintana', 'patient', user_code, current_date - interval '18 years' + interval '2 months', now() from users where id = 3`)
	app.Exec(t, `insert into incidents (year, sequence, title, state, noticed_at, noticed_how, due_on, created_by_name, date_created)
		values (2026, 1, 'Celular perdido', 'open', now(), 'Paulo', current_date + 3, 'Camila Torres', now())`)
	second := dbtest.Bruno
	second.Role = auth.Administrador
	looks.Check(t, app, []looks.View{
		{Name: "requests", Path: "/admin/privacidade", By: dbtest.Camila},
		{Name: "new request", Path: "/admin/privacidade/pedidos/novo?q=ana", By: dbtest.Camila},
		{Name: "new request of a person", Path: "/admin/privacidade/pedidos/novo?pessoa=1", By: dbtest.Camila},
		{Name: "request with identity", Path: "/admin/privacidade/pedidos/3", By: dbtest.Camila},
		{Name: "identity", Path: "/admin/privacidade/pedidos/4/conferir", By: dbtest.Camila},
		{Name: "answer", Path: "/admin/privacidade/pedidos/3/responder", By: dbtest.Camila},
		{Name: "refusal", Path: "/admin/privacidade/pedidos/3/recusar", By: dbtest.Camila},
		{Name: "proof", Path: "/admin/privacidade/pedidos/3/provas", By: dbtest.Camila},
		{Name: "texts", Path: "/admin/privacidade/textos", By: dbtest.Camila},
		{Name: "text", Path: "/admin/privacidade/textos/access", By: dbtest.Camila},
		{Name: "laws", Path: "/admin/privacidade/leis", By: dbtest.Camila},
		{Name: "law", Path: "/admin/privacidade/leis/tax", By: dbtest.Camila},
		{Name: "request", Path: "/admin/privacidade/pedidos/2", By: dbtest.Camila},
		{Name: "register", Path: "/admin/privacidade/registro", By: dbtest.Camila},
		{Name: "preview before", Path: "/admin/privacidade/apagar/5", By: dbtest.Camila},
		{Name: "preview of proposer", Path: "/admin/privacidade/apagar/3", By: dbtest.Camila},
		{Name: "preview of second", Path: "/admin/privacidade/apagar/3", By: second},
		{Name: "question", Path: "/admin/privacidade/pedidos/3/perguntar", By: dbtest.Camila},
		{Name: "waiting request", Path: "/admin/privacidade/pedidos/4", By: dbtest.Camila},
		{Name: "adults and deaths", Path: "/admin/privacidade/maioridade", By: dbtest.Camila},
		{Name: "death", Path: "/admin/privacidade/falecimento/3", By: dbtest.Camila},
		{Name: "erased record", Path: "/painel/associados/1", By: dbtest.Camila},
		{Name: "find who is held", Path: "/admin/privacidade/retencao/segurar?q=ana", By: dbtest.Camila},
		{Name: "erasures", Path: "/admin/privacidade/eliminacoes", By: dbtest.Camila},
		{Name: "erasure", Path: "/admin/privacidade/eliminacoes/1", By: dbtest.Camila},
	})
}
