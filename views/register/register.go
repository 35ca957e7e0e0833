// Package register frames the pages of associates, with the addresses that several of them lead to.
package register

import (
	"strings"

	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/web"
)

// Home is the first page of the surface.
const Home = "/cadastro"

// ConfirmPath is the page on which associates confirm the e-mail of their account.
const ConfirmPath = Home + "/confirmar"

// Addresses of the own pages of an associate whose registration is complete.
const (
	OrdersPath       = Home + "/pedidos"
	AppointmentsPath = Home + "/consultas"
	DocumentsPath    = Home + "/meus-documentos"
	ProfilePath      = Home + "/perfil"
)

// PasswordPath is the page on which an associate changes the password.
const PasswordPath = ProfilePath + "/senha"

// ContactPath is the public contact form.
const ContactPath = "/atendimento"

// Return returns the page to open after signing in: an address of these pages, else the own page.
func Return(address string) string {
	local := web.LocalPath(address, Home)
	for _, prefix := range []string{Home, "/assinar/", "/agendamento"} {
		if strings.HasPrefix(local, prefix) && !strings.HasPrefix(local, Home+"/entrar") {
			return local
		}
	}
	return Home
}

// FirstName returns the first name of an associate or a patient.
func FirstName(row associates.Associate) string {
	return fmtbr.GivenName(texts.Of(row.Name))
}

// WideButton makes a button as wide as its column.
var WideButton = templ.Attributes{"data-wide": "true"}

// tab is an entry of the navigation of the own pages.
type tab struct{ path, label, icon string }

func tabs() []tab {
	return []tab{
		{Home, "Início", "house"}, {OrdersPath, "Pedidos", "package"}, {AppointmentsPath, "Consultas", "calendar-days"},
		{DocumentsPath, "Documentos", "file-text"}, {ProfilePath, "Perfil", "user"},
	}
}

// current marks the tab of the page.
func (t tab) current(path string) templ.Attributes {
	switch {
	case t.path == path:
		return templ.Attributes{"aria-current": "page"}
	case t.path != Home && strings.HasPrefix(path, t.path+"/"):
		return templ.Attributes{"aria-current": "true"}
	}
	return nil
}
