package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// ordersOfMany opens the list of the two orders of the cast and 70 more, most of them paid.
func ordersOfMany(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, email, address, items, total, status, prescriber, tags, date_created)
		select 1000 + n, user_id, user_code, case when n % 7 = 0 then 'Maria das Graças de Albuquerque Vasconcelos' else 'Rômulo Pessoa Barros ' || n end, email, address,
			jsonb_set(items || items, '{0,name}', '"Óleo CBD Full Spectrum 3.000 mg, 30 ml"'),
			1361.80 + n, (array['Pago', 'Aguardando pagamento', 'Em separação', 'Enviado', 'Entregue', 'Cancelado'])[1 + n % 6], 'Renata Ribeiro de Oliveira',
			case when n % 3 = 0 then '["Urgente"]'::jsonb else '[]' end, date_created + n * interval '1 minute'
		from orders, generate_series(1, 70) n where id = 2`)
	app.Exec(t, `update users set associate_name = 'Maria das Graças de Albuquerque Vasconcelos', phone = '48991234567', city = 'São José do Vale do Rio Preto',
		status = 'active', associate_status = '4', invalid_fields = '["rg"]', tags = '["Prioritário"]' where status <> 'patient'`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos")
	return app, page
}

// rowsInSight returns the number of whole rows on the first screen, and the number of pixels that the page or its table
// scrolls sideways.
func rowsInSight(page *browsertest.Page) (rows, sideways int) {
	rows = browsertest.Read[int](page, `() => [...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`)
	return rows, browsertest.Read[int](page, `() => {
		const scroller = document.querySelector(".scroller");
		return Math.max(document.documentElement.scrollWidth - innerWidth, scroller.scrollWidth - scroller.clientWidth);
	}`)
}

// The lists fit the screens of an office: 18 rows at 1440 × 900, 14 at 1366 × 768, and a phone shows the first row high up.
func TestLists_Fit(t *testing.T) {
	t.Parallel()
	_, page := ordersOfMany(t)
	for _, path := range []string{"/painel/pedidos", "/painel/associados"} {
		for _, screen := range []struct {
			name          string
			width, height int64
			rows          int
		}{{"1440", 1440, 900, 18}, {"1366", 1366, 768, 14}} {
			page.Size(screen.width, screen.height)
			page.Visit(path)
			page.WaitGone("x-tabela:not(:defined)")
			rows, sideways := rowsInSight(page)
			if sideways > 0 || path == "/painel/pedidos" && rows < screen.rows {
				t.Errorf("%s at %s: %d rows, %d px sideways", path, screen.name, rows, sideways)
			}
			if cut := browsertest.Read[int](page,
				`() => [...document.querySelectorAll("td:has(.st)")].filter(cell => cell.scrollWidth > cell.clientWidth).length`); cut > 0 {
				t.Errorf("%s at %s: %d badges are cut", path, screen.name, cut)
			}
			page.Screenshot(t.Name() + path[len("/painel"):] + "-" + screen.name)
		}
		page.Phone()
		page.Visit(path)
		if top := browsertest.Read[int](page, `() => Math.round(document.querySelector("tbody tr").getBoundingClientRect().top)`); top > 300 {
			t.Errorf("%s: the first row of a phone is at %d px", path, top)
		}
		page.Screenshot(t.Name() + path[len("/painel"):] + "-phone")
		page.Desktop()
	}
}

// tagSelected chooses a tag for the selected rows and presses the button with this text.
func tagSelected(page *browsertest.Page, tag, button string) {
	page.Click("Etiquetar…")
	page.WaitFor(".bulk-choice:popover-open .btn:disabled")
	browsertest.Read[any](page, `(tag) => {
		const choice = document.querySelector("[data-choice]");
		choice.value = tag;
		choice.dispatchEvent(new Event("change", { bubbles: true }));
	}`, tag)
	page.CheckAccessibility()
	page.Click(button)
}

// A day with many orders: select by key, read the possible actions, perform one, and undo it.
func TestOrdersList_SelectionMovedAndUndone(t *testing.T) {
	t.Parallel()
	app, page := ordersOfMany(t)
	page.Press("j", "x", "j", "j", "Shift+X")
	page.WaitForText("[data-count]", "3 selecionados")
	page.WaitForText("[data-sum]", "R$ 4.292,40")
	page.WaitGone(".filters")
	page.Press("Escape")
	page.WaitGone("[data-bar]")
	page.WaitFor(".filters")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "60 selecionados")
	browsertest.Read[any](page, `() => { scrollTo(0, 900) }`)
	page.WaitUntil("bar and head stay in sight", `() => {
		const at = (selector) => Math.round(document.querySelector(selector).getBoundingClientRect().top);
		return Math.abs(at(".bulk") - 48) < 2 && Math.abs(at("thead th") - 101) < 3;
	}`)
	page.Click("Mudar situação")
	page.WaitForText(".menu:popover-open", "Em separação 10 de 60")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-menu")
	page.Click("#mudar-situacao-pedidos-1")
	page.WaitForText(".toast", "10 mudaram, 50 não podiam mudar.")
	if app.Count(t, "orders", "status = 'Em separação'") != 22 {
		t.Error("the paid orders of the page did not move")
	}
	page.WaitForText(".views", "Em separação 22")
	page.Press("z")
	page.WaitForText(".toast", "Os pedidos voltaram à situação anterior.")
	page.WaitForText(".views", "Em separação 12")
	page.Press("j", "Enter")
	page.WaitForText("dialog[open] h2", "Pedido nº 1.070")
	page.Press("j")
	page.WaitForText("dialog[open] h2", "Pedido nº 1.069")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-drawer")
}

// Selecting a page of rows moves nothing on the smallest desktop. Actions that do not fit beside a large sum wrap, so that every
// one is in sight, and the head is below the bar.
func TestOrdersList_EveryActionInSight(t *testing.T) {
	t.Parallel()
	app, page := ordersOfMany(t)
	page.SignIn(dbtest.Camila)
	page.Size(1366, 768)
	page.Visit("/painel/pedidos")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "60 selecionados")
	if height := browsertest.Read[float64](page, `() => document.querySelector(".bulk").offsetHeight`); height != 55 {
		t.Errorf("the bar is %.0f px high, want the height of the filters", height)
	}
	app.Exec(t, "update orders set total = 99999999.99")
	page.Reload()
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-sum]", "R$ 5.999.999.999,40")
	browsertest.Read[any](page, `() => { scrollTo(0, 900) }`)
	page.WaitUntil("all actions are in sight above the head", `() => {
		const bar = document.querySelector(".bulk").getBoundingClientRect();
		const inside = [...document.querySelectorAll(".bulk-acts > .btn, .bulk-every, .bulk-clear")].every((act) => {
			const own = act.getBoundingClientRect(), row = act.parentElement.getBoundingClientRect();
			return own.left >= row.left && own.right <= row.right && own.right <= innerWidth && own.bottom <= bar.bottom;
		});
		return inside && Math.abs(document.querySelector("thead th").getBoundingClientRect().top - bar.bottom) < 3;
	}`)
}

// Tabs, their counts and the number of results follow the filters without a new page.
func TestOrdersList_CountsFollowFilters(t *testing.T) {
	t.Parallel()
	_, page := ordersOfMany(t)
	page.WaitForText(".chips", "72 pedidos R$")
	page.Fill("q", "graças")
	page.WaitForText(".chips", "10 pedidos")
	page.WaitForText(".views [aria-current=page]", "Todos 10")
	page.Click(".views a[href*=Enviado]")
	page.WaitForText(".chips", "2 pedidos")
	page.WaitForText(".views [aria-current=page]", "Enviado 2")
}

// On a phone the filters are a sheet that announces the results, and the actions a menu over the bar.
func TestOrdersList_Phone(t *testing.T) {
	t.Parallel()
	_, page := ordersOfMany(t)
	page.Phone()
	page.Visit("/painel/pedidos")
	page.Click("Filtros")
	page.WaitForText(".filters-sheet:popover-open", "Ver 72 pedidos")
	page.Fill("Prescritor", "oliveira")
	page.WaitForText("#filtros-ver", "Ver 70 pedidos")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot(t.Name() + "-filters")
	page.Click("Ver 70 pedidos")
	page.WaitGone(".filters-sheet:popover-open")
	page.WaitForText(".filters-on", "1")
	browsertest.Read[any](page, `() => { document.querySelector(".pick").click() }`)
	page.Click("Ações")
	page.WaitUntil("the actions are inside the screen", `() => {
		const box = document.querySelector(".bulk-acts:popover-open")?.getBoundingClientRect();
		return box && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
	}`)
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-acts")
}

// Selecting rows puts a bar of the same height in place of the filters at the width of an office screen, and the ticks are
// white on their colour.
func TestLists_SelectionMovesNothing(t *testing.T) {
	t.Parallel()
	_, page := ordersOfMany(t)
	page.Size(1366, 768)
	const head = `() => document.querySelector("thead").getBoundingClientRect().top`
	for _, path := range []string{"/painel/associados", "/painel/pedidos"} {
		page.Visit(path)
		before := browsertest.Read[float64](page, head)
		page.Click("tbody tr:nth-child(2) .pick")
		page.WaitForText("[data-bar]", "1 selecionado")
		if after := browsertest.Read[float64](page, head); after != before {
			t.Errorf("%s: the head of the table moved from %v to %v", path, before, after)
		}
		if tick := browsertest.Read[string](page, `() => getComputedStyle(document.querySelector(".pick:checked"), "::after").backgroundColor`); tick != "oklch(1 0 0)" {
			t.Errorf("%s: the tick of a selected row is %s", path, tick)
		}
		page.CheckAccessibility()
		page.Screenshot(t.Name() + strings.ReplaceAll(path, "/", "-"))
	}
}
