package record

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/cep"
	"acolhe/models/reminders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// problem is a problem of a record with its details and the action that solves it.
type problem struct {
	tone        ui.Tone
	icon        string
	title, fact string
	actions     []ui.Content
}

// problems lists the problems of the record, the worst first.
func (s Data) problems() []problem {
	var found []problem
	for _, name := range s.Associate.InvalidFields {
		fact := "Sem valor no cadastro"
		if stored := s.storedValue(name); stored != "" {
			fact = "No cadastro: " + stored
		}
		found = append(found, problem{ui.Bad, "triangle-alert", "Confira com o associado: " + associatesview.Label(name), fact,
			s.solve("Corrigir", "Corrigir "+associatesview.Label(name), s.editHref(name))})
	}
	if s.Mismatch.Field != "" {
		found = append(found, s.mismatch())
	}
	if s.phone() == "" {
		found = append(found, problem{ui.Warn, "phone", "Sem telefone", "Não há como ligar ou escrever pelo WhatsApp",
			s.solve("Adicionar telefone", "Adicionar telefone", s.editHref("phone"))})
	}
	if s.Associate.MembershipStatus() == associates.AwaitingSignature || s.Associate.Status == associates.Associado &&
		s.Associate.AdhesionTerm == nil {
		found = append(found, problem{ui.Warn, "file-pen-line", "Termo de adesão por assinar", "Falta a assinatura",
			append(s.toTerm(), s.remind(reminders.Signature, "assinar o termo de adesão")...)})
	}
	if phase := s.Associate.AssociateStatus; s.Associate.Status == associates.Active && phase != nil && *phase == "3" && len(s.Files) == 0 {
		found = append(found, problem{ui.Warn, "image", "Documentos por enviar", "Nenhum documento no cadastro",
			s.remind(reminders.Documents, "enviar a foto do documento")})
	}
	return found
}

// mismatch returns the part of the address that does not belong to its CEP. A street can be replaced at once.
func (s Data) mismatch() problem {
	name := map[cep.Field]string{cep.State: "estado", cep.City: "cidade", cep.Street: "rua"}[s.Mismatch.Field]
	fact := "CEP " + fmtbr.CEP(texts.Of(s.Associate.CEP)) + ": " + s.Mismatch.Right + ". No cadastro: " + s.storedValue(string(s.Mismatch.Field))
	found := problem{ui.Bad, "map-pin", "CEP e " + name + " não conferem", fact,
		s.solve("Corrigir", "Corrigir "+name, s.editHref(string(s.Mismatch.Field)))}
	if s.Mismatch.Field == cep.Street && s.May.Change {
		found.actions = append(found.actions, ui.PostButton{Label: "Usar " + s.Mismatch.Right, Name: "no cadastro", Action: s.href() + "/rua"})
	}
	return found
}

// solve returns the link to where a problem is solved, for those who may change the record.
func (s Data) solve(text, whole, href string) []ui.Content {
	if !s.May.Change {
		return nil
	}
	return []ui.Content{ui.Button{Label: text, Small: true, Variant: ui.Outline, Href: href, Attrs: map[string]any{"aria-label": whole}}}
}

// toTerm leads to the card of the term.
func (s Data) toTerm() []ui.Content {
	if !s.May.SendTerms {
		return nil
	}
	return []ui.Content{ui.Button{Label: "Ver termo", Small: true, Variant: ui.Outline, Href: s.href() + "#termo"}}
}

// remind returns the prepared message about what is missing.
func (s Data) remind(about reminders.About, what string) []ui.Content {
	return []ui.Content{ui.Reminder{Name: s.Associate.FullName(), Phone: s.chatPhone(), Email: s.Associate.ContactEmail(), Subject: "Seu cadastro",
		Text: "Olá! Para concluir o seu cadastro falta " + what + ". Podemos ajudar?", Records: associatesview.ReminderHref(s.Associate.ID, about, 0)}}
}

// storedValue returns the stored value of a field, in the format of the form.
func (s Data) storedValue(name string) string {
	form := associatesview.Form()
	if form.Label(name) == "" {
		return ""
	}
	field := form.Field(name)
	if field.Value == nil {
		return ""
	}
	return texts.Shorten(field.Value(&s.Associate), 80)
}

// fixed marks a fact whose fields failed the check.
func (s Data) fixed(fact record.Fact, names ...string) record.Fact {
	if !s.May.Change {
		return fact
	}
	for _, name := range names {
		switch {
		case slices.Contains(s.Associate.InvalidFields, name):
			fact.Fix = ui.Link{Text: "Conferir e corrigir", Href: s.editHref(name)}
		case name == string(s.Mismatch.Field):
			fact.Fix = ui.Link{Text: "Não confere com o CEP: corrigir", Href: s.editHref(name)}
		}
	}
	return fact
}
