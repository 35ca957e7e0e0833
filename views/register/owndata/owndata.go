// Package owndata shows associates what they may ask about their data (LGPD, article 18), and takes the request.
package owndata

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/personexports"
	"acolhe/models/privacy"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
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
	CopyPath     = Path + "/copia"
	DownloadPath = CopyPath + ".zip"
	CodePath     = Path + "/codigo"
	WithdrawPath = Path + "/:id/desistir"
	InformPath   = Path + "/:id/informar"
)

// PathOf returns the page of a kind of requests that has one of its own.
func PathOf(kind privacy.Kind) string {
	if kind == privacy.Erase {
		return ErasePath
	}
	return CopyPath
}

// Page is what the pages show.
type Page struct {
	Frame    layouts.Frame
	Requests []privacy.Request
	Today    civil.Date
	Now      time.Time
	// Own is what is known of the person and the latest copy.
	Own personexports.Own
	// UsesCode asks for a code by e-mail in place of the password.
	UsesCode bool
	// IsCodeSent reports that one was sent for this page.
	IsCodeSent bool
	Typed      web.FormData
	Refused    error
}

// asked are the kinds that the page offers; a copy and an erasure have pages of their own, the rest is recorded by staff.
func asked() []privacy.Kind {
	return []privacy.Kind{privacy.Correct, privacy.Sharing, privacy.Confirm}
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
	if request.IsWaiting() {
		return ui.Badge{Tone: ui.Warn, Text: "Espera você"}
	}
	return ui.Badge{Tone: ui.Info, Text: "Resposta até " + request.DueOn.Shown()}
}

func withdrawAt(request privacy.Request) string {
	return strings.Replace(WithdrawPath, ":id", strconv.FormatInt(request.ID, 10), 1)
}

func informAt(request privacy.Request) string {
	return strings.Replace(InformPath, ":id", strconv.FormatInt(request.ID, 10), 1)
}

// InformationField is the name of the answer to a question about a request.
func InformationField(request int64) string { return "information_" + strconv.FormatInt(request, 10) }

// informationProblem is the error of the answer about a request that was posted.
func (p Page) informationProblem(request int64) string {
	if p.Typed[InformationField(request)] == nil {
		return ""
	}
	return p.problem("information")
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

// about names the person and the patients: "você e Helena".
func (p Page) about() string { return fmtbr.And(append([]string{"você"}, p.Own.Patients...)) }

// promise says when the copy is ready and how the person knows.
func (p Page) promise() string {
	if p.Own.Email == "" {
		return "Fica pronto em alguns minutos, e fica aqui por 72 horas."
	}
	return "Fica pronto em alguns minutos. Mandamos o aviso para " + p.Own.Email + " e a pasta fica aqui por 72 horas."
}

// copied says what the copy is and until when it is kept.
func (p Page) copied() string {
	copied := p.Own.Latest
	return fmtbr.Join(" · ", fmtbr.FileSize(copied.Size), fmtbr.Plural(copied.FileCount, "arquivo", "arquivos"),
		"até "+fmtbr.DateTime(*copied.Expires, p.Now.Location()))
}

// waiting is what x-aguardo compares: it loads the page again when the copy went on.
func (p Page) waiting() string { return string(p.Own.Latest.State) + strconv.Itoa(p.Own.Latest.Done) }
