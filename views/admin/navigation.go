// Package admin shows the navigation of the pages of administrators, which have a package per area below.
package admin

import (
	"acolhe/views/admin/mail"
	"acolhe/views/admin/operators"
	"acolhe/views/admin/security"
	"acolhe/views/admin/tokens"
	"acolhe/views/layouts"
)

// Start is the first page of the navigation.
const Start = operators.Path

// Navigation lists the pages of administrators.
func Navigation() []layouts.NavGroup {
	return []layouts.NavGroup{
		{Label: "Acesso", Items: []layouts.NavItem{
			{Label: "Operadores", Href: operators.Path, Icon: "users"},
			{Label: "Tokens de API", Href: tokens.Path, Icon: "key-round"},
			{Label: "Segurança", Href: security.Path, Icon: "shield-check"},
		}},
		{Label: "Sistema", Items: []layouts.NavItem{
			{Label: "Correio", Href: mail.Path, Icon: "mail"},
		}},
		{Label: "Associação", Items: []layouts.NavItem{
			{Label: "Painel", Href: "/painel", Icon: "layout-dashboard", Key: "I"},
		}},
	}
}
