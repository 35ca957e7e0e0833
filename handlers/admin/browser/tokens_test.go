package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const newPartnerToken = "/admin/tokens/novo?profissional=" + "RENATA-CRM"

func tokenWithProblems(page *browsertest.Page) {
	page.Click("Criar token")
	page.WaitFor("[role=alert]")
}

func issueForPartner(page *browsertest.Page) {
	page.Fill("Nome", "Clínica")
	page.Click("Ler: Serviços")
	page.Click("Criar token")
	page.WaitFor("x-uma-vez pre")
}

func revokeShop(page *browsertest.Page) {
	page.Click("Revogar " + dbtest.SiteToken.Name)
	page.WaitForText(".toast", "revogado")
}

// An administrator issues a token by keyboard alone. It can be copied, and is hidden after leaving the page, even after
// going back.
func TestToken_ShownOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tokens")
	page.Press("n")
	page.WaitForPath("/admin/tokens/novo")
	page.Click("Nome")
	page.Type("Planilha")
	page.Press("Tab", "ArrowDown")
	page.Fill("Buscar permissão", "pedid")
	page.WaitGone("input[value='items:users:read']")
	page.WaitFor("input[value='items:orders_files:read']")
	page.Click("Ler: Pedidos")
	page.Fill("Buscar permissão", "ninguem")
	page.WaitFor("input[value='items:orders:read']") // ticked scopes stay visible
	page.WaitGone("input[value='items:orders_files:read']")
	page.Press("Enter") // filters the scopes and submits nothing
	page.Click("Nome")
	page.Press("Enter")

	page.WaitFor("x-uma-vez pre")
	plaintext := page.Text("x-uma-vez pre")
	if !strings.HasPrefix(plaintext, "ac_") || strings.Contains(page.Path(), plaintext) {
		t.Fatalf("shown is %q at %s", plaintext, page.Path())
	}
	app.Nobody(t).With("Authorization", "Bearer "+plaintext).GET("/api/v1/orders").Want(200)
	if app.Count(t, "users_api", "name = 'Planilha' and expires_at > now() + interval '300 days'") != 1 {
		t.Error("the year that was chosen is not kept")
	}
	page.Click("Já guardei")
	page.WaitForText("main", "Último uso")
	mustBeGone(page, plaintext)
	page.Back()
	page.WaitForPath("/admin/tokens/novo")
	mustBeGone(page, plaintext)
}

// Reloading the page that shows a token, or going back to it, leads to the token's own page and issues no
// other.
func TestToken_HiddenOnReturn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit(newPartnerToken)
	issueForPartner(page)
	plaintext, link := page.Text("x-uma-vez pre"), page.Path()
	page.Visit("/admin/tokens")
	page.Back()
	page.WaitForPath(link)
	page.WaitForText("main", "Último uso")
	mustBeGone(page, plaintext)

	page.Visit(newPartnerToken)
	issueForPartner(page)
	plaintext = page.Text("x-uma-vez pre")
	// The browser's cached page, shown on Back, has the state at leaving.
	browsertest.Read[any](page, `() => { window.dispatchEvent(new PageTransitionEvent("pagehide")) }`)
	mustBeGone(page, plaintext)
	page.Reload()
	page.WaitForText("main", "Último uso")
	mustBeGone(page, plaintext)
	if issued := app.Count(t, "users_api", "name = 'Clínica'"); issued != 2 {
		t.Errorf("%d tokens were issued", issued)
	}
}

func mustBeGone(page *browsertest.Page, plaintext string) {
	page.WaitUntil("the token is gone", `(plaintext) => !document.documentElement.outerHTML.includes(plaintext)`, plaintext)
}

// Choosing a partner limits the scopes that can be ticked.
func TestTokenForm_PartnerLimitsScopes(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tokens/novo")
	page.WaitFor("input[value='*']")
	page.Fill("Limitar a um profissional", "otav")
	page.WaitForText("[role=option]", dbtest.DrOtavio.Name)
	page.Press("Enter")
	page.WaitForText("main", "só os serviços pagos")
	page.WaitFor("input[value='items:services:read']")
	page.WaitGone("input[value='items:orders:read']")
	page.WaitGone("input[value='*']")
	page.Click("Remover este limite")
	page.WaitFor("input[value='*']")
}

func TestToken_RevocationUndone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tokens?situacao=active")
	revokeShop(page)
	page.WaitGone("tbody a[href='/admin/tokens/1']")
	page.Click("Desfazer")
	page.WaitForText(".toast", "restaurado")
	page.WaitFor("tbody a[href='/admin/tokens/1']")
	if app.Count(t, "users_api", "id = 1 and revoked_at is null") != 1 {
		t.Error("the token does not serve again")
	}
}

func TestToken_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.WithoutScripts()
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tokens/novo")
	page.Fill("Limitar a um profissional", "renata")
	page.Click("Buscar")
	page.Click(dbtest.DraRenata.Name)
	issueForPartner(page)
	page.Click("Já guardei")
	page.WaitForText("main", "Serviços pagos e cadastro de "+dbtest.DraRenata.Name)
	page.Click("Revogar")
	page.WaitForText(".toast", "Token “Clínica” revogado.")
	page.Click("Desfazer")
	page.WaitForText(".toast", "restaurado")
	page.Visit("/admin/seguranca")
	page.WaitForText("main", "Token “Clínica” restaurado")
	page.Fill("q", "clínica")
	page.Click("Filtrar")
	page.WaitForPath("/admin/seguranca")
	page.WaitForText("main", "Nenhum evento com estes filtros")
}

// Filters change the list of events without loading a new page.
func TestSecurityEvents_FilteredWhileTyping(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/tokens")
	revokeShop(page)
	page.Visit("/admin/seguranca")
	page.WaitForText("main", "Token “Loja do site” revogado")
	page.Press("/")
	page.Type("a1a1a1")
	page.WaitForPath("/admin/seguranca?q=a1a1a1")
	page.WaitForText("main", "Token “Loja do site” revogado")
}
