package webhooks

import (
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
	"acolhe/views/ui/control"
)

// nouns name a record of a table; the second form is of the feminine.
var nouns = map[endpoints.Table]struct {
	one, many  string
	isFeminine bool
}{
	"users": {"Associado", "Associados e pacientes", false}, "orders": {"Pedido", "Pedidos", false},
	"services": {"Serviço", "Serviços", false},
	"products": {"Produto", "Produtos", false}, "professionals": {"Profissional", "Profissionais", false},
	"reception": {"Recepção", "Recepção", true},
	"tags":      {"Etiqueta", "Etiquetas", true}, "users_files": {"Arquivo de associado", "Arquivos de associados", false},
	"services_files": {"Arquivo de serviço", "Arquivos de serviços", false},
}

// Title describes an event: "Pedido 689 alterado".
func Title(d webhooks.Delivery) string {
	if d.Table == endpoints.Ping {
		return "Teste"
	}
	noun := nouns[d.Table]
	verbs := map[endpoints.Action]string{endpoints.Create: "criad", endpoints.Update: "alterad", endpoints.Delete: "removid"}
	ending := "o"
	if noun.isFeminine {
		ending = "a"
	}
	return noun.one + " " + d.RecordID + " " + verbs[d.Action] + ending
}

func tableOptions() (options []control.Option) {
	for _, table := range endpoints.Tables() {
		options = append(options, control.Option{Value: string(table), Label: nouns[table].many, Detail: string(table)})
	}
	return options
}

func actionOptions() []control.Option {
	return []control.Option{
		{Value: string(endpoints.Create), Label: "Criação", Detail: "create"},
		{Value: string(endpoints.Update), Label: "Alteração", Detail: "update"},
		{Value: string(endpoints.Delete), Label: "Remoção", Detail: "delete"},
	}
}
