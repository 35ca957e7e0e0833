package admin

import (
	"time"

	"acolhe/models/operators"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// OperatorSheet is an operator as far as the form is filled.
type OperatorSheet struct {
	// Record is the account; without an id it is a new one.
	Record operators.Record
	// Typed is the form as it was posted, drawn again as it was.
	Typed web.FormData
	// Professional is whom the account of the portal belongs to, as far as known.
	Professional string
	// ByMail tells that invites are sent; otherwise the link is shown.
	ByMail bool
	// Refused says why nothing was stored.
	Refused error
	// Now carries the association's time zone.
	Now time.Time
	// Me is who looks.
	Me auth.Caller
}

func (s OperatorSheet) isNew() bool { return s.Record.ID == 0 }

func (s OperatorSheet) isMine() bool { return isMe(s.Me, s.Record) }

func (s OperatorSheet) action() string {
	if s.isNew() {
		return operatorsPath + "/novo"
	}
	return operatorHref(s.Record.ID)
}

func (s OperatorSheet) title() string {
	if s.isNew() {
		return "Convidar operador"
	}
	return s.Record.FullName()
}

func (s OperatorSheet) inviteVerb() string {
	if s.ByMail {
		return "Enviar convite"
	}
	return "Criar convite"
}

// problems says what is wrong in the words of the form; a refusal of the whole stands in an alert.
func (s OperatorSheet) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(s.Refused), func(path string) string { return operatorLabels[path] })
}

var operatorLabels = map[string]string{
	"name": "Nome", "last_name": "Sobrenome", "email": "E-mail", "permissions": "Papéis", "internal_code": "Profissional", "status": "Situação",
}

// refusal is why the whole was refused; empty when it was not, or when fields tell.
func (s OperatorSheet) refusal() string {
	if refused := errs.As(s.Refused); refused != nil && len(refused.Fields) == 0 {
		return refused.Message
	}
	return ""
}

func (s OperatorSheet) isLastAdministrator() bool {
	return errs.HasCode(s.Refused, operators.CodeLastAdmin)
}

// input is one field of the form, with what was typed or what is stored.
func (s OperatorSheet) input(name string, kind ui.Kind) ui.Input {
	return ui.Input{Name: name, Label: operatorLabels[name], Kind: kind, Value: s.Typed.Or(name, s.stored(name)), Error: s.problems().For(name),
		Autocomplete: "off"}
}

func (s OperatorSheet) optional(name string, kind ui.Kind) ui.Input {
	input := s.input(name, kind)
	input.Optional = true
	return input
}

func (s OperatorSheet) stored(name string) string {
	if s.isNew() {
		return ""
	}
	return map[string]string{"name": s.Record.Name, "last_name": s.Record.LastName, "email": s.Record.Email,
		"internal_code": texts.Of(s.Record.InternalCode)}[name]
}

// held lists the roles that are ticked: those that were posted, else the stored ones.
func (s OperatorSheet) held() []string {
	if s.Typed != nil {
		return s.Typed["permissions"]
	}
	roles := make([]string, len(s.Record.Permissions))
	for i, role := range s.Record.Permissions {
		roles[i] = string(role)
	}
	return roles
}

func (s OperatorSheet) roles() ui.Checkboxes {
	boxes := ui.Checkboxes{Name: "permissions", Label: "Papéis", Values: s.held(), Alone: string(auth.Profissional), Error: s.problems().For("permissions")}
	for _, role := range access.Roles() {
		boxes.Options = append(boxes.Options, ui.Option{Value: string(role.ID), Label: string(role.ID), Detail: role.Description})
	}
	return boxes
}

func (s OperatorSheet) professional() ui.Search {
	return ui.Search{Name: "internal_code", Label: "Profissional", Value: s.Typed.Or("internal_code", s.stored("internal_code")),
		Text: s.Typed.Or("internal_code_texto", s.Professional), URL: professionalsPath, Error: s.problems().For("internal_code"),
		Hint: "De quem são os serviços que esta pessoa vê no portal. Busque por nome ou código."}
}

// facts tell how the account stands.
func (s OperatorSheet) facts() []ui.Fact {
	facts := []ui.Fact{
		{Label: "Situação", Content: accountStatus(s.Record, s.Now)},
		{Label: "Último acesso", Content: lastLogin(s.Record.LastLoginAt, s.Now)},
		{Label: "Criado em", Value: fmtbr.DateTime(s.Record.DateCreated, s.Now.Location())},
	}
	if s.Record.Status == operators.Pending && s.Record.InviteExpires != nil {
		facts = append(facts, ui.Fact{Label: "Convite vale até", Value: fmtbr.DateTime(*s.Record.InviteExpires, s.Now.Location())})
	}
	return append(facts, ui.Fact{Label: "Código", Content: ui.Copy{Text: s.Record.UserCode.String(), What: "o código"}})
}

// What can be done with the account as it stands.
func (s OperatorSheet) canInvite() bool { return !s.Record.HasPassword }
func (s OperatorSheet) canReactivate() bool {
	return s.Record.Status == operators.Inactive && s.Record.HasPassword
}
func (s OperatorSheet) canDeactivate() bool { return s.Record.Status != operators.Inactive }

// deactivation names the person and the effect.
func (s OperatorSheet) deactivation() ui.Confirm {
	effect := s.Record.Name + " sai do sistema agora e não consegue mais entrar. O que já fez continua guardado, e a conta pode ser reativada quando quiser."
	if s.isMine() {
		effect = "Você sai do sistema agora e só volta quando outro administrador reativar a sua conta. O que já fez continua guardado."
	}
	if s.Record.Status == operators.Pending {
		effect = "O convite deixa de valer. Para " + s.Record.Name + " entrar, envie outro convite."
	}
	return ui.Confirm{ID: "desativar", Title: "Desativar a conta de " + s.Record.FullName() + "?", Text: effect,
		Verb: "Desativar conta", Action: s.action() + "/situacao", Variant: ui.Danger}
}

// removal names the person and the effect.
func (s OperatorSheet) removal() ui.Confirm {
	whose, advice := "a conta de "+s.Record.FullName(), "Se a pessoa pode voltar, prefira desativar."
	if s.isMine() {
		whose, advice = "a sua própria conta", "Você sai do sistema agora."
	}
	return ui.Confirm{ID: "excluir", Title: "Excluir " + whose + "?",
		Text: "A conta e as visões salvas são apagadas agora e não podem ser recuperadas. Pedidos e atendimentos registrados continuam guardados. " + advice,
		Verb: "Excluir conta", Action: s.action() + "/excluir", Variant: ui.Danger}
}

// InvitedSheet is an invite that the administrator hands over, because mail is switched off.
type InvitedSheet struct {
	Invited operators.Invited
	// Now carries the association's time zone.
	Now time.Time
}

func (s InvitedSheet) until() string {
	return fmtbr.LongDate(s.Invited.Delivery.ExpiresAt, s.Now.Location()) + ", às\u00a0" + fmtbr.Clock(s.Invited.Delivery.ExpiresAt, s.Now.Location())
}
