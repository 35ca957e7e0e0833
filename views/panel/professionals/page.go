package professionals

import (
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/calendar"
	"acolhe/models/operators"
	"acolhe/models/platform/mail"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	accounts "acolhe/views/admin/operators"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// PageData is the page of one professional.
type PageData struct {
	Professional professionals.Professional
	CanChange    bool
	// Latest are the services of the professional, nil for a person who may not read services.
	Latest *listing.Latest
	// ServiceHref returns the page of a service, ServicesHref the list of all services of the professional.
	ServiceHref  func(id int64) string
	ServicesHref string
	// Movements are the latest ones of the donation balance.
	Movements page.Of[professionals.Movement]
	// Portal is the account at the portal, nil without one.
	Portal *operators.Record
	// Invite is the latest mail with an invite to the portal, nil without one.
	Invite *mail.Entry
	// Calendars are those of the connected account, none while the module is off.
	Calendars []calendar.Calendar
	Events    Events
	// Feed is the address of the agenda for calendar programs, empty without one.
	Feed string
	// InviteURL is the link of an invite that could not be mailed.
	InviteURL string
	// Refused is the reason why an action failed.
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

func (d PageData) href() string { return Href(d.Professional.ID) }

func (d PageData) subtitle() string {
	return fmtbr.Join(" · ", TypeName(d.Professional.Type), council(&d.Professional))
}

// toggle returns the button that deactivates or reactivates.
func (d PageData) toggle() ui.Button {
	if d.Professional.Active {
		return ui.Button{Label: "Desativar", Variant: ui.Outline, Submit: true, Name: "active", Value: "false"}
	}
	return ui.Button{Label: "Reativar", Variant: ui.Outline, Submit: true, Name: "active", Value: "true"}
}

func (d PageData) facts() []record.Fact {
	p := &d.Professional
	return []record.Fact{
		record.PhoneFact("Telefone", texts.Of(p.Phone)), record.EmailFact("E-mail", texts.Of(p.Email)),
		{Label: "Conselho", Value: council(p)}, {Label: "Código", Content: ui.Copy{Text: p.Code, What: "o código"}},
		{Label: "Preço da consulta", Value: consultation(p)}, {Label: "Prescreve", Value: yesOrNo(p.IsPrescriber)}, {Label: "Colabora",
			Value: yesOrNo(p.IsCollaborator)},
		{Label: "Dados para pagamento", Value: texts.Of(p.PaymentDetails)}, d.calendar(),
		{Label: "Atualizado", Content: ui.Moment(p.DateUpdated, d.Now)},
	}
}

// calendar names the calendar of the professional, with the reason why it gets no events.
func (d PageData) calendar() record.Fact {
	id := texts.Of(d.Professional.CalendarID)
	fact := record.Fact{Label: "Google Agenda", Value: id}
	if id != "" && d.Events.MakesEvents() && !d.Events.Connected {
		fact.Fix = d.Events.problem()
	}
	if id == "" || len(d.Calendars) == 0 {
		return fact
	}
	fact.Value = unlisted(id)
	if at := slices.IndexFunc(d.Calendars, func(known calendar.Calendar) bool { return known.ID == id }); at >= 0 {
		fact.Value = d.Calendars[at].Name()
	}
	return fact
}

func consultation(p *professional) string {
	if p.ConsultationPrice == nil {
		return "o do tipo"
	}
	return fmtbr.Money(*p.ConsultationPrice)
}

func (d PageData) countOfServices() string { return fmtbr.Integer(int64(d.Latest.Count)) }

// allServices leads to all services of the professional, whatever their date; nil without any.
func (d PageData) allServices() ui.Content {
	if len(d.Latest.Services) == 0 {
		return nil
	}
	return ui.Link{Text: "Ver todos", Href: d.ServicesHref}
}

func (d PageData) serviceLine(service bookings.Service) ui.Line {
	when := "sem data"
	if service.ConsultationDate != nil {
		when = fmtbr.DateTime(*service.ConsultationDate, d.Now.Location())
	}
	status := ui.Badge{Tone: ui.Warn, Text: "A pagar"}
	if service.Status == bookings.Paid {
		status = ui.Badge{Tone: ui.Good, Text: "Pago"}
	}
	return ui.Line{Initials: fmtbr.Initials(service.AssociateName), Title: service.AssociateName, Href: d.ServiceHref(service.ID),
		Note: fmtbr.Join(" · ", when, texts.Of(service.PatientName)), Status: status}
}

// contests returns the contests of the professional, the latest first.
func (d PageData) contests() (contests []professionals.MonthContest) {
	for i, contest := range d.Professional.Contests() {
		contests = append(contests, professionals.MonthContest{Professional: d.Professional, Index: i, Contest: contest})
	}
	slices.Reverse(contests)
	return contests
}

func (d PageData) contestLine(contest professionals.MonthContest) ui.Line {
	return ui.Line{Title: "Mês " + monthName(contest.Month),
		Note:    fmtbr.Join(" · ", contest.Text, fmtbr.DateTime(contest.Date, d.Now.Location())),
		Actions: []ui.Content{RemoveContest(contest)}}
}

// monthName returns a month, YYYY-MM, as people write it.
func monthName(month string) string {
	year, number, _ := strings.Cut(month, "-")
	return number + "/" + year
}

func (d PageData) balance() string { return "saldo de " + fmtbr.Money(d.Professional.DonationBalance) }

func (d PageData) moveLink() ui.Content {
	return ui.Button{Label: "Movimentar", Icon: "plus", Variant: ui.Outline, Small: true, Href: MoveHref(d.Professional.ID),
		Attrs: dialog.AskAttrs()}
}

func (d PageData) movementLine(movement professionals.Movement) ui.Line {
	figure := fmtbr.Money(movement.Amount)
	if movement.Amount.Cmp(money.Zero) > 0 {
		figure = "+" + figure
	}
	return ui.Line{Title: movement.Reason, Figure: figure,
		Note: fmtbr.Join(" · ", fmtbr.DateTime(movement.DateCreated, d.Now.Location()), texts.Of(movement.ActorName),
			"saldo "+fmtbr.Money(movement.BalanceAfter))}
}

// canInvite reports whether the person may send the first or a further invite.
func (d PageData) canInvite() bool {
	hasPassword := d.Portal != nil && d.Portal.HasPassword
	return !hasPassword && d.Professional.Active && d.Professional.Email != nil
}

func (d PageData) inviteLabel() string {
	if d.Portal == nil {
		return "Convidar para o portal"
	}
	return "Reenviar convite"
}

func (d PageData) portalText() string {
	switch {
	case d.Portal == nil && d.Professional.Email == nil:
		return "Sem acesso. Informe um e-mail para convidar."
	case d.Portal == nil:
		return "Sem acesso ao portal."
	case d.Portal.Status == operators.Active:
		return "Acesso ativo: " + d.Portal.Email + "."
	case d.Portal.Status == operators.Inactive:
		return "Acesso desativado."
	case d.Portal.InviteExpires == nil || d.Portal.InviteExpires.Before(d.Now):
		return "O convite venceu. Reenvie para " + d.Portal.Email + "."
	}
	return "Convite: " + accounts.InviteState(d.Portal.Email, d.Invite) + ". O link vale até " + fmtbr.DateTime(*d.Portal.InviteExpires,
		d.Now.Location()) + "."
}

// MoveHref returns the address of the form of a movement.
func MoveHref(id int64) string { return Href(id) + "/doacoes" }

// Directions of a movement.
const (
	Enters = "entra"
	Leaves = "sai"
)

// MoveData is the form of a movement of the donation balance.
type MoveData struct {
	Professional professionals.Professional
	// Typed is the form as it was sent, Refused the reason why nothing was stored.
	Typed   web.FormData
	Refused error
	// Key identifies the movement, so that a form sent twice moves once.
	Key string
}

func (d MoveData) ask() dialog.Ask {
	return dialog.Ask{Title: "Movimentar doações", Text: d.Professional.Name + ", saldo de " + fmtbr.Money(d.Professional.DonationBalance),
		Verb:   "Registrar",
		Action: MoveHref(d.Professional.ID), Back: Href(d.Professional.ID), Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused),
			d.label), Refusal: d.refusal()}
}

func (d MoveData) label(path string) string {
	return map[string]string{"amount": "Valor", "reason": "Motivo"}[path]
}

// refusal returns the reason why nothing was stored, if it belongs to no field.
func (d MoveData) refusal() string {
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func (d MoveData) direction() control.Radio {
	return control.Radio{Name: "direction", Label: "Movimento", Value: d.Typed.Or("direction", Enters),
		Options: []control.Option{{Value: Enters, Label: "Entra no saldo"}, {Value: Leaves, Label: "Sai do saldo"}}}
}

func (d MoveData) input(name, label string, kind control.Kind) control.Input {
	return control.Input{Name: name, Label: label, Kind: kind, Value: d.Typed.Or(name, ""), Error: errs.For(errs.FieldsOf(d.Refused), name),
		Attrs: templ.Attributes{"required": true}}
}
