package editor

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/web"
)

func TestNewIdentifier(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{"Retorno médico": "retorno_medico", "À espera (2ª vez)": "a_espera_2_vez", "!": ""} {
		if got := newIdentifier(label, "value", nil); got != want {
			t.Errorf("%q is %q, want %q", label, got, want)
		}
	}
	if got := newIdentifier("Fila", "value", []part{{"value": "fila"}, {"value": "fila_2"}}); got != "fila_3" {
		t.Errorf("a taken identifier becomes %q", got)
	}
}

// The actions at the ends of a list keep its rows, and the focus goes to the menu of the moved row.
func TestEdited_Ends(t *testing.T) {
	t.Parallel()
	e := Editor{Name: "0", Columns: []Column{{Name: "label"}}, Add: "Adicionar", parts: []part{{"label": "A"}, {"label": "B"}}}
	edited := func(action string) Editor {
		got, refused := e.Edited(action)
		if refused != "" {
			t.Errorf("%s is refused: %s", action, refused)
		}
		return got
	}
	up := edited("subir:0:1")
	if up.title(0) != "B" || !up.isFocused(0, movePart) || up.isFocused(1, movePart) {
		t.Errorf("after moving up: %v", up.parts)
	}
	if moved := edited("mover:0:0:1"); moved.title(1) != "A" || !moved.isFocused(1, movePart) {
		t.Errorf("after moving to the end: %v", moved.parts)
	}
	for _, action := range []string{"subir:0:0", "descer:0:1", "mover:0:0:2", "mover:0:0:-1", "mover:0:0:x", "mover:0:0"} {
		if same := edited(action); same.title(0) != "A" || len(same.parts) != 2 {
			t.Errorf("%s changes %v", action, same.parts)
		}
	}
	for _, nonsense := range []string{"", "tirar:0:-1", "tirar:0:x", "tirar:1:0", "nada:0:0"} {
		if same := edited(nonsense); len(same.parts) != 2 {
			t.Errorf("%q changes %v", nonsense, same.parts)
		}
	}
	if edited("tirar:0:0").title(0) != "B" {
		t.Error("the row is not removed")
	}
}

// A yes or no of an object is a box, and one that is unticked is stored as no.
func TestObject_Ticks(t *testing.T) {
	t.Parallel()
	e := Editor{Name: "7", Columns: []Column{{Name: "a", Label: "A", Kind: Tick}, {Name: "b", Label: "B", Kind: Tick}}}.WithValue([]byte(`{"a": true}`))
	var html strings.Builder
	if err := e.Fields().Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	page, err := goquery.NewDocumentFromReader(strings.NewReader(html.String()))
	if err != nil {
		t.Fatal(err)
	}
	if boxes := page.Find("input[type=checkbox]"); boxes.Length() != 2 || boxes.Filter("[checked]").AttrOr("name", "") != "7[0].a" {
		t.Errorf("the boxes are %s", html.String())
	}
	unticked := url.Values{}
	for _, field := range page.Find("input:not([type=checkbox])").EachIter() {
		unticked.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
	}
	if value := string(e.Typed(web.FormData(unticked)).Value()); value != `{"a":false,"b":false}` {
		t.Errorf("without a tick the value is %s", value)
	}
}
