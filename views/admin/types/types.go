// Package types shows the pages of the types of professionals.
package types

import (
	"strconv"

	"acolhe/models/professionals/catalog"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/views/form"
	"acolhe/views/list"
	panel "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/admin/tipos"

type entry = catalog.Entry

// List returns the list of types, in the order of the catalogue.
func List() list.Definition[entry, catalog.ListInput] {
	return list.Definition[entry, catalog.ListInput]{
		About: list.About{
			Name: "tipos", Title: "Tipos de profissional", Text: "Taxa da associação e preço da consulta de cada tipo.", Path: Path,
			Collection: "professionals",
			New:        list.New{Label: "Novo tipo", Slug: "novo"},
			Rows:       list.Noun{One: "tipo", Many: "tipos", None: "Nenhum tipo"},
			NothingYet: list.Sentence{Title: "Nenhum tipo ainda", Text: "Cadastre os tipos de quem atende os associados."},
		},
		Lead: list.Lead[entry]{Label: "Tipo", Href: func(e *entry) string { return ui.RowHref(Path, e.ID) }, Text: name},
		Columns: []list.Column[entry]{
			{Name: "api", Label: "Nome na API", Place: table.Below, Text: func(e *entry) string { return e.Name }},
			{Name: "situacao", Label: "Situação", Place: table.Side, Badge: badge},
			{Name: "taxa", Label: "Taxa da associação", Amount: func(e *entry) money.Amount { return e.AssociationFee }},
			{Name: "preco", Label: "Preço da consulta", Right: true, Place: table.End, Text: price},
		},
		Read: list.Windowed(func(in *catalog.ListInput) *page.Window { return &in.Window }),
	}
}

// Form returns the form of a type; the name of an existing one does not change.
func Form(isNew bool) form.Definition[entry] {
	fields := []form.Field[entry]{
		{Name: "association_fee", Label: "Taxa da associação", Input: control.Money, Hint: "Fica com a associação em cada consulta.",
			Value: func(e *entry) string { return e.AssociationFee.Typed() }, Spell: form.SpellAs[money.Amount]},
		{Name: "default_consultation_price", Label: "Preço da consulta", Input: control.Money, Optional: true,
			Hint: "Vale para profissionais sem preço próprio.", Value: typedPrice, Spell: form.SpellAs[money.Amount]},
		{Name: "active", Label: "Ativo", Kind: form.Check, Statement: "Ativo (oferecido no cadastro de profissionais)",
			Value: func(e *entry) string { return strconv.FormatBool(e.Active) }},
	}
	if isNew {
		fields = append([]form.Field[entry]{{Name: "name", Label: "Nome", MaxLength: 60, Hint: "Também é o nome na API e não muda depois.",
			Value: func(e *entry) string { return e.Name }}}, fields...)
	}
	return form.Definition[entry]{
		ID: "tipo", This: "este tipo", Path: Path, NewSlug: "novo", NewTitle: "Novo tipo de profissional", NewVerb: "Cadastrar", Verb: "Salvar",
		Title: name, Name: name, RowID: func(e *entry) int64 { return e.ID }, Back: func(*entry) string { return Path },
		Sections: []form.Section[entry]{{Title: "Tipo", Fields: fields}},
	}
}

func name(e *entry) string { return panel.TypeName(e.Name) }

func badge(e *entry) ui.Badge {
	if e.Active {
		return ui.Badge{Tone: ui.Good, Text: "Ativo"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Inativo"}
}

func price(e *entry) string {
	if e.DefaultConsultationPrice == nil {
		return "sem preço"
	}
	return fmtbr.Money(*e.DefaultConsultationPrice)
}

func typedPrice(e *entry) string {
	if e.DefaultConsultationPrice == nil {
		return ""
	}
	return e.DefaultConsultationPrice.Typed()
}
