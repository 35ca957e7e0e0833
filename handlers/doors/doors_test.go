package doors_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The start page has a door for each kind of people; who is signed in goes straight to their page.
func TestStart(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.Nobody(t).GET("/").Want(200).HTML()
	for _, href := range []string{"/cadastro/entrar", "/entrar?volta=/portal", "/entrar", "/cadastro", "/verificar"} {
		if page.Find(`main a[href="`+href+`"]`).Length() == 0 {
			t.Errorf("no door leads to %s", href)
		}
	}
	if at := app.As(t, dbtest.Bruno).GET("/").Want(303).Location(); at != "/painel" {
		t.Errorf("the staff lands at %s", at)
	}
	if at := app.As(t, dbtest.Renata).GET("/").Want(303).Location(); at != "/portal" {
		t.Errorf("a professional lands at %s", at)
	}
	if at := app.AsAssociate(t, dbtest.Joao).GET("/cadastro/entrar").Want(303).Location(); at != "/cadastro" {
		t.Errorf("an associate lands at %s", at)
	}
}

// The size of the letters is kept on every page of associates; another value is none, and nobody is led to another site.
func TestLetters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	chosen := app.Nobody(t).Form("/letra", url.Values{"letra": {"maior"}, "volta": {"/atendimento"}}).Want(303)
	if at := chosen.Location(); at != "/atendimento" {
		t.Errorf("led to %s", at)
	}
	if kept := chosen.Header.Get("Set-Cookie"); !strings.HasPrefix(kept, "letra=maior; ") || !strings.Contains(kept, "Max-Age=31536000") {
		t.Errorf("kept as %q", kept)
	}
	for _, path := range []string{"/", "/atendimento", "/cadastro", "/letra", "/verificar"} {
		if size, _ := app.Nobody(t).With("Cookie", "letra=maior").GET(path).Want(200).HTML().Find("html").Attr("data-letra"); size != "maior" {
			t.Errorf("%s has letters of %q", path, size)
		}
	}
	hostile := app.Nobody(t).Form("/letra", url.Values{"letra": {`x" onload="`}, "volta": {"https://evil.example/"}}).Want(303)
	if at := hostile.Location(); at != "/" {
		t.Errorf("led to %s", at)
	}
	if kept := hostile.Header.Get("Set-Cookie"); !strings.HasPrefix(kept, "letra=; ") {
		t.Errorf("a size that is none is kept: %q", kept)
	}
}

// A page that does not exist leads back within its surface, not to the sign-in of the staff.
func TestNotFound_BySurface(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, path := range []string{"/cadastro/nada", "/agendamento/x/y/z", "/verificar/a/b"} {
		page := app.Nobody(t).GET(path).Want(404).HTML()
		if page.Find(`a[href="/cadastro"]`).Length() == 0 || strings.Contains(page.Text(), "Acesso da equipe") {
			t.Errorf("%s shows %s", path, page.Text())
		}
	}
	if at, _ := app.Nobody(t).GET("/nada").Want(404).HTML().Find("main a, a.btn").Last().Attr("href"); at != "/" {
		t.Errorf("another address leads to %s", at)
	}
}

// The manifest names the association, and every page of associates leads to it.
func TestManifest(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	client := app.Nobody(t)
	href, _ := client.GET("/cadastro").Want(200).HTML().Find(`link[rel="manifest"]`).Attr("href")
	answer := client.GET(href).Want(200)
	var manifest struct {
		Name     string
		StartURL string `json:"start_url"`
		Icons    []struct{ Src string }
	}
	if err := json.Unmarshal([]byte(answer.Body), &manifest); err != nil || manifest.Name == "" || manifest.StartURL != "/cadastro" ||
		len(manifest.Icons) != 2 {
		t.Fatalf("%s: %v", answer.Body, err)
	}
	for _, icon := range manifest.Icons {
		client.GET(icon.Src).Want(200)
	}
}

// The script for phones without internet stands at the root; the page that it keeps names the files that it needs.
func TestOffline(t *testing.T) {
	t.Parallel()
	client := handlertest.New(t).Nobody(t)
	script := client.GET("/sw.js").Want(200)
	// A worker has the policy of its script: without a connection it keeps nothing.
	if policy := script.Header.Get("Content-Security-Policy"); policy != "default-src 'none'; connect-src 'self'" {
		t.Errorf("the worker may %s", policy)
	}
	if kind := script.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") ||
		!strings.Contains(script.Body, "/sem-internet") {
		t.Errorf("the script is %s: %.80s", kind, script.Body)
	}
	staff := client.GET("/sem-internet/equipe").Want(200)
	if !strings.Contains(staff.Words(), "Esta página não pôde ser aberta.") || staff.HTML().Find(`a[href=""]`).Length() != 1 {
		t.Errorf("the page of the staff is %s", staff.Words())
	}
	page := client.GET("/sem-internet").Want(200)
	if !strings.Contains(page.Body, `href="/static/register-`) || !strings.Contains(page.Words(), "vai sozinho quando a internet voltar") {
		t.Errorf("the page is %s", page.Words())
	}
}
