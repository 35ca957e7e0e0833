package configuration

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/views/ui"
	"acolhe/web"
)

// Row is a key on the page of its system, with the stored value or the typed one.
type Row struct {
	configuration.Entry
	// Changed reports whether the typed value differs from the displayed one.
	Changed bool
	// isStale reports whether another person has changed the key since the form was opened.
	isStale bool
	// Problems are the reasons for refusing the value.
	Problems ui.Problems

	words
	// text is the value of a key without an editor, parts are the rows of an editor.
	text  string
	parts []part
	// shown is the digest of the value in the opened form.
	shown string
	// inUse is the number of items that refer to each identifier.
	inUse map[string]int
	// targets are the statuses to which the items of each row go if it is removed, by its place.
	targets map[int]string
	// moves move the items of removed rows once the form is saved.
	moves []reception.StatusMove
	focus focus
}

// StoredRow returns the row of a key with its value of the cascade, but never a sensitive value.
func StoredRow(entry configuration.Entry) Row {
	r := Row{Entry: entry, words: wordsOf(entry.System, entry.Key, entry.Description)}
	switch {
	case entry.IsSensitive:
	case r.columns != nil:
		r.parts = storedParts(entry.ResolvedValue, r.columns)
	case r.isPages:
		r.text = pagesText(storedBoxes(entry.ResolvedValue))
	default:
		r.text = storedText(entry.ResolvedValue, entry.ValueType)
	}
	r.shown = r.digest()
	return r
}

// TypedRow returns the row of a key with the typed value; an unchanged row has the stored value. The version is the
// version of the opened form.
func TypedRow(entry configuration.Entry, posted web.FormData) Row {
	stored := StoredRow(entry)
	name := stored.name()
	shown := posted.Or(name+".era", "")
	if shown == "" {
		return stored
	}
	stored.targets = typedTargets(name, posted)
	r := stored
	r.text = posted.Or(name, "")
	if r.columns != nil {
		r.parts = typedParts(name, r.columns, posted)
		r.moves = typedMoves(posted.Values(name + movesField))
	}
	if r.isPages {
		r.text = pagesText(posted.Values(name))
	}
	if r.ValueType == settings.Boolean && r.text == "" {
		r.text = "false"
	}
	if r.digest() == shown {
		return stored
	}
	r.Changed, r.shown, r.Version = true, shown, posted.Or(name+".versao", "none")
	return r
}

// Reopened returns the row for a newly opened form: with the stored version and the typed value.
func (r Row) Reopened(entry configuration.Entry) Row {
	r.isStale = r.Version != entry.Version
	r.Entry, r.shown = entry, StoredRow(entry).shown
	return r
}

// WithUse returns the row with the number of items of each identifier.
func (r Row) WithUse(items map[string]int) Row {
	r.inUse = items
	return r
}

// Value returns the value to store; an empty one removes the stored value, so that the environment or the default
// applies.
func (r Row) Value() json.RawMessage {
	if r.columns != nil {
		return r.partsValue()
	}
	text := strings.TrimSpace(r.text)
	switch {
	case text == "":
		return nil
	case r.bare:
		return quoted(withoutPunctuation(text))
	case r.ValueType == settings.Text, r.ValueType == settings.Zone:
		return quoted(text)
	case r.ValueType == settings.Number:
		return number(text)
	case r.ValueType == settings.Money:
		return amountOf(text)
	}
	return json.RawMessage(text)
}

// name is the name of the key's field.
func (r Row) name() string { return strconv.FormatInt(r.ID, 10) }

func (r Row) digest() string {
	sum := sha256.Sum256(r.Value())
	return hex.EncodeToString(sum[:8])
}

// storedText returns a value in the form of its control: a text without quotes, any other value as JSON.
func storedText(value json.RawMessage, kind settings.ValueType) string {
	var text string
	switch {
	case len(value) == 0:
		return ""
	case json.Unmarshal(value, &text) == nil && kind != settings.Mixed:
		return text
	case kind == settings.Number, kind == settings.Money:
		return strings.Replace(string(value), ".", ",", 1)
	}
	return indented(value)
}

var (
	// partPath matches a problem of a row of a list, such as `[1].label deve ser um texto`.
	partPath = regexp.MustCompile(`^\[(\d+)\]\.(\w+):? (.*)$`)
	// memberPath matches a problem of a member of an object, such as `cep deve ter oito dígitos`.
	memberPath = regexp.MustCompile(`^(\w+) (.*)$`)
)

// Refused returns the row with a problem at its field, in the words of the page.
func (r Row) Refused(message string) Row {
	name, text := r.name(), capital(message)
	if found := partPath.FindStringSubmatch(message); found != nil {
		at, _ := strconv.Atoi(found[1]) // digits by the pattern; a list has fewer rows than an int holds
		name, text = r.partName(at, found[2]), "linha "+strconv.Itoa(at+1)+", "+r.labelOf(found[2])+": "+found[3]
	} else if found := memberPath.FindStringSubmatch(message); found != nil && r.labelOf(found[1]) != found[1] {
		name, text = r.partName(0, found[1]), r.labelOf(found[1])+": "+found[2]
	}
	r.Problems = append(r.Problems, ui.Problem{Field: name, Message: text})
	return r
}

// labelOf returns the label of a column, else its name.
func (r Row) labelOf(name string) string {
	for _, c := range r.columns {
		if c.name == name {
			return c.label
		}
	}
	return name
}

// Label returns the key's name for people.
func (r Row) Label() string { return r.label }

// typedTargets reads the targets of an editor.
func typedTargets(name string, posted web.FormData) map[int]string {
	targets := map[int]string{}
	for i, index := range posted.Rows(name) {
		targets[i] = posted.Or(name+"["+strconv.Itoa(index)+"]."+destination, "")
	}
	return targets
}

// typedMoves reads moves written as `from:to`.
func typedMoves(typed []string) []reception.StatusMove {
	moves := make([]reception.StatusMove, len(typed))
	for i, text := range typed {
		moves[i].From, moves[i].To, _ = strings.Cut(text, ":")
	}
	return moves
}

// summary returns the value as one text, to compare it with a conflicting change.
func (r Row) summary() string {
	if r.isPages {
		return pagesSummary(r.text)
	}
	if r.columns == nil {
		return r.text
	}
	texts := make([]string, len(r.parts))
	for i := range r.parts {
		texts[i] = r.title(i)
	}
	return strings.Join(texts, ", ")
}
