package operators

import (
	"acolhe/models/operators"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/admin/professionals"
	"acolhe/views/form"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// Account is an operator with the name of the professional of a portal account.
type Account struct {
	operators.Record
	Professional string `gorm:"-"`
	// Invite is the latest mail with an invite, nil without one.
	Invite *mail.Entry `gorm:"-"`
	// IsLast reports whether the account is the last active one with the role Administrador.
	IsLast bool `gorm:"-"`
}

// NewAccount returns the initial values of the form of a new account.
func NewAccount() Account {
	return Account{Record: operators.Record{Administered: &operators.Administered{}}}
}

// Form returns the form that invites or changes an operator. Without mail the invite is a link.
func Form(sendsMail bool) form.Definition[Account] {
	inviteVerb := "Criar convite"
	if sendsMail {
		inviteVerb = "Enviar convite"
	}
	return form.Definition[Account]{
		ID: "operador", This: "esta conta", Path: Path, NewSlug: "novo", NewTitle: "Convidar operador", NewVerb: inviteVerb, Verb: "Salvar",
		Title: func(a *Account) string { return a.FullName() }, Name: func(a *Account) string { return a.FullName() },
		Back: func(*Account) string { return Path }, RowID: func(a *Account) int64 { return a.ID },
		Sections: []form.Section[Account]{{Title: "Dados e papéis", Actions: ui.Link{Text: "O que cada papel pode", Href: RolesPath},
			Fields: []form.Field[Account]{
				{Name: "name", Label: "Nome", Row: "nome", Value: func(a *Account) string { return a.Record.Name }},
				{Name: "last_name", Label: "Sobrenome", Row: "nome", Optional: true, Value: func(a *Account) string { return a.LastName }},
				{Name: "email", Label: "E-mail", Input: control.Email, Value: func(a *Account) string { return a.Email }},
				{Name: "permissions", Label: "Papéis", Required: "Escolha ao menos um papel.", Values: roleNames, Control: roles},
				{Name: "internal_code", Label: "Profissional", Hint: "Profissional cujos serviços esta pessoa vê no portal. Busque por nome ou código.",
					Value: func(a *Account) string { return texts.Of(a.InternalCode) }, Text: func(a *Account) string { return a.Professional },
					Control: professional},
			}}},
	}
}

func roleNames(a *Account) []string {
	names := make([]string, len(a.Permissions))
	for i, role := range a.Permissions {
		names[i] = string(role)
	}
	return names
}

func roles(c form.Control) ui.Content {
	boxes := control.Checkboxes{Name: c.Name, Label: c.Label, Values: c.Values, Alone: string(auth.Profissional), Error: c.Error}
	for _, role := range access.Roles() {
		boxes.Options = append(boxes.Options, control.Option{Value: string(role.ID), Label: string(role.ID), Detail: role.Description})
	}
	boxes.Options = append(boxes.Options, control.Option{Value: string(auth.ManageTerms), Label: auth.ManageTerms.Label(),
		Detail: "Escreve e publica os termos que os associados assinam. Acompanha outro papel."})
	return boxes
}

func professional(c form.Control) ui.Content {
	return withAlone(control.Search{Name: c.Name, Label: c.Label, Value: c.Value, Text: c.Text, URL: professionals.Path,
		Hint: c.Hint, Error: c.Error})
}

// Around returns the content beside the form: an explanation of invites, or the account with its actions.
func Around(state form.State[Account], by auth.Caller, sendsMail bool) form.Around {
	if state.IsNew {
		return form.Around{Aside: inviteAdvice(sendsMail)}
	}
	account := accountCard{State: state, isOwn: isOwn(by, &state.Row.Record)}
	around := form.Around{Head: status(&state.Row.Record, state.Now), Aside: account}
	if refusal := errs.As(state.Refused); errs.HasCode(refusal, operators.CodeLastAdmin) {
		around.Alert = lastAdministrator(refusal.Message)
	}
	return around
}

// accountCard is the card of an account beside its form.
type accountCard struct {
	form.State[Account]
	isOwn bool
}

func (c accountCard) href() string { return ui.RowHref(Path, c.Row.ID) }

func (c accountCard) facts() []record.Fact {
	operator, zone := &c.Row.Record, c.Now.Location()
	facts := []record.Fact{
		{Label: "Situação", Content: status(operator, c.Now)},
		{Label: "Último acesso", Value: "nunca", Content: lastLogin(operator, c.Now)},
		{Label: "Segunda etapa", Value: map[bool]string{true: "ligada", false: "desligada"}[operator.HasSecondStep]},
		{Label: "Criado em", Value: fmtbr.DateTime(operator.DateCreated, zone)},
	}
	if operator.Status == operators.Pending && operator.InviteExpires != nil {
		facts = append(facts, record.Fact{Label: "Convite", Value: InviteState(operator.Email, c.Row.Invite)},
			record.Fact{Label: "Convite vale até", Value: fmtbr.DateTime(*operator.InviteExpires, zone)})
	}
	return append(facts, record.Fact{Label: "Código", Content: ui.Copy{Text: operator.UserCode.String(), What: "o código"}})
}

// InviteState says what became of the mail with an invite to an address; nil is one that was not mailed.
func InviteState(address string, invite *mail.Entry) string {
	switch {
	case invite == nil:
		return "Criado para " + address + ", sem e-mail"
	case invite.Status == mail.Sent:
		return "Enviado a " + address
	case invite.Status == mail.Failed:
		return "Não chegou a " + address + ". " + texts.Of(invite.LastError) + " Confira o endereço e reenvie"
	case invite.LastError != nil:
		return "Ainda não saiu para " + address + ". " + *invite.LastError + " Vamos continuar tentando"
	}
	return "A caminho de " + address
}

func (c accountCard) canInvite() bool { return !c.Row.HasPassword }

func (c accountCard) canReactivate() bool {
	return c.Row.Status == operators.Inactive && c.Row.HasPassword
}

func (c accountCard) canDeactivate() bool { return c.Row.Status != operators.Inactive }

// deactivation returns the confirmation before an account is deactivated.
func (c accountCard) deactivation() dialog.Confirm {
	if c.Row.IsLast {
		return dialog.Confirm{ID: "desativar", Title: "Esta conta não pode ser desativada", Text: lastAdminReason}
	}
	effect := c.Row.Record.Name + " sai do sistema agora e não entra mais. O histórico é mantido, e a conta pode ser reativada."
	if c.isOwn {
		effect = "Você sai do sistema agora. Para voltar, outro administrador precisa reativar sua conta. O histórico é mantido."
	}
	if c.Row.Status == operators.Pending {
		effect = "O convite será cancelado. Para " + c.Row.Record.Name + " entrar, envie outro convite."
	}
	return dialog.Confirm{ID: "desativar", Title: "Desativar a conta de " + c.Row.FullName() + "?", Text: effect,
		Verb: "Desativar conta", Action: c.href() + "/situacao", Variant: ui.Danger}
}

// canResetStep reports whether the second step of a colleague can be removed.
func (c accountCard) canResetStep() bool { return c.Row.HasSecondStep && !c.isOwn }

// stepReset returns the confirmation before the second step of a colleague is removed.
func (c accountCard) stepReset() dialog.Confirm {
	return dialog.Confirm{ID: "apagar-segunda-etapa", Title: "Apagar a segunda etapa de " + c.Row.FullName() + "?",
		Text: "Use quando a pessoa perdeu o celular e os códigos de reserva. Ela sai de todos os aparelhos e volta a entrar só com a senha, até ligar outra. Vocês dois recebem um e-mail.",
		Verb: "Apagar a segunda etapa", Action: c.href() + StepSlug, Variant: ui.Danger}
}

// StepSlug is the suffix of the address that removes a second step.
const StepSlug = "/segunda-etapa"

// lastAdminReason is the reason why the last account with the role stays.
const lastAdminReason = "É a única conta ativa com o papel Administrador. Dê este papel a outra pessoa com conta ativa e tente de novo."

// Removal returns the confirmation before an account is removed.
func Removal(account *Account, by auth.Caller) *dialog.Confirm {
	if account.IsLast {
		return &dialog.Confirm{ID: "excluir", Title: "Esta conta não pode ser excluída", Text: lastAdminReason}
	}
	whose, advice := "a conta de "+account.FullName(), "Se a pessoa pode voltar, prefira desativar."
	if isOwn(by, &account.Record) {
		whose, advice = "a sua própria conta", "Você sai do sistema agora."
	}
	return &dialog.Confirm{ID: "excluir", Title: "Excluir " + whose + "?",
		Text: "A conta e as visões salvas serão apagadas. Não dá para desfazer. Pedidos e atendimentos são mantidos. " + advice,
		Verb: "Excluir conta", Action: ui.RowHref(Path, account.ID) + "/excluir", Variant: ui.Danger}
}
