// Package mail shows the pages of the application's mails.
package mail

import (
	"net/url"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/admin/correio"

// List returns the list of mails of an outbox, which determines whether mails are sent and can be read.
func List(outbox mail.Outbox) list.Definition[mail.Entry, mail.ListInput] {
	return list.Definition[mail.Entry, mail.ListInput]{
		About: list.About{
			Name: "correio", Title: "Correio", Text: "E-mails do sistema e a situação de cada um.", Path: Path, Search: "E-mail do destinatário",
			NothingYet: list.Sentence{Title: "Nenhuma mensagem ainda",
				Text: "Convites e links de nova senha aparecem aqui assim que são pedidos."},
			Rows:         list.Noun{One: "mensagem", Many: "mensagens", None: "Nenhuma mensagem"},
			NothingFound: list.Sentence{Title: "Nenhuma mensagem para este e-mail", Text: "Confira a grafia ou procure só uma parte do endereço."},
		},
		Filters: []list.Filter[mail.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *mail.ListInput) *string { return &in.Q })},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: options(), Set: setStatus},
		},
		Tabs: tabs(outbox.Folder),
		Lead: list.Lead[mail.Entry]{Label: "Destinatário", Text: func(e *mail.Entry) string { return e.Recipient },
			Href: func(e *mail.Entry) string { return href(e, outbox) }},
		Columns: []list.Column[mail.Entry]{
			{Name: "tipo", Label: "Tipo", PlaceOf: kindPlace, Text: func(e *mail.Entry) string { return areas.MailLabel(e.Kind) }},
			{Name: "situacao", Label: "Situação", Place: table.Side,
				Cell: func(e *mail.Entry, _ time.Time) ui.Content { return badge(e.Status, outbox.Folder) }},
			{Name: "tentativas", Label: "Tentativas", Right: true, Text: func(e *mail.Entry) string { return fmtbr.Integer(int64(e.Attempts)) }},
			{Name: "falha", Label: "Última falha", PlaceOf: reasonPlace, Text: func(*mail.Entry) string { return "" }, Cell: reason},
			{Name: "pedida", Label: "Pedida", PlaceOf: unlessResendable(outbox, table.End),
				Cell: func(e *mail.Entry, now time.Time) ui.Content { return ui.Moment(e.DateCreated, now) }},
			{Name: "acao", Label: "Ação", Hidden: true, Right: true, PlaceOf: ifResendable(outbox, table.End),
				Text: func(*mail.Entry) string { return "" }, Cell: resend(outbox)},
		},
		Read: list.Windowed(func(in *mail.ListInput) *page.Window { return &in.Window }),
	}
}

// status is the name of a status in the address, on a tab and on one mail.
type status struct {
	status    mail.Status
	slug      string
	many, one string
	tone      ui.Tone
	nothing   list.Sentence
}

// statuses returns the statuses in the order in which a mail passes them. A mail stored in a folder is not called sent.
func statuses(kept mail.Folder) []status {
	sent := status{mail.Sent, "enviadas", "Enviadas", "Enviada", ui.Good,
		list.Sentence{Title: "Nenhuma mensagem enviada", Text: "Mensagens na fila aparecem aqui depois do envio."}}
	if kept != "" {
		sent.many, sent.one = "Guardadas", "Guardada"
		sent.nothing = list.Sentence{Title: "Nenhuma mensagem guardada", Text: "Mensagens na fila aparecem aqui em instantes."}
	}
	return []status{
		{mail.Queued, "fila", "Na fila", "Na fila", ui.Info, list.Sentence{Title: "Nenhuma mensagem na fila", Text: "A fila está vazia."}},
		sent,
		{mail.Failed, "falhas", "Falhas", "Falhou", ui.Bad,
			list.Sentence{Title: "Nenhuma falha", Text: "Aqui ficam as mensagens que o servidor de e-mail não aceitou."}},
	}
}

// StatusHref returns the list of the mails of a status.
func StatusHref(of mail.Status) string {
	for _, known := range statuses("") {
		if known.status == of {
			return Path + "?" + url.Values{"situacao": {known.slug}}.Encode()
		}
	}
	return Path
}

func options() []control.Option {
	var options []control.Option
	for _, known := range statuses("") {
		options = append(options, control.Option{Value: known.slug, Label: known.many})
	}
	return options
}

func setStatus(in *mail.ListInput, slug string) error {
	for _, known := range statuses("") {
		if known.slug == slug {
			in.Status = known.status
		}
	}
	return nil
}

func tabs(kept mail.Folder) []list.Tab {
	tabs := []list.Tab{{Label: "Todas"}}
	for _, known := range statuses(kept) {
		tabs = append(tabs, list.Tab{Label: known.many, Filters: url.Values{"situacao": {known.slug}}, Nothing: known.nothing})
	}
	return tabs
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[mail.Status]int) map[string]page.Counted {
	bySlug := map[string]int{}
	for _, known := range statuses("") {
		bySlug[known.slug] = counts[known.status]
	}
	return list.TabCounts(tabs(""), "situacao", bySlug)
}
