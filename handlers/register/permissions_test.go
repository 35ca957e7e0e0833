package register_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
)

const permissionsPath = "/cadastro/permissoes"

// beforeConsent is an associate at the documents who has not said anything yet.
func beforeConsent(t *testing.T) (*handlertest.App, *handlertest.Client) {
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3' where id = 5")
	app.Exec(t, "delete from consents where user_id = 5")
	return app, app.AsAssociate(t, dbtest.Carla)
}

// Before the documents each purpose has a box of its own, all empty; the documents open once the health data is allowed.
func TestPermissions_BeforeDocuments(t *testing.T) {
	t.Parallel()
	app, carla := beforeConsent(t)
	for _, step := range []string{"/documentos", "/conferir-documentos"} {
		if to := carla.GET("/cadastro" + step).Want(303).Location(); to != permissionsPath {
			t.Errorf("%s leads to %s", step, to)
		}
	}
	page := carla.GET(permissionsPath).Want(200).HTML()
	if page.Find("input[name=permitido]").Length() != 4 || page.Find("input[name=permitido][checked]").Length() != 0 {
		t.Error("there is no empty box for each purpose")
	}
	form := carla.FormAt(permissionsPath)
	form["permitido"] = []string{"whatsapp"}
	refused := carla.Form(permissionsPath, form).Want(422)
	if !strings.Contains(refused.Words(), "Sem esta permissão a equipe não pode cuidar do tratamento") ||
		app.Count(t, "consents", "user_id = 5") != 0 {
		t.Error("went on without the required one")
	}
	form["permitido"] = []string{"treatment", "image"}
	if to := carla.Form(permissionsPath, form).Want(303).Location(); to != "/cadastro/documentos" {
		t.Errorf("leads to %s", to)
	}
	if n := app.Count(t, "consents", "user_id = 5 and given and version = 1 and length(text_hash) = 64 and network <> ''"); n != 2 {
		t.Errorf("%d consents are kept", n)
	}
	carla.GET("/cadastro/documentos").Want(200)
	// A script needs no consent: its routes answer as before.
	app.Exec(t, "delete from consents where user_id = 5")
	carla.GET("/api/v1/users/me/documents/status").Want(200)
	carla.JSON("POST", "/api/v1/users/me/advance", map[string]any{}).Want(400)
}

// What is allowed is withdrawn on a page that says what changes; a letter confirms it, and the staff sees it.
func TestPermissions_Withdraw(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	if words := ana.GET(permissionsPath).Want(200).Words(); strings.Count(words, "Desde") != 3 ||
		strings.Count(words, "Você não marcou") != 1 {
		t.Errorf("the page says %s", words)
	}
	if words := ana.GET(permissionsPath + "/treatment/retirar").Want(200).Words(); !strings.Contains(words, "O que muda") ||
		!strings.Contains(words, "não abrir novos pedidos e consultas") {
		t.Errorf("the question says %s", words)
	}
	ana.Form(permissionsPath+"/treatment/retirar", nil).Want(303)
	ana.Form(permissionsPath+"/treatment/retirar", nil).Want(303) // once is enough
	if app.Count(t, "consents", "user_id = 1 and purpose = 'treatment' and not given") != 1 ||
		app.Count(t, "mails", "kind = 'consent_withdrawn'") != 1 {
		t.Error("the withdrawal or its letter is not kept once")
	}
	if words := app.As(t, dbtest.Bruno).GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Permissão retirada") {
		t.Error("the record of the staff does not say it")
	}
	if words := ana.GET(permissionsPath + "/historico").Want(200).Words(); !strings.Contains(words, "Você não permitiu: ") ||
		!regexp.MustCompile(`\d\d/\d\d/\d{4}, \d\d:\d\d\. Texto 1\.`).MatchString(words) {
		t.Errorf("the log says %s", words)
	}
	form := ana.FormAt(permissionsPath + "/treatment")
	ana.Form(permissionsPath+"/treatment", form).Want(303)
	if app.Count(t, "consents", "user_id = 1 and purpose = 'treatment' and given") != 2 {
		t.Error("it cannot be allowed again")
	}
	ana.GET(permissionsPath + "/marketing").Want(404)
	app.Nobody(t).GET(permissionsPath).Want(303)
	app.As(t, dbtest.Camila).GET(permissionsPath).Want(303)
}

// A new text is published by administrators; those who allowed the one before get a letter and are asked again.
func TestPermissions_NewText(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	form := camila.FormAt("/admin/permissoes/whatsapp")
	form.Set("summary", "Recados pelo WhatsApp.")
	if refused := camila.Form("/admin/permissoes/whatsapp", form).Want(422).Words(); !strings.Contains(refused, "diga o que mudou") {
		t.Errorf("the refusal says %s", refused)
	}
	form.Set("body", "Deixo a associação falar comigo pelo WhatsApp, das 9h às 18h.")
	form.Set("changes", "Agora diz as horas.")
	camila.Form("/admin/permissoes/whatsapp", form).Want(303)
	camila.Form("/admin/permissoes/whatsapp", form).Want(422) // opened with the text before
	if app.Count(t, "river_job", "kind = 'announce_consent_text'") != 1 {
		t.Error("no letters will be written")
	}
	ana := app.AsAssociate(t, dbtest.Ana)
	if words := ana.GET("/cadastro").Want(200).Words(); !strings.Contains(words, "Mudamos um texto") {
		t.Error("the start page does not ask again")
	}
	read := ana.GET(permissionsPath + "/whatsapp").Want(200).Words()
	if !strings.Contains(read, "Agora diz as horas.") || !strings.Contains(read, "Não aceito o texto novo") {
		t.Errorf("the page says %s", read)
	}
	stale := url.Values{"texto_whatsapp": {strings.Repeat("0", 64)}}
	ana.Form(permissionsPath+"/whatsapp", stale).Want(303)
	if app.Count(t, "consents", "user_id = 1 and purpose = 'whatsapp' and version = 2") != 0 {
		t.Error("a text that was not shown is accepted")
	}
	ana.Form(permissionsPath+"/whatsapp", ana.FormAt(permissionsPath+"/whatsapp")).Want(303)
	if app.Count(t, "consents", "user_id = 1 and purpose = 'whatsapp' and version = 2 and given") != 1 {
		t.Error("the new text is not accepted")
	}
	app.As(t, dbtest.Bruno).GET("/admin/permissoes").Want(403)
	app.As(t, dbtest.Bruno).Form("/admin/permissoes/whatsapp", form).Want(403)
	app.Nobody(t).GET("/admin/permissoes").Want(303)
}

// The page about privacy comes from the configuration.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('privacy', 'officer_name', '"Lúcia Prado"'), ('privacy', 'officer_email', '"dados@exemplo.org.br"'),
		('privacy', 'version', '3'), ('privacy', 'date', '"2026-11-02"'), ('association', 'cnpj', '"11222333000181"') on conflict (system, key) do update set value = excluded.value`)
	words := app.Nobody(t).GET("/cadastro/privacidade").Want(200).Words()
	for _, want := range []string{"Lúcia Prado", "dados@exemplo.org.br", "Versão 3, de 02/11/2026.", "11.222.333/0001-81",
		"Acompanhar o tratamento, com dados de saúde", "Associado + 5 anos. Base: contrato, art. 7º, V da LGPD.", "ANPD",
		"Você pode ver seus dados em Perfil, pedir a correção, uma cópia ou que sejam apagados."} {
		if !strings.Contains(words, want) {
			t.Errorf("the page lacks %q: %s", want, words)
		}
	}
	for _, table := range areas.Personal() {
		for _, data := range table.Data {
			if table.Of != "" && data.Label != "" && (!strings.Contains(words, data.Use.Purpose) || !strings.Contains(words, data.Use.Kept+". Base")) {
				t.Errorf("the page does not say what %s are held for, and until when", data.Label)
			}
		}
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('privacy', 'retention', '[{"what": "Pedidos", "until": "Até a conferência."}]')`)
	if own := app.Nobody(t).GET("/cadastro/privacidade").Want(200).Words(); !strings.Contains(own, "Até a conferência.") || strings.Contains(own, "Base:") {
		t.Errorf("the page of the association says %s", own)
	}
}
