package access

import "acolhe/models/types/auth"

var actionNames = map[Action]string{Create: "criar", Read: "ver", Update: "alterar", Delete: "excluir"}

var collectionNames = map[string]string{
	"users": "cadastros de associados", "system_users": "operadores", "orders": "pedidos", "services": "serviços", "products": "produtos",
	"professionals": "profissionais", "reception": "atendimentos da recepção", "tags": "etiquetas", "reports": "relatórios", "files": "arquivos",
	"users_files": "arquivos de cadastros", "orders_files": "arquivos de pedidos", "services_files": "arquivos de serviços", "users_api": "tokens",
	Freight: "cotações de frete", DocSign: "termos",
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
