package admin_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
)

const leaving = "/admin/privacidade/retencao"

// An administrator counts, turns it on, sees what would leave and when, holds a person, changes a period within the law, pauses and
// turns it off; nobody else may.
func TestRetention_WholeWay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Entregue', paid_at = null, amount_received = null, payment_method = null, paid_on = null, date_created = now() - interval '7 years' where user_id = $1", dbtest.Ana.ID)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	for _, path := range []string{leaving, leaving + "/prazos/orders", leaving + "/prazos/orders/quem", leaving + "/ligar"} {
		bruno.GET(path).Want(403)
	}
	bruno.Form(leaving+"/ligar", nil).Want(403)
	app.Nobody(t).GET(leaving).Want(303)

	if words := camila.GET(leaving).Want(200).Words(); !strings.Contains(words, "Os prazos estão desligados. Nada sai.") {
		t.Error("the page does not say that it is off")
	}
	camila.Form(leaving+"/contar", nil).Want(303)
	camila.Form(leaving+"/ligar", nil).Want(303)
	camila.Form(leaving+"/ligar", nil).Want(422)
	keeper := areas.NewRetention(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Mail: app.Mail, Storage: app.Storage, Now: time.Now})
	if err := keeper.RunNow(t.Context()); err != nil {
		t.Fatal(err)
	}
	words := camila.GET(leaving).Want(200).Words()
	for _, want := range []string{"Ligado hoje. Nada sai antes de", "Nomes em", "5 anos do exercício", "só contou: 0 apagados"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if who := camila.GET(leaving + "/prazos/orders/quem").Want(200).Words(); !strings.Contains(who, dbtest.Ana.Name) {
		t.Error("the page does not say who leaves")
	}
	camila.GET(leaving + "/prazos/nothing").Want(404)

	period := camila.GET(leaving + "/prazos/orders").Want(200)
	if words := period.Words(); !strings.Contains(words, "Menos que a lei pede: Código Tributário Nacional, art. 195.") ||
		!strings.Contains(words, "agora") {
		t.Error("the shorter period is not locked with the law")
	}
	camila.Form(leaving+"/prazos/orders", url.Values{"period": {"1-years"}}).Want(422)
	camila.Form(leaving+"/prazos/orders", url.Values{"period": {"x"}}).Want(422)
	camila.Form(leaving+"/prazos/orders", url.Values{"period": {"10-years"}}).Want(303)
	camila.Form(leaving+"/prazos/nothing", url.Values{"period": {"10-years"}}).Want(404)
	if words := camila.GET(leaving + "/prazos/orders").Want(200).Words(); !strings.Contains(words, "10 anos do exercício") ||
		!strings.Contains(words, "Camila Torres") {
		t.Error("the change is not in the history")
	}

	if found := camila.GET(leaving + "/segurar?q=ana+souza").Want(200); !strings.Contains(found.Body, "pessoa=1\"") {
		t.Error("the person is not found by name")
	}
	if form := camila.GET(leaving + "/segurar?pessoa=1").Want(200).Words(); !strings.Contains(form, "Segurar os dados de Ana") {
		t.Error("the form does not name the person")
	}
	camila.Form(leaving+"/segurar", url.Values{"user_id": {"1"}, "reason": {""}}).Want(422)
	camila.Form(leaving+"/segurar", url.Values{"user_id": {"999999"}, "reason": {"processo"}}).Want(422)
	camila.Form(leaving+"/segurar", url.Values{"user_id": {"1"}, "reason": {"Processo 12"}, "until": {"31/12/2030"}}).Want(303)
	if words := camila.GET(leaving).Want(200).Words(); !strings.Contains(words, "Processo 12, até 31/12/2030") {
		t.Error("the held person is not shown")
	}
	camila.GET(leaving + "/segurados/1/soltar").Want(200)
	camila.Form(leaving+"/segurados/1/soltar", nil).Want(303)
	camila.Form(leaving+"/segurados/1/soltar", nil).Want(404)

	camila.Form(leaving+"/pausar", url.Values{"reason": {""}}).Want(422)
	camila.Form(leaving+"/pausar", url.Values{"reason": {"auditoria"}}).Want(303)
	if words := camila.GET(leaving).Want(200).Words(); !strings.Contains(words, "Pausado desde") || !strings.Contains(words, "auditoria") {
		t.Error("the page does not say that it is paused")
	}
	camila.Form(leaving+"/retomar", nil).Want(303)
	camila.Form(leaving+"/desligar", nil).Want(303)
	camila.Form(leaving+"/desligar", nil).Want(422)
}
