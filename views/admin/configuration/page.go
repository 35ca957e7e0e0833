package configuration

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// Sheet is the page of a system.
type Sheet struct {
	System  string
	Systems []configuration.System
	Rows    []Row
	// IsStale reports that somebody else saved one of the changed keys.
	IsStale bool
	// Now is in the association's time zone.
	Now time.Time
}

// Fragment is the part of the page that the buttons of an editor replace.
const Fragment = "chaves"

// Save is the action of the button that saves.
const Save = "salvar"

// menu are the systems in the order of the menu: those of Acolhe, then those of administrators.
func menu(all []configuration.System) []configuration.System {
	ordered := slices.Clone(all)
	position := func(s configuration.System) int {
		at := slices.IndexFunc(systems, func(o ui.Option) bool { return o.Value == s.System })
		if at < 0 {
			return len(systems)
		}
		return at
	}
	slices.SortStableFunc(ordered, func(a, b configuration.System) int { return position(a) - position(b) })
	return ordered
}

// noteOf describes a system in the list of systems.
func noteOf(system configuration.System) string {
	at := slices.IndexFunc(systems, func(o ui.Option) bool { return o.Value == system.System })
	count := fmtbr.Plural(system.Keys, "chave", "chaves")
	if at < 0 {
		return fmtbr.Join(" · ", "Criado pela associação", count)
	}
	return fmtbr.Join(" · ", systems[at].Detail, count)
}

// problems are those of all rows, with the keys' names in front.
func (s Sheet) problems() ui.Problems {
	var problems ui.Problems
	for _, r := range s.Rows {
		for _, problem := range r.Problems {
			problems = append(problems, ui.Problem{Field: problem.Field, Message: r.label + ": " + problem.Message})
		}
	}
	return problems
}

// changed names the keys that differ from what is stored.
func (s Sheet) changed() []string {
	var labels []string
	for _, r := range s.Rows {
		if r.Changed {
			labels = append(labels, r.label)
		}
	}
	return labels
}

func (s Sheet) unsaved() string {
	return fmtbr.Plural(len(s.changed()), "mudança não salva", "mudanças não salvas") + ": " + strings.Join(s.changed(), ", ")
}

// conflicts are the rows that somebody else saved since the form was opened.
func (s Sheet) conflicts() []Row {
	return slices.DeleteFunc(slices.Clone(s.Rows), func(r Row) bool { return !s.IsStale || !r.Changed || !r.overtaken })
}

// saidBy returns who changed the row meanwhile: "Helena mudou Situações da fila há 2 min."
func (r Row) saidBy(now time.Time) string {
	first, _, _ := strings.Cut(r.UpdatedBy, " ")
	if first == "" {
		first = "Outra pessoa"
	}
	return first + " mudou " + r.label + " " + fmtbr.Ago(r.Updated, now, now.Location()) + "."
}

func (r Row) difference() []ui.Fact {
	facts := []ui.Fact{{Label: "Guardado", Value: StoredRow(r.Entry).summary()}}
	return append(facts, ui.Fact{Label: "Seu", Value: r.summary()})
}

// secretState returns whether a sensitive key has a value, and who set it.
func (r Row) secretState(now time.Time) string {
	if r.Source == settings.Unset {
		return "Sem valor."
	}
	text := "Definido em " + fmtbr.Date(r.Updated, now.Location())
	if r.UpdatedBy != "" {
		text += " por " + r.UpdatedBy
	}
	return text + ". O valor nunca aparece."
}

// sourceNote explains a value of the environment.
func (r Row) sourceNote() string {
	if r.Source != settings.FromEnvironment {
		return r.hint
	}
	return strings.TrimSpace(r.hint + " Vem do ambiente, de " + r.Environment + "; um valor salvo aqui passa a valer no lugar dele.")
}

// choices are the options of a key, with the value if it is not among them.
func (r Row) choices() []ui.Option {
	if r.text == "" || slices.ContainsFunc(r.options, func(o ui.Option) bool { return o.Value == r.text }) {
		return r.options
	}
	return append(slices.Clone(r.options), ui.Option{Value: r.text, Label: r.text})
}

// isLong reports whether the value needs several lines.
func (r Row) isLong() bool {
	switch r.ValueType {
	case settings.Object, settings.Array, settings.Mixed:
		return true
	}
	return r.long || len(r.text) > 80 || strings.Contains(r.text, "\n")
}

// inputKind is the kind of a field of one line.
func (r Row) inputKind() ui.Kind {
	switch r.ValueType {
	case settings.Number:
		return ui.Decimal
	case settings.Money:
		return ui.Money
	}
	return r.kind
}

// textLabel is the label of a field with its unit.
func (r Row) textLabel() string {
	if r.unit == "" {
		return r.label
	}
	return r.label + " (" + r.unit + ")"
}

func (r Row) dialogID() string { return "restaurar-" + r.name() }

// href is the address of the actions of a key.
func (r Row) href() string { return Href(r.System) + "/" + r.name() }

// anchor is the id of the row, to which the search leads.
func (r Row) anchor() string { return "chave-" + r.name() }

// inUseText returns how many items refer to a row of an editor.
func inUseText(items int) string {
	if items == 0 {
		return ""
	}
	return strconv.Itoa(items) + " na fila"
}

// Found is a key that the search found.
type Found struct{ Label, Note, Href string }

// Find returns the keys whose label, hint or name has the words, in the order of the systems.
func Find(all []configuration.Setting, text string) []Found {
	var found []Found
	for _, setting := range all {
		w := wordsOf(setting.System, setting.Key, setting.Description)
		name := setting.System + "." + setting.Key
		if contains(w.label+" "+w.hint+" "+name+" "+setting.Description, text) {
			found = append(found, Found{w.label, fmtbr.Join(" · ", SystemName(setting.System), name),
				Href(setting.System) + "#" + Row{Entry: configuration.Entry{Setting: setting}}.anchor()})
		}
	}
	return found
}

// contains compares without case and accents.
func contains(text, part string) bool {
	return strings.Contains(folded(text), folded(strings.TrimSpace(part)))
}
