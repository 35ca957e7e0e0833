package settings

import (
	"context"
	"encoding/json"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// HidingRoles is the value of a key that hides a kind of data in lists: the roles that do not need it.
type HidingRoles struct {
	Reception  bool `json:"acolhimento"`
	Production bool `json:"producao"`
	Finance    bool `json:"financeiro"`
}

// HideFrom reports whether an operator with these roles needs the data in none of them.
func (h HidingRoles) HideFrom(roles []auth.Role) bool {
	hides := map[auth.Role]bool{auth.Acolhimento: h.Reception, auth.Producao: h.Production, auth.Financeiro: h.Finance, auth.ManageTerms: true}
	isHidden := false
	for _, role := range roles {
		isHidden = isHidden || hides[role] && role != auth.ManageTerms
	}
	return isHidden && !slices.ContainsFunc(roles, func(role auth.Role) bool { return !hides[role] })
}

// hiding returns a key that hides a kind of data.
func hiding(kind auth.Private, description string) Key[HidingRoles] {
	return Key[HidingRoles]{System: "access", Name: "hide_" + string(kind), Type: Object, Required: true, Description: description}
}

// The keys that hide data in lists, searches and files of lists.
var (
	HideCPF     = hiding(auth.CPF, "Papéis que veem CPF e RG um de cada vez nas listas e buscas.")
	HideAddress = hiding(auth.Address, "Papéis que veem rua, número e CEP um de cada vez nas listas e buscas.")
	HideHealth  = hiding(auth.Health, "Papéis que veem os dados de saúde um de cada vez nas listas e buscas.")
)

// AskReason is whether operators say why they need a record that nothing open connects with them.
var AskReason = Key[bool]{System: "access", Name: "ask_reason", Type: Boolean,
	Description: "Pergunta por que a pessoa da equipe precisa ver um cadastro, pedido, documento ou agendamento de alguém sem atendimento, pedido nem consulta aberta com ela."}

// HiddenFrom returns the kinds of data that the stored values of the keys, by name, hide from an operator with these roles.
func HiddenFrom(roles []auth.Role, stored map[string]json.RawMessage) []auth.Private {
	var hidden []auth.Private
	for kind, key := range map[auth.Private]Key[HidingRoles]{auth.CPF: HideCPF, auth.Address: HideAddress, auth.Health: HideHealth} {
		if key.Resolve(stored[key.Name]).HideFrom(roles) {
			hidden = append(hidden, kind)
		}
	}
	slices.Sort(hidden)
	return hidden
}

// Hidden returns the kinds of data that lists and files hide now from an operator with these roles.
func Hidden(ctx context.Context, tx *db.DB, roles []auth.Role) ([]auth.Private, error) {
	stored, err := Read(ctx, tx, HideCPF, HideAddress, HideHealth)
	values := map[string]json.RawMessage{}
	for name, value := range stored {
		values[name.key] = value
	}
	return HiddenFrom(roles, values), err
}

// SeeingRoles are the roles that see on the record of a person who opened it, beside administrators.
type SeeingRoles struct {
	Reception  bool `json:"acolhimento"`
	Production bool `json:"producao"`
	Finance    bool `json:"financeiro"`
}

// SeeReads is who sees on the record of a person who opened it.
var SeeReads = Key[SeeingRoles]{System: "access", Name: "see_reads", Type: Object, Required: true,
	Description: "Papéis que veem, no cadastro de uma pessoa, quem viu os dados dela. A administração sempre vê."}

// MaySeeReads reports whether the caller sees on the record of a person who opened it: administrators, and operators of the roles of
// SeeReads.
func MaySeeReads(ctx context.Context, tx *db.DB, by auth.Caller) (bool, error) {
	if access.IsAdministrator(by) || by.Kind != auth.Operator {
		return access.IsAdministrator(by), nil
	}
	roles, err := Get(ctx, tx, SeeReads)
	return roles.Reception && by.Is(auth.Acolhimento) || roles.Production && by.Is(auth.Producao) || roles.Finance && by.Is(auth.Financeiro), err
}
