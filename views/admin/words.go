package admin

// collectionNames are what people call the collections.
var collectionNames = map[string]string{
	"users": "Associados e pacientes", "professionals": "Profissionais", "system_users": "Operadores",
	"reception": "Recepção", "orders": "Pedidos", "services": "Serviços", "reports": "Relatórios",
	"products": "Produtos", "tags": "Etiquetas", "users_api": "Tokens de API",
	"files": "Arquivos", "users_files": "Arquivos de associados", "orders_files": "Arquivos de pedidos",
	"services_files": "Arquivos de serviços",
}
