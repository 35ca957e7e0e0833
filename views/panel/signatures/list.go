// Package signatures shows the contracts of associates to the staff: their list, their drawer, and the forms to send,
// replace and void them.
package signatures

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/assinaturas"

// NewPath is the address of the form that sends a term, AssociatesPath that of its search.
const (
	NewPath        = Path + "/novo"
	AssociatesPath = NewPath + "/associados"
)

// NewFor returns the address of the form that sends a term to an associate.
func NewFor(userCode uuid.UUID) string { return NewPath + "?associado=" + userCode.String() }

// CampaignPath is the address of the request of new signatures.
const CampaignPath = Path + "/nova-assinatura"

// List returns the list of contracts.
func List() list.Definition[signing.Contract, signing.ListInput] {
	return list.Definition[signing.Contract, signing.ListInput]{
		About: list.About{
			Name: "assinaturas", Title: "Assinaturas", Path: Path, Collection: access.DocSign, Search: "Associado, paciente, CPF ou código do termo",
			Order:    "-criado",
			HasViews: true,
			Rows:     list.Noun{One: "termo", Many: "termos", None: "Nenhum termo"},
			New:      list.New{Label: "Enviar termo", Slug: "novo", Icon: "send"},
			NothingYet: list.Sentence{Title: "Nenhum termo enviado ainda",
				Text: "O associado lê e assina pelo link, no celular ou no computador. Antes do primeiro envio, a administração publica o modelo."},
			NothingFound: list.Sentence{Title: "Nenhum termo com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: filters(), Tabs: tabs(), Columns: columns(),
		Lead: list.Lead[signing.Contract]{Label: "Associado", Name: "associado", Sort: "name", HasInitials: true,
			ID:   func(c *signing.Contract) string { return c.ID.String() },
			Text: func(c *signing.Contract) string { return c.SignerName }, Href: func(c *signing.Contract) string { return Href(*c) }},
		Read: func(query list.Query[signing.ListInput]) signing.ListInput {
			query.Input.Window, query.Input.Sort = query.Window, signing.Sort(query.Sort)
			return query.Input
		},
		Actions: actions(),
		Pick:    list.Picked(uuid.Parse, func(input *signing.ListInput, ids []uuid.UUID) { *input = signing.ListInput{IDs: ids} }),
	}
}

func filters() []list.Filter[signing.ListInput] {
	return []list.Filter[signing.ListInput]{
		{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *signing.ListInput) *string { return &in.Q })},
		{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: control.OptionsOf(signing.Tabs()),
			Set: list.To(func(in *signing.ListInput) *signing.Tab { return &in.Tab })},
		{Name: "modelo", Label: "Modelo", All: "todos", Options: kinds(),
			Set: list.To(func(in *signing.ListInput) *signing.Kind { return &in.Kind })},
		{Name: "versao", Label: "Versão", Kind: list.Text, More: true, Set: setVersion},
		{Name: "periodo", Label: "Período", Kind: list.Period, Days: []string{"de", "ate"}, All: "todos", Options: list.Periods(),
			Set: list.ToPeriod(func(in *signing.ListInput) *civil.Period { return &in.Period })},
		{Name: "de", Label: "Criado desde", Kind: list.Day, Set: list.To(func(in *signing.ListInput) *string { return &in.From })},
		{Name: "ate", Label: "Criado até", Kind: list.Day, Set: list.To(func(in *signing.ListInput) *string { return &in.To })},
	}
}

func kinds() []control.Option {
	var options []control.Option
	for _, kind := range templates.Kinds() {
		options = append(options, control.Option{Value: string(kind), Label: kind.Label()})
	}
	return options
}

func setVersion(input *signing.ListInput, typed string) (err error) {
	if input.Version, err = strconv.Atoi(typed); err != nil || input.Version < 1 || input.Version > 1e6 {
		return errs.Invalid("versao", "deve ser o número de uma versão")
	}
	return nil
}

func columns() []list.Column[signing.Contract] {
	return []list.Column[signing.Contract]{
		{Name: "paciente", Label: "Paciente", HidesBelow: table.Wide, Text: func(c *signing.Contract) string { return texts.Of(c.PatientName) }},
		{Name: "modelo", Label: "Modelo", HidesBelow: table.Medium, Place: table.Below,
			Text: func(c *signing.Contract) string { return kindName(*c) }},
		{Name: "versao", Label: "Versão", Right: true, Kind: kind.Integer, HidesBelow: table.Wide,
			Text: func(c *signing.Contract) string { return versionNumber(*c) }},
		{Name: "situacao", Label: "Situação", Place: table.End, Text: func(c *signing.Contract) string { return statusNames[c.Status] },
			Cell: func(c *signing.Contract, now time.Time) ui.Content { return StateBadge(*c, now) }},
		{Name: "codigo", Label: "Código", Optional: true, Text: func(c *signing.Contract) string { return c.Code() }},
		{Name: "email", Label: "E-mail", Optional: true, Text: func(c *signing.Contract) string { return texts.Of(c.EmailAccount) }},
		{Name: "criado", Label: "Criado", Sort: "created", Time: func(c *signing.Contract) time.Time { return c.DateCreated }},
		momentColumn("aberto", "Aberto", func(c *signing.Contract) *time.Time { return c.ViewedAt }),
		{Name: "prazo", Label: "Assinado ou vence", HidesBelow: table.Medium, Kind: kind.Timestamp, Value: fileDue,
			Text: func(*signing.Contract) string { return "" },
			Cell: func(c *signing.Contract, now time.Time) ui.Content { return due(*c, now) }},
		{Name: "acoes", Label: "Ações", Hidden: true, Place: table.Side, Text: func(*signing.Contract) string { return "" },
			Cell: func(c *signing.Contract, now time.Time) ui.Content { return rowActions(*c, now) }},
	}
}

// momentColumn returns a column of a time that may be missing.
func momentColumn(name, label string, at func(c *signing.Contract) *time.Time) list.Column[signing.Contract] {
	return list.Column[signing.Contract]{Name: name, Label: label, HidesBelow: table.Wide, Kind: kind.Timestamp,
		Text: func(*signing.Contract) string { return "–" },
		Cell: func(c *signing.Contract, now time.Time) ui.Content {
			if at(c) == nil {
				return nil
			}
			return ui.Moment(*at(c), now)
		},
		Value: func(c *signing.Contract, _ *time.Location) string {
			if at(c) == nil {
				return ""
			}
			return sheet.Moment(*at(c))
		}}
}

// fileDue returns the time of the signature, else that of the end of the link.
func fileDue(c *signing.Contract, _ *time.Location) string {
	switch {
	case c.CompletedAt != nil:
		return sheet.Moment(*c.CompletedAt)
	case c.VoidedAt != nil:
		return sheet.Moment(*c.VoidedAt)
	}
	return sheet.Moment(c.SigningExpires)
}

var tabNames = map[signing.Tab]string{
	"": "Todos", signing.TabToSign: "A assinar", signing.TabExpiring: "Vencem em 7 dias", signing.TabExpired: "Vencidos",
	signing.TabCompleted: "Assinados", signing.TabOutdated: "Versão anterior", signing.TabVoided: "Anulados",
}

func versionNumber(c signing.Contract) string {
	if c.TemplateVersionNumber == nil {
		return ""
	}
	return fmtbr.Integer(int64(*c.TemplateVersionNumber))
}
