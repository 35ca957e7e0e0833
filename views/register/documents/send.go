package documents

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/register/steps"
	"acolhe/views/ui"
)

// Addresses of the pages on which an associate sends a document again.
const (
	SendPath     = register.DocumentsPath + "/enviar"
	SendFilePath = SendPath + "/arquivo"
	ReceivedPath = register.DocumentsPath + "/recebido"
)

// ForOneself is the person of an address that names the associate; others are rows of patients.
const ForOneself = "eu"

// Sending is a kind of document that an associate sends again, for whom.
type Sending struct {
	Frame    layouts.Frame
	Progress registration.Progress
	// Kind is the name of the kind in the address, Whom that of the person; empty while it is not chosen.
	Kind, Whom string
	// Problem is the reason why the last file was refused, or why it cannot go on.
	Problem  string
	Location *time.Location
}

// RepresentationKind is the paper with which somebody acts for another person.
const RepresentationKind = "representation"

// sendable is a kind of document that can be sent again; its name is a slug of addresses.
type sendable struct {
	name, docKind, title, again, received, icon string
}

func sendables() []sendable {
	return []sendable{
		{"receita", "prescription", "Receita", "Enviar receita nova", "Recebemos a receita", "file-text"},
		{"laudo", "report", "Laudo médico", "Enviar laudo", "Recebemos o laudo", "stethoscope"},
		{"representacao", RepresentationKind, "Guarda, curatela ou procuração", "Enviar guarda, curatela ou procuração", "Recebemos o papel",
			"file-text"},
		{"exame", "exam", "Exame", "Enviar exame", "Recebemos o exame", "image"},
	}
}

func (s sendable) href() string { return SendPath + "?" + url.Values{"tipo": {s.name}}.Encode() }

// ValidKind returns the kind of an address, that of prescriptions for an unknown one.
func ValidKind(name string) string {
	if slices.ContainsFunc(sendables(), func(kind sendable) bool { return kind.name == name }) {
		return name
	}
	return sendables()[0].name
}

func (s Sending) kind() sendable {
	all := sendables()
	return all[slices.IndexFunc(all, func(kind sendable) bool { return kind.name == s.Kind })]
}

// Title returns the heading of the page.
func (s Sending) Title() string { return s.kind().again }

// MustChoose reports whether the associate has to say for whom the document is.
func (s Sending) MustChoose() bool {
	return !s.isOneself() && (s.Whom == "" || s.person().PatientID == 0)
}

func (s Sending) isOneself() bool { return s.Whom == ForOneself || len(s.Progress.Patients) == 0 }

// person is whose document it is.
func (s Sending) person() registration.Person {
	if s.isOneself() {
		return registration.Person{Subject: registration.Responsible}
	}
	return steps.Step{Kind: steps.Prescription, Patient: s.Whom}.Person(s.Progress)
}

// row is the row of the patient to which the file is attached; empty for the associate.
func (s Sending) row() string {
	if id := s.person().PatientID; id != 0 {
		return strconv.FormatInt(id, 10)
	}
	return ""
}

// at returns an address of this kind and person.
func (s Sending) at(path string) string {
	return path + "?" + url.Values{"tipo": {s.Kind}, "para": {s.Whom}}.Encode()
}

// Href returns the page on which the document is sent.
func (s Sending) Href() string { return s.at(SendPath) }

// ReceivedHref returns the page after it was sent.
func (s Sending) ReceivedHref() string { return s.at(ReceivedPath) }

// forWhom names the person after a verb.
func (s Sending) forWhom() string {
	if s.isOneself() {
		return "Para você."
	}
	return "Para " + steps.NameOf(s.person(), s.Progress) + "."
}

func (s Sending) received() string {
	if s.isOneself() {
		return s.kind().received
	}
	return s.kind().received + " de " + steps.NameOf(s.person(), s.Progress)
}

// Today returns the documents of the kind and person that were sent today, the latest first.
func (s Sending) Today() []registration.Document {
	sent := slices.DeleteFunc(s.Progress.SentOf(s.person(), s.kind().docKind), func(one registration.Document) bool {
		return civil.Of(one.DateCreated.In(s.Location)) != s.Progress.Today
	})
	slices.Reverse(sent)
	return sent
}

// receivedAt says when the last one was sent and how many there are.
func (s Sending) receivedAt() string {
	sent := s.Today()
	return "Hoje, às " + fmtbr.Clock(sent[0].DateCreated, s.Location) + ". " + fmtbr.Plural(len(sent), "arquivo", "arquivos") + "."
}

func (s Sending) problems() ui.Problems {
	if s.Problem == "" {
		return nil
	}
	return ui.Problems{{Field: s.kind().docKind, Message: s.Problem}}
}

// recipient is somebody for whom a document can be sent.
type recipient struct{ whom, name, relation, icon string }

func (s Sending) recipients() []recipient {
	all := []recipient{{ForOneself, register.FirstName(s.Progress.Row), "Você", "user-round"}}
	for _, patient := range s.Progress.Patients {
		icon := "user-round"
		if registration.IsAnimal(s.Progress.Row, patient) {
			icon = "paw-print"
		}
		name := fmtbr.Join(" ", texts.Of(patient.Name), texts.Of(patient.LastName))
		all = append(all, recipient{strconv.FormatInt(patient.ID, 10), name, steps.Relation(patient), icon})
	}
	return all
}

func (s Sending) of(whom string) Sending {
	s.Whom = whom
	return s
}
