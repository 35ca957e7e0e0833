package browser_test

import (
	"testing"
	"time"

	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
)

// Every page of what leaves and when in each look, without a violation.
func TestViews_Retention(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into reception (name, phone, status, date_created, date_updated)
		select 'Contato ' || n, '1199999' || (1000 + n), 'Novo', now() - n * interval '11 days', now() - n * interval '11 days' from generate_series(1, 60) n`)
	app.Exec(t, "update orders set status = 'Entregue', date_created = now() - interval '7 years', paid_at = null, amount_received = null, payment_method = null, paid_on = null where user_id = 1")
	app.Exec(t, "update retention_state set date_on = now() - interval '12 days', on_by_name = 'Camila Torres'")
	app.Exec(t, `insert into retention_holds (user_id, reason, until, created_by_name, date_created) values
		(1, 'Processo 0012345-67, até a decisão', null, 'Camila Torres', now()), (3, 'Dívida em acordo', current_date + 100, 'Camila Torres', now())`)
	keeper := areas.NewRetention(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Mail: app.Mail, Storage: app.Storage, Now: time.Now})
	if err := keeper.RunNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	const page = "/admin/privacidade/retencao"
	looks.Check(t, app, []looks.View{
		{Name: "retention", Path: page, By: dbtest.Camila},
		{Name: "period", Path: page + "/prazos/orders", By: dbtest.Camila},
		{Name: "who leaves", Path: page + "/prazos/reception_contacts/quem", By: dbtest.Camila},
		{Name: "hold", Path: page + "/segurar", By: dbtest.Camila},
		{Name: "release", Path: page + "/segurados/1/soltar", By: dbtest.Camila},
		{Name: "pause", Path: page + "/pausar", By: dbtest.Camila},
	})
}

// The page of everything that leaves in each look, without a violation.
func TestViews_Sharing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	app.Exec(t, `insert into sharing_months (kind, source, month, count)
		select k, s, date_trunc('month', current_date - n * 30)::date, 1200 / (n + 1) from generate_series(0, 5) n,
			(values ('webhook', '1'), ('token', '1'), ('export', 'orders'), ('mail', 'order_paid'), ('calendar', 'google')) v (k, s) on conflict do nothing`)
	looks.Check(t, app, []looks.View{
		{Name: "sharing", Path: "/admin/privacidade/compartilhamento", By: dbtest.Camila},
		{Name: "token", Path: "/admin/tokens/1", By: dbtest.Camila},
	})
}

// Every page of incidents in each look, without a violation: a new one, one with persons to confirm, one with letters, and one that is over.
func TestViews_Incidents(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const insert = `insert into incidents (id, year, sequence, title, noticed_at, due_on, noticed_how, stopped, happened, date_affected, letter, date_letters, authority, date_authority, lessons, state, date_closed, created_by_name, date_created) values `
	app.Exec(t, insert+`(11, 2026, 1, 'Acesso com senha roubada', now(), current_date + 3, 'Camila Torres (“não fui eu”)', 'Aparelho encerrado, senha trocada, segunda etapa ligada às 08:21',
		'Alguém entrou com a senha de Camila às 03:12 e abriu 9 cadastros até 03:21. Não baixou arquivos nem exportou.', null, '', null, '', null, '', 'open', null, 'Camila Torres', now()),
		(12, 2026, 2, 'Planilha enviada à pessoa errada', now() - interval '9 days', current_date - 4, 'Bruno Lima', 'Pedimos para apagar', 'Um e-mail foi para o endereço errado', now(), 'Uma planilha com o seu nome foi para a pessoa errada.', now(), '', null, '', 'open', null, 'Camila Torres', now()),
		(13, 2026, 3, 'Celular perdido', now() - interval '30 days', current_date - 25, 'Paulo', 'Acesso fechado', 'Perdido no ônibus', now(), 'Um celular da equipe se perdeu.', now(), 'Protocolo 123', now(), 'Tela bloqueia em 1 minuto', 'closed', now(), 'Camila Torres', now()),
		(14, 2026, 4, 'Sumiu', now(), current_date + 3, 'Paulo', '', '', null, '', null, '', null, '', 'open', null, 'Camila Torres', now())`)
	app.Exec(t, `insert into incident_people (incident_id, user_id, seen, has_health, is_child, letter, date_created) values
		(11, 1, '["cadastro", "cadastro de pacientes"]', true, true, 'waiting', now()), (11, 3, '["cadastro", "endereço"]', false, false, 'waiting', now()),
		(12, 1, '["lista"]', true, false, 'post', now()), (12, 3, '["lista"]', false, false, 'queued', now()), (13, 3, '["cadastro"]', false, false, 'posted', now())`)
	app.Exec(t, "insert into incident_events (incident_id, action, actor_name, date_created) select id, 'Incidente aberto', 'Camila Torres', now() from incidents")
	const page = "/admin/privacidade/incidentes"
	looks.Check(t, app, []looks.View{
		{Name: "incidents", Path: page, By: dbtest.Camila},
		{Name: "open incident", Path: page + "/novo", By: dbtest.Camila},
		{Name: "affected", Path: page + "/11", By: dbtest.Camila},
		{Name: "letters", Path: page + "/12", By: dbtest.Camila},
		{Name: "closed incident", Path: page + "/13", By: dbtest.Camila},
		{Name: "new incident", Path: page + "/14", By: dbtest.Camila},
		{Name: "no incident", Path: page + "/11/nao-e", By: dbtest.Camila},
	})
}
