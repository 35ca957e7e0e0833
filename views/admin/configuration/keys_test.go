package configuration

import (
	"testing"

	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
)

// Every key that the code declares has a label, a system with a name, and an editor if its value has parts.
func TestKeyWords_EveryDeclaredKey(t *testing.T) {
	t.Parallel()
	declared := areas.Keys()
	for _, d := range declared {
		w, known := keyWords[d.System+"."+d.Name]
		if !known || w.label == "" || SystemName(d.System) == d.System {
			t.Errorf("%s.%s has no words for people", d.System, d.Name)
		}
		if hasParts := d.Type == settings.Array || d.Type == settings.Object; hasParts != (w.columns != nil) {
			t.Errorf("%s.%s: an editor is there: %v", d.System, d.Name, !hasParts)
		}
	}
	if len(keyWords) != len(declared) {
		t.Errorf("%d keys have words, %d are declared", len(keyWords), len(declared))
	}
}

// The form of an unchanged value returns the value, so that nothing is stored.
func TestRow_RoundTrip(t *testing.T) {
	t.Parallel()
	for _, d := range areas.Keys() {
		if d.Default == nil {
			continue
		}
		entry := configuration.Entry{Setting: configuration.Setting{System: d.System, Key: d.Name, ValueType: d.Type, ResolvedValue: d.Default}}
		fitted, err := d.Fit(StoredRow(entry).Value())
		if string(d.Default) != `""` && (err != nil || string(fitted) != string(d.Default)) {
			t.Errorf("%s.%s: %s becomes %s (%v)", d.System, d.Name, d.Default, fitted, err)
		}
	}
}

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
	r := Row{words: words{columns: statuses, add: "Adicionar"}, parts: []part{{"label": "A"}, {"label": "B"}}}
	up := r.Edited("subir:0:1")
	if up.title(0) != "B" || !up.isFocused(0, movePart) || up.isFocused(1, movePart) {
		t.Errorf("after moving up: %v", up.parts)
	}
	if moved := r.Edited("mover:0:0:1"); moved.title(1) != "A" || !moved.isFocused(1, movePart) {
		t.Errorf("after moving to the end: %v", moved.parts)
	}
	for _, action := range []string{"subir:0:0", "descer:0:1", "mover:0:0:2", "mover:0:0:-1", "mover:0:0:x", "mover:0:0"} {
		if same := r.Edited(action); same.title(0) != "A" || len(same.parts) != 2 {
			t.Errorf("%s changes %v", action, same.parts)
		}
	}
	for _, nonsense := range []string{"", "tirar:0:-1", "tirar:0:x", "tirar:1:0", "nada:0:0"} {
		if same := r.Edited(nonsense); len(same.parts) != 2 {
			t.Errorf("%q changes %v", nonsense, same.parts)
		}
	}
	if r.Edited("tirar:0:0").title(0) != "B" {
		t.Error("the row is not removed")
	}
}
