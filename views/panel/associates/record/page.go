package record

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"acolhe/models/adverseevents"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/cep"
	"acolhe/models/consents"
	"acolhe/models/files"
	"acolhe/models/followups"
	"acolhe/models/history"
	"acolhe/models/lifeevents"
	"acolhe/models/orders"
	"acolhe/models/platform/mail"
	"acolhe/models/prescriptions"
	"acolhe/models/reads"
	"acolhe/models/reception"
	"acolhe/models/reception/contacts"
	"acolhe/models/reminders"
	"acolhe/models/signing"
	"acolhe/models/stock"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/panel/associates/timeline"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// drawerID is the id of the drawer that shows an associate over the list.
const drawerID = "gaveta-associado"

// shownAnnotations is the number of annotations on the page before all are requested.
const shownAnnotations = 10

// Data is one associate with the related data that the person may see.
type Data struct {
	Associate associates.Associate
	Patients  []associates.Associate
	History   history.History
	// Changes are those of the associate and of the patients, Visits the associate's items in the reception.
	Changes       []history.Change
	Visits        []contacts.Contact
	Next          *bookings.Service // the next with a date; nil for none or without the right to read services
	Files         []files.Listed
	Prescriptions []prescriptions.Prescription // of the associate and of the patients
	Lots          []stock.ReceivedLot
	Events        []adverseevents.Listed
	FollowUps     []followups.FollowUp
	Releases      []prescriptions.Release
	// Mails are the e-mails of the system to the person.
	Mails []mail.Entry
	// Reminders are the messages that the staff prepared for the associate.
	Reminders []reminders.Reminder
	// Totals sums up their orders; Waiting is their open item in the reception, with the id 0 if there is none.
	Totals  orders.PersonTotals
	Waiting reception.Item
	// Reads are who saw the data of the person and of the patients, newest first, for the part Seen; IsProtected marks a name
	// that is widely known.
	Reads       []reads.Entry
	IsProtected bool
	// Death is the recorded death of the associate; the zero value if there is none.
	Death           lifeevents.Death
	SigningIsClosed bool // while signing is switched off
	// Terms are the contracts of the associate, newest first.
	Terms []signing.Contract
	// Mismatch is the part of the address that does not belong to its CEP, if one is known.
	Mismatch cep.Mismatch
	Consents consents.List  // what the person allows
	Part     Part           // the shown part
	Tags     tags.Catalogue // what an associate can get
	Query    timeline.Query
	May      Rights
	// AllAnnotations shows older annotations too.
	AllAnnotations bool
	// Note is the typed annotation after an error.
	Note string
	// NoteKey identifies the next annotation, so that sending it twice stores it once.
	NoteKey string
	// Refused is the reason why an action failed; Links are the records that prevent the removal.
	Refused error
	Links   []associates.Links
	// Linked are the records that prevent the removals that the page offers, by the id of the person.
	Linked map[int64][]associates.Links
	// Now is in the association's time zone.
	Now time.Time
}

// Rights are the permissions of the person for an associate.
type Rights struct{ Change, Remove, PlaceOrder, Book, Receive, Complete, AddFiles, SendTerms, SeeReads, Administer bool }

func (s Data) href() string { return associatesview.Href(s.Associate.ID) }

// headFacts returns the facts of the header, for staff on the phone with the person.
func (s Data) headFacts() []record.Fact {
	return []record.Fact{
		{Label: "CPF", Value: fmtbr.CPF(texts.Of(s.Associate.AssociateCPF))},
		s.editable("phone"),
		record.EmailFact("E-mail", s.Associate.ContactEmail()),
		{Label: "Código", Content: ui.Copy{Text: s.Associate.UserCode.String(), What: "o código"}},
	}
}

// mayBecomeAssociate reports whether the person can become a member outside the funnel.
func (s Data) mayBecomeAssociate() bool {
	return s.May.Change && s.Associate.Status == associates.Active
}

// refusal returns the reason why the form was refused, unless it belongs to a field.
func (s Data) refusal() string {
	if refused := errs.As(s.Refused); refused != nil && len(s.Links) == 0 && s.noteProblem() == "" {
		return refused.Message
	}
	return ""
}

// noteProblem returns the error of an annotation as a sentence.
func (s Data) noteProblem() string {
	first, rest := utf8.DecodeRuneInString(errs.For(errs.FieldsOf(s.Refused), "text"))
	if rest == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + errs.For(errs.FieldsOf(s.Refused), "text")[rest:] + "."
}

// annotations returns the newest annotations first; older ones only when requested.
func (s Data) annotations() []associates.Annotation {
	notes := newestFirst(s.Associate.Annotations)
	if !s.AllAnnotations && len(notes) > shownAnnotations {
		return notes[:shownAnnotations]
	}
	return notes
}

func (s Data) hiddenAnnotations() int {
	return len(s.Associate.Annotations) - len(s.annotations())
}

func (s Data) noteHref(note associates.Annotation) string {
	return s.href() + "/anotacoes/" + note.ID.String() + "/excluir"
}

// removal returns the confirmation, which names the person and the effect.
func (s Data) removal() dialog.Confirm {
	if links := s.Linked[s.Associate.ID]; len(links) > 0 {
		return dialog.Confirm{ID: "excluir", Title: "O cadastro de " + s.Associate.FullName() + " não pode ser excluído",
			Text: "Estes registros dependem dele. Para corrigir os dados, edite o cadastro.", Also: linkedList(s, links)}
	}
	return dialog.Confirm{ID: "excluir", Title: "Excluir o cadastro de " + s.Associate.FullName() + "?",
		Text: "Os dados e as anotações serão apagados. Não dá para desfazer.",
		Verb: "Excluir cadastro", Action: s.href() + "/excluir", Variant: ui.Danger}
}

// admission returns the confirmation before a person becomes a member outside the funnel.
func (s Data) admission() dialog.Confirm {
	text := "As fases que faltam serão dispensadas. O termo de adesão continua pendente de assinatura."
	if s.Associate.AdhesionTerm != nil {
		text = "As fases que faltam serão dispensadas. O termo de adesão já está assinado e continua valendo."
	}
	return dialog.Confirm{ID: "tornar-associado", Title: "Admitir " + s.Associate.FullName() + " como associado(a)?", Text: text,
		Verb: "Admitir", Action: s.href() + "/tornar-associado"}
}

func (s Data) patientRemoval(patient associates.Associate) dialog.Confirm {
	id := "excluir-paciente-" + strconv.FormatInt(patient.ID, 10)
	if links := s.Linked[patient.ID]; len(links) > 0 {
		return dialog.Confirm{ID: id, Title: patient.FullName() + " não pode ser excluído",
			Text: "Estes registros dependem deste cadastro. Para corrigir os dados, edite o paciente.", Also: linkedList(s, links)}
	}
	return dialog.Confirm{ID: id, Title: "Excluir " + patient.FullName() + "?",
		Text: "Os dados deste paciente serão apagados. Dá para desfazer por alguns segundos.",
		Verb: "Excluir paciente", Action: s.patientHref(patient) + "/excluir", Variant: ui.Danger}
}

func (s Data) patientHref(patient associates.Associate) string {
	return ui.RowHref(associatesview.PatientsPath(s.Associate.ID), patient.ID)
}

func newestFirst(notes []associates.Annotation) []associates.Annotation {
	sorted := slices.Clone(notes)
	slices.SortStableFunc(sorted, func(a, b associates.Annotation) int { return b.DateCreated.Compare(a.DateCreated) })
	return sorted
}

// shortened returns the beginning of a text in one line.
func shortened(whole string) string {
	const most = 80
	return texts.Shorten(strings.Join(strings.Fields(whole), " "), most)
}
