package settings

import (
	"encoding/json"
	"errors"
	"slices"

	"acolhe/models/types/auth"
)

// Pages is the value of role_pages: `*`, or the names of the pages that each role sees.
type Pages struct {
	// Everyone reports whether every role sees all pages that its permissions allow.
	Everyone bool
	ByRole   map[auth.Role][]string
}

const everyPage = "*"

// MarshalJSON writes `*` or an object of roles.
func (p Pages) MarshalJSON() ([]byte, error) {
	if p.Everyone {
		return json.Marshal(everyPage)
	}
	return json.Marshal(p.ByRole)
}

// UnmarshalJSON reads both forms of MarshalJSON.
func (p *Pages) UnmarshalJSON(raw []byte) error {
	*p = Pages{Everyone: string(raw) == `"*"`}
	if p.Everyone {
		return nil
	}
	if json.Unmarshal(raw, &p.ByRole) != nil {
		return errPages
	}
	return nil
}

// Opens reports whether an operator with these roles sees a page: one of the roles is not limited, or has the page. An
// Administrador sees all; a permission beside the roles opens none.
func (p Pages) Opens(roles []auth.Role, page string) bool {
	if p.Everyone || slices.Contains(roles, auth.Administrador) {
		return true
	}
	return slices.ContainsFunc(roles, func(role auth.Role) bool {
		pages, isLimited := p.ByRole[role]
		return !isLimited && role != auth.ManageTerms || slices.Contains(pages, page)
	})
}

var errPages = errors.New(`deve ser "*" ou um objeto com as páginas de cada papel, como {"Produção": ["services"]}`)

func (p Pages) check() error {
	if !p.Everyone && p.ByRole == nil {
		return errPages
	}
	for role, pages := range p.ByRole {
		if !slices.Contains(auth.Roles(), role) || slices.Contains(pages, "") {
			return errPages
		}
	}
	return nil
}
