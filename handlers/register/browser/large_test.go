package browser_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/secret"
)

// visitor is a person who opens pages, after a change of the data; nobody without a session.
type visitor struct {
	session *handlertest.Client
	change  string
}

// visitors are those for whom every page of an associate exists: a member with an order, one with a card, and one in each step of
// the registration, for herself, her mother and her dog.
func visitors(t *testing.T, app *handlertest.App) []visitor {
	t.Helper()
	joao, ana, carla := app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Carla)
	phase := func(phase, kind string) visitor {
		return visitor{carla, "update users set associate_status = '" + phase + "', responsible_type = '" + kind + "' where email_account = '" +
			dbtest.Carla.Email + "'"}
	}
	return []visitor{
		{joao, "select 1"},
		{ana, "update users set status = 'Associado', associate_status = null, adhesion_term = null where id = 1"},
		phase("1", "self"), phase("2", "self"), phase("2", "other_person"), phase("2", "pet"), phase("3", "self"), phase("3", "other_person"),
		phase("4", "self"), {carla, "update contracts set status = 'voided', voided_at = now() where status = 'pending'"}, phase("5", "self"), {carla, "delete from mail_confirmations"},
		{app.As(t, dbtest.Renata), "select 1"},
		{app.Nobody(t), "select 1"},
	}
}

// seedOutside writes what the pages outside the panel need, and returns the pages whose addresses belong to it.
func seedOutside(t *testing.T, app *handlertest.App) []sitemap.Page {
	t.Helper()
	app.PublishTerms(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	app.Exec(t, `update professionals set visit_address = 'Rua das Acácias, 120, sala 4, Centro, Florianópolis', visit_notes = 'Chegue 10 minutos antes',
		weekly_hours = '{"mon": "08:00-12:00", "tue": "08:00-12:00", "wed": "08:00-12:00", "thu": "08:00-12:00", "fri": "08:00-12:00"}' where id = 2`)
	app.Exec(t, "update orders set status = 'Enviado', tracking_code = 'QB123456789BR' where id = 2")
	app.Exec(t, "insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, true, 'operator', 'Renata Ribeiro', 'Foram R$ 350,00.')")
	app.Exec(t, "update system_users set invite_token = $1, invite_expires = $2 where id = $3", secret.Hash("convite"), time.Now().Add(time.Hour), dbtest.Paula.ID)
	app.Exec(t, "update system_users set password_reset_token = $1, password_reset_expires = $2 where id = $3", secret.Hash("senha"), time.Now().Add(time.Hour), dbtest.Bruno.ID)
	app.Exec(t, "update users set associate_status = null, adhesion_term = null where id = $1", dbtest.Ana.ID)
	ana := app.AsAssociate(t, dbtest.Ana)
	code := ana.GET("/cadastro/carteirinha").Want(http.StatusOK).HTML().Find(".mcard footer b").Text()
	app.AsAssociate(t, dbtest.Joao).With("Sec-Fetch-Site", "same-origin").Upload("/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu",
		"papel.jpg", mediatest.JPEG(t, 1200, 900), map[string]string{"doc_kind": "prescription"}).Want(http.StatusSeeOther)
	pages := []sitemap.Page{{Path: "/portal?mes=2026-11&conversa=1"}, {Path: "/portal?mes=2026-11"}, {Path: "/portal?mes=2026-01"},
		{Path: "/agendamento/" + handlertest.AppointmentLink + "/cancelar?consulta=2"},
		{Path: "/agendamento/" + handlertest.AppointmentLink + "/remarcar?consulta=2"},
		{Path: "/agendamento/" + handlertest.PastLink}, {Path: "/agendamento/" + handlertest.CancelledLink},
		{Path: "/carteirinha/" + code}, {Path: "/convite?token=convite"}, {Path: "/nova-senha?token=senha"},
		{Path: "/assinar/" + handlertest.ExpiredTerm}, {Path: "/assinar/" + handlertest.SignedTerm}, {Path: "/assinar/" + handlertest.VoidedTerm}}
	return append(pages, changeOfAddress(t, app), newDevice(t, app))
}

// changeOfAddress has Carla's address changed and returns the page that takes it back.
func changeOfAddress(t *testing.T, app *handlertest.App) sitemap.Page {
	t.Helper()
	carla := app.AsAssociate(t, dbtest.Carla)
	asked := carla.Form("/cadastro/email", url.Values{"email": {"carla.nunes@exemplo.org.br"}}).Want(http.StatusSeeOther)
	for _, cookie := range asked.Cookies() {
		carla = carla.WithCookie(cookie.Name, cookie.Value)
	}
	carla.Form("/cadastro/email/codigo", url.Values{"code": {app.Code(t)}}).Want(http.StatusSeeOther)
	letters := app.Letters(t)
	path := letters[len(letters)-1].Path
	app.Exec(t, "update users set email_account = $1 where id = $2", dbtest.Carla.Email, dbtest.Carla.ID)
	return sitemap.Page{Path: path}
}

// newDevice signs Bruno in from another browser and returns the page of the letter about it.
func newDevice(t *testing.T, app *handlertest.App) sitemap.Page {
	t.Helper()
	for _, browser := range []string{"Firefox/132.0", "Chrome/131.0.0.0"} {
		app.Nobody(t).With("User-Agent", browser).POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}).
			Want(http.StatusOK)
	}
	letters := app.Letters(t)
	return sitemap.Page{Path: letters[len(letters)-1].Path}
}

// At 200 % text and 360 pixels no page outside the panel is wider than the phone (WCAG 1.4.4, 1.4.10). The pages are those of the
// route table: another one is looked at without a change here. The walks look at the pages between them, such as those of codes.
func TestLooks_LargeText(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	pages := append(seedOutside(t, app), sitemap.Outside(t, app.Routes)...)
	page := browsertest.Open(t, app)
	page.SmallPhone()
	eachVisitor(t, app, pages, func(session *handlertest.Client, paths []string) {
		page.Become(session)
		for _, path := range paths {
			page.Visit(path)
			page.CheckLayout()
			page.CheckLargeText()
			page.Screenshot("small-" + path)
		}
	})
}

// eachVisitor calls look for each visitor with the paths of the pages that no visitor before saw; it fails for pages that none sees.
func eachVisitor(t *testing.T, app *handlertest.App, pages []sitemap.Page, look func(session *handlertest.Client, paths []string)) {
	t.Helper()
	seen := map[string]bool{}
	for _, one := range visitors(t, app) {
		app.Exec(t, one.change)
		var theirs []string
		for _, wanted := range pages {
			if !seen[wanted.Path] && shows(one.session.GET(wanted.Path)) {
				seen[wanted.Path] = true
				theirs = append(theirs, wanted.Path)
			}
		}
		look(one.session, theirs)
	}
	for _, wanted := range pages {
		if !seen[wanted.Path] {
			t.Errorf("no visitor of the test sees %s", wanted.Path)
		}
	}
}

// shows reports whether the answer is a page, and no other address.
func shows(answer *handlertest.Answer) bool {
	return answer.StatusCode == http.StatusOK && strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html")
}
