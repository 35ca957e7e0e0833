package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator examines the installation, sees what to do first, and takes the report along; nobody else does.
func TestHealth_Examined(t *testing.T) {
	t.Parallel()
	const page, report = "/admin/saude", "/admin/saude/relatorio"
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	bruno.GET(page).Want(403)
	bruno.GET(report).Want(403)
	app.Nobody(t).GET(page).Want(303)
	bruno.Form(page, nil).Want(403)
	if app.Count(t, "examinations", "true") != 0 {
		t.Error("a stranger or colleague examines")
	}
	if empty := camila.GET(page).Want(200); !strings.Contains(empty.Words(), "Nenhum exame ainda.") || strings.Contains(empty.Body, report) {
		t.Error("the page before the first exam offers a report, or does not say that there is none")
	}
	camila.GET(report).Want(404)
	camila.Form(page, nil).Want(303)
	words := camila.GET(page).Want(200).Words()
	for _, want := range []string{"27 exames", "O que fazer", "Nenhuma cópia é feita", "Banco de dados", "Ver cópias"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Index(words, "Nenhuma cópia é feita") > strings.Index(words, "Banco de dados") {
		t.Error("what to do is not first")
	}
	if text := camila.GET(report).Want(200).Body; !strings.HasPrefix(text, "27 exames: ") || !strings.Contains(text, "[X] Última cópia") {
		t.Errorf("the report is %q", text)
	}
}
