package home

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/consents"
	"acolhe/models/orders"
	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/register"
	"acolhe/views/register/documents"
	"acolhe/views/register/ownorders"
	"acolhe/views/register/status"
	"acolhe/views/register/steps"
)

// next is something that the associate should do; short names it within a sentence.
type next struct{ title, text, label, icon, href, short string }

// steps returns what the associate should do, the most urgent first (ui-pages.md, "Associate's home"): a refused document,
// the term, orders to pay, appointments to confirm.
func (own Own) steps() []next {
	steps := slices.Concat(own.refusedDocuments(), own.term(), own.consents())
	for _, order := range own.Orders {
		if order.Status == orders.AwaitingPayment {
			steps = append(steps, own.payment(order))
		}
	}
	for _, service := range own.Bookings {
		if service.Confirmation == nil {
			steps = append(steps, own.confirmation(service))
		}
	}
	return append(append(steps, own.representation()...), own.prescriptions()...)
}

// consents asks for what was never asked, and again for a text that has changed.
func (own Own) consents() []next {
	stale := own.Progress.Consents.Stale()
	switch {
	case len(stale) > 0:
		return []next{{title: "Mudamos um texto", text: "Leia e diga se aceita: " + stale[0].Text.Purpose.Label() + ".", label: "Ler o texto novo", icon: "shield-check",
			href: consents.OwnPath + "/" + string(stale[0].Text.Purpose), short: "leia o texto que mudou"}}
	case !own.Progress.Consents.IsAnswered():
		return []next{{title: "Diga o que você permite", text: "A associação precisa da sua permissão para usar a receita e os dados de saúde.", label: "Ver as permissões", icon: "shield-check",
			href: consents.OwnPath, short: "diga o que você permite"}}
	}
	return nil
}

func (own Own) payment(order orders.Order) next {
	number := strconv.FormatInt(order.ID, 10)
	step := next{title: "Pague o pedido nº " + number, text: fmtbr.Money(order.Total) + " no Pix. Depois do pagamento, separamos seu pedido.",
		label: "Pagar com Pix", icon: "qr-code", href: ownorders.Path(order), short: "pague o pedido nº " + number}
	if !own.TakesPix {
		step.text = fmtbr.Money(order.Total) + ". Combine o pagamento com a equipe. Depois, separamos seu pedido."
		step.label, step.icon = "Ver o pedido", "package"
	}
	return step
}

func (own Own) confirmation(service bookings.Service) next {
	return next{title: "Confirme sua consulta", text: fmtbr.DateTime(*service.ConsultationDate, own.Location) + ", com " + service.ProfessionalName + ".",
		label: "Ver e confirmar", icon: "calendar-days", href: register.AppointmentsPath, short: "confirme sua consulta"}
}

// next returns the most urgent step, or that there is none.
func (own Own) next() next {
	if steps := own.steps(); len(steps) > 0 {
		return steps[0]
	}
	if title, text := own.Status.Waiting(); title != "" {
		return next{title: title, text: text}
	}
	return next{title: "Tudo em dia", text: "Quando houver algo para fazer, avisamos por e-mail."}
}

// then returns the step after the most urgent one.
func (own Own) then() next {
	if steps := own.steps(); len(steps) > 1 {
		return steps[1]
	}
	return next{}
}

func (own Own) refusedDocuments() (steps []next) {
	for _, refused := range own.sent().Refused() {
		steps = append(steps, next{title: "Envie outra foto do documento", text: refused.Name + ": " + refused.Reason, label: "Enviar outra foto", icon: "camera",
			href: refused.Href, short: "envie outra foto: " + refused.Name})
	}
	return steps
}

func (own Own) term() []next {
	row := own.Progress.Row
	if own.Term.Link != "" {
		return []next{{title: "Assine o termo", text: "Leia o termo de associação e assine pelo celular. " + steps.Reading(own.Term.Minutes), label: "Ler e assinar", icon: "pen-line",
			href: own.Term.Link, short: "assine o termo"}}
	}
	if !row.AwaitsTerm() {
		return nil
	}
	return []next{{title: "Assine o termo", text: "A equipe envia o termo de associação por e-mail, em " + texts.Of(row.EmailAccount) + ".", short: "assine o termo"}}
}

// representation asks a person who acts for another one for the paper that allows it; of an own child the document is enough.
func (own Own) representation() []next {
	treated, found := registration.Treated(own.Progress.Row, own.Progress.Patients)
	person := own.Progress.TreatedPerson()
	isChild := strings.HasPrefix(texts.Of(treated.Relationship), "Filh") && treated.BirthDate != nil &&
		treated.BirthDate.YearsUntil(own.Progress.Today) < 18
	if !found || registration.IsAnimal(own.Progress.Row, treated) || isChild || len(own.Progress.SentOf(person, documents.RepresentationKind)) > 0 {
		return nil
	}
	name := steps.NameOf(person, own.Progress)
	return []next{{title: "Mostre que você cuida de " + name, text: "Envie a guarda, a curatela ou a procuração. Não tem? Fale com a equipe.",
		label: "Enviar o papel", icon: "camera",
		href:  documents.AgainHref(registration.Document{DocKind: documents.RepresentationKind, PatientID: person.PatientID}),
		short: "mostre que você cuida de " + name}}
}

// prescription is one whose end is known.
type prescription struct {
	whose, prescriber, sendHref string
	expires                     civil.Date
}

func (own Own) validPrescriptions() (found []prescription) {
	rows := append([]associates.Associate{own.Progress.Row}, own.Progress.Patients...)
	for i, row := range rows {
		expires := row.PrescriptionDay("expires")
		if expires == nil {
			continue
		}
		sent := registration.Document{DocKind: "prescription"}
		if i > 0 {
			sent.PatientID = row.ID
		}
		found = append(found, prescription{register.FirstName(row), texts.Of(row.Prescriber), documents.AgainHref(sent), *expires})
	}
	return found
}

// prescriptions asks for a new one when the end is near.
func (own Own) prescriptions() (steps []next) {
	for _, one := range own.validPrescriptions() {
		badge, isUrgent := status.Validity(one.expires, own.Progress.Today)
		if isUrgent {
			steps = append(steps, next{title: "Envie uma receita nova",
				text: "A receita de " + one.whose + ": " + badge.Text + ". Envie uma nova para pedir de novo.", label: "Enviar receita nova",
				icon: "camera",
				href: one.sendHref, short: "envie uma receita nova"})
		}
	}
	return steps
}
