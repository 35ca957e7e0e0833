// Package documents shows the documents that an associate sends: the photos of identity documents and the papers of the
// registration, the same papers sent again later, and the list of all.
package documents

import (
	"slices"
	"strconv"
	"strings"
	"time"

	checks "acolhe/models/documents"
	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/registration"
	"acolhe/models/types/fmtbr"
	"acolhe/views/register/status"
	"acolhe/views/register/steps"
)

// Sent is what an associate sent.
type Sent struct {
	Progress registration.Progress
	// Status are the states of the documents.
	Status status.Status
	// Signed describes the signed term; empty without any.
	Signed   string
	Location *time.Location
}

// Refused is a document that the staff asks for again.
type Refused struct{ Name, Reason, Href string }

// Refused returns the photos that the staff asks for again, and the refused papers.
func (s Sent) Refused() (documents []Refused) {
	for _, identity := range s.Progress.Documents.Identities {
		for _, slot := range identity.Slots {
			if slot.Reason == nil {
				continue
			}
			sent := registration.Document{DocType: identity.DocType, Subject: identity.Subject, PatientID: identity.Person().PatientID, Side: slot.Side}
			documents = append(documents, Refused{Name(sent, s.Progress), *slot.Reason, stepOf(identity, s.Progress).WithType(identity.DocType)})
		}
	}
	return append(documents, s.refusedPapers()...)
}

// refusedPapers are the refused prescriptions and other papers of which no newer one was sent.
func (s Sent) refusedPapers() (refused []Refused) {
	for _, sent := range s.Progress.AllDocuments() {
		check, isChecked := s.Status.Checks.Of(sent.ID)
		newest := s.Progress.SentOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, sent.DocKind)
		if isChecked && check.State == checks.NotTaken && sent.DocType == "" && newest[len(newest)-1].ID == sent.ID {
			refused = append(refused, Refused{Name(sent, s.Progress), check.Reason, AgainHref(sent)})
		}
	}
	return refused
}

// AgainHref is the page on which a paper is sent again.
func AgainHref(sent registration.Document) string {
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

// stepOf returns the step with the photos of a person.
func stepOf(identity registration.Identity, progress registration.Progress) steps.Step {
	if identity.Subject == registration.Responsible {
		return steps.Step{Slug: "documentos"}
	}
	step := steps.Step{Slug: "documento-paciente"}
	if person := identity.Person(); person != progress.TreatedPerson() {
		step.Patient = strconv.FormatInt(person.PatientID, 10)
	}
	return step
}

// Name names a document by what it is, else by its file.
func Name(sent registration.Document, progress registration.Progress) string {
	if sent.DocType != "" {
		return files.DocType(sent.DocType).Label() + " de " + steps.NameOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, progress) + ", " + strings.ToLower(sideName(sent.Side))
	}
	for _, kind := range PaperKinds() {
		if kind.DocKind == sent.DocKind && sent.PatientID != 0 {
			return kind.Title + " de " + steps.NameOf(registration.Person{Subject: sent.Subject, PatientID: sent.PatientID}, progress)
		}
		if kind.DocKind == sent.DocKind {
			return kind.Title
		}
	}
	return sent.FileName
}

// newest returns the newest documents, at most some of them.
func (s Sent) newest(most int) []registration.Document {
	all := slices.DeleteFunc(s.Progress.AllDocuments(), func(sent registration.Document) bool {
		check, isChecked := s.Status.Checks.Of(sent.ID)
		return isChecked && check.State == checks.NotTaken
	})
	slices.Reverse(all)
	return all[:min(most, len(all))]
}

func download(file int64) string {
	return "/api/v1/files/" + strconv.FormatInt(file, 10) + "/download"
}

func sideName(side string) string {
	if side == "back" {
		return "Verso"
	}
	return "Frente"
}

// sizeOf describes how much was sent: the pages of a PDF, and the size.
func sizeOf(sent registration.Document) string {
	if media.Kind(sent.ContentType) == media.PDF {
		return fmtbr.PDF(sent.Pages, sent.Size)
	}
	return fmtbr.FileSize(sent.Size)
}

// PaperKind is a kind of paper of the registration.
type PaperKind struct {
	DocKind, Title string
	isOptional     bool
}

// PaperKinds returns the kinds of papers of the last phase.
func PaperKinds() []PaperKind {
	return []PaperKind{{"prescription", "Receita", false}, {"report", "Laudo médico", true}, {"exam", "Exames", true}}
}
