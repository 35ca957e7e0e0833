package associates

import (
	"acolhe/models/associates"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
)

// problem is a problem of a record with its details and the action that solves it.
type problem struct {
	tone        ui.Tone
	icon        string
	title, fact string
	action      ui.Content
}

// problems lists the problems of the record, the worst first.
func (s PageData) problems() []problem {
	var found []problem
	for _, name := range s.Associate.InvalidFields {
		fact := "Sem valor no cadastro"
		if stored := s.storedValue(name); stored != "" {
			fact = "No cadastro: " + stored
		}
		found = append(found, problem{ui.Bad, "triangle-alert", "Confira com o associado: " + label(name), fact, s.solve("Corrigir", "Corrigir "+label(name), s.editHref(name))})
	}
	if s.phone() == "" {
		found = append(found, problem{ui.Warn, "phone", "Sem telefone", "Não há como ligar ou escrever pelo WhatsApp", s.solve("Adicionar telefone", "Adicionar telefone", s.editHref("phone"))})
	}
	if s.Associate.MembershipStatus() == associates.AwaitingSignature || s.Associate.Status == associates.Associado && s.Associate.AdhesionTerm == nil {
		found = append(found, problem{ui.Warn, "file-pen-line", "Termo de adesão por assinar", "Falta a assinatura", s.remind("assinar o termo de adesão")})
	}
	if phase := s.Associate.AssociateStatus; s.Associate.Status == associates.Active && phase != nil && *phase == "3" && len(s.Files) == 0 {
		found = append(found, problem{ui.Warn, "image", "Documentos por enviar", "Nenhum documento no cadastro", s.remind("enviar a foto do documento")})
	}
	return found
}

// solve returns the link to the place where a problem is solved, for people who may change it.
func (s PageData) solve(text, whole, href string) ui.Content {
	if !s.May.Change {
		return ui.Literal("")
	}
	return ui.Button{Label: text, Small: true, Variant: ui.Outline, Href: href, Attrs: map[string]any{"aria-label": whole}}
}

// remind returns the link to a message about missing data.
func (s PageData) remind(what string) ui.Content {
	return ui.Reminder{Name: s.Associate.FullName(), Phone: s.phone(), Email: s.Associate.ContactEmail(), Subject: "Seu cadastro",
		Text: "Olá! Para concluir o seu cadastro falta " + what + ". Podemos ajudar?"}
}

// storedValue returns the stored value of a field, in the format of the form.
func (s PageData) storedValue(name string) string {
	form := Form()
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
func (s PageData) fixed(fact ui.Fact, names ...string) ui.Fact {
	for _, name := range s.Associate.InvalidFields {
		for _, own := range names {
			if name == own && s.May.Change {
				fact.Fix = ui.Link{Text: "Conferir e corrigir", Href: s.editHref(name)}
			}
		}
	}
	return fact
}
