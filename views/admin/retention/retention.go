// Package retention shows administrators what leaves and when, the periods, and the persons whose data stay.
package retention

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/personal"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/privacy"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// The addresses.
const (
	Path        = privacy.RetentionPath
	OnPath      = Path + "/ligar"
	OffPath     = Path + "/desligar"
	PausePath   = Path + "/pausar"
	ResumePath  = Path + "/retomar"
	CountPath   = Path + "/contar"
	HoldPath    = Path + "/segurar"
	ReleasePath = Path + "/segurados/:id/soltar"
	PeriodPath  = Path + "/prazos/:tipo"
	WhoPath     = Path + "/prazos/:tipo/quem"
)

func of(path, kind string) string { return strings.Replace(path, ":tipo", kind, 1) }

// Form is a form with what was typed and why it was refused.
type Form struct {
	Typed    web.FormData
	Refused  error
	IsDialog bool
}

var labels = map[string]string{"user_id": "Quem", "reason": "Por quê", "until": "Até quando", "period": "Fica por"}

func (f Form) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
}

func (f Form) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

func (f Form) refusal() string {
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

// PageData is the page of what leaves and when.
type PageData struct {
	retention.Overview
	Terms []personal.Term
	// Others are the records whose periods are settings.
	Others []Other
	Now    time.Time
}

// Other is a kind of records whose period is a setting.
type Other struct{ Label, Period, End, Reason, Href string }

// notice says since when retention is on, and when rows begin to leave.
func (d PageData) notice() (tone ui.Tone, title, text string) {
	begins := d.State.Begins()
	switch {
	case !d.State.IsOn():
		return ui.Info, "Os prazos estão desligados. Nada sai.", "Confira os prazos e ligue. Nos primeiros 30 dias só mostramos o que sairia."
	case d.State.DatePaused != nil:
		return ui.Warn, "Pausado desde " + fmtbr.Date(*d.State.DatePaused, d.Zone) + ", por " + d.State.PausedByName + ". Nada sai.",
			d.State.PauseReason
	case d.Now.Before(begins):
		days := int(d.Now.Sub(*d.State.DateOn).Hours() / 24)
		title = "Ligado há " + fmtbr.Plural(days, "dia", "dias")
		if days == 0 {
			title = "Ligado hoje"
		}
		return ui.Info, title + ". Nada sai antes de " + fmtbr.LongDate(begins, d.Zone) + ".",
			"Nos primeiros 30 dias só mostramos o que sairia, para você conferir os prazos."
	case d.State.DateNoticed == nil:
		return ui.Warn, "Nada sai antes da carta com os números.", "A carta vai à administração depois da próxima contagem."
	}
	return ui.Good, "Ligado desde " + fmtbr.Date(*d.State.DateOn, d.Zone) + ".", "Toda noite sai o que passou do prazo."
}

// counted says when the rows were counted.
func (d PageData) counted() string {
	if d.Overview.Counted == nil {
		return "Ainda não contamos."
	}
	return "Números de " + fmtbr.DateTime(*d.Overview.Counted, d.Zone) + ". Mudam se alguém voltar a ser atendido."
}

func leaveTitle(leave retention.Leave) string {
	words := retention.Words(leave.Term, leave.Count)
	if leave.Term.End == "Fica sem nome" {
		return "Nomes em " + words + yearsOf(leave)
	}
	return words
}

// yearsOf returns the years of the events of a group: " de 2021".
func yearsOf(leave retention.Leave) string {
	first, last := leave.First.In(time.UTC).Year(), leave.Last.In(time.UTC).Year()
	if first == last {
		return fmt.Sprintf(" de %d", first)
	}
	return fmt.Sprintf(" de %d a %d", first, last)
}

func leaveNote(leave retention.Leave) string {
	note := leave.Term.Event + " " + leave.Term.PeriodLabel(leave.Period)
	if leave.Term.NoticeDays > 0 {
		note += fmt.Sprintf("; aviso por e-mail %d dias antes", leave.Term.NoticeDays)
	}
	return note
}

// LeaveLine shows at the privacy desk what leaves next.
func LeaveLine(leave retention.Leave) ui.Line {
	return ui.Line{Title: leaveTitle(leave), Note: "saem em " + leave.On.Shown() + ", " + leaveNote(leave),
		Actions: []ui.Content{ui.Button{Label: "Ver", Variant: ui.Outline, Small: true, Href: whoHref(leave), Attrs: map[string]any{"aria-label": "Ver quem: " + leaveTitle(leave)}}}}
}

func whoHref(leave retention.Leave) string {
	return of(WhoPath, leave.Term.Name) + "?de=" + leave.First.String() + "&ate=" + leave.Last.String()
}

func holdNote(hold retention.Hold) string {
	if hold.Until == nil {
		return hold.Reason + ", sem data"
	}
	return hold.Reason + ", até " + hold.Until.Shown()
}

func weekday(day civil.Date) string { return fmtbr.Weekday(day.In(time.UTC), time.UTC) }

func dayMonth(day civil.Date) string { return day.Shown() }

func (d PageData) night() string {
	if d.State.Removes(d.Now) {
		return fmtbr.Plural(int(d.Removed), "registro saiu", "registros saíram")
	}
	return "só contou: 0 apagados"
}

func (d PageData) duration() string {
	took := fmtbr.Elapsed(time.Duration(d.Seconds) * time.Second)
	if d.Seconds == 0 {
		took = "menos de 1 s"
	}
	if d.SlowestMs <= 200 {
		return took + ", nenhuma consulta acima de 200 ms"
	}
	return took + ", a consulta mais longa levou " + fmtbr.Integer(d.SlowestMs) + " ms"
}

// PeriodData is the page of the period of a kind.
type PeriodData struct {
	Term    personal.Term
	Current personal.Period
	Options []retention.Option
	History []retention.Change
	Zone    *time.Location
	Form    Form
}

func (d PeriodData) options() (options []control.Option) {
	for _, option := range d.Options {
		shown := control.Option{Value: option.Period.String(), Label: d.Term.PeriodLabel(option.Period), Disabled: !option.Allowed}
		switch {
		case !option.Allowed:
			shown.Detail = "Menos que a lei pede: " + d.Term.Least.Law.Article + "."
		case option.Leaving == 1:
			shown.Detail = "Sairia 1 agora."
		default:
			shown.Detail = "Sairiam " + fmtbr.Integer(option.Leaving) + " agora."
		}
		if option.Period == d.Current {
			shown.Mark = "agora"
		}
		options = append(options, shown)
	}
	return options
}

func changeNote(change retention.Change, zone *time.Location) string {
	return fmtbr.DateTime(change.DateCreated, zone) + " · " + change.ChangedByName
}

// WhoData is the page of who leaves.
type WhoData struct {
	Term personal.Term
	Rows []retention.Row
	retention.Window
}

func (d WhoData) href(row retention.Row) string {
	if d.Term.Href == "" {
		return ""
	}
	return strings.Replace(d.Term.Href, "%d", strconv.FormatInt(row.ID, 10), 1)
}

func releaseHref(id int64) string { return privacy.At(ReleasePath, id) }
