package home

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/reminders"
	"acolhe/models/types/fmtbr"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
)

// peopleCard is a card of associates: its title, the line below a name, and the text of a reminder.
type peopleCard struct {
	title, href, empty string
	people             *People
	about              reminders.About
	note, text         func(person associates.Listed) string
}

func (t Today) remind(person associates.Listed, of peopleCard) ui.Content {
	return ui.Reminder{Name: person.FullName(), Phone: person.ChatPhone(), Email: person.ContactEmail(),
		Subject: "Seu cadastro na " + t.Association,
		Text:    hello(person.FullName()) + of.text(person), Records: associatesview.ReminderHref(person.ID, of.about, 0)}
}

// hello greets by the first name, if it is known.
func hello(whole string) string {
	name := fmtbr.FirstName(whole)
	if strings.Contains(name, "@") || name == "" {
		return "Olá! "
	}
	return "Olá, " + name + "! "
}

func (t Today) signNote(person associates.Listed) string {
	return "Cadastro " + fmtbr.Since(person.DateCreated, t.Now)
}

func (t Today) signText(associates.Listed) string {
	return "Falta só a sua assinatura no termo de adesão da " + t.Association + ". Podemos ajudar?"
}

func invalidNote(person associates.Listed) string { return "Conferir: " + invalidFields(person) }

func (t Today) invalidText(person associates.Listed) string {
	return "Precisamos conferir estes dados do seu cadastro na " + t.Association + ": " + invalidFields(person) + ". Pode nos ajudar?"
}

func invalidFields(person associates.Listed) string {
	return strings.Join(associatesview.WrongFields(person.Associate), ", ")
}

func (t Today) stalledNote(person associates.Listed) string {
	return fmtbr.Join(" · ", phase(person), fmtbr.Since(person.DateUpdated, t.Now))
}

func (t Today) stalledText(associates.Listed) string {
	return "Seu cadastro na " + t.Association + " ainda não terminou. Podemos ajudar a continuar?"
}

func phase(person associates.Listed) string {
	if person.AssociateStatus == nil {
		return ""
	}
	return "Fase: " + associatesview.PhaseName(*person.AssociateStatus)
}
