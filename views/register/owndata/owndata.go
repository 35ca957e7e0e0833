// Package owndata shows associates what they may ask about their data (LGPD, article 18), and takes the request.
package owndata

import (
	"strconv"
	"strings"

	"acolhe/models/privacy"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/ui"
	"acolhe/web"
)

// The addresses.
const (
	Path         = register.ProfilePath + "/meus-dados"
	AskPath      = Path + "/pedir"
	ErasePath    = Path + "/apagar"
	WithdrawPath = Path + "/:id/desistir"
)

// Page is what the pages show.
type Page struct {
	Frame    layouts.Frame
	Requests []privacy.Request
	Today    civil.Date
	Typed    web.FormData
	Refused  error
}

// asked are the kinds that the page offers; the rest is done on other pages or recorded by staff.
func asked() []privacy.Kind {
	return []privacy.Kind{privacy.Access, privacy.Portability, privacy.Correct, privacy.Sharing, privacy.Confirm}
}

func (p Page) problem(name string) string { return errs.For(errs.FieldsOf(p.Refused), name) }

func (p Page) refusal() string {
	if refusal := errs.As(p.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

// state says where a request is.
func (p Page) state(request privacy.Request) ui.Badge {
	switch request.State {
	case privacy.Answered:
		return ui.Badge{Tone: ui.Good, Text: "Respondido"}
	case privacy.Refused:
		return ui.Badge{Tone: ui.Bad, Text: "Recusado"}
	case privacy.Withdrawn:
		return ui.Badge{Tone: ui.Muted, Text: "Você desistiu"}
	}
	return ui.Badge{Tone: ui.Info, Text: "Resposta até " + request.DueOn.Shown()}
}

func withdrawAt(request privacy.Request) string {
	return strings.Replace(WithdrawPath, ":id", strconv.FormatInt(request.ID, 10), 1)
}

// erasing returns the open request to be erased; the zero value if there is none.
func (p Page) erasing() privacy.Request {
	for _, request := range p.Requests {
		if request.Kind == privacy.Erase && request.State == privacy.Open {
			return request
		}
	}
	return privacy.Request{}
}
