package care_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/secret"
)

// A question is answered by its link without signing in; who felt something reports it on the next page; the record shows both.
func TestFollowUp(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	token := secret.New()
	app.Secret(token)
	app.Exec(t, "insert into follow_ups (user_id, days, token_hash, date_sent) values (1, 30, $1, now())", secret.Hash(token))
	holder, link := app.Nobody(t), "/acompanhamento/"+token
	page := holder.GET(link).Want(200)
	if words := page.Words(); !strings.Contains(words, "depois de 30 dias?") || strings.Contains(words, dbtest.Ana.LastName) {
		t.Errorf("the page says %s", words)
	}
	if policy := page.Header.Get("X-Robots-Tag"); policy != "noindex" {
		t.Errorf("robots: %q", policy)
	}
	answers := url.Values{"score": {"4"}, "adherence": {"always"}, "felt_bad": {"sim"}, "wants_call": {"nao"}}
	holder.Form(link, url.Values{"score": {"11"}}).Want(422)
	if next := holder.Form(link, answers).Want(303).Location(); next != link+"/efeito" {
		t.Errorf("leads to %s", next)
	}
	holder.Form(link+"/efeito", url.Values{"severity": {"mild"}}).Want(422)
	felt := url.Values{"symptoms": {"Tontura"}, "severity": {"mild"}, "is_felt": {"nao"}}
	holder.GET(holder.Form(link+"/efeito", felt).Want(303).Location()).Want(200)
	if app.Count(t, "adverse_events", "user_id = 1 and origin = 'followup'") != 1 {
		t.Error("the event is not stored")
	}
	if words := holder.GET(link).Want(200).Words(); !strings.Contains(words, "Obrigado por responder") {
		t.Errorf("answered, the page says %s", words)
	}
	camila := app.As(t, dbtest.Camila)
	if words := camila.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Depois de 30 dias") || !strings.Contains(words, "Tontura") {
		t.Error("the record does not show the answer")
	}
	if words := camila.GET("/painel/analises/acompanhamento").Want(200).Words(); !strings.Contains(words, "menos de 5") || strings.Contains(words, "4,0") {
		t.Errorf("a group of one is shown: %s", words)
	}
	app.As(t, dbtest.Renata).GET("/painel/analises/acompanhamento").Want(403)
	holder.Form(link+"/parar", nil).Want(303)
	for _, wrong := range []string{"/acompanhamento/x", "/acompanhamento/x/efeito", "/acompanhamento/x/recebido"} {
		holder.GET(wrong).Want(404)
	}
	holder.Form("/acompanhamento/x", answers).Want(404)
	holder.Form("/acompanhamento/x/parar", nil).Want(404)
	holder.Form("/acompanhamento/x/efeito", felt).Want(404)
}
