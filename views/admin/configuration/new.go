package configuration

import (
	"strings"

	"github.com/a-h/templ"

	"acolhe/models/configuration"
	"acolhe/models/platform/settings"
	"acolhe/views/form"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/feedback"
)

// Slugs of the actions, after the address of a system or of a key.
const (
	NewSlug     = "/nova"
	RestoreSlug = "/restaurar"
	RemoveSlug  = "/remover"
	HistorySlug = "/historico"
)

// New is the form of a new key of a system.
func New(system string) form.Definition[configuration.CreateInput] {
	return form.Definition[configuration.CreateInput]{
		ID: "nova-chave", Path: Href(system), NewSlug: strings.TrimPrefix(NewSlug,
			"/"), NewTitle: "Nova chave", NewVerb: "Criar chave", ConflictField: "key",
		Text: "Para um programa da associação, como o site. As chaves que o Acolhe usa já existem.",
		Sections: []form.Section[configuration.CreateInput]{{Title: "Chave", Fields: []form.Field[configuration.CreateInput]{
			{Name: "key", Label: "Chave", Hint: "Letras minúsculas, números, _, - e ponto, como rodape.texto.", MaxLength: 120,
				Value: func(in *configuration.CreateInput) string { return in.Key }},
			{Name: "system", Label: "Sistema", Hint: "Grupo da chave. Um nome novo cria um sistema.", MaxLength: 60,
				Value: func(in *configuration.CreateInput) string { return in.System }},
			{Name: "value_type", Label: "Tipo", Kind: form.Select, Options: types,
				Value: func(in *configuration.CreateInput) string { return string(in.ValueType) }},
			{Name: "description", Label: "Para que serve", Kind: form.Area, Optional: true, MaxLength: 1000,
				Value: func(in *configuration.CreateInput) string { return in.Description }},
			{Name: "value", Label: "Valor", Optional: true, Value: func(*configuration.CreateInput) string { return "" }, Control: valueControl},
			{Name: "is_sensitive", Label: "Segredo", Kind: form.Check, Statement: "Guardar como segredo",
				Hint:  "O valor é criptografado, nunca aparece e não pode ser lido pela interface pública.",
				Value: func(in *configuration.CreateInput) string { return boolean(in.IsSensitive) }},
			{Name: "is_required", Label: "Obrigatória", Kind: form.Check, Statement: "A associação precisa de um valor",
				Hint:  "Sem valor, a chave aparece como pendente.",
				Value: func(in *configuration.CreateInput) string { return boolean(in.IsRequired) }},
			{Name: "allow_hardcoded", Label: "Padrão", Kind: form.Check, Statement: "Usar o valor padrão quando não houver outro",
				Hint:  "Vale depois do valor salvo e do ambiente do servidor.",
				Value: func(in *configuration.CreateInput) string { return boolean(in.AllowHardcoded.Value) }},
			{Name: "hardcoded_default", Label: "Valor padrão", Optional: true, Value: func(*configuration.CreateInput) string { return "" },
				Control: valueControl},
		}}},
	}
}

// valueControl never shows the typed value, because it may be a secret.
func valueControl(c form.Control) ui.Content {
	return control.Textarea{Name: c.Name, Label: c.Label,
		Hint: "Números com vírgula ou ponto; sim ou não como true ou false; listas e objetos em JSON.", Optional: true, Error: c.Error,
		Attrs: templ.Attributes{"spellcheck": "false", "autocomplete": "off"}}
}

// PublicNote warns that a new key can be read without a session.
func PublicNote() ui.Content {
	return feedback.Alert{Tone: ui.Warn, Title: "Qualquer pessoa poderá ler esta chave.",
		Text: "Quem conhece o endereço lê, sem entrar, as chaves criadas aqui que não são segredo."}
}

// types are the types of a new key.
var types = []control.Option{
	{Value: string(settings.Text), Label: "Texto"}, {Value: string(settings.Number), Label: "Número"}, {Value: string(settings.Boolean),
		Label: "Sim ou não"},
	{Value: string(settings.Money), Label: "Valor em reais"}, {Value: string(settings.Zone), Label: "Fuso horário"},
	{Value: string(settings.Object), Label: "Objeto (JSON)"}, {Value: string(settings.Array),
		Label: "Lista (JSON)"}, {Value: string(settings.Mixed), Label: "Qualquer JSON"},
}

func boolean(holds bool) string {
	if holds {
		return "true"
	}
	return "false"
}

// ValueOf returns the typed value for a key of a type; empty for none.
func ValueOf(kind settings.ValueType, typed string) []byte {
	return Row{Entry: configuration.Entry{Setting: configuration.Setting{ValueType: kind}}, text: typed}.Value()
}
