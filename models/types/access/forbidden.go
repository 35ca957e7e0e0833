package access

import (
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RequireOpen returns nil if CanOpen, else the errors of Require, or 403 FORBIDDEN for a closed page.
func RequireOpen(by auth.Caller, collection string, action Action) error {
	if err := Require(by, collection, action); err != nil {
		return err
	}
	if !opens(by, collection) {
		return errs.Forbidden("Você não tem acesso a esta página. Peça à administração.")
	}
	return nil
}

// Require returns nil if Can, else 401 UNAUTHORIZED for an unknown caller or 403 FORBIDDEN with
// a message that names the action and the collection.
func Require(by auth.Caller, collection string, action Action) error {
	if !by.IsKnown() {
		return errs.Unauthenticated("Entre para continuar.")
	}
	if Can(by, collection, action) {
		return nil
	}
	refusal := errs.Forbidden(forbiddenMessage(by, collection, action))
	refusal.Denied = collection + "." + string(action)
	return refusal
}

// RequireStaff returns nil for the staff of a collection, whatever else their role changes there: operators who read it, and
// tokens that change it, none of them bound to a professional (specification, "staff only"). It returns the errors of
// Require and RequireUnbound.
func RequireStaff(by auth.Caller, collection string) error {
	needed := Update
	if by.Kind == auth.Operator {
		needed = Read
	}
	if err := Require(by, collection, needed); err != nil {
		return err
	}
	return RequireUnbound(by)
}

// RequireSettle returns nil if CanSettle, else 401 UNAUTHORIZED for an unknown caller or 403 FORBIDDEN.
func RequireSettle(by auth.Caller) error {
	if !by.IsKnown() {
		return errs.Unauthenticated("Entre para continuar.")
	}
	if CanSettle(by) {
		return nil
	}
	return errs.Forbidden("Só Financeiro e administração fecham meses e pagam repasses.")
}

var actionNames = map[Action]string{Create: "criar", Read: "ver", Update: "alterar", Delete: "excluir"}

var collectionNames = map[string]string{
	"users": "cadastros de associados", "system_users": "operadores", "orders": "pedidos", "services": "serviços", "products": "produtos",
	"professionals": "profissionais", "reception": "atendimentos da recepção", "tags": "etiquetas", "reports": "relatórios",
	"files":       "arquivos",
	"users_files": "arquivos de cadastros", "orders_files": "arquivos de pedidos", "services_files": "arquivos de serviços",
	"users_api": "tokens",
	Freight:     "cotações de frete", DocSign: "termos",
}

// forbiddenMessage returns the refusal of an action with the roles that may do it.
func forbiddenMessage(by auth.Caller, collection string, action Action) string {
	what := actionNames[action] + " " + collectionNames[collection]
	switch by.Kind {
	case auth.Operator:
		return "Seu papel não permite " + what + ". Quem administra o Acolhe pode mudar isso."
	case auth.Token:
		return "Este token não permite " + what + ": falta o escopo de " + collection + "."
	}
	return "Esta conta não permite " + what + "."
}
