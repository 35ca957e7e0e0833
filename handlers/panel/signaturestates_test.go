package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosRecord = "/painel/associados/3"

// termCard returns the text of the term on the page of João, and of its menu.
func termCard(t *testing.T, client *handlertest.Client) string {
	t.Helper()
	return strings.Join(strings.Fields(client.GET(joaosRecord).Want(200).HTML().Find("#termo").Text()), " ")
}

// says checks the words that a text has and, after a "-", lacks.
func says(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		word, isLacking := strings.CutPrefix(word, "-")
		if strings.Contains(text, word) == isLacking {
			t.Errorf("%s: %q in %q", what, word, text)
		}
	}
}

// sign signs the term of a page by its link.
func sign(t *testing.T, app *handlertest.App, client *handlertest.Client, page string) {
	t.Helper()
	link := strings.TrimSpace(string(client.GET(page + "/link").Want(200).Body))
	app.Nobody(t).JSON("POST", "/api/v1/doc-sign/sign/"+link[strings.LastIndex(link, "/")+1:]+"/complete",
		`{"method":"type","typed_name":"João Alves","timezone":"America/Sao_Paulo","consent":true}`).Want(200)
}

// In each state the card of the associate and the page of the term offer what is possible next.
func TestSignatures_States(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	page := send(t, bruno)
	words := func() string { t.Helper(); return bruno.GET(page).Want(200).Words() }

	says(t, "sent", termCard(t, bruno), "Enviado", "Copiar link", "WhatsApp", "Enviar por e-mail de novo", "Anular…", "-Ver assinado")
	says(t, "sent, its page", words(), "Copiar link", "Anular…", "-Abrir página pública")

	app.Exec(t, "update contracts set signing_expires = now() - interval '1 day'")
	says(t, "expired", termCard(t, bruno), "Vencido", "venceu em", "Enviar link novo", "-Copiar link")
	says(t, "expired, its page", words(), "Vencido", "Enviar link novo", "-Copiar link")
	if bruno.GET(signaturesPath+"?situacao=expired").Want(200).HTML().Find("tbody button[formaction$=reenviar]").Length() == 0 {
		t.Error("the list of expired terms has no button that sends a new link")
	}

	app.Exec(t, "update contracts set emailed_at = now() - interval '1 day' where emailed_at is not null")
	action, _ := bruno.GET(joaosRecord).HTML().Find("#termo form[action$=reenviar]").Attr("action")
	bruno.Form(action, url.Values{}).Want(303)
	says(t, "sent again", termCard(t, bruno), "Enviado", "Copiar link", "-venceu em")

	sign(t, app, bruno, page)
	says(t, "signed", termCard(t, bruno), "Assinado", "Ver assinado", "Baixar comprovante", "Pedir nova assinatura…", "-Copiar link",
		"-Anular…")
	says(t, "signed, its page", words(), "Confere com o que foi assinado", "Conferir de novo", "Abrir página pública", "Digitada",
		"João Alves", "PDF, 3 páginas, ", "-Copiar link")
	bruno.GET(page + "/assinatura.png").Want(404)
	bruno.Form(action, url.Values{}).Want(409)
}

func TestSignatures_VoidedCard(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	page := send(t, bruno)
	bruno.Form(page+"/anular", url.Values{"reason": {"Nome errado"}}).Want(303)
	says(t, "voided", termCard(t, bruno), "Anulado", "anulado em", "Enviar termo", "-Copiar link", "-Anular…")
	bruno.Form(page+"/reenviar", url.Values{}).Want(409)
}

// Sending again is recorded and renews the link; twice within a minute it is one letter.
func TestSignatures_Resend(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.Form(signaturesPath+"/novo", url.Values{"user_code": {dbtest.Joao.UserCode}, "send_email": {"true"}}).Want(303).Location()
	app.Exec(t, "update contracts set emailed_at = now() - interval '1 hour', signing_expires = now() + interval '1 day'")
	for range 2 {
		if notice := bruno.Form(page+"/reenviar", url.Values{}).Want(303).Notice(); notice.Path != page {
			t.Errorf("the notice leads to %q", notice.Path)
		}
	}
	if sent := app.Count(t, "sign_events", "kind = 'email.sent'"); sent != 2 {
		t.Errorf("%d letters are recorded, want 2", sent)
	}
	if app.Count(t, "contracts", "signing_expires > now() + interval '20 days'") != 1 {
		t.Error("the link is not renewed")
	}
	app.As(t, dbtest.Priscila).Form(page+"/reenviar", url.Values{}).Want(403)
	app.Nobody(t).Form(page+"/reenviar", url.Values{}).Want(303)
	bruno.Form(signaturesPath+"/00000000-0000-4000-8000-000000000000/reenviar", url.Values{}).Want(404)
}
