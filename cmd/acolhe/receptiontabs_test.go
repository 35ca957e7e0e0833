package main

import (
	"fmt"
	"net/http"
	"syscall"
	"testing"

	"acolhe/handlers/browsertest"
)

// Three people work one queue in browsers at two instances: what one does appears to all without loading. One instance is
// killed, and its person goes on at the other.
func TestKill_ReceptionTabs(t *testing.T) {
	t.Parallel()
	conn, database := emptyDatabase(t)
	one := serveOn(t, database, "DATA_DIR="+t.TempDir())
	other := serveOn(t, database, "DATA_DIR="+t.TempDir())
	boards := openBoards(t, conn, one, other)
	tabs := make([]*browsertest.Page, len(boards))
	for i, b := range boards {
		tabs[i] = browsertest.OpenAt(t, b.address, b.session.Value)
		tabs[i].Visit(boardPath)
		tabs[i].WaitForText("[data-live-state]", "Ao vivo")
	}
	// A board with the focus on an item keeps it.
	rest := func(tab *browsertest.Page) {
		t.Helper()
		browsertest.Read[any](tab, "() => { document.activeElement.blur() }")
	}
	seenBy := func(tabs []*browsertest.Page, lane, words string) {
		t.Helper()
		for _, tab := range tabs {
			tab.WaitForText("#situacao-"+lane, words)
		}
	}
	for i, b := range boards {
		arrived := map[string]string{"name": fmt.Sprintf("Contato %d", i), "phone": "48999991234", "message": "Preciso de ajuda"}
		if response, said, err := b.send(http.MethodPost, "/api/v1/reception/public", arrived); err != nil ||
			response.StatusCode != http.StatusCreated {
			t.Fatalf("%v %s", err, said)
		}
		for _, tab := range tabs {
			tab.WaitForText(".lane-news", "1 novo")
			tab.Click("1 novo")
		}
		seenBy(tabs, "waiting", fmt.Sprintf("Contato %d", i))
	}
	tabs[0].Click("Atender Contato 0")
	tabs[0].WaitForText(".dock h2", "Contato 0")
	seenBy(tabs, "in_progress", "Contato 0")
	rest(tabs[0])
	tabs[2].Click("Atender Contato 1")
	tabs[2].WaitForText(".dock h2", "Contato 1")
	seenBy(tabs, "in_progress", "Contato 1")
	tabs[2].Press("1")
	tabs[2].WaitForText(".toast", "· Aguardando")
	seenBy(tabs, "waiting", "Contato 1")

	tabs[2].ExpectCut()
	if err := other.command.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	other.status()
	tabs[2].WaitForText("[data-live-state]", "Reconectando…")
	tabs[2].MoveTo(boards[0].address)
	tabs[2].Visit(boardPath)
	tabs[2].Click("Atender Contato 2")
	tabs[2].WaitForText(".dock h2", "Contato 2")
	tabs[2].Press("c")
	tabs[2].WaitFor("dialog#pergunta[open]")
	tabs[2].Press("2", "Enter")
	tabs[2].WaitForText(".toast", "concluído")
	seenBy(tabs, "done", "Contato 2")
	if done := scan[int](t, conn, "select count(*) from reception where name like 'Contato %' and completion_reason = 'Serviço'"); done != 1 {
		t.Errorf("%d items are completed", done)
	}
	if claims := scan[int](t, conn, "select count(*) from reception_changes where action = 'assign'"); claims != 3 {
		t.Errorf("%d claims of three items", claims)
	}
	for _, tab := range tabs {
		tab.ExpectCut()
	}
	one.stop()
}
