package associates_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const associateList = "/painel/associados"

// shown returns the ones of Ana, João and Carla that a page of the list shows.
func shown(page string) string {
	var names string
	for _, one := range []struct {
		letter, href string
		person       dbtest.Associate
	}{{"A", anaPage, dbtest.Ana}, {"J", joaoPage, dbtest.Joao}, {"C", carlaPage, dbtest.Carla}} {
		if strings.Contains(page, `href="`+one.href+`"`) && strings.Contains(page, one.person.Name) {
			names += one.letter
		}
	}
	return names
}

func TestAssociateList_Filters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(),
		`update users set tags = '["Prioritário"]', prescriber = 'Dra. Renata Ribeiro', city = 'Ilhéus', state = 'BA' where id = 5`); err != nil {
		t.Fatal(err)
	}
	takeOrdersDaysAgo(t, app, map[int]int{1: 91, 2: 1})
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"":                                   "AJC",
		"?q=conceicao":                       "J",
		"?q=529.982":                         "A",
		"?q=miguel":                          "",
		"?situacao=associado":                "AJ",
		"?situacao=em-cadastro":              "C",
		"?situacao=assinatura-pendente":      "",
		"?fase=2":                            "C",
		"?uf=SC":                             "AJ",
		"?cidade=florian%C3%B3polis&uf=SC":   "AJ",
		"?cidade=ilheus":                     "C",
		"?cidade=heus":                       "",
		"?prescritor=ribeiro":                "C",
		"?etiqueta=Priorit%C3%A1rio":         "C",
		"?etiqueta=priorit":                  "",
		"?pacientes=com":                     "AJ",
		"?pacientes=sem":                     "C",
		"?sem_pedido=90":                     "A",
		"?de=2026-09-01&ate=2026-09-30":      "J",
		"?de=2026-09-20&ate=2026-09-20":      "J",
		"?ate=2026-09-19":                    "A",
		"?de=2026-13-99":                     "AJC",
		"?situacao=associado&q=ana&uf=SC":    "A",
		"?pagina=9":                          "",
		"?pagina=x&por=7":                    "AJC",
		"?q=ana&utm_source=mail&responsible": "A",
	} {
		if got := shown(bruno.GET(associateList + query).Want(200).Body); got != want {
			t.Errorf("%q shows %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"?situacao=nada", "?fase=9", "?uf=ZZ", "?pacientes=talvez", "?sem_pedido=x", "?sem_pedido=-1",
		"?sem_pedido=99999", "?ordem=senha", "?q=a%00", "?q=%ff"} {
		bruno.GET(associateList + query).Want(400)
	}
}

func TestAssociateList_SortedAndPaged(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(),
		"update users set associate_name = null, name = null, last_name = null, city = null where id = 3"); err != nil {
		t.Fatal(err)
	}
	bruno := app.As(t, dbtest.Bruno)
	for order, want := range map[string]string{
		"": "531", "-criado": "531", "criado": "135", "nome": "153", "-nome": "513", "cidade": "153", "-cidade": "513",
	} {
		body := bruno.GET(associateList + "?ordem=" + order).Want(200).Body
		if got := orderOf(body, "1", "3", "5"); got != want {
			t.Errorf("ordered by %q: %s, want %s", order, got, want)
		}
	}
	body := bruno.GET(associateList + "?ordem=-nome").Want(200).Body
	if !strings.Contains(body, `aria-sort="descending"`) || !strings.Contains(body, "1–3 de 3") {
		t.Error("the order or the total is not told")
	}
	if _, err := app.Pool.Exec(t.Context(),
		`insert into users (associate_name, associate_status) select 'Outra ' || n, '1' from generate_series(1, 30) n`); err != nil {
		t.Fatal(err)
	}
	second := bruno.GET(associateList + "?por=25&pagina=2&ordem=criado").Want(200).Body
	if !strings.Contains(second, "26–33 de 33") || strings.Contains(second, dbtest.Ana.Name) {
		t.Error("the second page is not what comes after the first")
	}
}

// orderOf returns the ids in the order of their links on a page.
func orderOf(body string, ids ...string) string {
	var order string
	for rest := body; ; {
		_, after, found := strings.Cut(rest, `href="/painel/associados/`)
		if !found {
			return order
		}
		for _, id := range ids {
			if strings.HasPrefix(after, id+`"`) {
				order += id
			}
		}
		rest = after
	}
}

func TestAssociateList_NoPatients(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form("/painel/colunas", url.Values{"list": {"associados"}, "columns": {"cpf", "pacientes", "tratamento", "pedido", "situacao"}}).
		Want(303)
	page := bruno.GET(associateList).Want(200).Words()
	for _, want := range []string{
		"Nome CPF Situação Pacientes Tratamento para Último pedido",
		"529.982.247-25 Associado 1 Outra pessoa 15/11/2026", "111.444.777-35 Associado 1 Um animal 20/11/2026", "390.533.447-05 Em cadastro –",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	if strings.Contains(page, dbtest.Miguel.Name) {
		t.Error("a patient is in the list")
	}
}

func TestChips_RemoveTheirFilter(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.As(t, dbtest.Bruno).GET(associateList + "?situacao=associado&uf=SC&de=2026-01-31&ordem=nome&pagina=3").Want(200).Body
	for _, want := range []string{
		`class="chip" href="/painel/associados?de=2026-01-31&amp;ordem=nome&amp;uf=SC"`,
		`class="chip" href="/painel/associados?de=2026-01-31&amp;ordem=nome&amp;situacao=associado"`,
		"<b>31/01/2026</b>", `href="/painel/associados?ordem=nome"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
}

func TestAssociateList_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, reader := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		page := app.As(t, reader).GET(associateList).Want(200).Body
		if shown(page) != "AJC" || strings.Contains(page, "Novo associado") {
			t.Errorf("%s sees %q, or may register", reader.Name, shown(page))
		}
	}
	if !strings.Contains(app.As(t, dbtest.Bruno).GET(associateList).Want(200).Body, "Novo associado") {
		t.Error("Bruno is not offered to register")
	}
	app.As(t, dbtest.Renata).GET(associateList).Want(403)
	app.Nobody(t).GET(associateList).Want(303)
	app.WithToken(t, "*").GET(associateList).Want(403)
}

// takeOrdersDaysAgo moves orders, by id, to this many days before now, because the dates of the cast are fixed
// and the server uses the clock.
func takeOrdersDaysAgo(t *testing.T, app *handlertest.App, days map[int]int) {
	t.Helper()
	for id, ago := range days {
		if _, err := app.Pool.Exec(t.Context(), "update orders set date_created = now() - make_interval(days => $2) where id = $1", id,
			ago); err != nil {
			t.Fatal(err)
		}
	}
}

// The predefined tabs show their counts, also without scripts.
func TestAssociateList_TabCounts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	takeOrdersDaysAgo(t, app, map[int]int{1: 91, 2: 1})
	bruno := app.As(t, dbtest.Bruno)
	page := strings.Join(strings.Fields(bruno.GET(associateList).Want(200).Body), " ")
	for label, count := range map[string]string{"Todos": "3", "Em cadastro": "1", "Assinatura pendente": "0", "Documentos inválidos": "0",
		"Sem pedido há 90 dias": "1"} {
		if !regexp.MustCompile(`>\s*` + label + `\s*<span class="count">` + count + "<").MatchString(page) {
			t.Errorf("%q is not told to hold %s in %s", label, count, page)
		}
	}
	if strings.Contains(page, "data-counts") {
		t.Error("counts are asked for without a view to count")
	}
}

func TestAssociateList_SavedViews(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	saved := bruno.Form("/painel/visoes", url.Values{"page": {"associados"}, "name": {"Catarinenses"},
		"query": {"uf=SC&pagina=2&ordem=nome"}}).Want(303)
	if saved.Location() != associateList+"?uf=SC&visao=1001" {
		t.Errorf("saved as %s", saved.Location())
	}
	const counts = "/painel/visoes/contagens?lista=associados"
	if page := bruno.GET(saved.Location()).Want(200).Body; !strings.Contains(page, "Catarinenses") ||
		!strings.Contains(page, `hx-get="`+counts+`"`) {
		t.Errorf("the view is not there, or nobody asks for its count: %s", page)
	}
	if told := bruno.GET(counts).Want(200).Body; !strings.Contains(told, `id="contagem-1001" hx-swap-oob="true">3<`) {
		t.Errorf("the view is not counted in %s", told)
	}
	if told := app.As(t, dbtest.Camila).GET("/painel/visoes/contagens?lista=pedidos").Want(200).
		Body; !strings.Contains(told, `id="contagem-1" hx-swap-oob="true">1<`) {
		t.Errorf("Camila's view is not counted in %s", told)
	}
	for _, unknown := range []string{"", "?lista=nada"} {
		bruno.GET("/painel/visoes/contagens" + unknown).Want(404)
	}
	app.As(t, dbtest.Renata).GET(counts).Want(403)
	app.Nobody(t).GET(counts).Want(303)
	bruno.Form("/painel/visoes", url.Values{"page": {"associados"}, "name": {"Nada"}, "query": {"uf=ZZ"}}).Want(400)
	part := bruno.With("HX-Request", "true").With("HX-Request-Type", "partial").GET(associateList + "?q=ana").Want(200).Body
	if strings.Contains(part, "<html") || shown(part) != "A" || !strings.Contains(part, "Salvar visão") {
		t.Errorf("htmx got %s", part)
	}
}
