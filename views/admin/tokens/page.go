package tokens

import (
	"net/url"
	"time"

	"acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// PageData is the page of one token. Partner is the professional of the token, if any.
type PageData struct {
	Token      tokens.Token
	Partner    professionals.Professional
	HasPartner bool
	// Now is in the association's time zone.
	Now time.Time
}

func (s PageData) status() tokens.Status { return s.Token.StatusAt(s.Now) }

func (s PageData) facts() record.Facts {
	facts := []record.Fact{
		{Label: "Situação", Content: badge(s.status())},
		{Label: "Começa com", Content: ui.Copy{Text: "ac_" + s.Token.TokenPrefix, What: "o começo do token"}},
		{Label: "Criado em", Value: fmtbr.DateTime(s.Token.DateCreated, s.Now.Location())},
		{Label: "Vence em", Value: "nunca vence", Content: expiry(&s.Token, s.Now)},
		{Label: "Último uso", Value: "nunca foi usado", Content: lastUse(&s.Token, s.Now)},
	}
	if s.Token.RevokedAt != nil {
		facts = append(facts, record.Fact{Label: "Revogado em", Value: fmtbr.DateTime(*s.Token.RevokedAt, s.Now.Location())})
	}
	return record.Facts{Facts: append(facts, record.Fact{Label: "Alcance", Value: s.reach()}, record.Fact{Label: "Colunas", Value: s.columns()})}
}

// columns describes the columns that the token gets.
func (s PageData) columns() string {
	if s.Token.WithoutHealth {
		return "Sem dados de saúde, só em /api/v1/items"
	}
	return "Todas, conforme as permissões"
}

// reach describes the data that the token can read.
func (s PageData) reach() string {
	switch {
	case s.Token.InternalCode == nil:
		return "Dados de toda a associação, conforme as permissões"
	case !s.HasPartner:
		return "Nenhum: o profissional " + *s.Token.InternalCode + " foi excluído"
	}
	return "Serviços pagos e cadastro de " + s.Partner.Name + " (" + s.Partner.Code + ")"
}

// events returns the address of the token's security events.
func (s PageData) events() string {
	return "/admin/seguranca?q=" + url.QueryEscape(s.Token.TokenPrefix)
}
