package signatures

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/signing"
	"acolhe/models/templates/paper"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// PageData is one contract with its record. Verification is nil for a contract that is not completed.
type PageData struct {
	Audit        signing.Audit
	Verification *signing.Verification
	// IsClosed is set while signing is switched off.
	IsClosed bool
	// Signed and Record are the documents of a completed contract: the signed term and the record of its signature.
	Signed, Record files.File
	// AssociateHref is the page of the associate.
	AssociateHref string
	// Now is in the association's time zone.
	Now time.Time
}

func (d PageData) contract() signing.Contract { return d.Audit.Contract }

// menu lists the actions on the contract, and leads to the associate.
func (d PageData) menu() []ui.MenuItem {
	items := menu(d.contract(), d.Now)
	if d.AssociateHref == "" {
		return items
	}
	return slices.Insert(items, 1, ui.MenuItem{Label: "Ver associado", Icon: "user", Href: d.AssociateHref})
}

// verdict is the result of the comparison with what was signed.
func (d PageData) verdict() feedback.Alert {
	if d.Verification.Valid {
		return feedback.Alert{Tone: ui.Good, Title: "Confere com o que foi assinado",
			Text: "Termo, comprovante e histórico não mudaram. Conferido agora."}
	}
	var failed []string
	for _, check := range d.Verification.Checks {
		if !check.OK {
			failed = append(failed, failure(check))
		}
	}
	return feedback.Alert{Tone: ui.Bad, Title: strings.Join(failed, "; "),
		Text: "O que está guardado não é o que foi assinado. Avise a administração."}
}

func failure(check signing.Check) string {
	switch {
	case check.Name == signing.CheckSignedSeal || check.Name == signing.CheckAuditSeal:
		return check.Name.Label() + ": não confere"
	case check.Name == signing.CheckEvents || check.Name == signing.CheckSignature || check.Name == signing.CheckContent:
		return check.Name.Label() + ": registro alterado"
	case check.Actual == "":
		return check.Name.Label() + ": arquivo não encontrado"
	}
	return check.Name.Label() + ": arquivo alterado"
}

func (d PageData) facts() []record.Fact {
	c := d.contract()
	var facts []record.Fact
	if signature := d.Audit.Signature; signature != nil {
		facts = append(facts, record.Fact{Label: "Assinado em", Content: ui.Moment(signature.OccurredAt, d.Now)},
			record.Fact{Label: "Forma", Value: map[paper.Method]string{paper.Draw: "Desenhada", paper.Type: "Digitada"}[signature.Method]})
	} else {
		facts = append(facts, record.Fact{Label: "Criado em", Content: ui.Moment(c.DateCreated, d.Now)},
			record.Fact{Label: "Prazo", Content: due(c, d.Now)})
	}
	facts = append(facts, record.Fact{Label: "Código", Value: c.Code()}, record.EmailFact("E-mail", texts.Of(c.EmailAccount)))
	if reason := texts.Of(c.VoidReason); reason != "" {
		facts = append(facts, record.Fact{Label: "Motivo da anulação", Value: reason})
	}
	return facts
}

// documents are the files of the contract.
func (d PageData) documents() []ui.Line {
	c := d.contract()
	if c.SignedPDFFileID == nil {
		return []ui.Line{{Title: "Termo a assinar", Href: Href(c, "termo.pdf"), Note: "PDF"}}
	}
	return []ui.Line{
		{Title: "Termo assinado", Href: Href(c, "assinado.pdf"), Note: fmtbr.PDF(d.Signed.Pages, d.Signed.Size)},
		{Title: "Comprovante da assinatura", Href: Href(c, "comprovante.pdf"), Note: fmtbr.PDF(d.Record.Pages, d.Record.Size)},
	}
}

// Step is an act on a contract that asks first. Its value ends the address of its page.
type Step string

// The steps.
const (
	Void    Step = "anular"
	Replace Step = "trocar"
)

// StepData is the form of a step.
type StepData struct {
	Step     Step
	Contract signing.Contract
	Typed    web.FormData
	Refused  error
}

// Title returns the title of the form.
func (d StepData) Title() string {
	if d.Step == Void {
		return "Anular o termo"
	}
	if d.Contract.Status == signing.Completed {
		return "Pedir nova assinatura"
	}
	return "Enviar outro termo"
}

func (d StepData) text() string {
	name := d.Contract.SignerName
	switch {
	case d.Step == Void:
		return "Anular o termo de " + name + "? O link deixa de funcionar."
	case d.Contract.Status == signing.Completed:
		return name + " recebe um link novo. O termo assinado continua guardado e vale até a nova assinatura."
	case d.Contract.Status == signing.Pending:
		return name + " recebe um link novo, com os dados de agora. O link anterior deixa de funcionar."
	}
	return name + " recebe um link novo, com os dados de agora."
}

func (d StepData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: d.text(), Action: Href(d.Contract, string(d.Step)), Back: Href(d.Contract), Verb: "Enviar",
		Refusal:  message(d.Refused),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), label)}
	if d.Step == Void {
		ask.Verb, ask.Variant = "Anular", ui.Danger
	}
	return ask
}

func label(path string) string {
	return map[string]string{"reason": "Motivo", "user_code": "Associado"}[path]
}

func problem(refused error, name string) string { return errs.For(errs.FieldsOf(refused), name) }

// message returns the reason of a refusal that belongs to no field.
func message(refused error) string {
	if found := errs.As(refused); found != nil && len(found.Fields) == 0 {
		return found.Message
	}
	return ""
}

// associatesPath is the address of the associates, whose package imports this one.
const associatesPath = "/painel/associados"

// NewData is the form that sends a term.
type NewData struct {
	Typed   web.FormData
	Chosen  associates.Associate
	Refused error
}

func (d NewData) ask() dialog.Ask {
	title, back := "Enviar termo", Path
	if d.Chosen.ID != 0 {
		title, back = "Enviar o termo a "+d.Chosen.FullName()+"?", ui.RowHref(associatesPath, d.Chosen.ID)
	}
	return dialog.Ask{Title: title, Text: "O associado lê e assina pelo link, no celular ou no computador.", Action: NewPath, Back: back,
		Verb:     "Enviar termo",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), label), Refusal: message(d.Refused)}
}

// emailHint names the address to which the link goes.
func (d NewData) emailHint() string {
	if email := d.Chosen.ContactEmail(); email != "" {
		return "Para " + email
	}
	return ""
}

func (d NewData) search() control.Search {
	search := control.Search{Name: "user_code", Label: "Associado", URL: AssociatesPath, Placeholder: "Nome, e-mail ou CPF", Focus: true,
		Error: problem(d.Refused, "user_code")}
	if d.Chosen.ID != 0 {
		search.Value, search.Text = d.Chosen.UserCode.String(), d.Chosen.FullName()
	}
	return search
}

func associateOptions(found []associates.Associate) []control.Option {
	options := make([]control.Option, len(found))
	for i, one := range found {
		options[i] = control.Option{Value: one.UserCode.String(), Label: one.FullName(),
			Detail: fmtbr.Join(" · ", fmtbr.CPF(texts.Of(one.AssociateCPF)), one.ContactEmail())}
	}
	return options
}
