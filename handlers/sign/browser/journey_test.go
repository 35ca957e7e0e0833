package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const pad = ".s-pad canvas"

// A signature of two strokes, as parts of the drawing.
var (
	first  = []browsertest.Spot{{X: .15, Y: .6}, {X: .3, Y: .45}, {X: .4, Y: .65}, {X: .55, Y: .5}}
	second = []browsertest.Spot{{X: .5, Y: .6}, {X: .65, Y: .5}, {X: .8, Y: .62}}
)

// atPhase4 signs Carla in on a phone, with published templates, when she has to sign.
func atPhase4(t *testing.T) (app *handlertest.App, page *browsertest.Page) {
	t.Helper()
	app = handlertest.New(t)
	app.PublishTerms(t)
	app.Exec(t, "update users set associate_status = '4', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	app.AskNoBirthDate(t)
	page = browsertest.Open(t, app)
	signInOnPhone(page)
	return app, page
}

// signInOnPhone signs Carla in on a phone.
func signInOnPhone(page *browsertest.Page) {
	page.Phone()
	page.Visit("/cadastro/entrar")
	page.Fill("E-mail, CPF ou celular", dbtest.Carla.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar")
	page.WaitForPath("/cadastro")
}

// linkOf opens the fourth phase and returns the link to sign.
func linkOf(page *browsertest.Page) string {
	page.Visit("/cadastro/assinatura")
	return page.Attribute(`a[href^="/assinar/"]`, "href")
}

func look(page *browsertest.Page, name string) {
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(name)
}

// strokes returns the number of strokes that the tab keeps.
func strokes(page *browsertest.Page) int {
	return browsertest.Read[int](page, `() => JSON.parse(sessionStorage.getItem(document.querySelector("x-assinatura").dataset.key) ?? "[]").length`)
}

// inkWidth returns the share of the drawing's width that has ink, in percent.
const inkWidth = `() => {
	const { width, height } = document.querySelector(".s-pad canvas");
	const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
	context.drawImage(document.querySelector(".s-pad canvas"), 0, 0);
	const { data } = context.getImageData(0, 0, width, height);
	let left = width, right = 0;
	for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
		if (data[4 * (y * width + x) + 3] > 0) { left = Math.min(left, x); right = Math.max(right, x); }
	}
	return Math.round(Math.max(0, right - left) / width * 100);
}`

// From the fourth phase of the registration to the last one, signing with a finger on a phone that is turned meanwhile.
func TestSign_FingerOnTurnedPhone(t *testing.T) {
	t.Parallel()
	app, page := atPhase4(t)
	link := linkOf(page)
	look(page, "funnel-sign")
	page.Click("Ler e assinar agora")
	page.WaitForPath(link)
	look(page, "read")
	page.Click("Assinar")
	page.WaitForPath(link + "/assinar")
	page.WaitFor(pad)
	page.Click("Usar esta assinatura")
	page.WaitForText("[data-problem]", "Desenhe sua assinatura ou escolha Digitar.")
	page.Screenshot("draw-too-little")
	page.Stroke(pad, browsertest.Spot{X: .5, Y: .5})
	page.Click("Usar esta assinatura")
	page.WaitForText("[data-problem]", "Desenhe sua assinatura ou escolha Digitar.")
	page.Click("Limpar")
	page.Stroke(pad, first...)
	upright := browsertest.Read[int](page, inkWidth)
	page.BeginStroke(pad, second...)
	page.PhoneOnSide()
	page.WaitUntil("the drawing is wide", `() => document.querySelector(".s-pad").clientWidth > 500`)
	page.EndStroke()
	page.WaitUntil("the strokes are drawn again", `() => (`+inkWidth+`)() > 20`)
	page.CheckAccessibility()
	page.Screenshot("draw-on-side")
	page.Stroke(pad, browsertest.Spot{X: .3, Y: .8}, browsertest.Spot{X: .5, Y: .78}, browsertest.Spot{X: .7, Y: .8})
	if kept := strokes(page); kept != 3 {
		t.Errorf("%d strokes are kept, want 3", kept)
	}
	page.Click("Desfazer")
	if kept := strokes(page); kept != 2 {
		t.Errorf("%d strokes are left, want 2", kept)
	}
	page.Phone()
	page.WaitUntil("the drawing is narrow", `() => document.querySelector(".s-pad").clientWidth < 400`)
	page.WaitUntil("the strokes have their places again", `(upright) => (`+inkWidth+`)() >= upright`, upright)
	page.Screenshot("draw")
	page.Press("Escape")
	page.WaitForPath(link)
	page.Click("Assinar")
	page.WaitFor(pad)
	if kept := strokes(page); kept != 2 {
		t.Errorf("after closing, %d strokes are left", kept)
	}
	page.Click("Usar esta assinatura")
	page.WaitForPath(link + "/concluir")
	page.WaitFor(".s-sign img")
	look(page, "consent")
	page.Expect(422)
	page.Click("Assinar o termo")
	page.WaitForSummary()
	page.WaitForText(".problems", "Marque a caixa para assinar.")
	page.WaitFor(".s-sign img")
	look(page, "consent-refused")
	page.Click(".s-consent")
	page.Click("Assinar o termo")
	page.WaitForPath(link + "/pronto")
	look(page, "done")
	if app.Count(t, "term_signatures", "method = 'draw' and timezone = 'America/Sao_Paulo' and octet_length(signature_image) > 500") != 1 {
		t.Error("the drawing is not stored with the time zone")
	}
	page.Back()
	page.WaitForPath(link + "/pronto")
	completeFunnel(page)
	look(page, "funnel-done")
	if app.Count(t, "users", "id = $1 and status = 'Associado'", dbtest.Carla.ID) != 1 {
		t.Error("she is no Associado")
	}
}

// choose gives the slot of the prescription a photo that the page draws.
const choose = `async () => {
	const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 900 });
	const drawing = canvas.getContext("2d");
	drawing.fillStyle = "white";
	drawing.fillRect(0, 0, 1200, 900);
	drawing.fillStyle = "black";
	for (let y = 50; y < 850; y += 12) drawing.fillRect(50, y, 1100, 5);
	const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
	const files = new DataTransfer();
	files.items.add(new File([blob], "receita.jpg", { type: "image/jpeg" }));
	const input = document.querySelectorAll("#campo-prescription [data-pick]")[1];
	input.files = files.files;
	input.dispatchEvent(new Event("change", { bubbles: true }));
	return true;
}`

// A signature in another tab moves the page of the fourth phase on.
func TestFunnel_ContinuesByItself(t *testing.T) {
	t.Parallel()
	app, page := atPhase4(t)
	link := linkOf(page)
	signer := browsertest.Open(t, app)
	signByName(signer, link)
	page.WaitUntil("the page continues", `() => {
		document.dispatchEvent(new Event("visibilitychange"));
		return location.pathname === "/cadastro/receita";
	}`)
	app.Exec(t, "update users set status = 'Associado', associate_status = null where id = $1", dbtest.Carla.ID)
	page.Visit("/cadastro")
	page.Click("Documentos")
	page.WaitForText("main", "Termo assinado")
	look(page, "home")
}

// signByName signs a link with a typed name.
func signByName(page *browsertest.Page, link string) {
	toEnd(page, link)
	page.Click("Assinar o termo")
	page.WaitForPath(link + "/pronto")
}

// toEnd types the name and ticks the box.
func toEnd(page *browsertest.Page, link string) {
	page.Visit(link + "/assinar")
	page.Click("Digitar")
	page.Fill("Nome completo", "Carla D’Ávila Nunes")
	page.WaitForText("[data-preview]", "Carla D’Ávila Nunes")
	page.CheckAccessibility()
	page.Screenshot("type")
	page.Click("Usar esta assinatura")
	page.WaitForPath(link + "/concluir")
	page.WaitForText(".s-typed", "Carla D’Ávila Nunes")
	page.Click(".s-consent")
}

// Two tabs sign one link at once: it is signed once, and both come to the documents.
func TestSign_TwoTabs(t *testing.T) {
	t.Parallel()
	app, page := atPhase4(t)
	link := linkOf(page)
	tabs := []*browsertest.Page{browsertest.Open(t, app), browsertest.Open(t, app)}
	for _, tab := range tabs {
		toEnd(tab, link)
	}
	for _, tab := range tabs {
		tab.HoldAnswers()
	}
	const send = `() => { document.querySelector("footer [type=submit]").click() }`
	for _, tab := range tabs {
		browsertest.Read[any](tab, send)
	}
	for _, tab := range tabs {
		tab.ReleaseAnswers()
	}
	for _, tab := range tabs {
		tab.WaitForText("h1", "Termo assinado")
	}
	if app.Count(t, "contracts", "status = 'completed'") != 1 || app.Count(t, "term_signatures", "true") != 1 {
		t.Error("the term is not signed once")
	}
}

// Without scripts the name is typed, every page has an address, and Back works.
func TestSign_WithoutScripts(t *testing.T) {
	t.Parallel()
	_, page := atPhase4(t)
	link := linkOf(page)
	page.WithoutScripts()
	page.Visit(link)
	page.Click("Letra maior")
	page.WaitForPath(link + "?letra=21")
	page.Click("Assinar")
	page.WaitForPath(link + "/assinar")
	page.Screenshot("plain")
	page.Expect(422)
	page.Click("Usar esta assinatura")
	page.WaitForText(".problems", "Digite seu nome completo")
	page.Fill("Nome completo", "Carla D’Ávila Nunes")
	page.Click("Usar esta assinatura")
	page.WaitForPath(link + "/concluir")
	page.Back()
	page.WaitForPath(link + "/assinar")
	if typed := page.Value("[name=typed_name]"); typed != "Carla D’Ávila Nunes" {
		t.Errorf("Back shows the name %q", typed)
	}
	page.Click("Usar esta assinatura")
	page.WaitForPath(link + "/concluir")
	page.Click(".s-consent")
	page.Click("Assinar o termo")
	page.WaitForPath(link + "/pronto")
	page.Screenshot("plain-done")
}

// compare gives the page a file of this content to compare.
const compare = `async (address, extra) => {
	const bytes = await (await fetch(address)).blob();
	const files = new DataTransfer();
	files.items.add(new File([bytes, extra], "termo.pdf", { type: "application/pdf" }));
	const input = document.querySelector("x-comparar input");
	input.files = files.files;
	input.dispatchEvent(new Event("change", { bubbles: true }));
}`

// The page of the code compares a file without sending it.
func TestVerify_ComparesFile(t *testing.T) {
	t.Parallel()
	app, carla := atPhase4(t)
	link := linkOf(carla)
	page := browsertest.Open(t, app)
	page.Phone()
	signByName(page, link)
	code := page.Text(".s-code")
	page.Visit("/verificar")
	page.Fill("Código do documento", strings.ToLower(code))
	page.Click("Conferir")
	page.WaitForText("h1", "Documento autêntico")
	look(page, "verify-valid")
	browsertest.Read[any](page, compare, link+"/assinado.pdf", "")
	page.WaitForText("[data-said]", "É o termo assinado, sem mudanças.")
	look(page, "verify-same")
	browsertest.Read[any](page, compare, link+"/assinado.pdf", "x")
	page.WaitForText("[data-said]", "Este não é o termo assinado. Se o recebeu de outra pessoa, não use e fale com a associação.")
	look(page, "verify-different")
}
