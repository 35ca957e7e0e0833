package reception_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The data of a contact are in the form of a new associate, which is linked to the contact and leads back to it.
func TestItem_RegisterContact(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set phone = '48999991234', email = 'nova@exemplo.org.br' where id = 2")
	bruno := app.As(t, dbtest.Bruno)
	drawer := bruno.GET(at(dbtest.StrangerWaits, "")).Want(200).HTML()
	address := "/painel/associados/novo?recepcao=2"
	if drawer.Find(`.dock a[href="`+address+`"]`).Length() != 1 {
		t.Fatal("the contact has no button that registers")
	}
	form := bruno.FormAt(address)
	if form.Get("associate_name") != dbtest.StrangerWaits.Name || form.Get("phone") != "(48) 99999-1234" ||
		form.Get("email") != "nova@exemplo.org.br" {
		t.Errorf("the form has %v", form)
	}
	form.Set("associate_name", "")
	if refused := bruno.Form(address, form).Want(422).HTML(); refused.Find(`form[action="`+address+`"]`).Length() != 1 {
		t.Error("a refused form forgets the contact")
	}
	form.Set("associate_name", "Tereza Quintana Lima")
	if to := bruno.Form(address, form).Want(303).Location(); to != at(dbtest.StrangerWaits, "") {
		t.Errorf("leads to %s", to)
	}
	if app.Count(t, "reception r join users u on u.user_code = r.associate_code",
		"r.id = 2 and u.phone = '48999991234' and r.associate_name = 'Tereza Quintana Lima'") != 1 {
		t.Error("the contact is not linked")
	}
	again := bruno.FormAt(address)
	bruno.Form(address, again).Want(422)
	if app.Count(t, "users", "phone = '48999991234'") != 1 {
		t.Error("a linked contact was registered twice")
	}
	bruno.GET("/painel/associados/novo?recepcao=9999").Want(404)
	app.As(t, dbtest.Priscila).GET(address).Want(403)
}

// Notes are a thread: each has its author, nothing is overwritten, and the author corrects one for ten minutes. The field of
// the API is the latest note.
func TestItem_NotesThread(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	note := func(text string) url.Values { return url.Values{"notes": {text}} }
	bruno.Form(at(dbtest.AnaWaits, "/anotacao"), note("Ligou ontem")).Want(303)
	camila.Form(at(dbtest.AnaWaits, "/anotacao"), note("Mandei o passo a passo")).Want(303)
	bruno.JSON("PATCH", "/api/v1/items/reception/1", map[string]any{"notes": "Pela integração"}).Want(200)
	page := bruno.GET(at(dbtest.AnaWaits, "")).Want(200).HTML()
	notes := page.Find(".dock-thread li")
	if notes.Length() != 3 || !strings.Contains(notes.Eq(0).Text(), "Bruno") ||
		!strings.Contains(notes.Eq(1).Text(), "Mandei o passo a passo") || !strings.Contains(notes.Eq(2).Text(), "Pela integração") {
		t.Errorf("the thread is %s", page.Find(".dock-thread").Text())
	}
	if count := page.Find("#situacao-waiting .ticket-note").First().Text(); count != "3" {
		t.Errorf("the ticket counts %q", count)
	}
	first, _ := notes.Eq(0).Find("a").Attr("href")
	if _, others := notes.Eq(1).Find("a").Attr("href"); first == "" || others {
		t.Errorf("the author corrects at %q, others' notes are editable: %t", first, others)
	}
	bruno.GET(first).Want(200)
	bruno.Form(first, note("Ligou hoje")).Want(303)
	bruno.Form(first, note(" ")).Want(422)
	camila.Form(first, note("De outra")).Want(403)
	app.As(t, dbtest.Priscila).Form(first, note("De fora")).Want(403)
	bruno.Form(at(dbtest.StrangerWaits, first[strings.LastIndex(first, "/anotacao"):]), note("Errada")).Want(404)
	if app.Count(t, "reception_notes", "item_id = 1 and text = 'Ligou hoje' and date_edited is not null") != 1 ||
		app.Count(t, "reception", "id = 1 and notes = 'Pela integração'") != 1 {
		t.Error("the correction is not stored, or is taken for the latest note")
	}
	app.Exec(t, "update reception_notes set date_created = date_created - interval '11 minutes'")
	bruno.Form(first, note("Tarde demais")).Want(403)
	bruno.Form(at(dbtest.AnaWaits, "/anotacao"), note("")).Want(422)
	if app.Count(t, "reception_notes", "item_id = 1") != 3 {
		t.Error("a blank note is stored")
	}
}

// The configured reasons are offered after those of the program, are stored by their label, and count in the analyses as
// configured.
func TestItem_ConfiguredReasons(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update reception set date_created = now()")
	toOrders := func() int64 {
		var sums struct {
			KPIs struct {
				ToOrders int64 `json:"to_orders"`
			} `json:"kpis"`
		}
		app.As(t, dbtest.Camila).GET("/api/v1/analytics/reception").Want(200).Data(&sums)
		return sums.KPIs.ToOrders
	}
	before := toOrders()
	var offered []string
	choices := bruno.GET(at(dbtest.AnaWaits, "/concluir")).Want(200).HTML().Find("input[name=completion_reason]")
	for i := range choices.Length() {
		offered = append(offered, choices.Eq(i).AttrOr("value", ""))
	}
	if got := strings.Join(offered, ", "); got != "Pedido, Serviço, Agendamento, Dúvida respondida, Sem retorno, Cadastro iniciado" {
		t.Errorf("offers %s", got)
	}
	app.Exec(t, `insert into system_configs (system, key, value, value_type) values ('triage', 'completion_reasons',
		'[{"label": "Virou encomenda", "counts_as": "order"}, {"label": "Engano", "counts_as": "neither"}]', 'array')`)
	bruno.Form(at(dbtest.AnaWaits, "/concluir"), url.Values{"completion_reason": {"Dúvida respondida"}}).Want(422)
	bruno.Form(at(dbtest.AnaWaits, "/concluir"), url.Values{"completion_reason": {"Virou encomenda"}}).Want(303)
	bruno.JSON("PATCH", "/api/v1/reception/2/complete", map[string]string{"completion_reason": "Engano"}).Want(200)
	if app.Count(t, "reception", "(id, completion_reason) in ((1, 'Virou encomenda'), (2, 'Engano'))") != 2 {
		t.Error("the labels are not stored")
	}
	if found := bruno.GET(path + "/concluidos?motivo=Virou+encomenda").Want(200); !strings.Contains(found.Words(), dbtest.AnaWaits.Name) {
		t.Error("the list does not filter by a configured reason")
	}
	if now := toOrders(); now != before+1 {
		t.Errorf("%d contacts became orders, before %d", now, before)
	}
}
