package tags

import (
	"context"
	"io"
	"slices"

	"acolhe/models/tags"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
)

// colors are the offered colours; scripts may set others.
var colors = []control.Option{
	{Label: "Sem cor"}, {Value: "#0f766e", Label: "Verde"}, {Value: "#1d4ed8", Label: "Azul"}, {Value: "#7c3aed", Label: "Roxo"},
	{Value: "#be185d", Label: "Rosa"}, {Value: "#b91c1c", Label: "Vermelho"}, {Value: "#b45309", Label: "Laranja"},
}

// Colors are the offered colours without their names.
func Colors() []string {
	values := make([]string, 0, len(colors))
	for _, color := range colors[1:] {
		values = append(values, color.Value)
	}
	return values
}

// renamed says that the tagged rows follow a new name.
func renamed(use page.Counted) string {
	if use.Rows == 1 {
		return "Ao renomear, o registro com esta etiqueta muda junto."
	}
	return "Ao renomear, os " + records(use) + " com esta etiqueta mudam junto."
}

// Form returns the form of a tag. Use is the number of tagged rows.
func Form(use page.Counted) form.Definition[tags.Tag] {
	name := form.Field[tags.Tag]{Name: "name", Label: "Nome", Width: control.Half, MaxLength: 60,
		Value: func(t *tags.Tag) string { return t.Name }}
	if use.Rows > 0 {
		name.Hint = renamed(use) + inBackground(use)
	}
	return form.Definition[tags.Tag]{
		ID: "etiqueta", This: "esta etiqueta", Path: Path, NewSlug: "nova", ConflictField: "name",
		NewTitle: "Nova etiqueta", NewVerb: "Criar etiqueta", Verb: "Salvar",
		Title: func(t *tags.Tag) string { return "Etiqueta " + t.Name }, Back: func(*tags.Tag) string { return Path },
		RowID: func(t *tags.Tag) int64 { return t.ID }, Name: func(t *tags.Tag) string { return t.Name },
		Sections: []form.Section[tags.Tag]{{Fields: []form.Field[tags.Tag]{
			name,
			{Name: "color", Label: "Cor", Value: func(t *tags.Tag) string { return texts.Of(t.Color) }, Show: colorName, Control: swatches},
			{Name: "collection", Label: "Oferecida em", Value: func(t *tags.Tag) string { return texts.Of(t.Collection) }, Show: collectionName,
				Control: collections},
		}}},
	}
}

// swatches offers the tag's own colour too, if it is not in the list.
func swatches(c form.Control) ui.Content {
	options := slices.Clone(colors)
	if colorName(c.Stored) == c.Stored {
		options = append(options, control.Option{Value: c.Stored, Label: c.Stored})
	}
	return control.Swatches{Name: c.Name, Label: c.Label, Value: c.Value, Options: options, Error: c.Error}
}

func collections(c form.Control) ui.Content {
	return control.Select{Name: c.Name, Label: c.Label, Value: c.Value, Prompt: collectionName(""), Options: collectionOptions(c.Value),
		Error: c.Error}
}

// colorName returns the name of a colour, or the colour itself without one.
func colorName(color string) string { return control.LabelOf(colors, color) }

// IsMany reports whether a change of the tag in its rows takes so long that a task does it, without an undo.
func IsMany(use page.Counted) bool { return use.More || use.Rows > tags.MaxUndone }

// records returns "58 registros", or "mais de 1.000 registros".
func records(use page.Counted) string {
	if use.Rows == 1 && !use.More {
		return "1 registro"
	}
	return countOf(use) + " registros"
}

// inBackground says that a change of a tag with many rows is a task.
func inBackground(use page.Counted) string {
	if !IsMany(use) {
		return ""
	}
	return " São muitos: a mudança roda em segundo plano e aparece em todos ao mesmo tempo."
}

// Removal returns the confirmation before a tag is removed. Tagged rows keep it unless the box is ticked.
func Removal(tag tags.Tag, use page.Counted) *dialog.Confirm {
	confirm := &dialog.Confirm{ID: "excluir", Title: "Excluir a etiqueta “" + tag.Name + "”?", Verb: "Excluir etiqueta", Variant: ui.Danger,
		Text: "A etiqueta sai das opções.", Action: ui.RowHref(Path, tag.ID) + "/excluir"}
	if use.Rows > 0 {
		confirm.Text += " " + kept(use)
		also := control.Checkbox{Name: "rows", Value: "true", Label: "Remover também de " + records(use)}
		if IsMany(use) {
			also.Hint = "São muitos: a remoção roda em segundo plano e não dá para desfazer."
		}
		confirm.Also = taggedRows(tag, also)
	}
	return confirm
}

// kept says how many rows keep a removed tag.
func kept(use page.Counted) string {
	if use.Rows == 1 && !use.More {
		return "1 registro marcado continua com ela."
	}
	return countOf(use) + " registros marcados continuam com ela."
}

// Joining offers to join a tag with another tag of the typed name.
type Joining struct {
	Tag, Into tags.Tag
	Use       page.Counted
}

// Render writes the offer.
func (j Joining) Render(ctx context.Context, w io.Writer) error { return j.html().Render(ctx, w) }

// text describes the changes of the join.
func (j Joining) text() string {
	text := "Já existe uma etiqueta com este nome. Ao juntar, “" + j.Tag.Name + "” deixa de existir"
	switch {
	case j.Use.Rows == 1:
		text += " e 1 registro passa a ter “" + j.Into.Name + "”"
	case j.Use.Rows > 1:
		text += " e " + records(j.Use) + " passam a ter “" + j.Into.Name + "”"
	}
	text += "."
	if IsMany(j.Use) {
		text += inBackground(j.Use) + " Não dá para desfazer."
	}
	return text
}

func (j Joining) action() string { return ui.RowHref(Path, j.Tag.ID) + "/juntar" }
