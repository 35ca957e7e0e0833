package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A contact of the public form appears by itself, and is attended to by keyboard.
func TestReception_LiveByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board")
	app.Nobody(t).POST("/api/v1/reception/public",
		map[string]string{"name": "Zélia Nova", "phone": "48999991234", "message": "Preciso de ajuda"}).Want(201)
	page.WaitForText(".lane-news", "1 novo")
	page.WaitUntil("the title counts three", `() => document.title === "(3) Recepção · Acolhe"`)
	page.WaitForText(".trail", "Recepção")
	page.WaitForText(`.nav a[href="/painel/recepcao"] .count`, "3")
	page.Click("1 novo")
	page.WaitForText("#situacao-waiting .ticket:first-child", "Zélia Nova")
	page.WaitForText("#situacao-waiting .ticket:first-child", "novo")
	page.WaitUntil("the new ticket has the focus", `() => document.activeElement.textContent === "Zélia Nova"`)

	page.Press("j", "t")
	page.WaitForText(".dock", dbtest.AnaWaits.Name)
	page.WaitForText(".toast", "Você está atendendo "+dbtest.AnaWaits.Name)
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board, an item open")
	page.Press("1")
	page.WaitForText("#situacao-waiting", dbtest.AnaWaits.Name)
	page.WaitForText(".toast", "· Aguardando")
	page.Press("z")
	page.WaitForText("#situacao-in_progress", dbtest.AnaWaits.Name)
	page.Fill("Anotação", "Ligar depois das 9")
	page.Click("Anotar")
	page.WaitForText(".toast", "Anotação salva")
	page.Press("c")
	page.WaitFor("dialog#pergunta[open]")
	page.Press("2")
	page.Press("Enter")
	page.WaitForText(".toast", "concluído")
	page.WaitForText("#situacao-done", dbtest.AnaWaits.Name)
	page.WaitForText(".dock h2", dbtest.StrangerWaits.Name) // the next one
	if app.Count(t, "reception", "id = 1 and completion_reason = 'Serviço' and notes = 'Ligar depois das 9'") != 1 {
		t.Error("the item is not completed with its notes")
	}
}

// On a phone one lane is shown, and an open item fills the screen.
func TestReception_Phone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Phone()
	page.Visit("/painel/recepcao")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board, phone")
	page.Click("Em atendimento")
	page.WaitForText(".lane[data-open]", "Ninguém aqui.")
	page.Visit("/painel/recepcao/2")
	page.WaitForText(".dock", dbtest.StrangerWaits.Name)
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("item, phone")
	page.Click("Concluir")
	page.WaitFor("dialog#pergunta[open]")
	if !strings.Contains(page.Text("dialog#pergunta"), dbtest.StrangerWaits.Name) {
		t.Error("the dialog does not name the person")
	}
}

// A move by key repaints the lanes without loading the page, and the focus stays on the ticket. A new contact waits behind a
// button. A folded lane stays folded.
func TestReception_WithoutLoading(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	browsertest.Read[any](page, `() => { window.sameDocument = true }`)
	page.Press("j", "2")
	page.WaitForText("#situacao-in_progress", dbtest.AnaWaits.Name)
	page.WaitForText(".toast", "· Em atendimento")
	page.WaitUntil("the ticket has the focus", `(name) => document.activeElement.textContent.trim() === name`, dbtest.AnaWaits.Name)
	page.WaitUntil("the page was not loaded again", `() => window.sameDocument === true`)

	app.Nobody(t).POST("/api/v1/reception/public",
		map[string]string{"name": "Zélia Nova", "phone": "48999991234", "message": "Preciso de ajuda"}).Want(201)
	page.WaitForText(".lane-news", "1 novo")
	if strings.Contains(page.Text("#situacao-waiting"), "Zélia Nova") {
		t.Error("the new contact was inserted while a ticket had the focus")
	}
	page.CheckAccessibility()
	page.Screenshot("board, a new contact waits")
	page.Click("1 novo")
	page.WaitForText("#situacao-waiting", "Zélia Nova")
	page.Click("Recolher Em atendimento")
	page.WaitFor("#situacao-in_progress[data-folded]")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board, a folded lane")
}

// Items are attended to, annotated and completed without loading the page: the focus stays, the address and the way back
// are those of the open item, and the next one opens. Typed notes survive acts and events.
func TestReception_ActsWithoutLoading(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	browsertest.Read[any](page, `() => { window.sameDocument = true }`)
	page.Press("j", "t")
	page.WaitForText(".toast", "Você está atendendo "+dbtest.AnaWaits.Name)
	page.WaitForText(".dock h2", dbtest.AnaWaits.Name)
	page.WaitForPath("/painel/recepcao/1")
	page.WaitUntil("the ticket has the focus", `(name) => document.activeElement.textContent.trim() === name`, dbtest.AnaWaits.Name)
	page.WaitUntil("the ticket is in its lane", `() => document.activeElement.closest("#situacao-in_progress") !== null`)

	page.Fill("Anotação", "Ligar depois das 9")
	app.Exec(t, "update reception set name = 'Tereza Q.' where id = 2")
	page.WaitForText("#situacao-waiting", "Tereza Q.")
	page.Click(`.ticket[aria-current] .ticket-menu`)
	page.Click("Mover para Aguardando")
	page.WaitForText("#situacao-waiting", dbtest.AnaWaits.Name)
	page.Click("Anotar")
	page.WaitForText(".toast", "Anotação salva")
	page.Click("Concluir")
	page.WaitFor("dialog#pergunta[open]")
	page.CheckAccessibility()
	page.Press("1", "Enter")
	page.WaitForText(".toast", "concluído")
	page.WaitForText(".dock h2", "Tereza Q.")
	page.WaitForPath("/painel/recepcao/2")
	page.WaitUntil("the record has the focus", `() => document.activeElement.id === "ficha-nome"`)
	page.Back()
	page.WaitForText(".dock h2", dbtest.AnaWaits.Name)
	page.WaitUntil("the page was not loaded again", `() => window.sameDocument === true`)
	if app.Count(t, "reception", "id = 1 and completion_reason = 'Pedido' and notes = 'Ligar depois das 9' and attendant is not null") != 1 {
		t.Error("the item is not completed with its notes")
	}
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board, after acts")
}

// An answer of the board as it was before an item was opened does not close the item.
func TestReception_OpenedWhileReading(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	// The act is answered once the board is being read for its event, and that reading once the item is open.
	browsertest.Read[any](page, `() => {
		clearInterval(document.querySelector("x-fila").clock);
		const [send, reading, opened] = [window.fetch, Promise.withResolvers(), Promise.withResolvers()];
		window.deliver = opened.resolve;
		window.read = [];
		window.fetch = async (address, options) => {
			const answer = await send(address, options);
			const path = new URL(address, location).pathname;
			if (!path.startsWith("/painel/recepcao")) return answer;
			if (options.method === "POST") return reading.promise.then(() => answer);
			window.read.push(path);
			reading.resolve();
			return opened.promise.then(() => answer);
		};
	}`)
	page.Press("j", "t")
	page.WaitForPath("/painel/recepcao/1")
	browsertest.Read[any](page, `() => window.deliver()`)
	page.WaitUntil("the board is read with the open item", `() => window.read.includes("/painel/recepcao/1")`)
	page.WaitForText(".dock h2", dbtest.AnaWaits.Name)
}

// An act whose request is lost is sent as usual, also if its lane was replaced meanwhile.
func TestReception_ActOfReplacedLane(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	browsertest.Read[any](page, `() => {
		const send = window.fetch;
		window.fetch = async (address, options) => {
			if (options.method !== "POST") return send(address, options);
			window.fetch = send;
			const lane = document.querySelector("#situacao-waiting");
			lane.replaceWith(lane.cloneNode(true));
			throw new TypeError("Failed to fetch");
		};
	}`)
	page.Click("Atender " + dbtest.AnaWaits.Name)
	page.WaitForText(".toast", "Você está atendendo "+dbtest.AnaWaits.Name)
	page.WaitForText(".dock h2", dbtest.AnaWaits.Name)
}

// An act is sent although its lane was replaced while the page asked whether the session still stands.
func TestReception_LaneReplacedBeforeAct(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	browsertest.Read[any](page, `() => {
		const send = window.fetch;
		window.fetch = async (address, options) => {
			const answer = await send(address, options);
			if (address !== "/conta/sessao") return answer;
			window.fetch = send;
			const lane = document.querySelector("#situacao-waiting");
			lane.replaceWith(lane.cloneNode(true));
			return answer;
		};
	}`)
	page.Click("Atender " + dbtest.AnaWaits.Name)
	page.WaitForText(".toast", "Você está atendendo "+dbtest.AnaWaits.Name)
}

// Without scripts the same buttons lead through pages.
func TestReception_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.WithoutScripts()
	page.Visit("/painel/recepcao/1")
	page.Click(".dock-foot button")
	page.WaitForText(".toast", "Você está atendendo "+dbtest.AnaWaits.Name)
	page.Click("Concluir")
	page.WaitForText("main", "Como terminou")
	page.Click("Serviço")
	page.Click("main form button")
	page.WaitForText(".dock h2", dbtest.StrangerWaits.Name)
	if app.Count(t, "reception", "id = 1 and completion_reason = 'Serviço'") != 1 {
		t.Error("the item is not completed")
	}
}

// What changes while the connection is lost is shown once it is back, also if the server refuses connections meanwhile.
func TestReception_LosesNothing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("[data-live-state]", "Ao vivo")
	// The board must not be read by the timer of each minute, but by the event of the new connection.
	browsertest.Read[any](page, `() => { clearInterval(document.querySelector("x-fila").clock) }`)
	page.GoOffline()
	page.CutConnection()
	page.WaitForText("[data-live-state]", "Reconectando…")
	app.Exec(t, "insert into reception (name, status) values ('Zélia Nova', 'waiting')")
	page.GoOnline()
	page.WaitForText(".lane-news", "1 novo")
	page.WaitForText("[data-live-state]", "Ao vivo")
}

// The queue on the day page is read again when somebody arrives.
func TestReception_DayPageLive(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	page.WaitForText("#fila", dbtest.AnaWaits.Name)
	app.Nobody(t).POST("/api/v1/reception/public",
		map[string]string{"name": "Zélia Nova", "phone": "48999991234", "message": "Preciso de ajuda"}).Want(201)
	page.WaitForText("#fila", "Zélia Nova")
}

// While a person types notes, a colleague sees it on the card and in the open item, also with the focus in it, until the
// notes are saved.
func TestReception_Writing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	page, colleague := browsertest.Open(t, app), browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	colleague.SignIn(dbtest.Camila)
	for _, one := range []*browsertest.Page{page, colleague} {
		one.Visit("/painel/recepcao/1")
		one.WaitForText("[data-live-state]", "Ao vivo")
	}
	browsertest.Read[any](colleague, `() => { document.querySelector("#anotacao textarea").focus() }`)
	page.Fill("Anotação", "Ligar depois das 9")
	colleague.WaitForText(".ticket-writing", "Bruno está escrevendo")
	colleague.WaitForText(".dock-writing", "Bruno está escrevendo")
	colleague.CheckAccessibility()
	colleague.CheckLayout()
	colleague.Screenshot("board, a colleague writes")
	page.Click("Anotar")
	page.WaitForText(".toast", "Anotação salva")
	colleague.WaitUntil("nobody writes", `() => !document.querySelector("[data-writing]")`)
}

// Tags are put by keys and stand on the card.
func TestReception_Tags(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into tags (name, collection, color) values ('Retornar ligação', 'reception', '#b45309')")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao/1")
	browsertest.Read[any](page, `() => { document.querySelector(".tag-add").focus() }`)
	page.Press("Enter")
	page.WaitUntil("the menu has the focus", `() => document.activeElement.closest("#menu-etiqueta:popover-open") !== null`)
	page.Press("Enter")
	page.WaitForText("#situacao-waiting .ticket-tag", "Retornar ligação")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board, tags")
	page.Click("Tirar a etiqueta Retornar ligação")
	page.WaitForText(".toast", "tirada")
	page.Press("z")
	page.WaitForText("#situacao-waiting .ticket-tag", "Retornar ligação")
}

// A contact is passed to a colleague, who sees it arrive; its data are corrected; it is deleted, which closes it at the
// colleague's, and comes back.
func TestReception_AttendantDataRemoval(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Listen(t)
	colleague := browsertest.Open(t, app)
	colleague.SignIn(dbtest.Camila)
	colleague.Visit("/painel/recepcao?de=minhas")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.Click("Mover " + dbtest.StrangerWaits.Name)
	page.Screenshot("ticket menu")
	page.Click("Passar para…")
	page.WaitFor("dialog#pergunta[open]")
	page.CheckAccessibility()
	page.Screenshot("pass to a colleague")
	page.Click("Camila Torres")
	page.Press("Enter")
	page.WaitForText(".toast", dbtest.StrangerWaits.Name+" agora com Camila")
	colleague.WaitForText("#situacao-waiting", dbtest.StrangerWaits.Name)

	page.Visit("/painel/recepcao/2")
	page.Click("Camila Torres")
	page.CheckAccessibility()
	page.Screenshot("attendant menu")
	page.Click("Tirar atendente")
	page.WaitForText(".toast", dbtest.StrangerWaits.Name+" sem atendente")
	page.WaitForText(".dock-picks", "Sem atendente")
	page.Press("z")
	page.WaitForText(".dock-picks", "Camila Torres")

	colleague.Visit("/painel/recepcao/2")
	page.Click("Ações de " + dbtest.StrangerWaits.Name)
	page.Click("Corrigir dados…")
	page.WaitFor("dialog#pergunta[open]")
	page.CheckAccessibility()
	page.Screenshot("correct the data")
	page.Fill("Nome", "Teresa Quintana")
	page.Fill("Telefone", "48999991234")
	page.Press("Enter")
	page.WaitForText("#ficha-nome", "Teresa Quintana")
	colleague.WaitForText("#ficha-nome", "Teresa Quintana")

	page.Click("Ações de Teresa Quintana")
	page.Click("Excluir contato")
	page.WaitForText(".toast", "Contato de Teresa Quintana excluído.")
	page.WaitGone(".dock")
	colleague.WaitGone(".dock")
	colleague.WaitForPath("/painel/recepcao")
	page.Click("Desfazer")
	page.WaitForText("#situacao-waiting", "Teresa Quintana")
	colleague.WaitForText("#situacao-waiting", "Teresa Quintana")
}

// A finished contact of another day is found in the list, opens on the board, and is opened again.
func TestReception_Finished(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set completed_at = now() - interval '40 days' where id = 3")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.Click("Concluídos")
	page.WaitForText("h1", "Contatos concluídos")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("finished contacts")
	page.Press("/")
	page.Type("joao")
	page.WaitForText("main", "1 contato concluído")
	page.Click(dbtest.JoaoWasHere.Name)
	page.WaitForText("#ficha-nome", dbtest.JoaoWasHere.Name)
	page.Click("Abrir de novo")
	page.WaitForText("#situacao-waiting", dbtest.JoaoWasHere.Name)
	app.Exec(t, "update reception set completion_reason = 'Pedido', completed_at = now(), date_created = now() where id = 3")
	page.Visit("/painel/analises/recepcao")
	page.CheckAccessibility()
	page.Screenshot("figures of the reception")
	page.Click("Viraram pedido: 1")
	page.WaitForText("h1", "Contatos concluídos")
	page.WaitForText("main", "1 contato concluído")
	page.WaitForText("main", dbtest.JoaoWasHere.Name)
}

// 324 waiting people are reached by keyboard: after the last shown ticket come the next 30, the one menu acts on the ticket
// of its button, and the board ends where the window ends, also under a banner.
func TestReception_ManyByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set is_sample = true where id = 1") // shows the banner
	app.Exec(t, `insert into reception (name, message, status, date_created)
		select 'Contato ' || n, 'Preciso de ajuda com o pedido.', 'waiting', now() - interval '3 days' + n * interval '1 minute' from generate_series(1, 322) n`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.WaitForText("#situacao-waiting .lane-more", "Mais 294")
	page.WaitUntil("the page does not scroll", `() => document.documentElement.scrollHeight <= innerHeight`)
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("board of 324")
	for range 31 {
		page.Press("j")
	}
	page.WaitUntil("the 31st ticket has the focus", `() => document.activeElement.textContent === "Contato 29"`)
	page.WaitForText("#situacao-waiting .lane-more", "Mais 264")
	page.Press("Tab", "Tab", "Enter")
	page.WaitForText(".menu:popover-open", "Mover para Em atendimento")
	page.Screenshot("board, the menu of a ticket")
	page.Press("Escape")
	page.WaitUntil("the ticket has the focus again", `() => document.activeElement.closest(".ticket")?.textContent.includes("Contato 29")`)
	page.Press("2")
	page.WaitForText("#situacao-in_progress", "Contato 29")
	page.WaitForText(".toast", "Contato 29 · Em atendimento")
	page.Press("z")
	page.WaitForText("#situacao-waiting", "Contato 29")
	page.Press("/")
	page.WaitUntil("the search has the focus", `() => document.activeElement.matches("input[type=search]")`)
	page.Type("Contato 317")
	page.Press("Enter")
	page.WaitUntil("one contact is found", `() => document.querySelectorAll("#situacao-waiting .ticket").length === 1`)
	page.WaitUntil("the keys work", `() => customElements.get("x-atalhos") !== undefined`)
	page.Press("j", "t")
	page.WaitForText(".toast", "Você está atendendo Contato 317")
	page.WaitForText(".dock h2", "Contato 317")
	page.Press("c")
	page.WaitFor("dialog#pergunta[open]")
	page.Press("4", "Enter")
	page.WaitForText(".toast", "concluído")
	if app.Count(t, "reception", "name = 'Contato 317' and completion_reason = 'Dúvida respondida'") != 1 {
		t.Error("the contact is not completed by keyboard")
	}
}

// On a laptop, with a contact open, the head of a lane keeps its name and its number in a line, and the buttons of the contact theirs.
func TestReception_NarrowLanes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into reception (name, phone, source, status, date_created)
		select 'Contato ' || n, '48999990000', 'public', 'waiting', now() - n * interval '1 minute' from generate_series(1, 12) n`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Size(1366, 768)
	page.Visit("/painel/recepcao/1")
	page.WaitFor(".dock")
	for what, so := range map[string]string{
		"each number is one line": `() => [...document.querySelectorAll(".lane > header > .count")].every((count) => count.offsetHeight < 28)`,
		"each name is whole":      `() => [...document.querySelectorAll(".lane > header > h2")].every((name) => name.scrollWidth <= name.clientWidth)`,
		"the choices are one row": `() => new Set([...document.querySelectorAll(".dock-picks")[0].children].filter((one) => one.checkVisibility())
			.map((one) => Math.round(one.getBoundingClientRect().top / 20))).size === 1`,
	} {
		if !browsertest.Read[bool](page, so) {
			t.Errorf("it is not so that %s", what)
		}
	}
}

// Beside an open item J and K open its neighbours; after it is closed its ticket has the focus.
func TestReception_NeighboursByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/recepcao")
	page.Press("j", "Enter")
	waitForItem(page, dbtest.AnaWaits)
	page.Press("j")
	waitForItem(page, dbtest.StrangerWaits)
	page.Press("k")
	waitForItem(page, dbtest.AnaWaits)
	page.Press("j")
	waitForItem(page, dbtest.StrangerWaits)
	page.Press("Escape")
	page.WaitGone(".dock")
	page.WaitForFocus(dbtest.StrangerWaits.Name)
}

// waitForItem waits until the item is open beside the board, on a page whose scripts have begun.
func waitForItem(page *browsertest.Page, visit dbtest.Visit) {
	page.WaitForText(".dock h2", visit.Name)
	page.WaitUntil("the page is loaded", `() => document.readyState === "complete"`)
}
