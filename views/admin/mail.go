package admin

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/mail"
	"acolhe/models/types/page"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

const (
	// MailPath is the address of the list of mails.
	MailPath = "/admin/correio"
	// MailListFragment is the part of the list that a filter replaces.
	MailListFragment = "lista-correio"
)

// MailQuery is the state of the list of mails, all of it in the address.
type MailQuery struct {
	Words string
	// Status is the word of the address; MailStatus says what it means.
	Status string
	Page   web.PageQuery
}

// MailList is the list of mails.
type MailList struct {
	Query  MailQuery
	Found  page.Of[mail.Entry]
	Counts map[mail.Status]int
	Outbox mail.Outbox
	// Now carries the association's time zone.
	Now time.Time
}

// mailStatus is how a status is said: in the address, on a tab, on one mail.
type mailStatus struct {
	status        mail.Status
	word          string
	many, one     string
	tone          ui.Tone
	nothing, hint string
}

// mailStatuses are in the order in which a mail passes them. What is kept is not called sent.
func mailStatuses(kept mail.Folder) []mailStatus {
	sent := mailStatus{mail.Sent, "enviadas", "Enviadas", "Enviada", ui.Good, "Nenhuma mensagem enviada", "As que estão na fila aparecem aqui depois do envio."}
	if kept != "" {
		sent.many, sent.one, sent.nothing, sent.hint = "Guardadas", "Guardada", "Nenhuma mensagem guardada", "As que estão na fila aparecem aqui em instantes."
	}
	return []mailStatus{
		{mail.Queued, "fila", "Na fila", "Na fila", ui.Info, "Nenhuma mensagem na fila", "Tudo o que devia sair já saiu."},
		sent,
		{mail.Failed, "falhas", "Falhas", "Falhou", ui.Bad, "Nenhuma falha", "Aqui ficam as mensagens que o servidor de e-mail não aceitou."},
	}
}

// MailStatus is what `situacao` in the address means; a word of nobody's is no status.
func MailStatus(word string) mail.Status {
	for _, known := range mailStatuses("") {
		if known.word == word {
			return known.status
		}
	}
	return mail.Status(word)
}

func mailBadge(status mail.Status, kept mail.Folder) ui.Badge {
	for _, known := range mailStatuses(kept) {
		if known.status == status {
			return ui.Badge{Tone: known.tone, Text: known.one}
		}
	}
	return ui.Badge{Tone: ui.Muted, Text: string(status)}
}

// mailKind names a kind of letter; one of a newer version shows its own name.
func mailKind(kind mail.Kind) string {
	names := map[mail.Kind]string{mail.Invite: "Convite", mail.Reset: "Nova senha", mail.PasswordChanged: "Senha alterada",
		mail.ExportReady: "Exportação pronta"}
	if name, known := names[kind]; known {
		return name
	}
	return string(kind)
}

func (l MailList) here() ui.Here {
	return ui.Here(ui.Here(MailPath).With("q", l.Query.Words, "situacao", l.Query.Status, "por", l.sizeInAddress()))
}

func (l MailList) sizeInAddress() string {
	if l.Query.Page.Size == page.DefaultPageSize {
		return ""
	}
	return strconv.Itoa(l.Query.Page.Size)
}

// tabs leads between the statuses, each with how many mails have it.
func (l MailList) tabs() ui.Tabs {
	all := 0
	var tabs []ui.Tab
	for _, known := range mailStatuses(l.Outbox.Folder) {
		all += l.Counts[known.status]
		tabs = append(tabs, ui.Tab{Label: known.many, Href: l.here().With("situacao", known.word), Count: count(l.Counts[known.status]),
			Current: l.Query.Status == known.word})
	}
	first := ui.Tab{Label: "Todas", Href: l.here().With("situacao", ""), Count: &all, Current: l.Query.Status == ""}
	return ui.Tabs{Label: "Situação das mensagens", Tabs: append([]ui.Tab{first}, tabs...)}
}

func (l MailList) filters() ui.Filters {
	filters := ui.Filters{Action: MailPath, Target: MailListFragment, Label: "Filtrar mensagens", Q: l.Query.Words, Placeholder: "E-mail do destinatário"}
	for _, kept := range []ui.Option{{Value: "situacao", Label: l.Query.Status}, {Value: "por", Label: l.sizeInAddress()}} {
		if kept.Label != "" {
			filters.Hidden = append(filters.Hidden, kept)
		}
	}
	return filters
}

func (l MailList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: *l.Found.Meta.FilterCount}
}

// empty says why no mail is to be seen: none fits the words, none has the status, or there
// never was one.
func (l MailList) empty() ui.Empty {
	if l.Query.Words != "" {
		return ui.Empty{Kind: ui.NothingFound, Title: "Nenhuma mensagem para este e-mail", Text: "Confira a grafia ou procure só uma parte do endereço."}
	}
	for _, known := range mailStatuses(l.Outbox.Folder) {
		if known.word == l.Query.Status {
			return ui.Empty{Kind: ui.NothingYet, Title: known.nothing, Text: known.hint}
		}
	}
	return ui.Empty{Kind: ui.NothingYet, Title: "Nenhuma mensagem ainda", Text: "Convites e links de nova senha aparecem aqui assim que são pedidos."}
}

// href leads to what a message says, where that is kept.
func (l MailList) href(envelope mail.Entry) string {
	if l.Outbox.Folder == "" || envelope.Status != mail.Sent {
		return ""
	}
	return mailHref(envelope.ID)
}

func (l MailList) canBeSentAgain(envelope mail.Entry) bool {
	return l.Outbox.Configured && envelope.CanResend(l.Now)
}

func (l MailList) kindPlace(envelope mail.Entry) ui.Place {
	if envelope.LastError != nil {
		return ui.Away
	}
	return ui.Below
}

func (l MailList) reasonPlace(envelope mail.Entry) ui.Place {
	if envelope.LastError == nil {
		return ui.Away
	}
	return ui.Below
}

func (l MailList) momentPlace(envelope mail.Entry) ui.Place {
	if l.canBeSentAgain(envelope) {
		return ui.Away
	}
	return ui.End
}

func (l MailList) buttonPlace(envelope mail.Entry) ui.Place {
	if l.canBeSentAgain(envelope) {
		return ui.End
	}
	return ui.Away
}

func mailHref(id int64) string { return MailPath + "/" + strconv.FormatInt(id, 10) }

// mailMoment shows when something was, short beside the full date.
func mailMoment(at, now time.Time) ui.When {
	return ui.When{Text: fmtbr.Ago(at, now, now.Location()), ISO: at.UTC().Format(time.RFC3339), Title: fmtbr.DateTime(at, now.Location())}
}

// MailSheet is one message as it is kept in development.
type MailSheet struct {
	Envelope mail.Entry
	Folder   mail.Folder
	Kept     mail.StoredMail
	// Now carries the association's time zone.
	Now time.Time
}

func (s MailSheet) facts() []ui.Fact {
	return []ui.Fact{
		{Label: "De", Value: s.Kept.From}, {Label: "Para", Value: s.Kept.To}, {Label: "Tipo", Value: mailKind(s.Envelope.Kind)},
		{Label: "Situação", Content: mailBadge(s.Envelope.Status, s.Folder)}, {Label: "Pedida", Value: fmtbr.DateTime(s.Envelope.DateCreated, s.Now.Location())},
	}
}

// paragraphs are the text as it was written: parts apart, and their lines.
func (s MailSheet) paragraphs() [][]string {
	var parts [][]string
	for part := range strings.SplitSeq(strings.ReplaceAll(s.Kept.Text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, strings.Split(part, "\n"))
		}
	}
	return parts
}

func isLink(line string) bool {
	address, err := url.Parse(line)
	return err == nil && address.Host != "" && (address.Scheme == "http" || address.Scheme == "https")
}
