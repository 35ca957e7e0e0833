// Package names holds the Portuguese names of the collections and scopes of the JSON interface.
package names

import (
	"maps"
	"slices"
)

// Collection returns the name of a collection, empty for an unknown one.
func Collection(collection string) string { return collections[collection] }

// Collections lists the collections that have a name.
func Collections() []string { return slices.Sorted(maps.Keys(collections)) }

var collections = map[string]string{
	"users": "Associados e pacientes", "professionals": "Profissionais", "system_users": "Operadores",
	"reception": "Recepção", "orders": "Pedidos", "services": "Serviços", "reports": "Relatórios",
	"products": "Produtos", "tags": "Etiquetas", "users_api": "Tokens de API",
	"files": "Arquivos", "users_files": "Arquivos de associados", "orders_files": "Arquivos de pedidos",
	"services_files": "Arquivos de serviços",
}
