package names

import (
	"slices"
	"strings"

	"acolhe/models/types/access"
)

// Verb names the last word of an item scope, as the head of a column and on a badge.
type Verb struct{ Word, Column, Short string }

// Verbs lists the verbs in the order of the picker's columns, reading first.
func Verbs() []Verb { return slices.Clone(verbs) }

var verbs = []Verb{
	{"read", "Ler", "ler"}, {"write", "Escrever", "escrever"}, {"delete", "Excluir", "excluir"}, {"*", "Tudo", "tudo"},
}

// OtherScope names a scope without a collection: short as on a badge, and in a sentence.
type OtherScope struct{ Short, Sentence string }

// Other returns the names of a scope without a collection.
func Other(scope string) (other OtherScope, known bool) {
	other, known = others[scope]
	return other, known
}

var others = map[string]OtherScope{
	access.Everything:  {"Acesso total", "Faz tudo o que um administrador faz, inclusive criar e revogar tokens e operadores."},
	"files:write":      {"Enviar arquivos", "Envia arquivos novos, sem ler os que já existem."},
	"reports:read":     {"Relatórios", "Lê os relatórios dos dados que pode acessar."},
	"freight:quote":    {"Cotar frete", "Pede preços e prazos de entrega às transportadoras."},
	"doc_sign:read":    {"Ler contratos", "Lê os contratos e a situação das assinaturas."},
	"doc_sign:write":   {"Termos", "Envia termos para assinar."},
	"modules:payment*": {"Módulo de pagamento", "Administra o módulo de pagamento. Evite em produção."},
}

// Scope returns the name of a scope on a badge: "Pedidos: ler". An unknown scope stays as it is.
func Scope(name string) string {
	if other, known := others[name]; known {
		return other.Short
	}
	parts := strings.Split(name, ":")
	if len(parts) != 3 || collections[parts[1]] == "" {
		return name
	}
	for _, verb := range verbs {
		if verb.Word == parts[2] {
			return collections[parts[1]] + ": " + verb.Short
		}
	}
	return name
}
