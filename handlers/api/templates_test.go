package api_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const templateRoutes = "/api/v1/doc-sign/templates"

func docOf(text string) body {
	return body{"type": "doc", "content": []any{body{"type": "paragraph", "content": []any{body{"type": "text", "text": text}}}}}
}

func TestTemplates_PublishAndReset(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var list []struct {
		Kind           string
		CurrentVersion *body `json:"current_version"`
	}
	if camila.GET(templateRoutes).Want(200).Data(&list); len(list) != 2 || list[0].Kind != "self" || list[1].CurrentVersion != nil {
		t.Errorf("%+v", list)
	}
	one := templateRoutes + "/with_patient"
	var saved struct {
		Draft     body     `json:"draft_content_json"`
		Version   string   `json:"draft_version"`
		Unknown   []string `json:"unknown_variables"`
		Versions  []body   `json:"versions"`
		Published *body    `json:"current_version"`
	}
	camila.JSON("PUT", one+"/draft", body{"content_json": docOf("Olá, {{cidade_natal}} e {{x y}}.")}).Want(200).Data(&saved)
	if len(saved.Unknown) != 2 || saved.Draft["type"] != "doc" || saved.Version == "" {
		t.Errorf("%+v", saved)
	}
	refused := camila.POST(one+"/publish", body{}).WantCode(422, "TEMPLATE_INVALID_VARIABLES").Body
	if strings.Count(refused, "TEMPLATE_INVALID_VARIABLES") != 2 || !strings.Contains(refused, "cidade_natal") ||
		!strings.Contains(refused, "x y") {
		t.Error(refused)
	}
	camila.JSON("PUT", one+"/draft", body{"content_json": docOf("Olá, {{associado_nome}}."), "draft_version": saved.Version}).Want(200)
	camila.JSON("PUT", one+"/draft", body{"content_json": docOf("Outro."), "draft_version": saved.Version}).WantCode(409, "CONFLICT")

	var published struct {
		TemplateID int64 `json:"template_id"`
		Kind       string
		Version    struct {
			ID        int64
			Number    int    `json:"version_number"`
			Content   string `json:"content_sha256"`
			PDFFileID int64  `json:"pdf_file_id"`
			PDF       string `json:"pdf_sha256"`
		}
	}
	camila.POST(one+"/publish", body{"notes": "Primeira versão"}).Want(200).Data(&published)
	if published.Kind != "with_patient" || published.Version.Number != 1 || len(published.Version.Content) != 64 ||
		len(published.Version.PDF) != 64 {
		t.Errorf("%+v", published)
	}
	var version struct {
		PDFURL string `json:"pdf_url"`
		Notes  string
	}
	camila.GET(templateRoutes + "/versions/" + strconv.FormatInt(published.Version.ID, 10)).Want(200).Data(&version)
	if file := camila.GET(version.PDFURL).Want(200); !strings.HasPrefix(file.Body, "%PDF-") || version.Notes != "Primeira versão" {
		t.Errorf("the version is %+v", version)
	}
	var versions []body
	if camila.GET(one + "/versions").Want(200).Data(&versions); len(versions) != 1 {
		t.Errorf("%v", versions)
	}
	camila.JSON("DELETE", strings.TrimSuffix(version.PDFURL, "/download"), "").WantCode(409, "HAS_LINKED_RECORDS")
	camila.POST(one+"/reset", body{}).Want(200).Data(&saved)
	if len(saved.Versions) != 0 || saved.Published != nil || len(saved.Unknown) != 0 {
		t.Errorf("after a reset %+v", saved)
	}
	camila.GET(templateRoutes+"/versions/"+strconv.FormatInt(published.Version.ID, 10)).WantCode(404, "NOT_FOUND")
	camila.GET(version.PDFURL).WantCode(404, "NOT_FOUND")
	for _, path := range []string{"/pet", "/pet/versions", "/pet/sample-variables", "/versions/0", "/versions/x"} {
		camila.GET(templateRoutes+path).WantCode(404, "NOT_FOUND")
	}
}

func TestTemplates_Preview(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var samples struct {
		Variables map[string]string
		Catalogue []struct{ Name, Label, Sample string }
	}
	camila.GET(templateRoutes + "/self/sample-variables").Want(200).Data(&samples)
	if samples.Variables["associado_nome"] == "" || len(samples.Catalogue) != len(samples.Variables) {
		t.Errorf("%+v", samples)
	}
	for name, sent := range map[string]body{
		"draft": {}, "content": {"content_json": docOf("{{desconhecida}} 🌿")},
		"values": {"variables": body{"associado_nome": strings.Repeat("ç", 500)}},
	} {
		if answer := camila.POST(templateRoutes+"/self/preview-pdf", sent).Want(200); !strings.HasPrefix(answer.Body, "%PDF-") {
			t.Errorf("%s: %.80s", name, answer.Body)
		}
	}
	for name, sent := range map[string]body{
		"unknown": {"variables": body{"x": "y"}}, "long": {"variables": body{"associado_nome": strings.Repeat("ç", 501)}},
		"wrong": {"content_json": body{"type": "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			camila.POST(templateRoutes+"/self/preview-pdf", sent).WantCode(400, "VALIDATION_ERROR")
		})
	}
}

func TestTemplates_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.WithToken(t, "*").GET(templateRoutes).Want(200)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "read": {app.WithToken(t, "doc_sign:read"), 403},
		"write":     {app.WithToken(t, "doc_sign:write"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{"", "/self", "/self/versions", "/self/sample-variables", "/versions/1"} {
				c.client.GET(templateRoutes + path).Want(c.want)
			}
			c.client.JSON("PUT", templateRoutes+"/self/draft", body{"content_json": docOf("x")}).Want(c.want)
			for _, path := range []string{"/self/publish", "/self/preview-pdf", "/self/reset"} {
				c.client.POST(templateRoutes+path, body{}).Want(c.want)
			}
		})
	}
}

// doc_sign.manage stands beside a role and opens the terms alone; GET /admin/roles stays as specified, and a page that is
// closed to the role stays closed.
func TestTemplates_Manager(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	app.As(t, dbtest.Priscila).GET(templateRoutes).WantCode(403, "FORBIDDEN")
	for _, wrong := range [][]string{{"doc_sign.manage"}, {"Profissional", "doc_sign.manage"}, {"Produção", "doc_sign.read"}} {
		camila.JSON("PATCH", path(dbtest.Priscila.ID), body{"permissions": wrong}).WantCode(400, "VALIDATION_ERROR")
	}
	var changed operator
	camila.JSON("PATCH", path(dbtest.Priscila.ID), body{"permissions": []string{"doc_sign.manage", "Produção"}}).Want(200).Data(&changed)
	if !slices.Equal(changed.Permissions, []string{"Produção", "doc_sign.manage"}) {
		t.Errorf("the permissions are %v", changed.Permissions)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('system', 'role_pages', '{"Produção": ["orders"]}')
		on conflict (system, key) do update set value = excluded.value`)
	priscila := app.As(t, dbtest.Priscila)
	priscila.GET(templateRoutes).Want(200)
	priscila.JSON("PUT", templateRoutes+"/self/draft", body{"content_json": docOf("Termo da Priscila")}).Want(200)
	priscila.POST(templateRoutes+"/self/publish", "{}").Want(200)
	for _, closed := range []string{"/api/v1/system-users", "/api/v1/auth/tokens", "/api/v1/services", "/api/v1/doc-sign/contracts"} {
		priscila.GET(closed).WantCode(403, "FORBIDDEN")
	}
	var roles []body
	if camila.GET("/api/v1/admin/roles").Want(200).Data(&roles); len(roles) != 5 {
		t.Errorf("the roles are %v", roles)
	}
}
