// Package services shows the page of administrators on services outside: carriers and the calendar.
package services

import (
	"slices"
	"strconv"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// Path is the address of the page.
const Path = "/admin/servicos"

// oauthPath returns the address of a step of the connection of an account.
func oauthPath(name externalservices.Name, step string) string {
	return "/api/v1/modules/" + string(name) + "/oauth/" + step
}

// Href returns the address of a service.
func Href(name externalservices.Name) string { return Path + "/" + string(name) }

// PageData is the state of the page.
type PageData struct {
	All     []externalservices.Status
	Current externalservices.Status
	// Typed is the form as it was sent, Refused why it was refused, Checks the test of what was typed.
	Typed   web.FormData
	Refused error
	Checks  []externalservices.Check
	// Callback is the address that the service must know.
	Callback string
	// Calendars is the choice of the default calendar.
	Calendars Calendars
	// Now is in the association's time zone.
	Now time.Time
}

func (d PageData) tabs() []nav.Tab {
	tabs := make([]nav.Tab, len(d.All))
	for i, status := range d.All {
		tabs[i] = nav.Tab{Label: status.Label, Href: Href(status.Service), Current: status.Service == d.Current.Service}
	}
	return tabs
}

func (d PageData) state() ui.Badge {
	status := d.Current
	test := status.Credentials.LastTestOK
	switch {
	case status.AwaitsAccount():
		return ui.Badge{Tone: ui.Warn, Text: "Falta conectar"}
	case !status.Credentials.Complete:
		return ui.Badge{Tone: ui.Muted, Text: "Falta configurar"}
	case test != nil && !*test:
		return ui.Badge{Tone: ui.Bad, Text: "Teste falhou"}
	case !status.Enabled:
		return ui.Badge{Tone: ui.Muted, Text: "Desligado"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Pronto para usar"}
}

// uses describes the flags.
var uses = []struct {
	flag        externalservices.Flag
	label, note string
}{
	{externalservices.Enabled, "Ligado", "Ao desligar, o serviço deixa de ser usado imediatamente."},
	{externalservices.UseForQuote, "Usar na cotação", "As opções aparecem no carrinho."},
	{externalservices.UseForLabel, "Usar nas etiquetas", "Cada etiqueta comprada gasta o saldo da conta."},
	{externalservices.UseForScheduling, "Usar na agenda", "Consultas marcadas vão para o calendário."},
}

func (d PageData) switches() []control.Switch {
	var rows []control.Switch
	for _, use := range uses {
		if on, has := d.Current.Flags[use.flag]; has {
			rows = append(rows, control.Switch{Label: use.label, Note: use.note, Action: Href(d.Current.Service) + "/uso", Field: string(use.flag),
				On: on})
		}
	}
	return rows
}

func (d PageData) accountFacts() []record.Fact {
	facts := []record.Fact{{Label: "Conta", Value: "Nenhuma conta conectada"}}
	if account := d.Current.OAuth.Account; account != nil {
		facts[0].Value = *account
	}
	if d.canConnect() {
		facts = append(facts, record.Fact{Label: "Endereço para cadastrar no aplicativo", Value: d.Callback})
	}
	return facts
}

func (d PageData) accountNote() string {
	oauth := d.Current.OAuth
	switch {
	case !oauth.Connected && oauth.ConnectedBy != nil:
		return "A autorização venceu ou foi retirada. Conecte de novo."
	case !oauth.Connected || oauth.ConnectedAt == nil || oauth.ConnectedBy == nil:
		return "Salve o ID e o segredo do aplicativo, depois conecte."
	}
	note := "Autorizado por " + *oauth.ConnectedBy + " em " + fmtbr.DateTime(*oauth.ConnectedAt,
		d.Now.Location()) + ". A autorização se renova sozinha"
	if oauth.ExpiresAt != nil {
		note += "; a atual vale até " + fmtbr.DateTime(*oauth.ExpiresAt, d.Now.Location())
	}
	return note + "."
}

func (d PageData) accountBadge() ui.Badge {
	switch oauth := d.Current.OAuth; {
	case oauth.Connected:
		return ui.Badge{Tone: ui.Good, Text: "Conectado"}
	case oauth.ConnectedBy != nil:
		return ui.Badge{Tone: ui.Bad, Text: "Desconectado"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Não conectado"}
}

// canConnect reports whether the program can connect an account of this service.
func (d PageData) canConnect() bool {
	isSaved := !slices.ContainsFunc(d.Current.Fields, func(f externalservices.CredentialDetail) bool {
		return f.FieldKey == externalservices.ClientID && !f.HasValue
	})
	return d.Current.OAuth != nil && isSaved
}

// hasCalendars reports whether the service has calendars to choose from.
func (d PageData) hasCalendars() bool {
	return d.Current.Service == externalservices.Calendar && d.Current.OAuth.Connected
}

func (d PageData) connectLabel() string {
	if d.Current.OAuth.Connected {
		return "Conectar de novo"
	}
	return "Conectar conta"
}

// input returns the field of a credential; a secret is never shown.
func (d PageData) input(field externalservices.CredentialDetail) control.Input {
	input := control.Input{Name: field.FieldKey, Label: field.Label, Value: d.Typed.Or(field.FieldKey, field.Value), Optional: !field.Required,
		Error: errs.For(errs.FieldsOf(d.Refused), "fields."+field.FieldKey), Hint: d.hint(field)}
	switch {
	case field.IsSecret:
		input.Kind, input.Value = control.Secret, ""
		if field.HasValue {
			input.Placeholder = "••••••••"
		}
	case field.FieldKey == externalservices.BaseURL:
		input.Kind = control.URL
	case field.FieldKey == externalservices.SupportEmail:
		input.Kind, input.Autocomplete = control.Email, "off"
	}
	return input
}

func (d PageData) hint(field externalservices.CredentialDetail) string {
	switch field.Source {
	case externalservices.FromEnvironment:
		return "Definido na instalação. O que você salvar aqui tem prioridade."
	case externalservices.FromDefault:
		return "Valor padrão."
	case externalservices.Unset:
		return field.Hint
	}
	note := "Definido em " + fmtbr.DateTime(*field.UpdatedAt, d.Now.Location())
	if field.UpdatedBy != "" {
		note += " por " + field.UpdatedBy
	}
	if field.IsSecret {
		return note + ". Deixe em branco para manter."
	}
	return note + "."
}

// removable lists the credentials that are stored here.
func (d PageData) removable() []externalservices.CredentialDetail {
	return slices.DeleteFunc(slices.Clone(d.Current.Fields), func(f externalservices.CredentialDetail) bool {
		return f.Source != externalservices.FromDatabase
	})
}

func (d PageData) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string {
		for _, field := range d.Current.Fields {
			if "fields."+field.FieldKey == path {
				return field.Label
			}
		}
		return ""
	})
	for i := range problems {
		problems[i].Field = problems[i].Field[len("fields."):]
	}
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
		for _, part := range refusal.Parts {
			problems = append(problems, ui.Problem{Message: part.Message})
		}
	}
	return problems
}

// checks returns the test to show: of what was typed, else the last one.
func (d PageData) checks() []externalservices.Check {
	if d.Checks != nil {
		return d.Checks
	}
	return d.Current.Checks
}

func (d PageData) testedText() string {
	switch at := d.Current.Credentials.LastTestedAt; {
	case d.Checks != nil:
		return "Teste do que foi digitado. Nada foi salvo."
	case at != nil:
		return fmtbr.DateTime(*at, d.Now.Location()) + ", por " + d.Current.TestedBy
	}
	return "Ainda não testado."
}

func figure(check externalservices.Check) string {
	if check.Skipped || check.Milliseconds == 0 {
		return ""
	}
	return strconv.FormatInt(check.Milliseconds, 10) + " ms"
}

func badge(check externalservices.Check) ui.Badge {
	switch {
	case check.Skipped:
		return ui.Badge{Tone: ui.Muted, Text: "Não feito"}
	case check.OK:
		return ui.Badge{Tone: ui.Good, Text: "Passou"}
	}
	return ui.Badge{Tone: ui.Bad, Text: "Falhou"}
}
