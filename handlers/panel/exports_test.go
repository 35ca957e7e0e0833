package panel_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	exporting = "/painel/associados/exportar"
	choosing  = exporting + "/selecionados"
)

// A file has the list's filter, order and columns.
func TestExport_AsShown(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	answer := bruno.Form(exporting+"?formato=csv&situacao=associado&ordem=nome", nil)
	want := [][]string{
		{"Nome", "CPF", "Telefone", "Cidade", "Fase", "Situação", "Último pedido", "Criado"},
		{"Ana Beatriz de Souza", "529.982.247-25", "(48) 99999-0001", "Florianópolis/SC", "Concluído", "Associado", "15/11/2026",
			"20/08/2026 12:00:00"},
		{"João da Conceição", "111.444.777-35", "(11) 99999-0003", "Florianópolis/SC", "Concluído", "Associado", "20/11/2026",
			"20/09/2026 12:00:00"},
	}
	for i, row := range answer.CSV() {
		if i >= len(want) || !slices.Equal(row, want[i]) {
			t.Errorf("row %d is %q", i, row)
		}
	}
	if disposition := answer.Header.Get("Content-Disposition"); !strings.HasPrefix(disposition, "attachment; filename=associados-20") {
		t.Errorf("it is called %s", disposition)
	}
	bruno.Form("/painel/colunas", url.Values{"list": {"associados"}, "columns": {"nascimento", "pacientes"}}).Want(303)
	if rows := bruno.Form(exporting+"?formato=csv&q=ana", nil).CSV(); len(rows) != 2 ||
		!slices.Equal(rows[1], []string{"Ana Beatriz de Souza", "1", "14/03/1985"}) {
		t.Errorf("with columns of their own: %q", rows)
	}
	orders := bruno.Form("/painel/pedidos/exportar?formato=csv&situacao=Pago", nil).CSV()
	paid := []string{"Ana Beatriz de Souza", "1", "1 × Óleo CBD 3.000 mg, 30 ml; 2 × Creme Alívio, 60 g", "Pago", "", "430,90",
		"15/11/2026 12:00:00"}
	if len(orders) != 2 || !slices.Equal(orders[1], paid) {
		t.Errorf("the orders are %q", orders)
	}
	if rows := bruno.Form("/painel/pedidos/exportar?formato=csv&q=joao", nil).CSV(); len(rows) != 2 {
		t.Errorf("with words: %q", rows)
	}
}

// In a workbook a date is a date and an amount a number; a name is never a formula.
func TestExport_WorkbookValues(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set associate_name = '=HYPERLINK("http://x")' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	if rows := bruno.Form(exporting+"?formato=csv&ordem=criado", nil).CSV(); rows[1][0] != `'=HYPERLINK("http://x")` {
		t.Errorf("the name is %q", rows[1][0])
	}
	book, err := excelize.OpenReader(bytes.NewReader([]byte(bruno.Form("/painel/pedidos/exportar?formato=xlsx&situacao=Pago", nil).Want(200).
		Body)))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for cell, want := range map[string]string{"F2": "430.9", "G2": "46341.5", "B2": "1"} {
		if got, err := book.GetCellValue("Sheet1", cell, excelize.Options{RawCellValue: true}); err != nil || got != want {
			t.Errorf("%s holds %q (%v), want %s", cell, got, err, want)
		}
	}
	if shown, err := book.GetCellValue("Sheet1", "G2"); err != nil || shown != "15/11/2026 12:00:00" {
		t.Errorf("the moment is shown as %q (%v)", shown, err)
	}
}

// Selected rows are exported alone; all rows of the filter only after an explicit choice.
func TestExport_SelectedAssociates(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	some := url.Values{"formato": {"csv"}, "ids": {"5", "1"}, "filtros": {"uf=SC"}, "ordem": {"nome"}}
	if rows := bruno.Form(choosing, some).CSV(); len(rows) != 3 || rows[1][0] != dbtest.Ana.FullName() ||
		rows[2][0] != dbtest.Carla.FullName() {
		t.Errorf("the file holds %q", rows)
	}
	some.Set("todos", "1")
	if rows := bruno.Form(choosing, some).CSV(); len(rows) != 4 {
		t.Errorf("all of the filter are %q", rows)
	}
	for name, form := range map[string]url.Values{
		"nobody":       {"formato": {"csv"}},
		"a format":     {"formato": {"json"}, "ids": {"1"}},
		"a filter":     {"formato": {"csv"}, "todos": {"1"}, "filtros": {"uf=ZZ"}},
		"no filter":    {"formato": {"csv"}, "todos": {"1"}, "filtros": {"q=%zz"}},
		"an order":     {"formato": {"csv"}, "todos": {"1"}, "ordem": {"cpf"}},
		"no number":    {"formato": {"csv"}, "ids": {"x"}},
		"neither kind": {"formato": {"csv"}, "ids": {"1"}, "todos": {"talvez"}},
	} {
		if status := bruno.Form(choosing, form).StatusCode; status != 400 {
			t.Errorf("%s: %d, want 400", name, status)
		}
	}
	patient := url.Values{"formato": {"csv"}, "ids": {"2"}}
	if rows := bruno.Form(choosing, patient).CSV(); len(rows) != 1 {
		t.Errorf("a patient is in the list: %q", rows)
	}
}

// An export of personal data is recorded with its purpose, but without search terms, which may name somebody.
func TestExport_SecurityEvent(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form(exporting+"?formato=csv&uf=SC&q=ana&prescritor=", nil).Want(200)
	bruno.Form(choosing, url.Values{"formato": {"xlsx"}, "ids": {"1", "3"}}).Want(200)
	bruno.Form(exporting+"?formato=json", nil).Want(400)
	for details, want := range map[string]int{
		`{"rows": 1, "asked": ["Busca", "UF: SC"]}`:     1,
		`{"rows": 2, "asked": ["2\u00a0selecionados"]}`: 1,
	} {
		kept := app.Count(t, "security_events", "kind = 'list.exported' and subject = 'associados' and actor_code = $1 and details = $2",
			dbtest.Bruno.UserCode, details)
		if kept != want {
			t.Errorf("%s is kept %d times, want %d", details, kept, want)
		}
	}
	if all := app.Count(t, "security_events", "kind = 'list.exported'"); all != 2 {
		t.Errorf("%d events are kept, want 2", all)
	}
	if page := app.As(t, dbtest.Camila).GET("/admin/seguranca?tipo=lists").Want(200).
		Body; !strings.Contains(page, "Lista de associados exportada") {
		t.Error("the exports are not recorded")
	}
}

func TestExport_Permissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	chosen := url.Values{"formato": {"csv"}, "ids": {"1"}}
	for _, reader := range []dbtest.Operator{dbtest.Camila, dbtest.Priscila, dbtest.Fernando} {
		client := app.As(t, reader)
		client.Form(exporting+"?formato=csv", nil).Want(200)
		client.Form(choosing, chosen).Want(200)
		client.Form("/painel/pedidos/exportar?formato=csv", nil).Want(200)
	}
	renata := app.As(t, dbtest.Renata)
	renata.Form(exporting+"?formato=csv", nil).Want(403)
	renata.Form(choosing, chosen).Want(403)
	renata.Form("/painel/pedidos/exportar?formato=csv", nil).Want(403)
	app.WithToken(t, "*").Form(exporting+"?formato=csv", nil).Want(403)
	if at := app.Nobody(t).Form(exporting+"?formato=csv", nil).Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("a stranger is sent to %s", at)
	}
}
