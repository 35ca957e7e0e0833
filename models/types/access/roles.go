package access

import (
	"slices"
	"strings"

	"acolhe/models/types/auth"
)

// Role is a role that an operator may hold, with a description for people.
type Role struct {
	ID          auth.Role `json:"id"`
	Description string    `json:"description"`
}

// Roles returns the roles of GET /admin/roles, in its order.
func Roles() []Role {
	return []Role{
		{auth.Administrador, "Pode tudo: também convida operadores, emite tokens e configura o sistema."},
		{auth.Acolhimento, "Cuida da recepção, dos associados, dos pedidos e dos serviços no dia a dia."},
		{auth.Producao, "Prepara pedidos e serviços e mantém os produtos; consulta os associados."},
		{auth.Financeiro, "Acompanha pedidos, serviços e relatórios e valida comissões; consulta o restante."},
		{auth.Profissional, "Vê só os próprios serviços, no portal do profissional. Não se combina com outro papel."},
	}
}

// Allowed returns the actions that a role may do on a collection while all pages are open to it, in the order create,
// read, update, delete.
func Allowed(role auth.Role, collection string) []Action {
	granted := strings.ToUpper(matrix[collection][role])
	return slices.DeleteFunc([]Action{Create, Read, Update, Delete}, func(action Action) bool {
		return !strings.Contains(granted, actionLetters[action])
	})
}
