package api_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	storedfiles "acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/templates"
	"acolhe/models/types/auth"
)

// issuedContract is what the tests read of a contract.
type issuedContract struct {
	ID           string  `json:"id"`
	Status       string  `json:"status"`
	Code         string  `json:"code"`
	SigningURL   *string `json:"signing_url"`
	FilledPDFURL string  `json:"filled_pdf_url"`
	SignedPDFURL *string `json:"signed_pdf_url"`
	AuditPDFURL  *string `json:"audit_pdf_url"`
}

func (c issuedContract) token() string {
	return (*c.SigningURL)[strings.LastIndex(*c.SigningURL, "/")+1:]
}

const (
	contractsPath = "/api/v1/doc-sign/contracts"
	signPath      = "/api/v1/doc-sign/sign/"
)

// publishTerms publishes the texts that ship.
func publishTerms(t testing.TB, app *handlertest.App) {
	t.Helper()
	printer := templates.Printer{DB: app.DB, Files: storedfiles.Library{DB: app.DB, Drivers: app.Storage}}
	for _, kind := range templates.Kinds() {
		if _, err := printer.Publish(t.Context(), auth.Caller{Kind: auth.System}.At(time.Now()), templates.PublishInput{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
}

func createContract(t testing.TB, client *handlertest.Client, code string) (created issuedContract) {
	t.Helper()
	client.POST(contractsPath, map[string]any{"user_code": code}).Want(201).Data(&created)
	return created
}

func signature(name string) map[string]any {
	return map[string]any{"method": "type", "typed_name": name, "timezone": "America/Sao_Paulo", "consent": true}
}

// The staff sends the term, the associate reads and signs it by the link, and everybody concerned reads the documents.
func TestContracts_FromLinkToProof(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, nobody := app.As(t, dbtest.Bruno), app.Nobody(t)
	bruno.POST(contractsPath, map[string]any{"user_code": dbtest.Ana.UserCode}).WantCode(422, "TEMPLATE_NOT_PUBLISHED")
	publishTerms(t, app)
	created := createContract(t, bruno, dbtest.Ana.UserCode)
	if again := createContract(t, bruno, dbtest.Ana.UserCode); again.ID != created.ID || *again.SigningURL != *created.SigningURL {
		t.Errorf("again: %s %s", again.ID, *again.SigningURL)
	}
	link := signPath + created.token()
	nobody.GET(link).Want(200)
	nobody.POST(link+"/view", map[string]any{"timezone": "America/Sao_Paulo"}).Want(200)
	nobody.GET(link + "/pdf/filled").Want(200)
	nobody.GET(link+"/pdf/signed").WantCode(404, "NOT_FOUND")
	nobody.POST(link+"/complete", map[string]any{"method": "type", "typed_name": "Ana", "consent": false}).WantCode(422, "CONSENT_REQUIRED")
	nobody.POST(link+"/complete", map[string]any{"method": "draw", "consent": true}).WantCode(422, "SIGNATURE_REQUIRED")
	drawn := map[string]any{"method": "draw", "signature_image_base64": largeDrawing(), "consent": true}
	nobody.POST(link+"/complete", drawn).Want(200)
	nobody.POST(link+"/complete", drawn).Want(200)
	nobody.POST(link+"/complete", signature("Outra Pessoa")).WantCode(409, "CONTRACT_ALREADY_COMPLETED")
	bruno.POST(contractsPath, map[string]any{"user_code": dbtest.Ana.UserCode}).WantCode(409, "CONTRACT_ALREADY_COMPLETED")
	bruno.POST(contractsPath+"/"+created.ID+"/void", map[string]any{"reason": ""}).WantCode(409, "CONTRACT_NOT_PENDING")
	bruno.POST(contractsPath+"/"+created.ID+"/resend-email", map[string]any{}).WantCode(409, "CONTRACT_NOT_PENDING")
	for _, client := range []*handlertest.Client{bruno, app.AsAssociate(t, dbtest.Ana), app.WithToken(t, "doc_sign:read")} {
		var read issuedContract
		client.GET(contractsPath + "/" + created.ID).Want(200).Data(&read)
		for _, address := range []string{read.FilledPDFURL, *read.SignedPDFURL, *read.AuditPDFURL} {
			if answer := client.GET(strings.TrimPrefix(address, app.URL)).Want(200); !strings.HasPrefix(answer.Body, "%PDF-") {
				t.Errorf("%s is no PDF", address)
			}
		}
		var verified struct{ Valid bool }
		if client.GET(contractsPath + "/" + created.ID + "/verify").Want(200).Data(&verified); !verified.Valid {
			t.Error("it is not valid")
		}
		client.GET(contractsPath + "/" + created.ID + "/audit").Want(200)
	}
	nobody.GET(link + "/pdf/audit").Want(200)
}

// A stranger, another associate and other roles get nothing.
func TestContracts_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	publishTerms(t, app)
	bruno, ana, joao := app.As(t, dbtest.Bruno), app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	created := createContract(t, bruno, dbtest.Ana.UserCode)
	one := contractsPath + "/" + created.ID
	for _, path := range []string{one, one + "/verify", one + "/audit", one + "/pdf/filled"} {
		app.As(t, dbtest.Camila).GET(path).Want(200)
		ana.GET(path).Want(200)
		joao.GET(path).WantCode(404, "NOT_FOUND")
		app.Nobody(t).GET(path).WantCode(401, "UNAUTHORIZED")
		app.As(t, dbtest.Priscila).GET(path).WantCode(403, "FORBIDDEN")
		app.WithToken(t, "items:users:read").GET(path).WantCode(403, "FORBIDDEN")
	}
	for _, path := range []string{contractsPath, contractsPath + "/by-user/" + dbtest.Ana.UserCode} {
		bruno.GET(path).Want(200)
		app.WithToken(t, "doc_sign:read").GET(path).Want(200)
		app.Nobody(t).GET(path).WantCode(401, "UNAUTHORIZED")
		app.As(t, dbtest.Fernando).GET(path).WantCode(403, "FORBIDDEN")
	}
	ana.GET(contractsPath + "/me").Want(200)
	joao.GET(contractsPath+"/me").WantCode(404, "NOT_FOUND")
	joao.POST(contractsPath, map[string]any{"user_code": dbtest.Ana.UserCode}).WantCode(404, "NOT_FOUND")
	joao.POST("/api/v1/terms/contracts", map[string]any{}).Want(201)
	app.WithToken(t, "doc_sign:read").POST(contractsPath, map[string]any{"user_code": dbtest.Ana.UserCode}).WantCode(403, "FORBIDDEN")
	joao.POST(one+"/resend-email", map[string]any{}).WantCode(404, "NOT_FOUND")
	bruno.POST(one+"/resend-email", map[string]any{}).Want(200)
	app.As(t, dbtest.Priscila).POST(one+"/void", map[string]any{"reason": ""}).WantCode(403, "FORBIDDEN")
	bruno.POST(one+"/void", map[string]any{"reason": "Nome errado"}).Want(200)
	bruno.POST(one+"/void", map[string]any{"reason": "Nome errado"}).Want(200)
	app.Nobody(t).POST(signPath+created.token()+"/complete", signature("Ana")).WantCode(409, "CONTRACT_NOT_PENDING")
	app.Nobody(t).GET(signPath + created.token()).Want(200)
	app.Nobody(t).GET("/api/v1/doc-sign/status").Want(200)
	app.Nobody(t).GET("/api/v1/terms/status").Want(200)
}

// While signing is switched off, its routes say so, and nothing of that is recorded as a failure of ours.
func TestContracts_SwitchedOff(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	publishTerms(t, app)
	bruno, ana, nobody := app.As(t, dbtest.Bruno), app.AsAssociate(t, dbtest.Ana), app.Nobody(t)
	created := createContract(t, bruno, dbtest.Ana.UserCode)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('system', 'doc_sign_enabled', 'boolean', 'false')`)
	const code = "TERMS_MODULE_IN_DEVELOPMENT"
	bruno.POST(contractsPath, map[string]any{"user_code": dbtest.Ana.UserCode}).WantCode(503, code)
	ana.POST("/api/v1/terms/contracts", "").WantCode(503, code)
	ana.GET(contractsPath+"/me").WantCode(503, code)
	bruno.POST(contractsPath+"/"+created.ID+"/void", "").WantCode(503, code)
	nobody.GET(signPath+created.token()).WantCode(503, code)
	nobody.POST(signPath+created.token()+"/complete", signature("Ana")).WantCode(503, code)
	nobody.POST(contractsPath, "").WantCode(401, "UNAUTHORIZED")
	app.As(t, dbtest.Priscila).POST(contractsPath, "").WantCode(403, "FORBIDDEN")
	for _, path := range []string{"/api/v1/doc-sign/status", "/api/v1/terms/status"} {
		var status struct{ Status string }
		if nobody.GET(path).Want(200).Data(&status); status.Status != "module_in_development" {
			t.Errorf("%s is %q", path, status.Status)
		}
	}
	for path, client := range map[string]*handlertest.Client{
		"/assinar/" + created.token(): nobody, "/painel/assinaturas": bruno, "/painel/assinaturas/" + created.ID: bruno,
		"/painel/associados/1": bruno,
	} {
		if page := client.GET(path); !strings.Contains(page.Words(), "fechada no momento") {
			t.Errorf("%s does not say that signing is closed: %d %.500s", path, page.StatusCode, page.Words())
		}
	}
	if found := app.Count(t, "system_errors", "true"); found != 0 {
		t.Errorf("%d refusals are recorded as failures", found)
	}
	app.Exec(t, `delete from system_configs where key = 'doc_sign_enabled'`)
	nobody.GET(signPath + created.token()).Want(200)
}

// Two browsers that complete one link at the same time complete it once.
func TestSign_AtOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	publishTerms(t, app)
	created := createContract(t, app.As(t, dbtest.Bruno), dbtest.Ana.UserCode)
	var completed, refused atomic.Int32
	var waiting sync.WaitGroup
	for i := range 6 {
		client := app.Nobody(t)
		waiting.Go(func() {
			switch answer := client.POST(signPath+created.token()+"/complete", signature(fmt.Sprintf("Ana %d", i))); answer.StatusCode {
			case 200:
				completed.Add(1)
			case 409:
				refused.Add(1)
			default:
				t.Errorf("%d: %s", answer.StatusCode, answer.Body)
			}
		})
	}
	waiting.Wait()
	if completed.Load() != 1 || refused.Load() != 5 {
		t.Errorf("%d completed, %d refused; want 1 and 5", completed.Load(), refused.Load())
	}
}

// Hostile bodies are refused with an error of the specification, and the contract stays pending.
func TestSign_Hostile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	publishTerms(t, app)
	created := createContract(t, app.As(t, dbtest.Bruno), dbtest.Ana.UserCode)
	drawn := func(url string) string {
		return fmt.Sprintf(`{"method":"draw","consent":true,"signature_image_base64":%q}`, url)
	}
	typed := func(name string) string {
		return fmt.Sprintf(`{"method":"type","consent":true,"typed_name":%q}`, name)
	}
	png := "data:image/png;base64,"
	whole := largeDrawing()
	bodies := []string{
		``, `{`, `[]`, `null`, `"x"`, `1`, `{}`, `{"method":null}`, `{"method":1}`, `{"method":["type"]}`,
		`{"method":"TYPE","consent":true,"typed_name":"Ana"}`,
		`{"method":"type","consent":"true","typed_name":"Ana"}`, `{"method":"type","consent":1,"typed_name":"Ana"}`,
		`{"method":"type","consent":null,"typed_name":"Ana"}`,
		`{"method":"type","consent":true,"typed_name":"Ana","session_id":"x"}`, `{"method":"type","consent":true,"typed_name":{"a":1}}`,
		`{"method":"type","consent":true,"typed_name":"Ana"}{}`, strings.Repeat("[", 5000), `{"method":"type","method":"draw","consent":true}`,
		"{\"method\":\"type\",\"consent\":true,\"typed_name\":\"\xff\xfe\"}", `{"method":"type","consent":true,"typed_name":"\ud800"}`,
		typed(""), typed(" "), typed("\t\n"), typed("\u200b\u200e\u202e"), typed(strings.Repeat("a", 251)), typed(strings.Repeat("😀", 300)),
		typed("\x00"), typed("a"),
		drawn(""), drawn("x"), drawn(png), drawn(png + "!!!"), drawn(png + "AAAA"), drawn("data:image/svg+xml;base64,PHN2Zy8+"),
		drawn("data:image/jpeg;base64,/9j/4AAQ"),
		drawn("data:text/html,<script>"), drawn("https://exemplo.org/a.png"), drawn(whole[:len(whole)/2]), drawn(whole + "AAAA!"),
		drawn(png + strings.Repeat("A", 2<<20)),
		drawn(png + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n"))), drawn(picture(1, 1)), drawn(picture(4097, 10)),
		drawn(blank()), drawn(forged()),
		drawn(strings.ToUpper(whole)), drawn(" "), drawn(png + "=" + whole), `{"method":"draw","consent":true,"signature_image_base64":[]}`,
		drawn(png + strings.Repeat("A", 5<<20)), `{"method":"draw","consent":true,"typed_name":"Ana"}`,
		`{"method":"type","consent":false,"typed_name":"Ana"}`,
		`{"method":"stamp","consent":true}`, `{"method":"","consent":true}`, `{"consent":true}`,
		`{"method":"type","consent":true,"typed_name":null}`,
		`{"method":"type","consent":true,"timezone":7,"typed_name":"Ana"}`, `{"method":"draw","consent":true,"signature_image_base64":null}`,
		`{"method":"type","consent":true,"typed_name":"Ana","token":"x"}`,
	}
	if len(bodies) < 60 {
		t.Errorf("%d bodies, want 60", len(bodies))
	}
	for i, body := range bodies {
		client := app.Nobody(t)
		app.DB.Exec("delete from rate_limits")
		answer := client.POST(signPath+created.token()+"/complete", body)
		if answer.StatusCode < 400 || answer.StatusCode >= 500 {
			t.Errorf("body %d %.60q: %d %.200s", i, body, answer.StatusCode, answer.Body)
		}
	}
	var read issuedContract
	if app.As(t, dbtest.Bruno).GET(contractsPath + "/" + created.ID).Want(200).Data(&read); read.Status != "pending" {
		t.Errorf("it is %s", read.Status)
	}
	for _, token := range []string{"x", strings.Repeat("a", 101), "%00", "%ff", "'", created.token() + "a"} {
		app.Nobody(t).GET(signPath+token).WantCode(404, "TOKEN_INVALID")
	}
}

// largeDrawing returns a signature beyond the usual limit of a public body.
func largeDrawing() string { return picture(1500, 700) }

func picture(width, height int) string {
	drawn := image.NewNRGBA(image.Rect(0, 0, width, height))
	seed := uint32(1)
	for y := range height {
		for x := range width {
			if seed = seed*1664525 + 1013904223; y%9 < 4 && width > 100 && x%7 < 3 {
				drawn.Set(x, y, color.NRGBA{uint8(seed >> 24), 20, 60, 255})
			}
		}
	}
	return pngURL(drawn)
}

func blank() string { return pngURL(image.NewNRGBA(image.Rect(0, 0, 400, 100))) }

// forged returns a PNG whose header names a size that it has not.
func forged() string {
	raw, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(blank(), "data:image/png;base64,"))
	copy(raw[16:24], []byte{0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff})
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(raw)
}

func pngURL(drawn image.Image) string {
	var into bytes.Buffer
	_ = png.Encode(&into, drawn)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(into.Bytes())
}
