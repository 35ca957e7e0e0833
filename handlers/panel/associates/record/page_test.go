package record_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	anaPage   = "/painel/associados/1"
	joaoPage  = "/painel/associados/3"
	carlaPage = "/painel/associados/5"
)

func TestAssociatePage_Facts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	born := time.Now().AddDate(-41, 0, -1)
	if _, err := app.Pool.Exec(t.Context(), "update users set birth_date = $1 where id = 1", born.Format(time.DateOnly)); err != nil {
		t.Fatal(err)
	}
	for part, wants := range map[string][]string{
		"": {"Ana Beatriz de Souza", "Associado", "41 anos · CPF 529.982.247-25", "Miguel de Souza", "Pedido nº 1",
			"Total pago R$ 430,90 em 1 pedido",
			"Consulta médica com " + dbtest.DraRenata.Name, "Na recepção há", "Concluir atendimento", "Termo de adesão por assinar"},
		"?parte=cadastro":     {"Rua das Acácias, 120", born.Format("02/01/2006") + " (41 anos)"},
		"?parte=pacientes":    {"Miguel de Souza"},
		"?parte=documentos":   {"Nenhum arquivo ainda"},
		"?parte=pedidos":      {"Pedido nº 1 · R$ 430,90"},
		"?parte=atendimentos": {"Consulta médica com"},
		"?parte=nada":         {"Linha do tempo"},
	} {
		page := app.As(t, dbtest.Bruno).GET(anaPage + part).Want(200).Words()
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%q is missing at %s in %s", want, part, page)
			}
		}
	}
	contact := app.As(t, dbtest.Fernando).GET(anaPage).Want(200).Body
	for _, want := range []string{`href="https://wa.me/5548999990001`, `href="tel:+5548999990001"`, `href="mailto:` + dbtest.Ana.Email} {
		if !strings.Contains(contact, want) {
			t.Errorf("%s is missing", want)
		}
	}
	// A patient is shown on the page of the responsible associate.
	if to := app.As(t, dbtest.Bruno).GET("/painel/associados/2").Want(303).Location(); to != anaPage+"#paciente-2" {
		t.Errorf("Miguel leads to %s", to)
	}
	for _, path := range []string{"/painel/associados/999", "/painel/associados/abc", "/painel/associados/999/editar",
		anaPage + "/pacientes/4/editar"} {
		app.As(t, dbtest.Camila).GET(path).Want(404)
	}
	app.Nobody(t).GET(anaPage).Want(303)
	app.As(t, dbtest.Renata).GET(anaPage).Want(403)
}

// The figures below the head lead to the next appointment and to the last contact.
func TestAssociatePage_Figures(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	next := time.Now().Add(49 * time.Hour).In(time.FixedZone("", -3*60*60))
	if _, err := app.Pool.Exec(t.Context(), "update services set consultation_date = null, status = 'Aguardando Pagamento'"); err != nil {
		t.Fatal(err)
	}
	var with string
	err := app.Pool.QueryRow(t.Context(), `
		update services set consultation_date = $1 where id = (select min(id) from services where associate_user_code = (select user_code from users where id = 1))
		returning 'Consulta médica · ' || professional_name`, next).Scan(&with)
	if err != nil {
		t.Fatal(err)
	}
	figures := func(who dbtest.Operator) string {
		words := app.As(t, who).GET(anaPage).Want(200).Words()
		_, after, _ := strings.Cut(words, "Pedidos 1")
		shown, _, _ := strings.Cut(after, "Resumo")
		return shown
	}
	date := next.Format("02/01, 15:04")
	bruno := figures(dbtest.Bruno)
	for _, want := range []string{"nº 1, ", "Próximo horário", date, with, "Último contato", "na recepção"} {
		if !strings.Contains(bruno, want) {
			t.Errorf("%q is missing in %q", want, bruno)
		}
	}
	app.As(t, dbtest.Bruno).Form(anaPage+"/anotacoes", url.Values{"text": {"Ligou para confirmar."}}).Want(303)
	if noted := figures(dbtest.Bruno); !strings.Contains(noted, "anotação de "+dbtest.Bruno.FullName()) {
		t.Errorf("the newest contact is not the annotation: %q", noted)
	}
}

// The drawer shows nothing that the page does not.
func TestAssociatePage_Files(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), `
		with stored as (insert into files (file_name, content_type, size, sha256, storage_key) values
			('rg da ana.jpg', 'image/jpeg', 239600, repeat('a', 64), 'x/1'), ('receita.pdf', 'application/pdf', 1200000, repeat('b', 64), 'x/2'),
			('de joao.pdf', 'application/pdf', 1, repeat('c', 64), 'x/3') returning id, file_name)
		insert into users_files (file_id, user_id, doc_kind, doc_type, side, subject)
		select stored.id, user_id, doc_kind, doc_type, side, subject from stored join (values ('rg da ana.jpg', 1, null, 'rg', 'front', 'responsible'),
			('receita.pdf', 2, 'prescription', null, null, null), ('de joao.pdf', 3, 'ata', null, null, 'patient')) of (file_name, user_id, doc_kind, doc_type, side, subject)
		using (file_name)`); err != nil {
		t.Fatal(err)
	}
	for _, reader := range []dbtest.Operator{dbtest.Bruno, dbtest.Fernando} {
		for _, path := range []string{anaPage + "?parte=documentos", anaPage + "?drawer=1"} {
			shown := app.As(t, reader).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(path).Want(200).Words()
			for _, want := range []string{"rg da ana.jpg", "RG (frente) · 240 kB ·", "receita.pdf", "Receita · de Miguel de Souza · 1,2 MB"} {
				if !strings.Contains(shown, want) {
					t.Errorf("%s at %s misses %q in %s", reader.Name, path, want, shown)
				}
			}
			if strings.Contains(shown, "de joao.pdf") {
				t.Errorf("%s at %s sees a file of somebody else", reader.Name, path)
			}
		}
	}
	if page := app.As(t, dbtest.Bruno).GET(joaoPage + "?parte=documentos").Want(200).
		Words(); !strings.Contains(page, "ata · do paciente · 1 B") {
		t.Error("a kind of the association's own is not told")
	}
}

// Page and drawer both show the fields to correct.
func TestAssociatePage_MembershipStatus(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for change, want := range map[string][]string{
		`associate_status = '2', invalid_fields = '["rg", "cep"]'`:     {"Documentos inválidos", "Fase: Tratamento", "RG", "CEP"},
		"invalid_fields = '[]', associate_status = 'assinatura_termo'": {"Assinatura pendente"},
	} {
		if _, err := app.Pool.Exec(t.Context(), "update users set "+change+" where id = 5"); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{carlaPage, carlaPage + "?drawer=1"} {
			shown := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(path).Want(200).Words()
			for _, words := range want {
				if !strings.Contains(shown, words) {
					t.Errorf("%s misses %q", path, words)
				}
			}
		}
	}
}

func TestTimeline_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar de tarde"}}).Want(303)
	for query, want := range map[string][3]bool{
		"": {true, true, true}, "?historico=pedidos": {true, false, false}, "?historico=servicos": {false, true, false},
		"?historico=anotacoes": {false, false, true}, "?historico=x&ate=-1": {true, true, true},
	} {
		line := bruno.GET(anaPage + query).Want(200).HTML().Find("#historico .timeline").Text()
		got := [3]bool{strings.Contains(line, "Pedido nº"), strings.Contains(line, "com "+dbtest.DraRenata.Name),
			strings.Contains(line, "Ligar de tarde")}
		if got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
	if _, err := app.Pool.Exec(t.Context(), `update users set annotations =
		(select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'text', 'nota ' || n, 'userName', '', 'user_code', '', 'date_created', now() - n * interval '1 day')) from generate_series(1, 40) n)
		where id = 1`); err != nil {
		t.Fatal(err)
	}
	if page := bruno.GET(anaPage + "?historico=anotacoes").Want(200).Body; strings.Count(page, "Mostrar mais") != 1 ||
		!strings.Contains(page, "ate=40&amp;historico=anotacoes") {
		t.Error("older events are not offered")
	}
	if page := bruno.GET(anaPage + "?historico=anotacoes&ate=60").Want(200).Body; strings.Contains(page, "Mostrar mais") ||
		!strings.Contains(page, "nota 40") {
		t.Error("all events are not shown")
	}
}

// A person who may only read sees no buttons, and the server refuses the actions too.
func TestPages_ReadersChangeNothing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	before := app.Count(t, "users", "true")
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		session := app.As(t, reader)
		page := session.GET(anaPage).Want(200).Body
		for _, absent := range []string{"/editar", "/excluir", "/anotacoes", "/recepcao", "/tornar-associado", "/pacientes/novo"} {
			if strings.Contains(page, anaPage+absent) {
				t.Errorf("%s is offered %s", reader.Role, absent)
			}
		}
		for _, path := range []string{"/editar", "/excluir", "/anotacoes", "/recepcao", "/tornar-associado", "/pacientes/novo",
			"/pacientes/2/editar", "/pacientes/2/excluir"} {
			session.Form(anaPage+path, url.Values{"text": {"x"}, "name": {"X"}, "last_name": {"Y"}}).Want(403)
		}
		session.Form("/painel/associados/novo", url.Values{"associate_name": {"X"}}).Want(403)
		session.Form("/painel/associados/repetidos", url.Values{"associate_cpf": {dbtest.Ana.CPF}}).Want(403)
	}
	// Acolhimento may change but not remove.
	app.As(t, dbtest.Bruno).Form(carlaPage+"/excluir", nil).Want(403)
	if after := app.Count(t, "users", "true"); after != before {
		t.Errorf("%d people, had %d", after, before)
	}
}

func TestAssociatePage_Annotate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"  "}}).Want(422).Body; !strings.Contains(page, "Escreva a anotação.") {
		t.Error("an empty annotation is not told")
	}
	if to := bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar <depois>"}}).Want(303).Location(); to != anaPage+"#notas" {
		t.Errorf("a saved annotation leads to %s", to)
	}
	page := bruno.GET(anaPage).Want(200)
	if !strings.Contains(page.Body, "Ligar &lt;depois&gt;") || !strings.Contains(page.Words(), "Bruno Acioli ·") {
		t.Error("the annotation is not shown with its author")
	}
	_, rest, _ := strings.Cut(page.Body, anaPage+"/anotacoes/")
	note, _, _ := strings.Cut(rest, "/excluir")
	bruno.Form(joaoPage+"/anotacoes/"+note+"/excluir", nil).Want(404)
	bruno.Form(anaPage+"/anotacoes/x/excluir", nil).Want(404)
	bruno.Form(anaPage+"/anotacoes/"+note+"/excluir", nil).Want(303)
	if app.Count(t, "users", "annotations <> '[]'") != 0 {
		t.Error("the annotation is still there")
	}
}

// A removal asks for no confirmation; a button undoes it, also without scripts.
func TestUndo_Annotation(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	remove := func() (undo string) {
		t.Helper()
		note, _ := bruno.GET(anaPage).HTML().Find(`#anotacoes form[action$="/excluir"]`).First().Attr("action")
		said := bruno.Form(note, nil).Want(303).Notice()
		if said.Text != "Anotação removida." {
			t.Errorf("it says %+v", said)
		}
		return said.Undo
	}
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar depois"}}).Want(303)
	undo := remove()
	app.Nobody(t).Form(undo, nil).Want(303)
	app.As(t, dbtest.Camila).Form(undo, nil).Want(404) // only its author may undo it
	app.As(t, dbtest.Priscila).Form(undo, nil).Want(404)
	back := bruno.With("Referer", app.URL+anaPage+"?anotacoes=todas").Form(undo, nil).Want(303)
	if back.Location() != anaPage+"?anotacoes=todas" {
		t.Errorf("undoing leads to %s", back.Location())
	}
	if page := bruno.GET(anaPage).Want(200).Body; back.Notice().Text != "Anotação restaurada." || !strings.Contains(page, "Ligar depois") {
		t.Error("the annotation is not restored")
	}
	bruno.Form(undo, nil).Want(404)
	undo = remove()
	if _, err := app.Pool.Exec(t.Context(), "update undos set date_created = date_created - interval '31 seconds'"); err != nil {
		t.Fatal(err)
	}
	late := bruno.With("Referer", "http://outro.exemplo.org.br/x").Form(undo, nil).Want(303)
	if late.Location() != "/painel" || late.Notice().Text != "O prazo para desfazer acabou." {
		t.Errorf("too late, from elsewhere, leads to %s and says %+v", late.Location(), late.Notice())
	}
	if page := bruno.GET(anaPage).Want(200).HTML().Find("#anotacoes").Text(); strings.Contains(page, "Ligar depois") {
		t.Error("an annotation was restored too late")
	}
	bruno.Form("/painel/desfazer/x", nil).Want(404)
}

func TestUndo_Patient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	to := bruno.Form(carlaPage+"/pacientes/novo", url.Values{"name": {"Théo"}, "last_name": {"Reis"}}).Want(303).Location()
	_, theo, _ := strings.Cut(to, "#paciente-")
	removed := bruno.Form(carlaPage+"/pacientes/"+theo+"/excluir", nil).Want(303).Notice()
	if removed.Text != "Cadastro de Théo Reis excluído." || app.Count(t, "users", "name = 'Théo'") != 0 {
		t.Errorf("it says %+v", removed)
	}
	app.As(t, dbtest.Camila).Form(removed.Undo, nil).Want(404)
	back := bruno.With("Referer", app.URL+carlaPage).Form(removed.Undo, nil).Want(303)
	if back.Notice().Text != "Cadastro do paciente restaurado." || app.Count(t, "users", "id::text = $1 and name = 'Théo'", theo) != 1 {
		t.Errorf("the patient is not restored: %+v", back.Notice())
	}
}

// A tag is added and removed in the head; the removal can be undone.
func TestUndo_Tag(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(carlaPage+"/etiquetas", url.Values{"tag": {"Prioritário"}}).Want(303)
	taken := bruno.Form(carlaPage+"/etiquetas/tirar", url.Values{"tag": {"Prioritário"}}).Want(303).Notice()
	if app.Count(t, "users", `id = 5 and tags ? 'Prioritário'`) != 0 || taken.Undo == "" {
		t.Errorf("it says %+v", taken)
	}
	bruno.Form(taken.Undo, nil).Want(303)
	if app.Count(t, "users", `id = 5 and tags ? 'Prioritário'`) != 1 {
		t.Error("the tag is not restored")
	}
	app.As(t, dbtest.Priscila).Form(carlaPage+"/etiquetas", url.Values{"tag": {"x"}}).Want(403)
	app.As(t, dbtest.Priscila).Form(carlaPage+"/etiquetas/tirar", url.Values{"tag": {"Prioritário"}}).Want(403)
	bruno.Form(carlaPage+"/etiquetas", nil).Want(400)
}

func TestAssociatePage_CompleteWaiting(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.As(t, dbtest.Fernando).Form(anaPage+"/recepcao/concluir?motivo=Pedido", nil).Want(403)
	bruno.Form(anaPage+"/recepcao/concluir?motivo=x", nil).Want(400)
	bruno.Form(anaPage+"/recepcao/concluir?motivo=Servi%C3%A7o", nil).Want(303)
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Serviço'", dbtest.AnaWaits.ID) != 1 {
		t.Error("the item is not completed")
	}
	bruno.Form(anaPage+"/recepcao/concluir?motivo=Pedido", nil).Want(404)
	if page := bruno.GET(anaPage).Want(200).Words(); strings.Contains(page, "Concluir atendimento") ||
		!strings.Contains(page, "Enviar para a recepção") {
		t.Error("the page still offers to complete it")
	}
}

// A problem is shown once, marked at its field, with a link to the form.
func TestAssociatePage_Problems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set invalid_fields = '["cep"]', cep = '88010000' where id = 5`)
	bruno := app.As(t, dbtest.Bruno)
	solve, _ := bruno.GET(carlaPage).Want(200).HTML().Find("#resolver .problem a").First().Attr("href")
	if solve != carlaPage+"/editar#campo-cep" {
		t.Errorf("it is solved at %s", solve)
	}
	marked := bruno.GET(carlaPage + "?parte=cadastro").Want(200).HTML().Find(".fact-bad")
	if marked.Length() != 1 || !strings.Contains(marked.Text(), "88010-000") {
		t.Errorf("marked: %s", marked.Text())
	}
	if bruno.GET(joaoPage).Want(200).HTML().Find("#resolver .problem a[href*=editar]").Length() != 0 {
		t.Error("João has nothing to correct")
	}
	if app.As(t, dbtest.Priscila).GET(carlaPage).Want(200).HTML().Find("#resolver a[href*=editar]").Length() != 0 {
		t.Error("a reader is offered to correct")
	}
}

// Undoing needs the same right as the action, even for the person who did it.
func TestUndo_RightLost(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar depois"}}).Want(303)
	note, _ := bruno.GET(anaPage).HTML().Find(`#anotacoes form[action$="/excluir"]`).First().Attr("action")
	undo := bruno.Form(note, nil).Want(303).Notice().Undo
	if _, err := app.Pool.Exec(t.Context(), `update system_users set permissions = '["Produção"]' where id = $1`,
		dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	bruno.Form(undo, nil).Want(403)
	if app.Count(t, "undos", "true") != 1 {
		t.Error("the refused request used up the record")
	}
}

func TestAssociatePage_RemoveAndMakeAssociate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	// The dialogs say what is linked, and offer no removal that would be refused.
	offered := camila.GET(anaPage).Want(200).HTML()
	for id, want := range map[string]string{"excluir": "1 pedido", "excluir-paciente-2": "1 serviço"} {
		dialog := offered.Find("#" + id)
		if !strings.Contains(strings.ReplaceAll(dialog.Text(), "\u00a0", " "), want) ||
			!strings.Contains(dialog.Text(), "não pode ser excluído") || dialog.Find("[type=submit]").Length() != 0 {
			t.Errorf("the dialog %s says %s", id, dialog.Text())
		}
	}
	if dialog := camila.GET(carlaPage).Want(200).HTML().Find("#excluir"); dialog.Find("[type=submit]").Length() != 1 {
		t.Error("somebody without records cannot be removed")
	}
	page := camila.Form(anaPage+"/excluir", nil).Want(422).Body
	for _, want := range []string{`href="/painel/pedidos/1"`, `href="` + anaPage + `#paciente-2"`, "Não é possível excluir"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	app.As(t, dbtest.Bruno).Form(carlaPage+"/tornar-associado", nil).Want(303)
	if app.Count(t, "users", "id = 5 and status = 'Associado' and associate_status = 'assinatura_termo'") != 1 {
		t.Error("Carla was not admitted")
	}
	app.As(t, dbtest.Bruno).Form(carlaPage+"/recepcao", nil).Want(303)
	if app.Count(t, "reception", "associate_code = $1", dbtest.Carla.UserCode) != 1 {
		t.Error("Carla does not wait in the reception")
	}
	again := app.As(t, dbtest.Bruno).Form(carlaPage+"/recepcao", nil).Want(303).Notice().Text
	if !strings.HasPrefix(again, "Carla já espera desde ") || app.Count(t, "reception", "associate_code = $1", dbtest.Carla.UserCode) != 1 {
		t.Errorf("sent again: %q", again)
	}
	camila.Form(carlaPage+"/excluir", nil).Want(303)
	camila.Form(carlaPage+"/excluir", nil).Want(404)
	camila.Form(carlaPage+"/tornar-associado", nil).Want(404)
}

func TestDrawer_PartOfThePage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	drawer := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(anaPage + "?drawer=1").Want(200)
	if !strings.Contains(drawer.Body, `href="mailto:`+dbtest.Ana.Email) {
		t.Error("the e-mail does not open")
	}
	if strings.Contains(drawer.Body, "<html") || !strings.Contains(drawer.Body, `<dialog id="gaveta-associado"`) ||
		!strings.Contains(drawer.Words(), "Miguel de Souza") {
		t.Errorf("the drawer is %s", drawer.Body)
	}
	if page := app.As(t, dbtest.Bruno).GET(anaPage + "?drawer=1").Want(200).Body; !strings.Contains(page, "<html") {
		t.Error("without scripts the page is not whole")
	}
	readers := app.As(t, dbtest.Priscila).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(anaPage + "?drawer=1").Want(200).
		Body
	if strings.Contains(readers, "/editar") || strings.Contains(readers, "/anotacoes") {
		t.Error("who may only read is offered to change")
	}
}

// The record shows each change with who made it and both values: by a page, by a token, and for many at once. Who may not
// change associates reads no number of a document.
func TestAssociatePage_Changes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(anaPage+"/campos/phone", url.Values{"phone": {"(84) 98877-1020"}}).Want(303)
	app.WithToken(t, "*").JSON("PATCH", "/api/v1/items/users/1",
		map[string]any{"occupation": "Artesã", "associate_cpf": "86288366757", "city": "Natal"}).Want(200)
	page := bruno.GET(anaPage + "?historico=mudancas").Want(200)
	for _, want := range []string{"Bruno mudou o telefone", "antes: (48) 99999-0001", "depois: (84) 98877-1020", "mudou 3 dados do cadastro",
		"depois: 862.883.667-57", "depois: Artesã"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	other := app.As(t, dbtest.Fernando).GET(anaPage + "?historico=mudancas").Want(200)
	if timeline := other.HTML().Find("#historico").Text(); strings.Contains(timeline, "862.883") || strings.Contains(timeline, "529.982") ||
		!strings.Contains(timeline, "CPF") || !strings.Contains(timeline, "Natal") {
		t.Errorf("Fernando reads %s", timeline)
	}
	all := bruno.GET(anaPage).Want(200).Words()
	for _, want := range []string{"Chegou à recepção", "Cadastro criado"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in %s", want, all)
		}
	}
}

// "Enviar termo" leads to a question about this associate.
func TestAssociatePage_AsksBeforeSending(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.GET(anaPage).Want(200).HTML()
	if page.Find(`#termo form`).Length() != 0 {
		t.Error("the card sends at once")
	}
	href := page.Find(`#termo a.btn`).AttrOr("href", "")
	if words := bruno.GET(href).Want(200).Words(); !strings.Contains(words, "Enviar o termo a Ana Beatriz de Souza?") ||
		!strings.Contains(words, "Para ana@exemplo.org.br") {
		t.Errorf("it asks %s", words)
	}
}

// The answer to an annotation in the drawer is the drawer, which stays open.
func TestDrawer_Annotate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial")
	answer := bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar depois"}}).Want(200).Body
	for _, want := range []string{`<dialog id="gaveta-associado"`, "Ligar depois", "Anotação salva."} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is missing in %s", want, answer)
		}
	}
	if strings.Contains(answer, "Ligar depois</textarea>") {
		t.Error("the field still holds what was stored")
	}
	refused := bruno.Form(anaPage+"/anotacoes", url.Values{"text": {strings.Repeat("a", 20_000)}}).Want(422).Body
	if !strings.Contains(refused, `<dialog id="gaveta-associado"`) || !strings.Contains(refused, "aaaa</textarea>") {
		t.Error("what was refused is not in the drawer any more")
	}
}

// An associate who has signed is not asked to sign again once admitted: neither on the record nor on the own page.
func TestMakeAssociate_Signed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	app.Exec(t, "update users set status = 'active', associate_status = '5', adhesion_term = $2 where id = $1", dbtest.Ana.ID,
		handlertest.SignedTermID)
	bruno := app.As(t, dbtest.Bruno)
	if asked := bruno.GET(anaPage).Want(200).Words(); !strings.Contains(asked, "já está assinado e continua valendo") {
		t.Errorf("the question says %s", asked)
	}
	bruno.Form(anaPage+"/tornar-associado", nil).Want(303)
	if app.Count(t, "users", "id = $1 and status = 'Associado' and associate_status = 'assinatura_termo'", dbtest.Ana.ID) != 1 {
		t.Error("the wire has other values")
	}
	record := bruno.GET(anaPage).Want(200).Words()
	for _, wrong := range []string{"Termo pendente", "Termo de adesão por assinar", "Assinatura pendente"} {
		if strings.Contains(record, wrong) {
			t.Errorf("the record says %q", wrong)
		}
	}
	bruno.Form("/painel/colunas", url.Values{"list": {"associados"}, "columns": {"fase"}}).Want(303)
	if list := bruno.GET("/painel/associados?q=Ana").Want(200).HTML().Find("tbody").Text(); !strings.Contains(list, "Concluído") {
		t.Errorf("the list is %s", list)
	}
	if home := app.AsAssociate(t, dbtest.Ana).GET("/cadastro").Want(200).Words(); strings.Contains(home, "Assine o termo") {
		t.Errorf("the own page asks for a signature: %s", home)
	}
}
