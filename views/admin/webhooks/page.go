package webhooks

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/webhooks"
	"acolhe/views/ui"
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
	Endpoint webhooks.Endpoint
	Detail   webhooks.Detail
	Now      time.Time
}

func (d DeliveryData) path() string {
	return ui.RowHref(ui.RowHref(Path, d.Endpoint.ID)+"/entregas", d.Detail.ID)
}

func (d DeliveryData) facts() []ui.Fact {
	delivery := d.Detail.Delivery
	facts := []ui.Fact{
		{Label: "Situação", Content: badge(delivery.Status)},
		{Label: "Evento", Value: fmtbr.Join(" · ", string(delivery.Table), string(delivery.Action), fmtbr.DateTime(delivery.DateCreated, d.Now.Location()))},
		{Label: "Tentativas", Value: strconv.Itoa(delivery.Attempts) + " de " + strconv.Itoa(webhooks.MaxAttempts)},
		{Label: "Resposta", Value: answer(&delivery)},
	}
	if delivery.NextAttemptAt != nil {
		facts = append(facts, ui.Fact{Label: "Próxima tentativa", Value: fmtbr.DateTime(*delivery.NextAttemptAt, d.Now.Location())})
	}
	if delivery.Error != nil {
		facts = append(facts, ui.Fact{Label: "Motivo", Value: *delivery.Error})
	}
	return facts
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
		line := ui.Line{Title: fmtbr.DateTime(attempt.At, d.Now.Location()), Figure: fmtbr.Integer(int64(attempt.MS)) + " ms", Status: ui.Badge{Tone: ui.Good, Text: "Aceita"}}
		if attempt.Error != nil {
			line.Note, line.Status = *attempt.Error, ui.Badge{Tone: ui.Bad, Text: "Falhou"}
		}
		lines = append(lines, line)
	}
	return lines
}

func figures(h webhooks.Health) []ui.KPI {
	return []ui.KPI{
		{Label: "Entregues, 24 h", Value: fmtbr.Integer(h.Delivered)}, {Label: "A tentar de novo", Value: fmtbr.Integer(h.Waiting)},
		{Label: "Tempo mediano", Value: median(h)}, {Label: "Perdidas, 24 h", Value: fmtbr.Integer(h.Dead)},
	}
}

// trouble describes why nothing is delivered, if so.
func trouble(e webhooks.Endpoint, h webhooks.Health, now time.Time) (title, text string) {
	switch {
	case !e.Enabled && e.DisabledReason != nil && *e.DisabledReason == webhooks.ForGone:
		return "Desligado pelo servidor", "O servidor respondeu que o endereço não existe mais (410). Acerte o endereço, ligue e reenvie o período que faltou."
	case !e.Enabled && e.DisabledReason != nil && *e.DisabledReason == webhooks.ForFailing:
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
func (q Question) ask() ui.Ask {
	ask := ui.Ask{Title: q.Title, Text: q.Text, Verb: q.Verb, Action: ui.RowHref(Path, q.Endpoint) + q.Action, Back: ui.RowHref(Path, q.Endpoint), Problems: q.Problems}
	if q.IsDangerous {
		ask.Variant = ui.Danger
	}
	return ask
}

// Rotation asks whether the secret is replaced.
func Rotation(e webhooks.Endpoint) Question {
	return Question{Title: "Trocar o segredo?", Text: "O antigo vale por mais 24 horas.", Verb: "Trocar segredo", Action: "/segredo", Endpoint: e.ID}
}

// Removal asks whether the endpoint is removed.
func Removal(e webhooks.Endpoint) Question {
	return Question{Title: "Remover “" + e.Name + "”?", Text: "As entregas dele também são apagadas.", Verb: "Remover", Action: "/remover", Endpoint: e.ID, IsDangerous: true}
}

// Period asks which days are sent again.
func Period(e webhooks.Endpoint) Question {
	return Question{Title: "Reenviar período", Text: "Os eventos dos dias escolhidos são enviados de novo, também os já entregues. Os eventos ficam 30 dias.", Verb: "Reenviar",
		Action: "/reenviar", Endpoint: e.ID, IsPeriod: true}
}
