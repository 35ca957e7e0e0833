package configuration

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/views/admin/configuration/editor"
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
	// text is the value of a key without an editor.
	text   string
	editor editor.Editor
	// shown is the digest of the value in the opened form.
	shown string
}

// StoredRow returns the row of a key with its value of the cascade, but never a sensitive value.
func StoredRow(entry configuration.Entry) Row {
	r := Row{Entry: entry, words: wordsOf(entry.System, entry.Key, entry.Description)}
	r.editor = editor.Editor{Name: r.name(), Columns: r.columns, Add: r.add, Shape: r.shape}
	switch {
	case entry.IsSensitive:
	case r.columns != nil:
		r.editor = r.editor.WithValue(entry.ResolvedValue)
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
	stored.editor = stored.editor.WithTargets(posted)
	r := stored
	r.text = posted.Or(name, "")
	if r.columns != nil {
		r.editor = r.editor.Typed(posted)
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
	r.editor.InUse = items
	return r
}

// Edited returns the row after the action of a pressed button, which may be about another row.
func (r Row) Edited(action string) Row {
	edited, refused := r.editor.Edited(action)
	if refused != "" {
		return r.Refused(refused)
	}
	r.editor, r.Changed = edited, r.Changed || edited.Changed
	return r
}

// Moves returns the moves of items that the typed value needs.
func (r Row) Moves() []reception.StatusMove { return r.editor.Moves() }

// shownEditor returns the editor with what the page says of the key.
func (r Row) shownEditor() editor.Editor {
	shown := r.editor
	shown.Label, shown.Hint, shown.Problems = r.label, r.hint, r.Problems
	shown.Stored, shown.Changed = r.ResolvedValue, r.Changed
	shown.Post, shown.Part = Href(r.System), Fragment
	return shown
}

// Value returns the value to store; an empty one removes the stored value, so that the environment or the default
// applies.
func (r Row) Value() json.RawMessage {
	if r.columns != nil {
		return r.editor.Value()
	}
	text := strings.TrimSpace(r.text)
	switch {
	case text == "":
		return nil
	case r.bare:
		return editor.TextValue(editor.WithoutPunctuation(text))
	case r.ValueType == settings.Text, r.ValueType == settings.Zone:
		return editor.TextValue(text)
	case r.ValueType == settings.Number:
		return number(text)
	case r.ValueType == settings.Money:
		return editor.AmountValue(text)
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
		name, text = r.editor.FieldName(at, found[2]), "linha "+strconv.Itoa(at+1)+", "+r.editor.LabelOf(found[2])+": "+found[3]
	} else if found := memberPath.FindStringSubmatch(message); found != nil && r.editor.LabelOf(found[1]) != found[1] {
		name, text = r.editor.FieldName(0, found[1]), r.editor.LabelOf(found[1])+": "+found[2]
	}
	r.Problems = append(r.Problems, ui.Problem{Field: name, Message: text})
	return r
}

// Label returns the key's name for people.
func (r Row) Label() string { return r.label }

// summary returns the value as one text, to compare it with a conflicting change.
func (r Row) summary() string {
	if r.isPages {
		return pagesSummary(r.text)
	}
	if r.columns == nil {
		return r.text
	}
	return r.editor.Summary()
}

// number returns a number typed with a comma or a point. Other text is returned as text, which the key refuses.
func number(text string) json.RawMessage {
	written := strings.Replace(text, ",", ".", 1)
	if json.Valid([]byte(written)) {
		return json.RawMessage(written)
	}
	return editor.TextValue(text)
}

func indented(value json.RawMessage) string {
	var text bytes.Buffer
	if json.Indent(&text, value, "", "  ") != nil {
		return string(value)
	}
	return text.String()
}
