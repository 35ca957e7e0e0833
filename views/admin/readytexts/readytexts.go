// Package readytexts shows the pages of administrators on the texts for WhatsApp and e-mail.
package readytexts

import (
	"strconv"
	"strings"

	"acolhe/models/readytexts"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/table"
)

// Path is the address of the list, RemoveSlug the end of that which removes a text.
const (
	Path       = "/admin/textos"
	RemoveSlug = "/excluir"
)

type text = readytexts.Text

// List returns the list of texts, in the order in which they are offered.
func List() list.Definition[text, readytexts.ListInput] {
	return list.Definition[text, readytexts.ListInput]{
		About: list.About{
			Name: "textos", Title: "Textos prontos", Text: "Mensagens que a equipe abre no WhatsApp ou envia por e-mail, já com os dados da pessoa.",
			Path:       Path,
			Collection: "users_api",
			New:        list.New{Label: "Novo texto", Slug: "novo"},
			Rows:       list.Noun{One: "texto", Many: "textos", None: "Nenhum texto"},
			NothingYet: list.Sentence{Title: "Nenhum texto ainda", Text: "Crie os textos que a equipe mais escreve."},
		},
		Lead: list.Lead[text]{Label: "Nome", Href: func(t *text) string { return ui.RowHref(Path, t.ID) },
			Text: func(t *text) string { return t.Name }},
		Columns: []list.Column[text]{
			{Name: "ordem", Label: "Ordem", Text: func(t *text) string { return strconv.Itoa(t.Position) }},
			{Name: "texto", Label: "Texto", Place: table.Below,
				Text: func(t *text) string { return texts.Shorten(strings.Join(strings.Fields(t.Body), " "), 90) }},
		},
		Read: list.Windowed(func(in *readytexts.ListInput) *page.Window { return &in.Window }),
	}
}

// Form returns the form of a text.
func Form() form.Definition[text] {
	return form.Definition[text]{
		ID: "texto", This: "este texto", Path: Path, NewSlug: "novo", NewTitle: "Novo texto pronto", NewVerb: "Criar texto", Verb: "Salvar",
		Text:  explained(),
		Title: func(t *text) string { return t.Name }, Name: func(t *text) string { return t.Name },
		RowID: func(t *text) int64 { return t.ID }, Back: func(*text) string { return Path },
		Sections: []form.Section[text]{{Fields: []form.Field[text]{
			{Name: "name", Label: "Nome", Width: control.Half, MaxLength: 60, Value: func(t *text) string { return t.Name }},
			{Name: "position", Label: "Ordem", Input: control.Number, Hint: "Os nove primeiros têm as teclas 1 a 9.",
				Value: func(t *text) string { return strconv.Itoa(t.Position) }},
			{Name: "subject", Label: "Assunto do e-mail", Optional: true, MaxLength: 150, Hint: "Vazio, o assunto é o nome.",
				Value: func(t *text) string { return texts.Of(t.Subject) }},
			{Name: "body", Label: "Texto", Kind: form.Area, MaxLength: 2000, Value: func(t *text) string { return t.Body }},
		}}},
	}
}

// explained lists the variables.
func explained() string {
	var all []string
	for _, variable := range readytexts.Variables() {
		all = append(all, "{"+variable.Name+"} "+variable.Meaning)
	}
	return "Escreva entre chaves o que muda de pessoa para pessoa: " + strings.Join(all, ", ") + "."
}

// Removal returns the confirmation before a text is removed.
func Removal(t text) *dialog.Confirm {
	return &dialog.Confirm{ID: "excluir", Title: "Excluir o texto “" + t.Name + "”?", Verb: "Excluir texto", Variant: ui.Danger,
		Text: "A equipe deixa de ver este texto. Não dá para desfazer.", Action: ui.RowHref(Path, t.ID) + RemoveSlug}
}
