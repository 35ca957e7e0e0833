package webhooks

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/dialog"
)

// Form is the state of the form of an endpoint; ID is 0 for a new one.
type Form struct {
	ID            int64
	Name, URL     string
	Tables        []string
	Actions       []string
	Enabled       bool
	WithoutHealth bool
	Version       string
	Refused       error
}

func (f Form) action() string {
	if f.ID == 0 {
		return NewPath
	}
	return ui.RowHref(Path, f.ID) + "/editar"
}

func (f Form) back() string {
	if f.ID == 0 {
		return Path
	}
	return ui.RowHref(Path, f.ID)
}

// Title is the title of the form's page.
func (f Form) Title() string {
	if f.ID == 0 {
		return "Novo webhook"
	}
	return "Editar " + f.Name
}

func (f Form) verb() string {
	if f.ID == 0 {
		return "Criar webhook"
	}
	return "Salvar"
}

func (f Form) problems() ui.Problems {
	labels := map[string]string{"name": "Nome", "url": "Endereço", "tables": "Registros", "actions": "Ações"}
	problems := ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return labels[path] })
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

// DeliveryData is the page of a delivery.
type DeliveryData struct {
	Endpoint endpoints.Endpoint
	Detail   webhooks.Detail
	Now      time.Time
	InDrawer bool
}

func (d DeliveryData) path() string {
	return ui.RowHref(ui.RowHref(Path, d.Endpoint.ID)+"/entregas", d.Detail.ID)
}

// deliveryDrawerID is the id of the drawer of a delivery, drawerPlaceID that of its place.
const (
	deliveryDrawerID = "entrega"
	drawerPlaceID    = "gaveta"
)

// about says which event was delivered where.
func (d DeliveryData) about() string {
	delivery := d.Detail.Delivery
	return fmtbr.Join(" · ", string(delivery.Table), string(delivery.Action), fmtbr.DateTime(delivery.DateCreated, d.Now.Location()),
		d.Endpoint.Name)
}

// into is the drawer that an attempt replaces; empty on the delivery's own page.
func (d DeliveryData) into() string {
	if d.InDrawer {
		return deliveryDrawerID
	}
	return ""
}

// progress says how many attempts were made and what follows.
func (d DeliveryData) progress() string {
	delivery := d.Detail.Delivery
	switch delivery.Status {
	case webhooks.Delivered:
		return "na " + strconv.Itoa(max(delivery.Attempts, 1)) + "ª tentativa"
	case webhooks.Dead:
		return "depois de " + fmtbr.Plural(delivery.Attempts, "tentativa", "tentativas")
	}
	return "Tentativa " + strconv.Itoa(delivery.Attempts+1) + " de " + strconv.Itoa(webhooks.MaxAttempts)
}

// left is the time to the next attempt.
func (d DeliveryData) left() time.Duration {
	if d.Detail.Status != webhooks.Failed || d.Detail.NextAttemptAt == nil {
		return 0
	}
	return d.Detail.NextAttemptAt.Sub(d.Now)
}

func (d DeliveryData) verb() string {
	if d.Detail.Status == webhooks.Delivered || d.Detail.Status == webhooks.Dead {
		return "Reenviar"
	}
	return "Tentar agora"
}

// answer is the last answer: its status and time, the reason of a failure, and the beginning of its body.
func (d DeliveryData) answer() string {
	delivery := d.Detail.Delivery
	if delivery.ResponseStatus == nil && delivery.Error == nil {
		return ""
	}
	text := answer(&delivery)
	if delivery.ResponseStatus != nil && delivery.Error != nil {
		text += "\n" + *delivery.Error
	}
	if excerpt := d.excerpt(); excerpt != "" {
		text += "\n\n" + excerpt
	}
	return text
}

// Outcome says how an attempt went.
func Outcome(d webhooks.Delivery) string {
	if d.Status == webhooks.Delivered {
		return "Entregue."
	}
	if d.Error != nil {
		return "Não foi entregue: " + *d.Error + "."
	}
	return "Não foi entregue."
}

// body returns the body with indented lines.
func (d DeliveryData) body() string {
	var indented bytes.Buffer
	if err := json.Indent(&indented, d.Detail.Body, "", "  "); err != nil {
		return string(d.Detail.Body)
	}
	return indented.String()
}

func (d DeliveryData) excerpt() string {
	if d.Detail.ResponseExcerpt == nil {
		return ""
	}
	return strings.TrimSpace(*d.Detail.ResponseExcerpt)
}

// attempts lists the attempts, the newest first.
func (d DeliveryData) attempts() (lines []ui.Line) {
	for i := range d.Detail.History {
		attempt := d.Detail.History[len(d.Detail.History)-1-i]
		line := ui.Line{Title: fmtbr.DateTime(attempt.At, d.Now.Location()), Figure: fmtbr.Integer(int64(attempt.MS)) + " ms",
			Status: ui.Badge{Tone: ui.Good, Text: "Aceita"}}
		if attempt.Error != nil {
			line.Note, line.Status = *attempt.Error, ui.Badge{Tone: ui.Bad, Text: "Falhou"}
		}
		lines = append(lines, line)
	}
	return lines
}

func figures(h endpoints.Health) []ui.KPI {
	return []ui.KPI{
		{Label: "Entregues, 24 h", Value: fmtbr.Integer(h.Delivered)}, {Label: "A tentar de novo", Value: fmtbr.Integer(h.Waiting)},
		{Label: "Tempo mediano", Value: median(h)}, {Label: "Perdidas, 30 dias", Value: fmtbr.Integer(h.Dead)},
	}
}

func hasDeliveries(hours []endpoints.Hour) bool {
	return slices.ContainsFunc(hours, func(hour endpoints.Hour) bool { return hour.Delivered+hour.Failed > 0 })
}

// hourChart shows the deliveries of the last hours.
func hourChart(e endpoints.Endpoint, hours []endpoints.Hour, zone *time.Location) chart.Stacked {
	stacked := chart.Stacked{ID: "entregas-por-hora", Low: true, Title: "Entregas por hora",
		Text: "Entregas feitas e com falha em cada uma das últimas 24 horas."}
	var delivered, failed int64
	for _, hour := range hours {
		delivered, failed = delivered+hour.Delivered, failed+hour.Failed
		label := hour.Start.In(zone).Format("15") + "h"
		stacked.Steps = append(stacked.Steps, chart.Step{Label: label, Href: ui.RowHref(Path, e.ID),
			Values: []float64{float64(hour.Delivered), float64(hour.Failed)},
			Words: label + ": " + fmtbr.Plural(int(hour.Delivered), "entregue", "entregues") + ", " + fmtbr.Plural(int(hour.Failed), "falhou",
				"falharam")})
	}
	stacked.Series = []chart.Series{{Name: "entregues", Figure: fmtbr.Integer(delivered)},
		{Name: "falharam", Figure: fmtbr.Integer(failed), Bad: true}}
	return stacked
}

// menu lists the rarer actions on an endpoint.
func menu(e endpoints.Endpoint) []ui.MenuItem {
	path := ui.RowHref(Path, e.ID)
	items := []ui.MenuItem{
		{Label: "Trocar segredo…", Icon: "key-round", Href: path + "/segredo", Asks: true},
		{Label: "Reenviar período…", Icon: "rotate-ccw", Href: path + "/reenviar", Asks: true},
		{Label: "Como verificar a assinatura", Icon: "shield-check", Href: VerifyPath},
	}
	if e.Enabled {
		items = append(items, ui.MenuItem{Label: "Desligar…", Icon: "ban", Href: path + "/desligar", Asks: true})
	} else {
		items = append(items, ui.MenuItem{Label: "Ligar", Icon: "check", Post: path + "/ligar"})
	}
	return append(items, ui.MenuItem{Rule: true},
		ui.MenuItem{Label: "Remover…", Icon: "trash-2", Href: path + "/remover", Asks: true, Destructive: true})
}

// trouble describes why nothing is delivered, if so.
func trouble(e endpoints.Endpoint, h endpoints.Health, now time.Time) (title, text string) {
	switch {
	case !e.Enabled && e.DisabledReason != nil && *e.DisabledReason == endpoints.ForGone:
		return "Desligado pelo servidor", "O servidor respondeu que o endereço não existe mais (410). Acerte o endereço, ligue e reenvie o período que faltou."
	case !e.Enabled && e.DisabledReason != nil && *e.DisabledReason == endpoints.ForFailing:
		return "Desligado por não responder", "Nenhuma entrega deu certo em três dias. Acerte o servidor, ligue e reenvie o período que faltou."
	case e.SwitchOff() != nil:
		waiting := fmtbr.Plural(int(h.Waiting), "evento espera", "eventos esperam")
		return "Sem entregar desde " + fmtbr.DateTime(*e.FailingSince, now.Location()),
			waiting + ". Sem sucesso até " + fmtbr.DateTime(*e.SwitchOff(), now.Location()) + ", ele desliga e os administradores recebem um e-mail."
	}
	return "", ""
}

// Question asks to confirm an action on an endpoint.
type Question struct {
	Title, Text, Verb, Action string
	Endpoint                  int64
	IsPeriod                  bool
	From, To                  string
	Problems                  ui.Problems
	IsDangerous               bool
}

// Ask returns the form of the question.
func (q Question) ask() dialog.Ask {
	ask := dialog.Ask{Title: q.Title, Text: q.Text, Verb: q.Verb, Action: ui.RowHref(Path, q.Endpoint) + q.Action,
		Back: ui.RowHref(Path, q.Endpoint), Problems: q.Problems}
	if q.IsDangerous {
		ask.Variant = ui.Danger
	}
	return ask
}

// Rotation asks whether the secret is replaced.
func Rotation(e endpoints.Endpoint) Question {
	return Question{Title: "Trocar o segredo?", Text: "O antigo vale por mais 24 horas.", Verb: "Trocar segredo", Action: "/segredo",
		Endpoint: e.ID}
}

// SwitchingOff asks whether the endpoint is switched off.
func SwitchingOff(e endpoints.Endpoint) Question {
	return Question{Title: "Desligar “" + e.Name + "”?",
		Text: "O que espera é dado como perdido. Depois de ligar de novo, reenvie o período que faltou.", Verb: "Desligar", Action: "/desligar",
		Endpoint: e.ID}
}

// Removal asks whether the endpoint is removed.
func Removal(e endpoints.Endpoint) Question {
	return Question{Title: "Remover “" + e.Name + "”?", Text: "As entregas dele também são apagadas.", Verb: "Remover", Action: "/remover",
		Endpoint: e.ID, IsDangerous: true}
}

// Period asks which days are sent again.
func Period(e endpoints.Endpoint) Question {
	return Question{Title: "Reenviar período",
		Text: "Os eventos dos dias escolhidos são enviados de novo, também os já entregues. Os eventos ficam 30 dias.", Verb: "Reenviar",
		Action: "/reenviar", Endpoint: e.ID, IsPeriod: true}
}
