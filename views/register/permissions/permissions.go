// Package permissions shows what associates allow the association to do with their data: the boxes of the registration,
// the own page with its withdrawal, and the page about privacy.
package permissions

import (
	"fmt"
	"strconv"
	"time"

	"acolhe/models/consents"
	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/register/steps"
	"acolhe/views/ui"
)

// Path is the page of what an associate allows.
const Path = consents.OwnPath

// HistoryPath lists what was allowed and withdrawn.
const HistoryPath = Path + "/historico"

// Href returns the page on which a purpose is read and allowed.
func Href(purpose consents.Purpose) string { return Path + "/" + string(purpose) }

// WithdrawHref returns the page on which a purpose is withdrawn.
func WithdrawHref(purpose consents.Purpose) string { return Href(purpose) + "/retirar" }

// Own is what an associate allows.
type Own struct {
	Frame    layouts.Frame
	Progress registration.Progress
	Location *time.Location
	// WhatsApp is the number of the association; empty without any.
	WhatsApp string
}

// Label names a purpose, that of health data with the people whose data they are.
func Label(purpose consents.Purpose, progress registration.Progress) string {
	if purpose != consents.Treatment {
		return purpose.Label()
	}
	name := steps.Named("{paciente}", progress)
	if progress.TreatedPerson().PatientID == 0 || name == "" {
		return "Meus dados de saúde"
	}
	return "Dados de saúde de " + name
}

// HashName is the field with the hash of the text that a page shows.
func HashName(purpose consents.Purpose) string { return "texto_" + string(purpose) }

// since says when the associate allowed or withdrew a purpose.
func (own Own) since(c consents.Consent) string {
	switch {
	case c.Last == nil:
		return "Você não marcou."
	case c.Last.Given:
		return "Desde " + own.when(c.Last.DateCreated) + ". Texto " + strconv.Itoa(c.Last.Version) + "."
	}
	return "Não permitido desde " + own.when(c.Last.DateCreated) + "."
}

func (own Own) when(at time.Time) string {
	return fmtbr.Date(at, own.Location) + ", " + fmtbr.Clock(at, own.Location)
}

// moment says when an entry was written, and about which version of the text.
func (own Own) moment(entry consents.Entry) string {
	return own.when(entry.DateCreated) + ". Texto " + strconv.Itoa(entry.Version) + "."
}

// badge shows whether a purpose is allowed.
func badge(c consents.Consent) ui.Badge {
	switch {
	case c.IsStale():
		return ui.Badge{Tone: ui.Warn, Text: "Texto novo"}
	case c.IsGiven():
		return ui.Badge{Tone: ui.Good, Text: "Permitido"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Não permitido"}
}

// effect is a consequence of withdrawing a purpose: what, and a sentence about it.
type effect struct{ what, detail string }

// changing returns what withdrawing a purpose changes.
func changing(purpose consents.Purpose) []effect {
	return map[consents.Purpose][]effect{
		consents.Treatment: {
			{"A equipe deixa de usar a receita e os dados de saúde", "O cadastro mostra a todos que a permissão foi retirada."},
			{"A equipe é avisada para não abrir novos pedidos e consultas", "Sem a receita não podemos entregar. Você pode permitir de novo."},
		},
		consents.WhatsApp: {{"A equipe para de escrever pelo WhatsApp", "Os recados vêm por e-mail ou telefone."}},
		consents.Image: {{"Sua foto e seu depoimento saem dos materiais novos", "O que já foi impresso não volta."},
			{"A foto do seu cadastro some para a equipe", "Só você continua a ver. Na carteirinha ficam as suas iniciais."}},
		consents.Statistics: {{"Idade, gênero e estado saem das contas", "Você entra só no total de associados."}},
	}[purpose]
}

// staying returns what withdrawing a purpose leaves as it is.
func staying(purpose consents.Purpose) []effect {
	stays := []effect{{"Você continua associado", ""}}
	if purpose == consents.Treatment {
		stays = append(stays, effect{"Um pedido já enviado chega normalmente", ""},
			effect{"A lei nos obriga a guardar alguns papéis", "Ninguém os usa para outra coisa."})
	}
	return stays
}

// logLine says what was allowed or withdrawn.
func logLine(entry consents.Entry, progress registration.Progress) string {
	did := "Você não permitiu: "
	if entry.Given {
		did = "Você permitiu: "
	}
	return did + Label(entry.Purpose, progress)
}

// Privacy is the page about privacy.
type Privacy struct {
	Frame  layouts.Frame
	Policy consents.Policy
	// IsAssociate reports whether an associate reads it.
	IsAssociate bool
}

// version says which version of the page this is.
func (p Privacy) version() string {
	day, err := civil.Parse(p.Policy.Date)
	if err != nil {
		return fmt.Sprintf("Versão %d.", p.Policy.Version)
	}
	return fmt.Sprintf("Versão %d, de %s.", p.Policy.Version, day.Shown())
}

// contact is the address to ask at.
func (p Privacy) contact() string {
	if p.Policy.OfficerEmail != "" {
		return p.Policy.OfficerEmail
	}
	return p.Policy.Contacts.Email
}
