package panel_test

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
	page := words(app.As(t, dbtest.Bruno).GET(anaPage).Want(200).Body)
	for _, want := range []string{"Ana Beatriz de Souza", "Associado", "Fase 5 de 5", "529.982.247-25", "Rua das Acácias, 120", "Miguel de Souza",
		"Pedido nº 1", "R$ 430,90", "Consulta médica com " + dbtest.DraRenata.Name, born.Format("02/01/2006") + " (41 anos)"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	// A patient stands on the page of who answers for them.
	if to := app.As(t, dbtest.Bruno).GET("/painel/associados/2").Want(303).Location(); to != anaPage+"#paciente-2" {
		t.Errorf("Miguel leads to %s", to)
	}
	for _, path := range []string{"/painel/associados/999", "/painel/associados/abc", "/painel/associados/999/editar", anaPage + "/pacientes/4/editar"} {
		app.As(t, dbtest.Camila).GET(path).Want(404)
	}
	app.Nobody(t).GET(anaPage).Want(303)
	app.As(t, dbtest.Renata).GET(anaPage).Want(403)
}

// The drawer tells nothing that the page does not, and nothing else of it.
func TestAssociatePage_Files(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if page := app.As(t, dbtest.Bruno).GET(anaPage).Want(200).Body; !strings.Contains(page, "Nenhum arquivo ainda") {
		t.Error("nothing says that there are no files")
	}
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
		for _, path := range []string{anaPage, anaPage + "?drawer=1"} {
			shown := words(app.As(t, reader).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(path).Want(200).Body)
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
	if page := words(app.As(t, dbtest.Bruno).GET(joaoPage).Want(200).Body); !strings.Contains(page, "ata · do paciente · 1 B") {
		t.Error("a kind of the association's own is not told")
	}
}

// Who has something to put right is told so in both.
func TestAssociatePage_MembershipStatus(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for change, want := range map[string][]string{
		`associate_status = '2', invalid_fields = '["rg", "cep"]'`:     {"Documentos inválidos", "Fase 2 de 5", "Não passaram na conferência: RG, CEP."},
		"invalid_fields = '[]', associate_status = 'assinatura_termo'": {"Assinatura pendente"},
	} {
		if _, err := app.Pool.Exec(t.Context(), "update users set "+change+" where id = 5"); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{carlaPage, carlaPage + "?drawer=1"} {
			shown := words(app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(path).Want(200).Body)
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
		_, body, _ := strings.Cut(bruno.GET(anaPage+query).Want(200).Body, `class="timeline"`)
		line, _, _ := strings.Cut(body, "</ol>")
		got := [3]bool{strings.Contains(line, "Pedido nº"), strings.Contains(line, "com "+dbtest.DraRenata.Name), strings.Contains(line, "Ligar de tarde")}
		if got != want {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
	if _, err := app.Pool.Exec(t.Context(), `update users set annotations =
		(select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'text', 'nota ' || n, 'userName', '', 'user_code', '', 'date_created', now() - n * interval '1 day')) from generate_series(1, 40) n)
		where id = 1`); err != nil {
		t.Fatal(err)
	}
	if page := bruno.GET(anaPage + "?historico=anotacoes").Want(200).Body; strings.Count(page, "Mostrar mais") != 1 || !strings.Contains(page, "ate=30&amp;historico=anotacoes") {
		t.Error("older events are not offered")
	}
	if page := bruno.GET(anaPage + "?historico=anotacoes&ate=45").Want(200).Body; strings.Contains(page, "Mostrar mais") || !strings.Contains(page, "nota 40") {
		t.Error("all events are not shown")
	}
}

// Who may only read gets no button, and the server refuses besides.
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
		for _, path := range []string{"/editar", "/excluir", "/anotacoes", "/recepcao", "/tornar-associado", "/pacientes/novo", "/pacientes/2/editar", "/pacientes/2/excluir"} {
			session.Form(anaPage+path, url.Values{"text": {"x"}, "name": {"X"}, "last_name": {"Y"}}).Want(403)
		}
		session.Form("/painel/associados/novo", url.Values{"associate_name": {"X"}}).Want(403)
		session.Form("/painel/associados/repetidos", url.Values{"associate_cpf": {dbtest.Ana.CPF}}).Want(403)
	}
	// Acolhimento changes, but removes nobody.
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
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar <depois>"}}).Want(303)
	page := bruno.GET(anaPage).Want(200).Body
	if !strings.Contains(page, "Ligar &lt;depois&gt;") || !strings.Contains(words(page), "Bruno Acioli ·") {
		t.Error("the annotation is not shown with its author")
	}
	_, rest, _ := strings.Cut(page, anaPage+"/anotacoes/")
	note, _, _ := strings.Cut(rest, "/excluir")
	bruno.Form(joaoPage+"/anotacoes/"+note+"/excluir", nil).Want(404)
	bruno.Form(anaPage+"/anotacoes/x/excluir", nil).Want(404)
	bruno.Form(anaPage+"/anotacoes/"+note+"/excluir", nil).Want(303)
	if app.Count(t, "users", "annotations <> '[]'") != 0 {
		t.Error("the annotation is still there")
	}
}

// A removal asks nothing before; a button undoes it, without JavaScript too.
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
	app.As(t, dbtest.Camila).Form(undo, nil).Want(404) // she did not act
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

// Whoever lost the right to act may not undo either.
func TestUndo_RightLost(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar depois"}}).Want(303)
	note, _ := bruno.GET(anaPage).HTML().Find(`#anotacoes form[action$="/excluir"]`).First().Attr("action")
	undo := bruno.Form(note, nil).Want(303).Notice().Undo
	if _, err := app.Pool.Exec(t.Context(), `update system_users set permissions = '["Produção"]' where id = $1`, dbtest.Bruno.ID); err != nil {
		t.Fatal(err)
	}
	bruno.Form(undo, nil).Want(403)
	if app.Count(t, "undos", "true") != 1 {
		t.Error("the refused request used up the record")
	}
}

func TestAssociateForm_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := fields(bruno.GET("/painel/associados/novo").Want(200).Body)
	form.Set("associate_name", "Helena Prado")
	form.Set("associate_cpf", "529.982.247-25")
	form.Set("birth_date", "31/02/1990")
	form.Set("email", "novo@exemplo.org.br")
	page := bruno.Form("/painel/associados/novo", form).Want(422).Body
	if again := fields(page); again.Get("associate_name") != "Helena Prado" || again.Get("birth_date") != "31/02/1990" {
		t.Errorf("redrawn as %v", again)
	}
	for _, told := range []string{"Data de nascimento: deve ser uma data, como 14/03/1985", "CPF: já é de outro associado: Ana Beatriz de Souza", `href="` + anaPage + `"`} {
		if !strings.Contains(page, told) {
			t.Errorf("%q is not told", told)
		}
	}
	form.Set("birth_date", "28/02/1990")
	form.Set("associate_cpf", "153.509.460-56")
	form.Set("prescriber_code", dbtest.DraRenata.Code)
	form.Set("prescriber_code_texto", dbtest.DraRenata.Name)
	form["tags"] = []string{"", "Prioritário"}
	form.Set("contact_consent", "true")
	saved := bruno.Form("/painel/associados/novo", form).Want(303)
	if page := words(bruno.GET(saved.Location()).Want(200).Body); !strings.Contains(page, "28/02/1990") || !strings.Contains(page, dbtest.DraRenata.Name) {
		t.Errorf("saved as %s", page)
	}
	if app.Count(t, "users", `associate_cpf = '15350946056' and prescriber_code = $1 and contact_consent and tags = '["Prioritário"]'`, dbtest.DraRenata.Code) != 1 {
		t.Error("it is not stored as it was typed")
	}
	warned := bruno.Form("/painel/associados/repetidos", url.Values{"email": {dbtest.Joao.Email}, "associate_cpf": {"5299"}}).Want(200).Body
	if !strings.Contains(warned, `href="`+joaoPage+`"`) || strings.Contains(warned, "<html") {
		t.Errorf("warned by %s", warned)
	}
}

// Two who edit the same person: the second is told what the first wrote, and decides.
func TestAssociateForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	first := edited(bruno, anaPage)
	second := edited(camila, anaPage)
	// What happens beside the form is nobody's edit.
	bruno.Form(anaPage+"/anotacoes", url.Values{"text": {"Ligar"}}).Want(303)
	first.Set("phone", "(48) 98888-0000")
	first.Del("contact_consent")
	bruno.Form(anaPage+"/editar", first).Want(303)
	second.Set("city", "São José")
	second.Set("gender", "female")
	second.Set("contact_consent", "true")
	page := camila.Form(anaPage+"/editar", second).Want(422).Body
	for _, told := range []string{"Outra pessoa mudou este cadastro", "Telefone Guardado: (48) 98888-0000 Seu: (48) 99999-0001",
		"Cidade Guardado: Florianópolis Seu: São José", "Gênero Guardado: – Seu: Feminino", "Aceita contato Guardado: não Seu: sim"} {
		if said := words(page); !strings.Contains(said, told) {
			t.Errorf("%q is not told in %s", told, said)
		}
	}
	if app.Count(t, "users", "id = 1 and phone = '48988880000' and city = 'Florianópolis'") != 1 {
		t.Error("the first edit was lost, or the second stored in part")
	}
	again := fields(page)
	if again.Get("city") != "São José" {
		t.Errorf("redrawn as %v", again)
	}
	again.Set("state", "SC")
	again.Set("phone", "(48) 98888-0000")
	camila.Form(anaPage+"/editar", again).Want(303)
	if app.Count(t, "users", "id = 1 and phone = '48988880000' and city = 'São José'") != 1 {
		t.Error("the second edit is not stored")
	}
	stale := url.Values{"associate_name": {"Outra"}}
	camila.Form(anaPage+"/editar", stale).Want(422)
	camila.Form("/painel/associados/999/editar", stale).Want(404)
}

func edited(session *handlertest.Client, page string) url.Values {
	form := fields(session.GET(page + "/editar").Want(200).Body)
	form.Set("state", "SC")
	return form
}

func TestAssociatePage_Patients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := url.Values{"name": {"Nina"}, "cpf": {"111.111.111-11"}}
	page := bruno.Form(carlaPage+"/pacientes/novo", form).Want(422).Body
	if !strings.Contains(page, "CPF: não é um CPF válido") || !strings.Contains(page, "Sobrenome: informe") || fields(page).Get("name") != "Nina" {
		t.Error("what is wrong is not told")
	}
	if strings.Index(page, "Sobrenome: informe") > strings.Index(page, "CPF: não é") {
		t.Error("the problems are not in the order of the form")
	}
	form.Set("cpf", "")
	form.Set("species", "Gata")
	form.Set("weight_kg", "4,2")
	to := bruno.Form(carlaPage+"/pacientes/novo", form).Want(303).Location()
	_, id, _ := strings.Cut(to, "#paciente-")
	nina := carlaPage + "/pacientes/" + id
	change := fields(bruno.GET(nina + "/editar").Want(200).Body)
	if change.Get("weight_kg") != "4,2" {
		t.Errorf("the form begins with %v", change)
	}
	change.Set("breed", "Siamesa")
	bruno.Form(nina+"/editar", change).Want(303)
	change.Set("breed", "Persa")
	if page := bruno.Form(nina+"/editar", change).Want(422).Body; !strings.Contains(words(page), "Raça Guardado: Siamesa Seu: Persa") {
		t.Error("a stale form overwrote a newer one")
	}
	bruno.Form(anaPage+"/pacientes/"+id+"/editar", change).Want(404)
	bruno.Form("/painel/associados/2/pacientes/novo", form).Want(404)
	// Miguel has a service, Nina has nothing.
	if page := bruno.Form(anaPage+"/pacientes/2/excluir", nil).Want(422).Body; !strings.Contains(words(page), "1 serviço:") {
		t.Error("what is linked is not told")
	}
	bruno.Form(nina+"/excluir", nil).Want(303)
	bruno.Form(nina+"/excluir", nil).Want(404)
}

func TestAssociatePage_RemoveAndAdmit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
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
	camila.Form(carlaPage+"/excluir", nil).Want(303)
	camila.Form(carlaPage+"/excluir", nil).Want(404)
	camila.Form(carlaPage+"/tornar-associado", nil).Want(404)
}

func TestDrawer_PartOfThePage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	drawer := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(anaPage + "?drawer=1").Want(200).Body
	if strings.Contains(drawer, "<html") || !strings.Contains(drawer, `<dialog id="gaveta-associado"`) || !strings.Contains(words(drawer), "Miguel de Souza") {
		t.Errorf("the drawer is %s", drawer)
	}
	if page := app.As(t, dbtest.Bruno).GET(anaPage + "?drawer=1").Want(200).Body; !strings.Contains(page, "<html") {
		t.Error("without scripts the page is not whole")
	}
	readers := app.As(t, dbtest.Priscila).With("HX-Request", "true").With("HX-Request-Type", "partial").GET(anaPage + "?drawer=1").Want(200).Body
	if strings.Contains(readers, "/editar") || strings.Contains(readers, "/anotacoes") {
		t.Error("who may only read is offered to change")
	}
}
