package signatures

import (
	"time"

	"github.com/a-h/templ"

	"acolhe/models/sessions"
	"acolhe/models/signing"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// Href returns the address of a contract, with parts after it.
func Href(c signing.Contract, parts ...string) string {
	href := Path + "/" + c.ID.String()
	for _, part := range parts {
		href += "/" + part
	}
	return href
}

var statusNames = map[signing.Status]string{signing.Pending: "A assinar", signing.Completed: "Assinado", signing.Voided: "Anulado"}

// StateBadge shows the state of a contract.
func StateBadge(c signing.Contract, now time.Time) ui.Badge {
	return map[signing.State]ui.Badge{
		signing.StateSent: {Tone: ui.Warn, Text: "Enviado"}, signing.StateUndelivered: {Tone: ui.Bad,
			Text: "E-mail voltou"}, signing.StateViewed: {Tone: ui.Info, Text: "Aberto"},
		signing.StateExpired: {Tone: ui.Bad, Text: "Vencido"}, signing.StateCompleted: {Tone: ui.Good, Text: "Assinado"},
		signing.StateVoided: {Tone: ui.Muted, Text: "Anulado"},
	}[c.State(now)]
}

func kindName(c signing.Contract) string {
	switch {
	case c.Kind == "with_patient":
		return "Com paciente"
	case texts.Of(c.PatientName) != "":
		return "Para animal"
	}
	return "Associado"
}

// dueSoon is the time before the end of a link in which the list warns.
const dueSoon = 7 * 24 * time.Hour

// due says when a contract was signed or voided, or until when its link is valid.
func due(c signing.Contract, now time.Time) ui.Content {
	switch left := c.SigningExpires.Sub(now); {
	case c.CompletedAt != nil:
		return ui.Moment(*c.CompletedAt, now)
	case c.VoidedAt != nil:
		return noted("", "anulado em "+fmtbr.DayMonth(*c.VoidedAt, now.Location()))
	case left <= 0:
		return noted(ui.Bad, "venceu em "+fmtbr.DayMonth(c.SigningExpires, now.Location()))
	case left <= dueSoon:
		return noted(ui.Warn, "vence em "+fmtbr.Plural(int(left.Hours()/24)+1, "dia", "dias"))
	}
	return noted("", "vence em "+fmtbr.DayMonth(c.SigningExpires, now.Location()))
}

// Message is the text beside a link in a chat.
func Message(c signing.Contract, link string) string {
	return "Olá, " + fmtbr.FirstName(c.SignerName) + "! Este é o link para ler e assinar o seu termo: " + link
}

// describe names the kind and the version of a contract: Termo com paciente, versão 4.
func describe(c signing.Contract) string {
	name := map[string]string{"Com paciente": "Termo com paciente", "Para animal": "Termo para animal",
		"Associado": "Termo do associado"}[kindName(c)]
	if patient := texts.Of(c.PatientName); patient != "" {
		name += " (" + patient + ")"
	}
	if number := versionNumber(c); number != "" {
		name += ", versão " + number
	}
	return name
}

// menu lists the actions on a contract, the rare ones too.
func menu(c signing.Contract, now time.Time) []ui.MenuItem {
	history := ui.MenuItem{Label: "Ver histórico", Icon: "history", Href: Href(c)}
	replace := ui.MenuItem{Label: "Enviar outro termo…", Icon: "rotate-ccw", Href: Href(c, "trocar"), Asks: true}
	switch c.State(now) {
	case signing.StateCompleted:
		return []ui.MenuItem{
			history, {Label: "Baixar termo assinado", Icon: "download", Href: Href(c, "assinado.pdf")},
			{Label: "Baixar comprovante", Icon: "fingerprint", Href: Href(c, "comprovante.pdf")}, {Rule: true},
			{Label: "Pedir nova assinatura…", Icon: "rotate-ccw", Href: Href(c, "trocar"), Asks: true},
		}
	case signing.StateVoided:
		return []ui.MenuItem{history, replace}
	}
	return []ui.MenuItem{
		history, {Label: "Enviar por e-mail de novo", Icon: "mail", Post: Href(c, "reenviar")},
		{Label: "Ver o termo em PDF", Icon: "file-text", Href: Href(c, "termo.pdf")}, replace, {Rule: true},
		{Label: "Anular…", Icon: "ban", Href: Href(c, "anular"), Asks: true, Destructive: true},
	}
}

// events are the events of a contract, newest first.
func events(found []signing.Event, now time.Time) []record.Event {
	var shown []record.Event
	for i := len(found) - 1; i >= 0; i-- {
		event := found[i]
		face := eventFaces[event.Kind]
		face.At, face.Text = ui.Moment(event.OccurredAt, now), fmtbr.Join(", ", texts.Of(event.IP), sessions.DeviceOf(texts.Of(event.UserAgent)))
		shown = append(shown, face)
	}
	return shown
}

var eventFaces = map[signing.EventKind]record.Event{
	signing.Created:             {Title: "Termo criado", Icon: "plus"},
	signing.EmailSent:           {Title: "Link enviado por e-mail", Icon: "mail"},
	signing.FormViewed:          {Title: "Termo aberto", Icon: "eye"},
	signing.SubmissionStarted:   {Title: "Assinatura iniciada", Icon: "pencil"},
	signing.SubmissionCompleted: {Title: "Assinatura concluída", Icon: "check", Tone: ui.Good},
}

func newTab() templ.Attributes {
	return templ.Attributes{"target": "_blank", "rel": "noopener noreferrer"}
}

// current returns the contract that matters: the pending one, else the newest signed one, else the newest.
func current(newestFirst []signing.Contract) (signing.Contract, bool) {
	for _, status := range []signing.Status{signing.Pending, signing.Completed, signing.Voided} {
		for _, one := range newestFirst {
			if one.Status == status {
				return one, true
			}
		}
	}
	return signing.Contract{}, false
}
