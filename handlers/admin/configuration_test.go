package admin_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const configurationPages = "/admin/configuracoes"

// configured returns a running server whose keys have their rows, as after a start.
func configured(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.SeedSettings(t)
	return app
}

// field returns the name of a key's field.
func field(t *testing.T, app *handlertest.App, name string) string {
	t.Helper()
	var id int64
	if err := app.Pool.QueryRow(t.Context(), "select id from system_configs where system || '.' || key = $1", name).Scan(&id); err != nil {
		t.Fatal(name, err)
	}
	return fmt.Sprint(id)
}

// stored returns the stored value of a key as JSON, empty if there is none.
func stored(t *testing.T, app *handlertest.App, name string) string {
	t.Helper()
	var value string
	if err := app.Pool.QueryRow(t.Context(), "select coalesce(value::text, '') from system_configs where system || '.' || key = $1", name).
		Scan(&value); err != nil {
		t.Fatal(name, err)
	}
	return value
}

// formOf returns the form of a system as a browser would post it unchanged.
func formOf(t *testing.T, client *handlertest.Client, system string) url.Values {
	t.Helper()
	document := client.GET(configurationPages + "/" + system).Want(200)
	form := document.Form("configuracao")
	form.Set("acao", "salvar")
	return form
}

func TestConfiguration_Permissions(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	id := field(t, app, "store.pix_city")
	for _, path := range []string{configurationPages, configurationPages + "/store", configurationPages + "/store/nova"} {
		camila.GET(path).Want(200)
		for _, other := range []dbtest.Operator{dbtest.Bruno, dbtest.Renata} {
			app.As(t, other).GET(path).Want(403)
		}
		app.Nobody(t).GET(path).Want(303)
	}
	for _, path := range []string{configurationPages + "/store", configurationPages + "/store/nova",
		configurationPages + "/store/" + id + "/restaurar", configurationPages + "/store/" + id + "/remover"} {
		app.As(t, dbtest.Bruno).Form(path, nil).Want(403)
		app.Nobody(t).Form(path, nil).Want(303)
	}
	camila.GET(configurationPages + "/nada").Want(404)
	camila.Form(configurationPages+"/nada", nil).Want(404)
}

// Each kind of key is saved as its type, and unchanged keys are not stored.
func TestConfiguration_SavesEachKind(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	for _, c := range []struct{ name, member, typed, want string }{
		{"system.association_name", "", "Flor da Ilha", `"Flor da Ilha"`},
		{"system.time_zone", "", "America/Manaus", `"America/Manaus"`},
		{"system.role_pages", "", "Produção:services", `"Produção": ["services"]`},
		{"association.cnpj", "", "11.222.333/0001-81", `"11222333000181"`},
		{"association.phone", "", "(48) 99123-4567", `"48991234567"`},
		{"store.package.weight_g", "", "350", `350`},
		{"store.freight.apply_to_total", "", "", `false`},
		{"services.professional-types", "[0].association_fee", "10,50",
			`10.50`},
		{"triage.statuses", "[1].label", "Atendendo", `"Atendendo"`},
		{"triage.form.fields", "[3].required", "true", `"required": true`},
	} {
		system, _, _ := strings.Cut(c.name, ".")
		form := formOf(t, camila, system)
		form.Set(field(t, app, c.name)+c.member, c.typed)
		if strings.HasPrefix(c.member, "[") {
			form.Set(field(t, app, c.name)+c.member, c.typed)
		}
		answer := camila.Form(configurationPages+"/"+system, form).Want(303)
		if answer.Location() != configurationPages+"/"+system || answer.Notice().Text != "Configurações salvas." {
			t.Errorf("%s leads to %s and says %q", c.name, answer.Location(), answer.Notice().Text)
		}
		if got := stored(t, app, c.name); !strings.Contains(got, c.want) {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
	if app.Count(t, "system_configs", "value is not null") != 10 {
		t.Error("other keys are stored too")
	}
	unchanged := camila.Form(configurationPages+"/store", formOf(t, camila, "store")).Want(303)
	if unchanged.Notice().Text != "Nada mudou." {
		t.Errorf("an unchanged form says %q", unchanged.Notice().Text)
	}
}

// Invalid values change nothing; each is marked at its field, and the typed values stay.
func TestConfiguration_Refused(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	for _, c := range []struct{ name, member, typed, says, marks string }{
		{"store.package.weight_g", "", "muito", "Peso da embalagem: Deve ser um número", ""},
		{"store.package.width_cm", "", "500", "Largura da embalagem: Deve ser um número inteiro de 1 a 100", ""},
		{"system.role_pages", "", "Ninguém:services", "um objeto com as páginas de cada papel", ""},
		{"store.ship_from", "[0].cep", "123", "Remetente: ", "[0].name"},
		{"triage.statuses", "[1].label", "", "linha 2, Nome: deve ser um texto", "[1].label"},
		{"triage.statuses", "[1].value", "waiting", "já existe uma situação com este valor", "[1].value"},
		{"triage.statuses", ".is_default_entry", "", "Escolha exatamente uma situação de entrada", ""},
		{"triage.form.fields", "[0].type", "select", "linha 1, Opções", "[0].options"},
	} {
		system, _, _ := strings.Cut(c.name, ".")
		form, name := formOf(t, camila, system), field(t, app, c.name)
		form.Set(name+c.member, c.typed)
		answer := camila.Form(configurationPages+"/"+system, form).Want(422)
		id := "campo-" + strings.Trim(strings.NewReplacer("[", "-", "].", "-").Replace(name+c.marks), "-")
		if !strings.Contains(answer.Words(), c.says) || answer.HTML().Find(`.problems a[href="#`+id+`"]`).Length() != 1 ||
			answer.HTML().Find("#"+id).Length() != 1 {
			t.Errorf("%s: %q at %s is missing in %s", c.name, c.says, id, answer.HTML().Find(".problems").Text())
		}
		if stored(t, app, c.name) != "" {
			t.Errorf("%s is stored", c.name)
		}
	}
}

// The buttons of an editor change its rows without saving, also without scripts.
func TestConfiguration_EditorButtons(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	name := field(t, app, "triage.statuses")
	press := func(form url.Values, action string) url.Values {
		form.Set("acao", action)
		answer := camila.Form(configurationPages+"/triage", form).Want(200)
		if !strings.Contains(answer.Words(), "1 mudança não salva: Situações da fila") {
			t.Errorf("after %s the page does not say what is unsaved", action)
		}
		return answer.Form("configuracao")
	}
	form := press(formOf(t, camila, "triage"), "mais:"+name)
	form.Set(name+"[3].label", "Retorno médico")
	form = press(form, "mover:"+name+":3:0")
	form = press(form, "mover:"+name+":0:9")
	form = press(form, "mover:"+name+":0:2")
	form = press(form, "duplicar:"+name+":2")
	form = press(form, "descer:"+name+":0")
	form = press(form, "tirar:"+name+":2")
	form = press(form, "tirar:"+name+":9")
	form.Set("acao", "salvar")
	if stored(t, app, "triage.statuses") != "" {
		t.Error("a button stored the statuses")
	}
	camila.Form(configurationPages+"/triage", form).Want(303)
	want := []string{`"in_progress"`, `"waiting"`, `"retorno_medico"`, `"done"`}
	value, at := stored(t, app, "triage.statuses"), 0
	for _, id := range want {
		found := strings.Index(value[at:], id)
		if found < 0 {
			t.Fatalf("%s is missing after the others in %s", id, value)
		}
		at += found
	}
}

// A status with items is removed once one says where they go; saving moves them.
func TestConfiguration_RemovesStatusInUse(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	name := field(t, app, "triage.statuses")
	app.Exec(t, "update reception set status = 'in_progress' where id = $1", dbtest.StrangerWaits.ID)
	drop := formOf(t, camila, "triage")
	dialog := camila.GET(configurationPages + "/triage").Want(200).HTML().Find("#remover-" + name + "-1")
	if !strings.Contains(dialog.Text(), "Mover o item de Em atendimento para") || dialog.Find("option").Length() != 1 {
		t.Errorf("the dialog is %q", dialog.Text())
	}
	drop.Set("acao", "tirar:"+name+":1")
	drop.Del(name + "[1].destino")
	if answer := camila.Form(configurationPages+"/triage", drop).
		Want(200); !strings.Contains(answer.Words(), "escolha para onde vão os itens") ||
		answer.HTML().Find("[data-part] [value=in_progress]").Length() == 0 {
		t.Error("a status in use is removed although nobody said where its items go")
	}
	drop.Set(name+"[1].destino", "waiting")
	removed := camila.Form(configurationPages+"/triage", drop).Want(200).Form("configuracao")
	removed.Set("acao", "salvar")
	wrong := url.Values{}
	for key, values := range removed {
		wrong[key] = values
	}
	wrong.Set(name+".mover", "in_progress:done")
	camila.Form(configurationPages+"/triage", wrong).Want(422)
	if app.Count(t, "reception", "status = 'in_progress'") != 1 || stored(t, app, "triage.statuses") != "" {
		t.Error("a refused move is stored")
	}
	camila.Form(configurationPages+"/triage", removed).Want(303)
	if app.Count(t, "reception", "status = 'in_progress'") != 0 || app.Count(t, "reception", "status = 'waiting' and id = 2") != 1 {
		t.Error("the item was not moved")
	}
	if app.Count(t, "reception", "status = 'done'") != 1 {
		t.Error("a completed item was moved")
	}
}

// The history of a key says who changed it, from what to what.
func TestConfiguration_History(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	name := field(t, app, "store.pix_city")
	history := configurationPages + "/store/" + name + "/historico"
	if none := camila.GET(history).Want(200).Words(); !strings.Contains(none, "Nenhuma mudança ainda") {
		t.Errorf("an unchanged key has the history %s", none)
	}
	for _, city := range []string{"Palhoça", "São José"} {
		form := formOf(t, camila, "store")
		form.Set(name, city)
		camila.Form(configurationPages+"/store", form).Want(303)
	}
	camila.Form(configurationPages+"/store/"+name+"/restaurar", nil).Want(303)
	events := camila.GET(history).Want(200).HTML().Find(".timeline li")
	if events.Length() != 3 || !strings.Contains(events.Eq(1).Text(), "Palhoça → São José") ||
		!strings.Contains(events.Eq(0).Text(), "Padrão restaurado") || !strings.Contains(events.Eq(0).Text(), "Camila Torres") {
		t.Errorf("the history is %s", events.Text())
	}
	app.As(t, dbtest.Bruno).GET(history).Want(403)
	camila.GET(configurationPages + "/store/999999/historico").Want(404)
}

// A value saved by another administrator meanwhile is shown before it can be overwritten; other keys are no conflict.
func TestConfiguration_Stale(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	city, weight := field(t, app, "store.pix_city"), field(t, app, "store.package.weight_g")
	first, second, third := formOf(t, camila, "store"), formOf(t, camila, "store"), formOf(t, camila, "store")
	first.Set(city, "Palhoça")
	camila.Form(configurationPages+"/store", first).Want(303)

	second.Set(weight, "350")
	camila.Form(configurationPages+"/store", second).Want(303)
	if stored(t, app, "store.pix_city") != `"Palhoça"` {
		t.Error("an unchanged field overwrote a key")
	}

	third.Set(city, "São José")
	answer := camila.Form(configurationPages+"/store", third).Want(422)
	for _, want := range []string{"Camila mudou Cidade no código Pix agora", "Ver diferença", "Salvo Palhoça", "Você digitou São José",
		"Salve de novo para manter sua versão ou descarte suas alterações."} {
		if !strings.Contains(answer.Words(), want) {
			t.Errorf("%q is missing in %s", want, answer.Words())
		}
	}
	again := answer.Form("configuracao")
	again.Set("acao", "salvar")
	camila.Form(configurationPages+"/store", again).Want(303)
	if stored(t, app, "store.pix_city") != `"São José"` {
		t.Error("saved again, the typed value is not stored")
	}
}

// A secret is written and never shown: no page, no error page and no log contains it.
func TestConfiguration_Secrets(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	const secret, second = "segredo-do-boletim", "outro-segredo"
	created := url.Values{"system": {"boletim"}, "key": {"senha"}, "value_type": {"string"}, "value": {secret}, "is_sensitive": {"true"}}
	twice := camila.Form(configurationPages+"/store/nova", created).Want(303)
	if twice.Location() != configurationPages+"/boletim" {
		t.Errorf("a new key leads to %s", twice.Location())
	}
	bodies := camila.Form(configurationPages+"/store/nova", created).Want(422).Body
	name := field(t, app, "boletim.senha")
	unchanged := formOf(t, camila, "boletim")
	camila.Form(configurationPages+"/boletim", unchanged).Want(303)
	if app.Count(t, "security_events", "subject = 'boletim.senha' and kind <> 'config.created'") != 0 {
		t.Error("an empty field changed the secret")
	}
	refused := formOf(t, camila, "boletim")
	refused.Set(name, second)
	refused.Set(name+".versao", "velha")
	bodies += camila.Form(configurationPages+"/boletim", refused).Want(422).Body
	page := camila.GET(configurationPages + "/boletim").Want(200)
	bodies += page.Body
	if strings.Contains(bodies, secret) || strings.Contains(bodies, second) || strings.Contains(app.Log.String(), secret) {
		t.Error("a secret is shown")
	}
	if !strings.Contains(page.Words(), "Definido em ") || !strings.Contains(page.Words(), "por Camila Torres") {
		t.Errorf("the page does not tell who set the secret: %s", page.Words())
	}
	camila.Form(configurationPages+"/boletim/"+name+"/remover", nil).Want(303)
	camila.GET(configurationPages + "/boletim").Want(404)
}

func TestConfiguration_NewKeyAndRestore(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	for _, system := range []string{"/store", "/triage"} {
		if page := camila.GET(configurationPages + system + "/nova").Want(200).
			Words(); !strings.Contains(page, "Qualquer pessoa poderá ler esta chave.") {
			t.Errorf("the form of %s does not warn", system)
		}
	}
	camila.Form(configurationPages+"/store/nova",
		url.Values{"system": {"store"}, "key": {"faixa"}, "value_type": {"number"}, "hardcoded_default": {"2,5"}, "allow_hardcoded": {"true"},
			"is_required": {"true"}, "description": {"Faixa do site"}}).Want(303)
	if app.Count(t, "system_configs", "key = 'faixa' and is_required and allow_hardcoded and hardcoded_default = '2.5' and value is null and not is_sensitive and description = 'Faixa do site'") != 1 {
		t.Error("the flags of a new key are not stored")
	}
	camila.Form(configurationPages+"/store/nova", url.Values{"system": {"store"}, "key": {"sem-padrao"}, "value_type": {"string"}}).Want(303)
	if app.Count(t, "system_configs", "key = 'sem-padrao' and not allow_hardcoded and not is_required") != 1 {
		t.Error("unticked flags are stored as ticked")
	}
	refused := camila.Form(configurationPages+"/store/nova",
		url.Values{"system": {"store"}, "key": {"Com Espaço"}, "value_type": {"number"}, "value": {"dez"}}).Want(422)
	for _, want := range []string{"Chave: deve ter letras minúsculas", "Valor: deve ser um número"} {
		if !strings.Contains(refused.Words(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	camila.Form(configurationPages+"/store/nova",
		url.Values{"system": {"store"}, "key": {"rodape"}, "value_type": {"number"}, "value": {"1,5"}}).Want(303)
	if stored(t, app, "store.rodape") != "1.5" {
		t.Errorf("the new key is %s", stored(t, app, "store.rodape"))
	}
	form := formOf(t, camila, "store")
	name := field(t, app, "store.pix_city")
	form.Set(name, "Palhoça")
	camila.Form(configurationPages+"/store", form).Want(303)
	camila.Form(configurationPages+"/store/"+name+"/restaurar", nil).Want(303)
	if stored(t, app, "store.pix_city") != "" {
		t.Error("the value is still stored")
	}
	emptied := formOf(t, camila, "store")
	emptied.Set(field(t, app, "store.rodape"), "")
	camila.Form(configurationPages+"/store", emptied).Want(303)
	if stored(t, app, "store.rodape") != "" {
		t.Error("an emptied field keeps its value")
	}
}

func TestConfiguration_Search(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	if found := camila.GET(configurationPages + "?q=situacoes").Want(200); found.HTML().
		Find(`a[href="/admin/configuracoes/triage#chave-`+field(t, app, "triage.statuses")+`"]`).Length() != 1 {
		t.Error("the statuses are not found without accents")
	}
	if none := camila.GET(configurationPages + "?q=xyzzy").Want(200).Words(); !strings.Contains(none, "Nenhum ajuste encontrado") {
		t.Error("nothing found is not said")
	}
}

// A role that the configuration limits sees its pages alone, in the menu and at their addresses; the interface for scripts
// stays as it is, but for services, which Produção has with their page.
func TestConfiguration_RolePages(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila, bruno, priscila := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno), app.As(t, dbtest.Priscila)
	priscila.GET("/api/v1/items/services").Want(200)
	form := formOf(t, camila, "system")
	form[field(t, app, "system.role_pages")] = []string{"Acolhimento:orders", "Produção:orders",
		"Financeiro:users", "Financeiro:orders", "Financeiro:services", "Financeiro:products", "Financeiro:tags"}
	camila.Form(configurationPages+"/system", form).Want(303)
	menu := bruno.GET("/painel/pedidos").Want(200).HTML().Find(".nav")
	if menu.Find(`[href="/painel/pedidos"]`).Length() != 1 ||
		menu.Find(`[href="/painel/associados"], [href="/painel/produtos"]`).Length() != 0 {
		t.Errorf("the menu is %s", menu.Text())
	}
	for _, closed := range []string{"/painel/associados", "/painel/associados/1", "/painel/associados/novo", "/painel/produtos",
		"/painel/etiquetas", "/ajuda/associados"} {
		if answer := bruno.GET(closed); answer.StatusCode != 403 && answer.StatusCode != 404 {
			t.Errorf("%s is %d", closed, answer.StatusCode)
		}
		camila.GET(closed).Want(200)
	}
	bruno.GET("/painel").Want(200)
	bruno.GET("/painel/pedidos/novo").Want(200)
	bruno.GET("/api/v1/items/users").Want(200)
	bruno.GET("/api/v1/items/services").Want(200)
	priscila.GET("/api/v1/items/services").WantCode(403, "FORBIDDEN")
	priscila.GET("/api/v1/items/services_files").WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Fernando).GET("/painel/associados").Want(200)
}
