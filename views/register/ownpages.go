package register

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/consents"
	checks "acolhe/models/documents"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/registration"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	"acolhe/views/register/status"
)

// Addresses of the own pages of an associate whose registration is complete.
const (
	OrdersPath       = Home + "/pedidos"
	AppointmentsPath = Home + "/consultas"
	DocumentsPath    = Home + "/meus-documentos"
	ProfilePath      = Home + "/perfil"
)

// Own is what belongs to an associate; a page reads the parts that it shows.
type Own struct {
	Frame    layouts.Frame
	Progress registration.Progress
	Orders   []orders.Order
	// Bookings are the next appointments, Past the earlier ones.
	Bookings, Past []bookings.Service
	// Undated are the services whose date the staff arranges.
	Undated []bookings.Service
	// Term is the term that waits for the signature; empty without any.
	Term Term
	// Signed describes the signed term; empty without any.
	Signed string
	// PictureProblem is why a picture was not stored.
	PictureProblem string
	Location       *time.Location
	// TakesPix reports whether orders have a Pix code.
	TakesPix bool
	// Status are the states of the documents that were sent.
	Status status.Status
}

// OwnOrder is one order of an associate.
type OwnOrder struct {
	Frame layouts.Frame
	ownorders.Followed
	Pix      orders.PixPayment
	Location *time.Location
}

// tab is an entry of the navigation of the own pages.
type tab struct{ path, label, icon string }

func tabs() []tab {
	return []tab{
		{Home, "Início", "house"}, {OrdersPath, "Pedidos", "package"}, {AppointmentsPath, "Consultas", "calendar-days"},
		{DocumentsPath, "Documentos", "file-text"}, {ProfilePath, "Perfil", "user"},
	}
}

// current marks the tab of the page.
func (t tab) current(path string) templ.Attributes {
	switch {
	case t.path == path:
		return templ.Attributes{"aria-current": "page"}
	case t.path != Home && strings.HasPrefix(path, t.path+"/"):
		return templ.Attributes{"aria-current": "true"}
	}
	return nil
}

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
		label: "Pagar com Pix", icon: "qr-code", href: orderPath(order), short: "pague o pedido nº " + number}
	if !own.TakesPix {
		step.text = fmtbr.Money(order.Total) + ". Combine o pagamento com a equipe. Depois, separamos seu pedido."
		step.label, step.icon = "Ver o pedido", "package"
	}
	return step
}

func (own Own) confirmation(service bookings.Service) next {
	return next{title: "Confirme sua consulta", text: fmtbr.DateTime(*service.ConsultationDate, own.Location) + ", com " + service.ProfessionalName + ".",
		label: "Ver e confirmar", icon: "calendar-days", href: AppointmentsPath, short: "confirme sua consulta"}
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
	for _, refused := range own.refused() {
		steps = append(steps, next{title: "Envie outra foto do documento", text: refused.name + ": " + refused.reason, label: "Enviar outra foto", icon: "camera",
			href: refused.href, short: "envie outra foto: " + refused.name})
	}
	return steps
}

func (own Own) term() []next {
	row := own.Progress.Row
	if own.Term.Link != "" {
		return []next{{title: "Assine o termo", text: "Leia o termo de associação e assine pelo celular. " + reading(own.Term.Minutes), label: "Ler e assinar", icon: "pen-line",
			href: own.Term.Link, short: "assine o termo"}}
	}
	if !row.AwaitsTerm() {
		return nil
	}
	return []next{{title: "Assine o termo", text: "A equipe envia o termo de associação por e-mail, em " + texts.Of(row.EmailAccount) + ".", short: "assine o termo"}}
}

// refusedDocument is a photo that the staff asks for again.
type refusedDocument struct{ name, reason, href string }

func (own Own) refused() (documents []refusedDocument) {
	for _, identity := range own.Progress.Documents.Identities {
		for _, slot := range identity.Slots {
			if slot.Reason == nil {
				continue
			}
			sent := registration.Document{DocType: identity.DocType, Subject: identity.Subject, PatientID: identity.Person().PatientID, Side: slot.Side}
			documents = append(documents, refusedDocument{documentName(sent, own.Progress), *slot.Reason, documentStep(identity, own.Progress).WithType(identity.DocType)})
		}
	}
	return append(documents, own.refusedPapers()...)
}

// refusedPapers are the refused prescriptions and other papers of which no newer one was sent.
func (own Own) refusedPapers() (refused []refusedDocument) {
	for _, sent := range own.Progress.AllDocuments() {
		check, isChecked := own.Status.Checks.Of(sent.ID)
		newest := own.Progress.SentOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, sent.DocKind)
		if isChecked && check.State == checks.NotTaken && sent.DocType == "" && newest[len(newest)-1].ID == sent.ID {
			refused = append(refused, refusedDocument{documentName(sent, own.Progress), check.Reason, sendAgainHref(sent)})
		}
	}
	return refused
}

// sendAgainHref is the page on which a paper is sent again.
func sendAgainHref(sent registration.Document) string {
	again := Sending{Whom: ForOneself}
	if sent.PatientID != 0 {
		again.Whom = strconv.FormatInt(sent.PatientID, 10)
	}
	for _, kind := range sendables() {
		if kind.docKind == sent.DocKind {
			again.Kind = kind.name
		}
	}
	return again.Href()
}

// documentStep returns the step with the photos of a person.
func documentStep(identity registration.Identity, progress registration.Progress) Step {
	if identity.Subject == registration.Responsible {
		return Step{Slug: "documentos"}
	}
	step := Step{Slug: "documento-paciente"}
	if person := identity.Person(); person != progress.TreatedPerson() {
		step.Patient = strconv.FormatInt(person.PatientID, 10)
	}
	return step
}

// profile returns the answers shown in the profile.
func profile(progress registration.Progress) []section {
	row := progress.Row
	return []section{
		{title: "Contato e endereço", answers: []answer{
			{label: "Celular", lines: []string{shown(row, "phone")}, edit: Home + "/celular"},
			{label: "E-mail", lines: emailLines(row), edit: Home + "/email"},
			{label: "Endereço", lines: addressLines(row), edit: Home + "/endereco"},
		}},
		{title: "Cadastro", phase: registration.OwnData, answers: []answer{
			{label: "Nome completo", lines: []string{texts.Of(row.AssociateName)}}, {label: "CPF", lines: []string{shown(row, "associate_cpf")}},
			{label: "Nascimento", lines: []string{shown(row, "birth_date")}},
		}},
		{title: "Pacientes", phase: registration.Treatment, answers: patientAnswers(progress)},
	}
}

// emailLines returns the e-mail, and the one that waits for confirmation.
func emailLines(row associates.Associate) []string {
	lines := []string{texts.Of(row.EmailAccount)}
	if row.PendingEmail != nil {
		lines = append(lines, "Aguarda confirmação: "+*row.PendingEmail)
	}
	return lines
}

func patientAnswers(progress registration.Progress) []answer {
	if len(progress.Patients) == 0 {
		return []answer{{label: "Tratamento", lines: []string{"Para mim"}}}
	}
	var answers []answer
	for _, patient := range progress.Patients {
		answers = append(answers, answer{label: relation(patient),
			lines: []string{fmtbr.Join(" ", texts.Of(patient.Name), texts.Of(patient.LastName))}})
	}
	return answers
}

// relation returns the species of an animal, else what a patient is to the associate.
func relation(patient associates.Associate) string {
	if patient.Species != nil {
		return *patient.Species
	}
	return texts.Of(patient.Relationship)
}

// documentName names a document by what it is, else by its file.
func documentName(sent registration.Document, progress registration.Progress) string {
	if sent.DocType != "" {
		return files.DocType(sent.DocType).Label() + " de " + nameOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, progress) + ", " + strings.ToLower(sideName(sent.Side))
	}
	for _, kind := range sentKinds() {
		if kind.docKind == sent.DocKind && sent.PatientID != 0 {
			return kind.title + " de " + nameOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, progress)
		}
		if kind.docKind == sent.DocKind {
			return kind.title
		}
	}
	return sent.FileName
}

// newest returns the newest documents, at most some of them.
func (own Own) newest(most int) []registration.Document {
	all := slices.DeleteFunc(own.Progress.AllDocuments(), func(sent registration.Document) bool {
		check, isChecked := own.Status.Checks.Of(sent.ID)
		return isChecked && check.State == checks.NotTaken
	})
	slices.Reverse(all)
	return all[:min(most, len(all))]
}

// ZoneNote names the time zone of the appointments.
func ZoneNote(zone *time.Location) string { return fmtbr.Capitalized(fmtbr.ZoneName(zone)) + "." }
