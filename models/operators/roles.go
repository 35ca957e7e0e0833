package operators

import (
	"slices"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// checkRoles validates roles by the specification: at least one, never `api`, Profissional alone. auth.ManageTerms stands
// beside a role.
func checkRoles(p *errs.Problems, roles []auth.Role) {
	unknown := slices.ContainsFunc(roles, func(role auth.Role) bool { return !slices.Contains(auth.Permissions(), role) })
	none := !slices.ContainsFunc(roles, func(role auth.Role) bool { return role != auth.ManageTerms })
	alone := !slices.Contains(roles, auth.Profissional) || len(sortRoles(roles)) == 1
	p.Require(!none, "permissions", "Escolha ao menos um papel.")
	p.Require(!slices.Contains(roles, auth.API), "permissions", "o papel api é reservado aos tokens de API")
	p.Require(!unknown || slices.Contains(roles, auth.API), "permissions",
		"aceita Administrador, Acolhimento, Produção, Financeiro ou Profissional, e doc_sign.manage ao lado de um papel")
	p.Require(alone, "permissions", "o papel Profissional não se combina com outro")
}

// sortRoles returns the known roles and permissions, each once, in the order of the specification.
func sortRoles(held []auth.Role) []auth.Role {
	return slices.DeleteFunc(auth.Permissions(), func(role auth.Role) bool { return !slices.Contains(held, role) })
}
