package sign_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// codeOf returns the public code on the signer's page.
func codeOf(t *testing.T, signer *handlertest.Client, link string) string {
	t.Helper()
	code := signer.GET(link + "/pronto").Want(200).HTML().Find(".s-code").Text()
	if len(code) != len("7K4M-2QXD") {
		t.Fatalf("the code is %q", code)
	}
	return code
}

// The page of a code shows whether the term is authentic, and of the signer only the initials.
func TestVerify(t *testing.T) {
	t.Parallel()
	app, _, link := ready(t)
	nobody := app.Nobody(t)
	code := codeOf(t, signedBy(t, nobody, link), link)
	for _, typed := range []string{code, strings.ToLower(code), strings.ReplaceAll(code, "-", "")} {
		page := nobody.GET("/verificar/" + typed).Want(200)
		contains(t, page.Words(), "Documento autêntico", "C. D. N.", code, today(), "Comparar meu arquivo")
		for _, personal := range []string{dbtest.Carla.Name, dbtest.Carla.LastName, dbtest.Carla.CPF, dbtest.Carla.Email, dbtest.Carla.UserCode,
			strings.TrimPrefix(link, "/assinar/")} {
			if strings.Contains(page.Body, personal) {
				t.Errorf("the page has %q", personal)
			}
		}
	}
	if at := nobody.GET("/verificar?codigo=" + code).Want(303).Location(); at != "/verificar/"+code {
		t.Errorf("a typed code leads to %s", at)
	}
	app.Exec(t, "update contracts set content_sha256 = repeat('0', 64) where status = 'completed'")
	changed := nobody.GET("/verificar/" + code).Want(200)
	contains(t, changed.Words(), "Não use este documento", "O arquivo foi alterado depois da assinatura.", "A equipe já foi avisada.")
	if strings.Contains(changed.Body, dbtest.Carla.Name) ||
		app.Count(t, "security_events", "kind = 'contract_tampered' or kind like '%tamper%'") != 1 {
		t.Error("the administrators are not told, or the page names the signer")
	}
}

// A code of no signed term is unknown, whatever it looks like; that of a pending one is no exception.
func TestVerify_UnknownCode(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	nobody := app.Nobody(t)
	for _, code := range []string{"7K4N-2QXD", "2222AAAA", "4444CCCC", "%00", "<b>", strings.Repeat("x", 3000), "'%20or%201=1"} {
		page := nobody.GET("/verificar/" + code).Want(404)
		contains(t, page.Words(), "Código não encontrado", "O código não tem a letra O nem o número 0.")
		if strings.Contains(page.Body, "<b>") {
			t.Error("the code is not escaped")
		}
	}
	contains(t, nobody.GET("/verificar").Want(200).Words(), "Código do documento")
	if at := nobody.GET("/verificar?codigo=%2F%2Fexemplo.org%2Fx").Want(303).Location(); !strings.HasPrefix(at, "/verificar/") {
		t.Errorf("a typed address leads to %s", at)
	}
}

// Codes cannot be tried out.
func TestVerify_Limit(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	for range 60 {
		nobody.GET("/verificar/2345-6789").Want(404)
	}
	limited := nobody.GET("/verificar/2345-6789").Want(429)
	if limited.Header.Get("Retry-After") == "" {
		t.Error("it does not say for how long")
	}
}
