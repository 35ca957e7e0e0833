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
