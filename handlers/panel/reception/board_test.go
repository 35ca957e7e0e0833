package reception_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const boardPage = "/painel/recepcao"

// lanesOf returns the states of the lanes of a board, and how many tickets each has.
func lanesOf(answer *handlertest.Answer) (states []string, tickets map[string]int) {
	tickets = map[string]int{}
	lanes := answer.HTML().Find(".lane")
	for i := range lanes.Length() {
		lane := lanes.Eq(i)
		states = append(states, lane.AttrOr("data-state", ""))
		tickets[lane.AttrOr("data-lane", "")] = lane.Find("[data-ticket]").Length()
	}
	return states, tickets
}

// An open board is answered without the lanes that it shows already: after a move with 200 tickets in each lane, it gets
// the two lanes that changed, and after no change none.
func TestBoard_AnswersChangedLanes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('triage', 'statuses',
		'[{"value":"waiting","label":"Aguardando","color":"#b45309","is_default_entry":true,"is_done":false},{"value":"in_progress","label":"Em atendimento","color":"#0f766e","is_default_entry":false,"is_done":false},
		{"value":"later","label":"Retorno","color":"#1d4ed8","is_default_entry":false,"is_done":false},{"value":"done","label":"Concluído","color":"#475569","is_default_entry":false,"is_done":true}]')
		on conflict (system, key) do update set value = excluded.value`)
	app.Exec(t, `insert into reception (id, name, message, status, date_created)
		select 1000 + n, 'Contato ' || n, 'Preciso de ajuda com o pedido', case when n % 2 = 0 then 'in_progress' else 'later' end, now() - interval '3 days' from generate_series(1, 400) n`)
	bruno := app.As(t, dbtest.Bruno)
	whole := bruno.GET(boardPage).Want(200)
	states, tickets := lanesOf(whole)
	if tickets["later"] != 30 || tickets["in_progress"] != 30 || !strings.Contains(whole.Words(), "Mais 170") {
		t.Fatalf("the board has %v", tickets)
	}
	open := bruno.With("HX-Request", "true").With("X-Known-Lanes", strings.Join(states, ","))
	unchanged := open.GET(boardPage).Want(200)
	if _, tickets := lanesOf(unchanged); tickets["later"]+tickets["in_progress"]+tickets["waiting"] != 0 {
		t.Errorf("without a change the answer has %v", tickets)
	}
	bruno.Form(boardPage+"/1001/mover", url.Values{"status": {"waiting"}}).Want(303)
	moved := open.GET(boardPage).Want(200)
	_, tickets = lanesOf(moved)
	if tickets["in_progress"] != 0 || tickets["later"] != 30 || tickets["waiting"] == 0 {
		t.Errorf("after a move the answer has %v", tickets)
	}
	t.Logf("the whole board has %d KB, the answer after a move %d KB, without a change %d KB", len(whole.Body)>>10, len(moved.Body)>>10,
		len(unchanged.Body)>>10)
	if len(moved.Body) > len(whole.Body)*9/10 || len(unchanged.Body) > len(whole.Body)/2 {
		t.Error("the answers have more than what changed")
	}
}

// Each person folds lanes and turns on the sound for themself; the sound is off at first.
func TestBoard_Choices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	bruno.Form(boardPage+"/recolher", url.Values{"status": {"in_progress"}}).Want(303)
	bruno.Form(boardPage+"/som", url.Values{"ligado": {"true"}}).Want(303)
	board := bruno.GET(boardPage).HTML()
	if board.Find(".lane[data-folded]").AttrOr("data-lane", "") != "in_progress" || board.Find("x-fila[data-sound]").Length() != 1 {
		t.Error("the lane is not folded, or the sound is off")
	}
	if board := camila.GET(boardPage).HTML(); board.Find(".lane[data-folded], x-fila[data-sound]").Length() != 0 {
		t.Error("a colleague has the preferences too")
	}
	bruno.Form(boardPage+"/recolher", url.Values{"status": {"in_progress"}}).Want(303)
	if bruno.GET(boardPage).HTML().Find(".lane[data-folded]").Length() != 0 {
		t.Error("the lane is still folded")
	}
	bruno.Form(boardPage+"/recolher", url.Values{"status": {"nada"}}).Want(400)
	for _, stranger := range []*handlertest.Client{app.As(t, dbtest.Fernando)} {
		stranger.Form(boardPage+"/som", url.Values{"ligado": {"true"}}).Want(403)
	}
	app.Nobody(t).Form(boardPage+"/som", nil).Want(303)
}

// However many wait, the board shows 30 of a lane, and more by a link; it stays within 60 KB and 1,500 elements.
func TestBoard_Ceiling(t *testing.T) {
	t.Parallel()
	for _, waiting := range []int{324, 5000} {
		app := handlertest.New(t)
		app.Exec(t, "delete from reception")
		app.Exec(t, `insert into tags (name, collection, color) values ('Primeira vez', 'reception', '#7c3aed')`)
		app.Exec(t, `insert into reception (name, message, status, labels, date_created)
			select 'Contato de Nome Comprido ' || n, repeat('Preciso de ajuda com o pedido. ', 20), case when n % 9 = 0 then 'in_progress' else 'waiting' end, '["Primeira vez"]',
			now() - interval '3 days' + n * interval '1 second' from generate_series(1, $1::int) n`, waiting)
		bruno := app.As(t, dbtest.Bruno)
		whole := bruno.GET(boardPage).Want(200)
		_, tickets := lanesOf(whole)
		nodes := whole.HTML().Find("*").Length()
		t.Logf("%d wait: %d bytes, %d elements", waiting, len(whole.Body), nodes)
		if tickets["waiting"] != 30 || tickets["in_progress"] != 30 || len(whole.Body) > 60<<10 || nodes > 1500 {
			t.Errorf("%d wait: %v, %d bytes, %d elements", waiting, tickets, len(whole.Body), nodes)
		}
		more := whole.HTML().Find("#situacao-waiting [data-more]").AttrOr("href", "")
		page := bruno.GET(more).Want(200)
		if _, tickets := lanesOf(page); tickets["waiting"] != 60 || tickets["in_progress"] != 30 {
			t.Errorf("%s shows %v", more, tickets)
		}
		names := page.HTML().Find("#situacao-waiting [data-ticket]")
		if first, later := names.First().Text(), names.Eq(59).Text(); first != "Contato de Nome Comprido 1" ||
			later != "Contato de Nome Comprido 67" {
			t.Errorf("the first is %s, the last %s", first, later)
		}
	}
}

// A card of nobody names the associates who may be meant: those with the same e-mail, telephone or name.
func TestBoard_Similar(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "delete from reception")
	app.Exec(t, `insert into reception (id, name, email, phone, status, date_created, completed_at, associate_code)
		select n, case n when 1 then 'JOAO DA CONCEICAO' else 'Outra Pessoa' end, case n when 2 then u.email_account when 3 then 'ninguem@exemplo.org.br' end,
			case when n in (1, 4, 5) then u.phone end, 'waiting', now(), case n when 4 then now() end, case n when 5 then u.user_code end
		from generate_series(1, 5) n, users u where u.id = 1`)
	board := app.As(t, dbtest.Bruno).GET(boardPage).Want(200).HTML()
	for name, want := range map[string]int{"2\u00a0cadastros parecidos": 1, "1\u00a0cadastro parecido": 1, "Sem cadastro": 1} {
		if found := strings.Count(board.Find(".ticket").Text(), name); found != want {
			t.Errorf("%d cards say %q in %q", found, name, board.Find(".ticket").Text())
		}
	}
}

// An open board announces a contact that it has not shown, and does not move what it shows; the announcement puts the
// contact on top until it is opened. A refreshed board keeps its title and its breadcrumb.
func TestBoard_NewContact(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	whole := bruno.GET(boardPage).Want(200)
	latest := whole.HTML().Find("x-fila").AttrOr("data-latest", "")
	app.Exec(t, "insert into reception (id, name, status, date_created) values (900, 'Zélia Nova', 'waiting', now() + interval '1 minute'), (901, 'Em Outra Fila', 'in_progress', now())")
	open := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").With("X-Known-Contact", latest)
	page := open.GET(boardPage).Want(200)
	_, before := lanesOf(whole)
	_, tickets := lanesOf(page)
	pill := page.HTML().Find("#situacao-waiting .lane-news")
	if tickets["waiting"] != before["waiting"] || tickets["in_progress"] != 1 || !strings.Contains(pill.Text(), "1 novo") {
		t.Errorf("the board shows %v and %q", tickets, pill.Text())
	}
	if title := page.HTML().Find("title").Text(); title != "Recepção · Acolhe" || page.HTML().Find(".trail li").Length() != 1 {
		t.Errorf("the title is %q", title)
	}
	if waiting := page.HTML().Find("x-fila").AttrOr("data-waiting", ""); waiting != "4" {
		t.Errorf("the menu counts %s", waiting)
	}
	shown := bruno.GET(pill.AttrOr("href", "")).Want(200).HTML()
	first := shown.Find("#situacao-waiting .ticket").First()
	if first.Find("[data-ticket]").Text() != "Zélia Nova" || first.Find(".ticket-new").Text() != "novo" {
		t.Errorf("the first is %s", first.Text())
	}
	opened := bruno.GET(first.Find("[data-ticket]").AttrOr("href", "")).Want(200).HTML()
	if last := opened.Find("#situacao-waiting .ticket").Last(); last.Find("[data-ticket]").Text() != "Zélia Nova" ||
		opened.Find(".ticket-new").Length() != 0 {
		t.Errorf("once opened the last is %s", last.Text())
	}
	app.Exec(t, "delete from reception where id >= 900")
	app.Exec(t, "update reception set completed_at = null, completion_reason = null, status = 'waiting' where id = 3")
	if again := open.GET(boardPage).HTML(); again.Find(".lane-news").Length() != 0 {
		t.Error("a contact that is opened again is announced as new")
	}
	if without := bruno.GET(boardPage).HTML(); without.Find(".lane-news").Length() != 0 {
		t.Error("a board that was not open announces somebody")
	}
}
