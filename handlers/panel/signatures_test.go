package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const signaturesPath = "/painel/assinaturas"

// published returns an application with published templates.
func published(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	for _, kind := range []string{"self", "with_patient"} {
		app.As(t, dbtest.Camila).Form("/admin/modelos/"+kind+"/publicar", url.Values{}).Want(303)
	}
	return app
}

// send sends a term to João and returns the address of its page.
func send(t *testing.T, client *handlertest.Client) string {
	t.Helper()
	return client.Form(signaturesPath+"/novo", url.Values{"user_code": {dbtest.Joao.UserCode}}).Want(303).Location()
}

func TestSignatures_SendShowAndVoid(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	page := send(t, bruno)
	if words := bruno.GET(signaturesPath).Want(200).Words(); !strings.Contains(words, dbtest.Joao.FullName()) ||
		!strings.Contains(words, "Enviado") {
		t.Errorf("the list says %q", words)
	}
	if said := strings.Join(strings.Fields(bruno.GET(signaturesPath).Want(200).HTML().Find(".nav-item[href='"+signaturesPath+"'] .count").
		Text()), " "); said != "1 a assinar" {
		t.Errorf("the menu says %q", said)
	}
	if words := bruno.GET(page).Want(200).Words(); !strings.Contains(words, "Termo criado") {
		t.Errorf("the page says %q", words)
	}
	link := string(bruno.GET(page + "/link").Want(200).Body)
	if !strings.Contains(link, "/assinar/") {
		t.Fatalf("the link is %q", link)
	}
	if chat := bruno.GET(page + "/whatsapp").Want(303).Location(); !strings.HasPrefix(chat, "https://wa.me/") ||
		!strings.Contains(chat, "assinar") {
		t.Errorf("the chat is at %q", chat)
	}
	bruno.GET(page + "/termo.pdf").Want(200)
	bruno.GET(page + "/assinado.pdf").Want(404)
	bruno.Form(page+"/anular", url.Values{"reason": {"Nome errado"}}).Want(303)
	if words := bruno.GET(page).Want(200).Words(); !strings.Contains(words, "Anulado") || !strings.Contains(words, "Nome errado") {
		t.Errorf("the voided term says %q", words)
	}
	bruno.GET(page + "/link").Want(409)
}

// A term that waits is sent again as the same one; replacing voids it.
func TestSignatures_AgainAndReplaced(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	first := send(t, bruno)
	if again := send(t, bruno); again != first {
		t.Errorf("sent again it is %s, not %s", again, first)
	}
	if other := bruno.Form(first+"/trocar", url.Values{}).Want(303).Location(); other == first {
		t.Error("replaced, it is the same term")
	}
	if words := bruno.GET(first).Want(200).Words(); !strings.Contains(words, "Anulado") {
		t.Errorf("the replaced term says %q", words)
	}
}

func TestSignatures_NotPublished(t *testing.T) {
	t.Parallel()
	answer := handlertest.New(t).As(t, dbtest.Bruno).Form(signaturesPath+"/novo", url.Values{"user_code": {dbtest.Joao.UserCode}}).Want(422)
	if words := answer.Words(); !strings.Contains(words, "Publique o modelo") {
		t.Errorf("the form says %q", words)
	}
}

// The roles without contracts, associates and strangers reach nothing; an unknown term is 404.
func TestSignatures_WhoMay(t *testing.T) {
	t.Parallel()
	app := published(t)
	page := send(t, app.As(t, dbtest.Camila))
	app.As(t, dbtest.Bruno).GET(page).Want(200)
	app.As(t, dbtest.Bruno).GET(signaturesPath + "/00000000-0000-4000-8000-000000000000").Want(404)
	for _, address := range []string{signaturesPath, page, page + "/link", page + "/anular", signaturesPath + "/novo"} {
		app.As(t, dbtest.Priscila).GET(address).Want(403)
		app.Nobody(t).GET(address).Want(303)
	}
	app.As(t, dbtest.Priscila).Form(page+"/anular", url.Values{}).Want(403)
}

// The page of the associate offers one next step.
func TestSignatures_AssociateCard(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	record := "/painel/associados/3"
	if text := bruno.GET(record).Want(200).HTML().Find("#termo a.btn").Text(); !strings.Contains(text, "Enviar termo") {
		t.Errorf("without a term the button is %q", text)
	}
	app.As(t, dbtest.Priscila).GET(record).Want(200)
}

// After a new version, the associates of an earlier one are asked for their signature by one task.
func TestSignatures_Campaign(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	const outdated = signaturesPath + "?situacao=outdated"
	link := string(bruno.GET(send(t, bruno) + "/link").Want(200).Body)
	token := link[strings.LastIndex(strings.TrimSpace(link), "/")+1:]
	app.Nobody(t).JSON("POST", "/api/v1/doc-sign/sign/"+strings.TrimSpace(token)+"/complete",
		`{"method":"type","typed_name":"João Alves","timezone":"America/Sao_Paulo","consent":true}`).Want(200)
	if page := bruno.GET(outdated).Want(200); strings.Contains(page.Words(), "Pedir nova assinatura a") {
		t.Error("a campaign is maxMatches although every term is of the current version")
	}
	bruno.Form(signaturesPath+"/nova-assinatura", url.Values{}).Want(400)
	draft := `{"content_json":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Novo texto."}]}]}}`
	for _, kind := range []string{"self", "with_patient"} {
		camila.JSON("PUT", "/api/v1/doc-sign/templates/"+kind+"/draft", draft).Want(200)
		camila.JSON("POST", "/api/v1/doc-sign/templates/"+kind+"/publish", `{}`).Want(200)
	}
	if page := bruno.GET(outdated).Want(200); !strings.Contains(page.Words(), "Pedir nova assinatura a 1 associado?") {
		t.Error("no campaign is maxMatches")
	}
	if all := bruno.GET(signaturesPath).Want(200); !strings.Contains(all.Words(), "1 associado assinou uma versão anterior") {
		t.Error("the list of all terms does not say that a version is earlier")
	}
	if signed := bruno.GET(signaturesPath + "?situacao=completed").Want(200); strings.Contains(signed.Words(), "Pedir nova assinatura a") {
		t.Error("the tab of signed terms asks for new signatures")
	}
	app.As(t, dbtest.Priscila).Form(signaturesPath+"/nova-assinatura", url.Values{}).Want(403)
	task := bruno.Form(signaturesPath+"/nova-assinatura", url.Values{}).Want(303).Location()
	if !strings.HasPrefix(task, "/painel/tarefas/") {
		t.Errorf("it leads to %q", task)
	}
	bruno.Form(signaturesPath+"/nova-assinatura", url.Values{}).Want(409)
}
