package reception

import (
	"acolhe/models/reception"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/panel/associates"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Form returns the form of a new item.
func Form() form.Definition[reception.Item] {
	return form.Definition[reception.Item]{
		ID: "atendimento", This: "este atendimento", Path: Path, NewSlug: NewSlug, NewTitle: "Adicionar à fila", NewVerb: "Adicionar à fila",
		Verb:  "Salvar",
		Title: func(item *reception.Item) string { return item.DisplayName() }, Back: func(*reception.Item) string { return Path },
		RowID: func(item *reception.Item) int64 { return item.ID }, Name: func(item *reception.Item) string { return item.DisplayName() },
		Sections: []form.Section[reception.Item]{{Fields: []form.Field[reception.Item]{
			{Name: "name", Label: "Nome", Width: control.Half, MaxLength: 250, Value: func(i *reception.Item) string { return texts.Of(i.Name) }},
			{Name: "phone", Label: "Telefone", Input: control.Phone, Optional: true, Attrs: associates.WarnsOfDuplicates(), Below: similar,
				Value: func(i *reception.Item) string { return texts.Of(i.Phone) }},
			{Name: "email", Label: "E-mail", Input: control.Email, Optional: true, Attrs: associates.WarnsOfDuplicates(),
				Hint:  "Com o e-mail do cadastro, o atendimento é vinculado ao associado.",
				Value: func(i *reception.Item) string { return texts.Of(i.Email) }},
			{Name: "message", Label: "Mensagem", Kind: form.Area, Optional: true, MaxLength: 10000,
				Value: func(i *reception.Item) string { return texts.Of(i.Message) }},
		}}},
	}
}

// similar is the place of the warning of associates with the typed phone or e-mail.
func similar(form.State[reception.Item]) ui.Content { return associates.DuplicatesPlace() }
