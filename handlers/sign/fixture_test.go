package sign_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// ready publishes both templates and moves Carla to the signature; it returns the app, her client and her link.
func ready(t *testing.T) (app *handlertest.App, carla *handlertest.Client, link string) {
	t.Helper()
	app = handlertest.New(t)
	app.PublishTerms(t)
	app.Exec(t, "update users set associate_status = '4', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	app.AskNoBirthDate(t)
	carla = app.AsAssociate(t, dbtest.Carla)
	page := carla.GET("/cadastro/assinatura").Want(200).HTML()
	link = page.Find(`a[href^="/assinar/"]`).AttrOr("href", "")
	if link == "" {
		t.Fatalf("no link in %s", page.Find("main").Text())
	}
	return app, carla, link
}

// drawn returns the data URL of a picture with a line.
func drawn(t *testing.T, width, height int) string {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := width / 8; x < width*7/8; x++ {
		for y := range 4 {
			picture.Set(x, height/2+(x/7)%20+y, color.NRGBA{16, 26, 51, 255})
		}
	}
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, picture); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(encoded.Bytes())
}

// named is a form with a typed name, as the last page sends it.
func named(name string) url.Values {
	return url.Values{"method": {"type"}, "typed_name": {name}, "timezone": {"America/Sao_Paulo"}, "consent": {"true"}}
}

// cookie returns a cookie of an answer.
func cookie(answer *handlertest.Answer, name string) string {
	for _, one := range answer.Cookies() {
		if one.Name == name {
			return one.Value
		}
	}
	return ""
}

// signedBy signs a link and returns the client with the cookie of its browser.
func signedBy(t *testing.T, client *handlertest.Client, link string) *handlertest.Client {
	t.Helper()
	answer := client.Form(link+"/concluir", named("Carla D’Ávila Nunes")).Want(303)
	if answer.Location() != link+"/pronto" {
		t.Fatalf("it leads to %s", answer.Location())
	}
	return client.WithCookie("termo-assinado", cookie(answer, "termo-assinado"))
}

func isPending(t *testing.T, app *handlertest.App) bool {
	t.Helper()
	return app.Count(t, "contracts", "user_code = $1 and status = 'pending'", dbtest.Carla.UserCode) == 1 &&
		app.Count(t, "term_signatures", "true") == 0
}

var today = func() string {
	saoPaulo, _ := time.LoadLocation("America/Sao_Paulo")
	return time.Now().In(saoPaulo).Format("02/01/2006")
}

func contains(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, one := range wanted {
		if !strings.Contains(text, one) {
			t.Errorf("no %q in %s", one, text)
		}
	}
}
