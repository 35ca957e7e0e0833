package security

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/areas"
	settings "acolhe/models/configuration"
	"acolhe/models/externalservices"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/configuration"
	"acolhe/views/admin/names"
)

// Title returns the sentence of an event. Changes of roles and status include both values.
func Title(entry security.Entry) string {
	shown, known := sentences[entry.Kind]
	if !known {
		return string(entry.Kind)
	}
	who := subjectOf(entry)
	from, to := listed(entry.Details["from"]), listed(entry.Details["to"])
	if from != "" || to != "" {
		switch entry.Kind {
		case security.RolesChanged:
			return "Papéis de " + who + ": " + orNone(from) + " → " + orNone(to)
		case security.StatusChanged:
			return "Situação de " + who + ": " + orNone(from) + " → " + orNone(to)
		}
	}
	if enabled, isSwitched := entry.Details["enabled"].(bool); isSwitched && entry.Kind == security.ServiceChanged {
		return entry.Subject + map[bool]string{true: " ligado", false: " desligado"}[enabled]
	}
	return fmt.Sprintf(shown.sentence, who)
}

// subjectOf returns the subject of an event: its current name, its name at that time, or the stored subject.
func subjectOf(entry security.Entry) string {
	name := textOf(entry.Details["name"])
	switch {
	case isOwnAct(entry):
		return *entry.ActorName
	case entry.SubjectName != "":
		return entry.SubjectName
	case strings.HasPrefix(string(entry.Kind), "token.") && name != "":
		return "“" + name + "”"
	case name != "":
		return name
	case entry.Kind == security.ListExported && names.Collection(entry.Subject) != "":
		name := names.Collection(entry.Subject)
		return strings.ToLower(name[:1]) + name[1:]
	case entry.Kind == security.SamplesRemoved:
		return "Dados de exemplo"
	case isOfConfig(entry.Kind) && keyLabel(entry.Subject) != "":
		return "“" + keyLabel(entry.Subject) + "”"
	case slices.Contains(ofServices, entry.Kind):
		return externalservices.OfService(entry.Subject)
	case entry.Subject != "":
		return entry.Subject
	}
	return "alguém"
}

func isOfConfig(kind security.Kind) bool { return strings.HasPrefix(string(kind), "config.") }

// keyLabel returns the name of a configuration key of the program, empty for another.
func keyLabel(name string) string {
	for _, key := range areas.Keys() {
		if key.System+"."+key.Name == name {
			return configuration.LabelOf(settings.Setting{System: key.System, Key: key.Name, Description: key.Description})
		}
	}
	return ""
}

// isOwnAct reports whether an event is about its actor's own account; the sentence then names the actor.
func isOwnAct(entry security.Entry) bool {
	switch entry.Kind {
	case security.LoginSucceeded, security.NewDevice, security.SignedOut, security.InviteAccepted, security.PasswordChanged:
		return entry.ActorName != nil && *entry.ActorName != ""
	}
	return false
}

// particulars returns the other details of an event.
func particulars(entry security.Entry, in *time.Location) string {
	var parts []string
	add := func(label, value string) {
		if value != "" {
			parts = append(parts, label+value)
		}
	}
	details := entry.Details
	add("", reasons[textOf(details["reason"])])
	if details["as"] == string(auth.Associate) || details["account"] == string(auth.Associate) {
		add("", "Conta de associado")
	}
	if entry.Kind == security.NewDevice && details["confirmed"] == false {
		add("", "só com senha")
	}
	add("Papéis: ", listed(details["permissions"]))
	// The title names a switched service, and the two values below a changed key.
	if fields := listed(details["fields"]); fields != detailNames["value"] && details["enabled"] == nil {
		add("Campos: ", fields)
	}
	if entry.Kind == security.OrderRemoved {
		add("Estava em ", textOf(details["status"]))
		add("Total: R$ ", textOf(details["total"]))
	}
	if version, isNumbered := details["version"].(float64); isNumbered {
		add("Versão ", strconv.Itoa(int(version)))
	}
	if isOfConfig(entry.Kind) {
		add("De ", textOf(details["from"]))
		add("Para ", textOf(details["to"]))
	}
	if strings.HasPrefix(string(entry.Kind), "token.") {
		add("Começa com ac_", entry.Subject)
		add("Permissões: ", scopesListed(details["scopes"]))
		add("Só o profissional ", textOf(details["internal_code"]))
		add("Vence em ", dateOf(details["expires_at"], in))
	}
	if rows, counted := details["rows"].(float64); counted {
		add("", fmtbr.Plural(int(rows), "linha", "linhas"))
	}
	add("", listed(details["asked"]))
	return strings.Join(parts, " · ")
}

var reasons = map[string]string{
	"unknown": "Não há conta com este e-mail", "wrong_password": "Senha errada",
	"pending": "O convite ainda não foi aceito", "inactive": "A conta está inativa",
}

// detailNames are the names of values of the JSON interface.
var detailNames = map[string]string{
	"active": "ativo", "inactive": "inativo", "pending": "convidado",
	"name": "nome", "last_name": "sobrenome", "email": "e-mail", "password": "senha", "internal_code": "código de profissional",
	"value": "valor", "description": "descrição", "is_required": "obrigatória", "allow_hardcoded": "padrão permitido",
	"hardcoded_default": "padrão",
}

// WhoAndWhere returns the actor, the address and the device of an event, as far as known.
func WhoAndWhere(entry security.Entry) string {
	var parts []string
	if who := actorOf(entry); who != "" {
		parts = append(parts, who)
	}
	if entry.IP != nil {
		parts = append(parts, *entry.IP)
	}
	if with := sessions.DeviceOf(entry.UserAgent); with != "" {
		parts = append(parts, with)
	}
	return strings.Join(parts, " · ")
}

// actorOf returns the name of the actor, empty if the sentence names them.
func actorOf(entry security.Entry) string {
	name := ""
	if entry.ActorName != nil {
		name = *entry.ActorName
	}
	switch kind := auth.Kind(entry.ActorKind); {
	case kind == auth.System:
		return "o próprio Acolhe"
	case kind == auth.Token:
		return "token “" + name + "”"
	case isOwnAct(entry) && strings.Contains(entry.Subject, "@"):
		return entry.Subject
	case isOwnAct(entry):
		return ""
	case kind == auth.Associate:
		return name + " (associado)"
	}
	return name
}

// listed formats a value, or the values of a list, by their names.
func listed(value any) string {
	values, isList := value.([]any)
	if !isList {
		values = []any{value}
	}
	var shown []string
	for _, one := range values {
		text := textOf(one)
		if known := detailNames[text]; known != "" {
			text = known
		}
		if text != "" {
			shown = append(shown, text)
		}
	}
	return strings.Join(shown, ", ")
}

func scopesListed(value any) string {
	values, _ := value.([]any)
	var scopes []string
	for _, one := range values {
		scopes = append(scopes, names.Scope(textOf(one)))
	}
	return strings.Join(scopes, ", ")
}

func dateOf(value any, in *time.Location) string {
	at, err := time.Parse(time.RFC3339, textOf(value))
	if err != nil {
		return ""
	}
	return fmtbr.Date(at, in)
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}
