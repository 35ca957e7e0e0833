package configuration

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
)

// Page is the page of a system.
type Page struct {
	System  string
	Systems []configuration.System
	Rows    []Row
	// IsStale reports whether a changed key was saved by another person meanwhile.
	IsStale bool
	// Now is in the association's time zone.
	Now time.Time
}

// Fragment is the part of the page that the buttons of an editor replace.
const Fragment = "chaves"

// Save is the action of the button that saves.
const Save = "salvar"

// SystemNote describes a system of Acolhe in a sentence; for one of the association it is the rule of all values.
func SystemNote(system string) string {
	at := slices.IndexFunc(systems, func(o control.Option) bool { return o.Value == system })
	if at < 0 {
		return "O que você salvar aqui vale. Sem valor salvo, usamos o padrão."
	}
	return systems[at].Detail
}

// menu sorts the systems: those of Acolhe, then those of administrators.
func menu(all []configuration.System) []configuration.System {
	ordered := slices.Clone(all)
	position := func(s configuration.System) int {
		at := slices.IndexFunc(systems, func(o control.Option) bool { return o.Value == s.System })
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
	at := slices.IndexFunc(systems, func(o control.Option) bool { return o.Value == system.System })
	count := fmtbr.Plural(system.Keys, "ajuste", "ajustes")
	if at < 0 {
		return fmtbr.Join(" · ", "Criado pela associação", count)
	}
	return fmtbr.Join(" · ", systems[at].Detail, count)
}

// problems returns the problems of all rows, with the labels of the keys in front.
func (p Page) problems() ui.Problems {
	var problems ui.Problems
	for _, r := range p.Rows {
		for _, problem := range r.Problems {
			problems = append(problems, ui.Problem{Field: problem.Field, Message: r.label + ": " + problem.Message})
		}
	}
	return problems
}

// changed returns the labels of the keys that differ from the stored ones.
func (p Page) changed() []string {
	var labels []string
	for _, r := range p.Rows {
		if r.Changed {
			labels = append(labels, r.label)
		}
	}
	return labels
}

// unsaved names the changed keys, as static/src/js/x-mudancas.js does while one types.
func (p Page) unsaved() string {
	changed := p.changed()
	if len(changed) == 0 {
		return ""
	}
	return fmtbr.Plural(len(changed), "mudança não salva", "mudanças não salvas") + ": " + fmtbr.List(changed)
}

// groups are the rows by card: a wide one alone, and the narrow ones that follow each other together.
func (p Page) groups() [][]Row {
	var groups [][]Row
	for i, r := range p.Rows {
		if i == 0 || r.isWide() || p.Rows[i-1].isWide() {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

// conflicts returns the rows saved by others since the form was opened.
func (p Page) conflicts() []Row {
	return slices.DeleteFunc(slices.Clone(p.Rows), func(r Row) bool { return !p.IsStale || !r.Changed || !r.isStale })
}

// saidBy returns the author and time of a conflicting change: "Helena mudou Situações da fila há 2 min."
func (r Row) saidBy(now time.Time) string {
	first := fmtbr.FirstName(r.UpdatedBy)
	if first == "" {
		first = "Outra pessoa"
	}
	return first + " mudou " + r.label + " " + fmtbr.Ago(r.Updated, now, now.Location()) + "."
}

func (r Row) difference() []record.Fact {
	facts := []record.Fact{{Label: "Salvo", Value: StoredRow(r.Entry).summary()}}
	return append(facts, record.Fact{Label: "Você digitou", Value: r.summary()})
}

// secretState returns whether a sensitive key has a value, and the author.
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

// state says where the value comes from.
func (r Row) state(now time.Time) string {
	switch r.Source {
	case settings.FromDatabase:
		return fmtbr.Join(" ", "Salvo", prefixed("por ", r.UpdatedBy), prefixed("em ", fmtbr.Date(r.Updated, now.Location())))
	case settings.FromEnvironment:
		return "Definido na instalação. O que você salvar aqui tem prioridade."
	case settings.FromDefault:
		return "Valor do sistema"
	}
	return ""
}

func prefixed(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}

// facts are the names of the key for other programs and for those who install this one.
func (r Row) facts() []record.Fact {
	facts := []record.Fact{{Label: "Chave", Value: r.System + "." + r.Key}}
	add := func(label, value string) {
		if value != "" && value != "null" {
			facts = append(facts, record.Fact{Label: label, Value: texts.Truncate(value, mostShown)})
		}
	}
	if !r.IsSensitive {
		add("Código fixo", string(r.ResolvedValue))
		add("Padrão", string(r.HardcodedDefault))
	}
	add("Ambiente", r.Environment)
	if r.Public {
		add("Leitura", "pública, sem sessão")
	}
	return facts
}

// mostShown is the number of letters of a value among the facts.
const mostShown = 200

// choices returns the options of a key, including its value.
func (r Row) choices() []control.Option {
	if r.text == "" || slices.ContainsFunc(r.options, func(o control.Option) bool { return o.Value == r.text }) {
		return r.options
	}
	return append(slices.Clone(r.options), control.Option{Value: r.text, Label: r.text})
}

// isLong reports whether the value needs several lines.
func (r Row) isLong() bool {
	switch r.ValueType {
	case settings.Object, settings.Array, settings.Mixed:
		return true
	}
	return r.long || len(r.text) > 80 || strings.Contains(r.text, "\n")
}

// isWide reports whether the control needs the width of the page.
func (r Row) isWide() bool { return r.columns != nil || r.isLong() }

// before is the value without the changes of the form, which the page shows beside a changed one.
func (r Row) before() string {
	if r.IsSensitive || r.isWide() {
		return ""
	}
	stored := StoredRow(r.Entry)
	switch {
	case r.ValueType == settings.Boolean && stored.text == "true":
		return "ligado"
	case r.ValueType == settings.Boolean:
		return "desligado"
	case stored.text == "":
		return "nenhum valor"
	}
	return fmtbr.Join(" ", control.LabelOf(r.options, stored.text), r.unit)
}

// inputKind returns the kind of a field of one line.
func (r Row) inputKind() control.Kind {
	switch r.ValueType {
	case settings.Number:
		return control.Decimal
	case settings.Money:
		return control.Money
	}
	return r.kind
}

// textLabel returns the label of a field with its unit.
func (r Row) textLabel() string {
	if r.unit == "" {
		return r.label
	}
	return r.label + " (" + r.unit + ")"
}

func (r Row) dialogID() string { return "restaurar-" + r.name() }

// href returns the address of the actions of a key.
func (r Row) href() string { return Href(r.System) + "/" + r.name() }

// anchor returns the id of the row, a target of search results.
func (r Row) anchor() string { return "chave-" + r.name() }

// Found is a result of the search for keys.
type Found struct{ Label, Note, Href string }

// Find returns the keys whose label, hint or name contains the words, in the order of the systems.
func Find(all []configuration.Setting, text string) []Found {
	var found []Found
	for _, setting := range all {
		w := wordsOf(setting.System, setting.Key, setting.Description)
		name := setting.System + "." + setting.Key
		if contains(w.label+" "+w.hint+" "+name+" "+setting.Description, text) {
			found = append(found, Found{w.label, fmtbr.Join(" · ", SystemName(setting.System), name),
				hrefOf(setting)})
		}
	}
	return found
}

// contains compares without case and accents.
func contains(text, part string) bool {
	return strings.Contains(texts.Fold(text), texts.Fold(strings.TrimSpace(part)))
}

// LabelOf returns the name of a key for people.
func LabelOf(key configuration.Setting) string {
	return wordsOf(key.System, key.Key, key.Description).label
}

// hrefOf returns the address of a key on the page of its system.
func hrefOf(key configuration.Setting) string {
	return Href(key.System) + "#" + Row{Entry: configuration.Entry{Setting: key}}.anchor()
}
