// Package admin shows the navigation of the pages of administrators, which have a package per area below.
package admin

import (
	"acolhe/models/frame"
	"acolhe/views/admin/backups"
	"acolhe/views/admin/configuration"
	"acolhe/views/admin/consents"
	"acolhe/views/admin/errors"
	"acolhe/views/admin/health"
	"acolhe/views/admin/imports"
	"acolhe/views/admin/jobs"
	"acolhe/views/admin/mail"
	"acolhe/views/admin/mailtexts"
	"acolhe/views/admin/operators"
	"acolhe/views/admin/overview"
	"acolhe/views/admin/privacy"
	"acolhe/views/admin/reads"
	"acolhe/views/admin/readytexts"
	"acolhe/views/admin/samples"
	"acolhe/views/admin/security"
	"acolhe/views/admin/services"
	"acolhe/views/admin/storage"
	"acolhe/views/admin/structure"
	"acolhe/views/admin/templates"
	"acolhe/views/admin/tokens"
	"acolhe/views/admin/types"
	"acolhe/views/admin/vitals"
	"acolhe/views/admin/webhooks"
	"acolhe/views/layouts"
)

// Path is the address of the administration.
const Path = overview.Path

// Crumb is the first step of the breadcrumb of these pages.
var Crumb = layouts.Crumb{Label: "Administração", Href: Path}

// Navigation lists the pages of administrators. atDesk is the number of open requests and incidents of the privacy desk.
func Navigation(atDesk int) []layouts.NavGroup {
	return []layouts.NavGroup{
		{Label: "Administração", Items: []layouts.NavItem{{Label: "Visão geral", Href: overview.Path, Icon: "gauge", Key: "V"}}},
		{Label: "Acesso", Items: []layouts.NavItem{
			{Label: "Operadores", Href: operators.Path, Icon: "users", Key: "O"},
			{Label: "Tokens de API", Href: tokens.Path, Icon: "key-round", Key: "T"},
			{Label: "Segurança", Href: security.Path, Icon: "shield-check", Key: "S"},
			{Label: "Quem viu", Href: reads.Path, Icon: "scan-eye", Key: "Q"},
		}},
		{Label: "Dados", Items: []layouts.NavItem{
			{Label: "Importar", Href: imports.Path, Icon: "file-up", Key: "I"},
			layouts.NavItem{Label: "Privacidade", Href: privacy.Path, Icon: "shield-check"}.
				WithCount(atDesk, frame.Most, "pedidos e incidentes abertos"),
			{Label: "Cópias de segurança", Href: backups.Path, Icon: "copy"},
		}},
		{Label: "Documentos", Items: []layouts.NavItem{
			{Label: "Modelos de termo", Href: templates.Path, Icon: "scroll-text", Key: "L"},
			{Label: "Mensagens", Href: mailtexts.Path, Icon: "at-sign"},
			{Label: "Permissões", Href: consents.Path, Icon: "shield-check"},
			{Label: "Textos prontos", Href: readytexts.Path, Icon: "message-square"},
		}},
		{Label: "Sistema", Items: []layouts.NavItem{
			{Label: "Tipos de profissional", Href: types.Path, Icon: "stethoscope", Key: "P"},
			{Label: "Configurações", Href: configuration.Path, Icon: "sliders-horizontal", Key: "F"},
			{Label: "Webhooks", Href: webhooks.Path, Icon: "webhook", Key: "W"},
			{Label: "Armazenamento", Href: storage.Path, Icon: "hard-drive", Key: "A"},
			{Label: "Serviços externos", Href: services.Path, Icon: "plug", Key: "X"},
			{Label: "Correio", Href: mail.Path, Icon: "mail", Key: "C"},
			{Label: "Tarefas", Href: jobs.Path, Icon: "list-checks", Key: "R"},
		}},
		{Label: "Diagnóstico", Items: []layouts.NavItem{
			{Label: "Saúde", Href: health.Path, Icon: "heart-pulse"},
			{Label: "Erros", Href: errors.Path, Icon: "bug", Key: "B"},
			{Label: "Desempenho", Href: vitals.Path, Icon: "activity", Key: "H"},
			{Label: "Estrutura dos dados", Href: structure.Path, Icon: "table-2", Key: "E"},
			{Label: "Dados de exemplo", Href: samples.Path, Icon: "flask-conical", Key: "D"},
		}},
	}
}
