// Package notices shows the notices of the staff: over any page from the bell, on a page of their own without scripts, and the
// page on which a person chooses where each kind appears.
package notices

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/notices"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/admin/privacy"
	"acolhe/views/admin/webhooks"
	"acolhe/views/panel/adverseevents"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/reception"
	"acolhe/views/panel/releases"
	"acolhe/views/panel/reports"
	"acolhe/views/panel/signatures"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// The addresses of the pages, of the number of unread notices and of the events after a new one.
const (
	Path      = notices.Path
	ReadPath  = Path + "/lidos"
	CountPath = Path + "/quantos"
	LivePath  = Path + "/ao-vivo"
	// ChoosePath is the page on which a person chooses their notices.
	ChoosePath = Path + "/escolher"
)

// Fragment is the part of the page that the bell shows over other pages.
const Fragment = "avisos"

// Data is the page of notices. Now is in the association's time zone.
type Data struct {
	Lines  []notices.Line
	Filter notices.Filter
	Unread int
	// ByMail are the kinds that the person also gets by e-mail.
	ByMail []notices.Kind
	Now    time.Time
	// Over reports whether the notices are shown over another page.
	Over bool
}

// Filters returns the filters, as they stand in addresses.
func Filters() []notices.Filter {
	return []notices.Filter{notices.Unread, notices.All, notices.Mine}
}

func filterHref(filter notices.Filter) string {
	return Path + "?" + url.Values{"quais": {string(filter)}}.Encode()
}

func (d Data) tabs() []nav.Tab {
	labels := map[notices.Filter]string{notices.Unread: "Novos", notices.All: "Todos", notices.Mine: "Para mim"}
	tabs := make([]nav.Tab, 0, len(labels))
	for _, filter := range Filters() {
		tab := nav.Tab{Label: labels[filter], Href: filterHref(filter), Current: filter == d.Filter}
		if filter == notices.Unread && d.Unread > 0 {
			tab.Count = &d.Unread
		}
		tabs = append(tabs, tab)
	}
	return tabs
}

func (d Data) empty() string {
	if d.Filter == notices.Unread {
		return "Nenhum aviso novo."
	}
	return "Nenhum aviso nos últimos " + strconv.Itoa(notices.Days) + " dias."
}

// latest is the id up to which the person has seen the notices.
func (d Data) latest() string {
	if len(d.Lines) == 0 {
		return "0"
	}
	return strconv.FormatInt(d.Lines[0].ID, 10)
}

func (d Data) foot() string {
	if len(d.ByMail) == 0 {
		return "Os avisos ficam aqui por " + strconv.Itoa(notices.Days) + " dias."
	}
	labels := make([]string, len(d.ByMail))
	for i, kind := range d.ByMail {
		labels[i] = strings.ToLower(short(kind))
	}
	return "Também por e-mail: " + fmtbr.And(labels)
}

// openHref is the address that reads a notice and leads to what it is about.
func openHref(line notices.Line) string { return Path + "/" + strconv.FormatInt(line.ID, 10) }

// Href returns the address of what a notice is about.
func Href(line notices.Line, zone *time.Location) string {
	if line.Kind == notices.Contest {
		query := url.Values{"situacao": {string(reports.Contested)}}
		if line.ServiceDate != nil {
			query.Set("mes", civil.MonthOf(line.ServiceDate.In(zone)).String())
		}
		return reports.Path + "?" + query.Encode()
	}
	return Target(line)
}

// Target returns the page whose opening reads a notice.
func Target(line notices.Line) string {
	switch {
	case line.Kind == notices.Contest:
		return reports.Path
	case line.Kind == notices.Erasure:
		return privacy.At(privacy.PreviewPath, *line.UserID)
	case line.Kind == notices.Adult:
		return privacy.AdultsPath
	case line.Kind == notices.Term && line.Count > 1:
		return signatures.Path
	case line.Kind == notices.Adverse:
		return adverseevents.Path + strings.Replace(strings.TrimPrefix(line.Cause, "adverse"), ":", "/", 1)
	case line.Kind == notices.Requested, line.Kind == notices.Answered:
		_, id, _ := strings.Cut(line.Cause, ":")
		return releases.Path + "/" + id
	case line.ContractID != nil:
		return signatures.Path + "/" + line.ContractID.String()
	case line.OrderID != nil:
		return orders.Href(*line.OrderID)
	case line.ServiceID != nil:
		return agenda.Href(*line.ServiceID)
	case line.EndpointID != nil:
		return ui.RowHref(webhooks.Path, *line.EndpointID)
	case line.ItemID != nil:
		return reception.Href(*line.ItemID)
	case line.UserID != nil:
		return associates.Href(*line.UserID)
	}
	return Path
}

// targetLists are the pages of Target that show no single record.
var targetLists = []string{Path, reports.Path, signatures.Path, privacy.AdultsPath}

// IsTarget reports whether a page can be the Target of a notice: it is one of a record, which has a number in its address, or a list that
// notices lead to.
func IsTarget(path string) bool {
	return strings.ContainsAny(path, "0123456789") || slices.Contains(targetLists, path)
}

// IsOfOne reports whether all notices of a line are about its page.
func IsOfOne(line notices.Line) bool {
	return line.Kind != notices.Document && line.Kind != notices.Event && line.Kind != notices.Adult
}

// look is the sign of a kind, and the words of its button.
type look struct {
	icon string
	tone ui.Tone
	verb string
}

var looks = map[notices.Kind]look{
	notices.Contest:   {"message-square", ui.Warn, "Responder"},
	notices.Label:     {"printer", ui.Bad, "Ver a etiqueta"},
	notices.Term:      {"file-pen-line", ui.Good, ""},
	notices.Document:  {"id-card", ui.Info, "Conferir"},
	notices.Event:     {"calendar-x", ui.Bad, ""},
	notices.Webhook:   {"webhook", ui.Bad, ""},
	notices.Mention:   {"at-sign", ui.Muted, ""},
	notices.Erasure:   {"shield-check", ui.Warn, "Conferir"},
	notices.Adult:     {"user-check", ui.Info, "Ver"},
	notices.Adverse:   {"activity", ui.Bad, "Ver"},
	notices.Call:      {"phone", ui.Warn, "Ver"},
	notices.Requested: {"file-check", ui.Warn, "Responder"},
	notices.Answered:  {"file-check", ui.Info, "Ver"},
}

// note says more about the latest notice of a line.
func (d Data) note(line notices.Line) string {
	detail, subject := texts.Of(line.Detail), texts.Of(line.Subject)
	switch line.Kind {
	case notices.Contest, notices.Mention:
		return "“" + texts.Shorten(strings.Join(strings.Fields(detail), " "), 120) + "”"
	case notices.Document:
		return "O mais novo é de " + subject + "."
	case notices.Event:
		if line.ServiceDate != nil {
			return fmtbr.Join(", ", subject, fmtbr.DateTime(*line.ServiceDate, d.Now.Location()))
		}
		return subject
	case notices.Erasure:
		return texts.Of(line.Author) + " propôs apagar os dados de uma pessoa. Precisa de uma segunda."
	case notices.Adult:
		return "Os pedidos sobre os dados agora são da própria pessoa."
	case notices.Term:
		if line.Count > 1 {
			return "O mais novo é de " + subject + "."
		}
		return ""
	}
	return texts.Shorten(detail, 160)
}

// names are the kinds as the page of choices calls them, and in short.
var names = map[notices.Kind][2]string{
	notices.Contest:   {"Um profissional contestou o relatório", "Contestações"},
	notices.Label:     {"Uma etiqueta de envio falhou", "Etiquetas"},
	notices.Term:      {"Um termo foi assinado", "Termos"},
	notices.Document:  {"Um associado enviou um documento", "Documentos"},
	notices.Event:     {"Um evento da agenda não foi criado", "Agenda"},
	notices.Webhook:   {"Um webhook não respondeu", "Webhooks"},
	notices.Call:      {"Uma pessoa quer que a equipe ligue", "Ligações"},
	notices.Adverse:   {"Uma pessoa relatou um efeito do produto", "Efeitos"},
	notices.Requested: {"Alguém pede liberação de um pedido além da receita", "Liberações"},
	notices.Answered:  {"Responderam um pedido de liberação seu", "Respostas de liberação"},
	notices.Mention:   {"Alguém citou você (@nome) na recepção", "Citações"},
	notices.Erasure:   {"Uma eliminação espera a segunda pessoa", "Eliminações"},
	notices.Adult:     {"Um paciente fez 18 anos", "Maioridade"},
}

func short(kind notices.Kind) string { return names[kind][1] }

// ChoiceData is the page of choices.
type ChoiceData struct {
	Kinds  []notices.Kind
	Chosen map[notices.Kind]notices.Delivery
}

var deliveryLabels = map[notices.Delivery]string{notices.OnPage: "Na página", notices.ByMail: "Também por e-mail",
	notices.Off: "Não avisar"}
