package sign_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
)

// birthOn turns the question of the birth date on, which ready turns off.
const birthOn = "delete from system_configs where system = 'doc_sign' and key = 'ask_birth_date'"

// Whoever has the link sees nothing of the term before the birth date of its signer; the signer's own session is not asked.
func TestIdentify_BirthDate(t *testing.T) {
	t.Parallel()
	app, carla, link := ready(t)
	app.Exec(t, birthOn)
	carla.GET(link).Want(200)
	nobody := app.Nobody(t)
	for _, part := range []string{"", "/assinar", "/concluir", "/termo.pdf"} {
		if at := nobody.GET(link + part).Want(303).Location(); at != link+"/confirmar" {
			t.Errorf("%s leads to %s", part, at)
		}
	}
	nobody.Form(link+"/concluir", named("Carla D’Ávila Nunes")).Want(303)
	if !isPending(t, app) {
		t.Fatal("the term was signed without the birth date")
	}
	page := nobody.GET(link + "/confirmar").Want(200)
	for _, secret := range []string{"Carla", dbtest.Carla.CPF, "Acácias"} {
		if strings.Contains(page.Body, secret) {
			t.Errorf("the question shows %s", secret)
		}
	}
	contains(t, nobody.Form(link+"/confirmar", url.Values{"birth_date": {"ontem"}}).Want(422).Words(), "Confira a data.")
	contains(t, nobody.Form(link+"/confirmar", url.Values{"birth_date": {"14/03/1986"}}).Want(422).Words(),
		"Esta data não confere. Restam 4 tentativas.")
	passed := nobody.Form(link+"/confirmar", url.Values{"birth_date": {"14/3/85"}}).Want(303)
	signer := nobody.WithCookie("termo-conferido", cookie(passed, "termo-conferido"))
	signer.GET(link).Want(200)
	nobody.GET(link).Want(303)
	signedBy(t, signer, link)
	const identified = "kind = 'submission.started' and details::text like '%birth_date%'"
	if app.Count(t, "sign_events", identified) != 1 {
		t.Error("the events do not say how the signer was identified")
	}
}

// Five wrong dates close the link, for the right one too.
func TestIdentify_Tries(t *testing.T) {
	t.Parallel()
	app, carla, link := ready(t)
	app.Exec(t, birthOn)
	nobody := app.Nobody(t)
	for range 4 {
		nobody.Form(link+"/confirmar", url.Values{"birth_date": {"01/01/1990"}}).Want(422)
	}
	contains(t, nobody.Form(link+"/confirmar", url.Values{"birth_date": {"01/01/1990"}}).Words(), "Este link fechou")
	contains(t, nobody.Form(link+"/confirmar", url.Values{"birth_date": {"14/03/1985"}}).Words(), "Este link fechou")
	contains(t, nobody.GET(link+"/confirmar").Want(200).Words(), "Este link fechou")
	carla.GET(link).Want(200)
}
