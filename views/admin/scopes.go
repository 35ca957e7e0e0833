package admin

import (
	"slices"
	"strings"

	"acolhe/models/types/access"
	"acolhe/views/ui"
)

// scopeGroups is the order in which people look for data.
var scopeGroups = []struct {
	title       string
	collections []string
}{
	{"Pessoas", []string{"users", "professionals", "system_users"}},
	{"Trabalho", []string{"reception", "orders", "services"}},
	{"Catálogo", []string{"products", "tags"}},
	{"Arquivos", []string{"files", "users_files", "orders_files", "services_files"}},
}

// verb is the last word of an item scope, as the head of a column and on a badge.
type verb struct{ word, column, short string }

// verbs are in the order of the grid's columns, reading first.
var verbs = []verb{
	{"read", "Ler", "ler"}, {"write", "Escrever", "escrever"}, {"delete", "Excluir", "excluir"}, {"*", "Tudo", "tudo"},
}

// otherScopes are the scopes that name no collection: short as on a badge, and in a sentence.
var otherScopes = map[string]struct{ short, sentence string }{
	access.Everything:  {"Acesso total", "Faz tudo o que um administrador faz, inclusive criar e revogar tokens e operadores."},
	"files:write":      {"Enviar arquivos", "Envia arquivos novos, sem ler os que já existem."},
	"reports:read":     {"Relatórios", "Lê os relatórios, na medida dos dados que alcança."},
	"freight:quote":    {"Cotar frete", "Pede preços e prazos de entrega às transportadoras."},
	"doc_sign:read":    {"Ler contratos", "Lê os contratos e a situação das assinaturas."},
	"doc_sign:write":   {"Escrever contratos", "Cria contratos e pede assinaturas."},
	"modules:payment*": {"Módulo de pagamento", "Administra o módulo de pagamento. Evite em produção."},
}

// scopeName is a scope as a badge says it: "Pedidos: ler". A name that is no scope stays as it is.
func scopeName(name string) string {
	if other, known := otherScopes[name]; known {
		return other.short
	}
	parts := strings.Split(name, ":")
	if len(parts) != 3 || collectionNames[parts[1]] == "" {
		return name
	}
	for _, verb := range verbs {
		if verb.word == parts[2] {
			return collectionNames[parts[1]] + ": " + verb.short
		}
	}
	return name
}

// scopeTone makes what may do everything stand out.
func scopeTone(name string) ui.Tone {
	if name == access.Everything {
		return ui.Warn
	}
	return ui.Muted
}

// pickable are the scopes that the token being made may hold.
func (s NewTokenSheet) pickable() []string {
	var names []string
	for _, scope := range access.Scopes() {
		if s.Partner == nil || scope.FitsPartner() {
			names = append(names, scope.Name)
		}
	}
	return names
}

// scopeGrid is the picker over the collections; rows without any box are left out.
func (s NewTokenSheet) scopeGrid() ui.Grid {
	grid := ui.Grid{Name: "scopes", Label: "Dados", Lead: "Coleção", Error: s.problems().For("scopes"),
		Find: "Procurar um dado", Hint: "Escrever cria e altera. Tudo inclui ler, escrever e excluir."}
	if s.Partner != nil {
		grid.Find, grid.Hint = "", "Um token limitado a um profissional só lê."
	}
	for _, verb := range s.verbs() {
		grid.Columns = append(grid.Columns, verb.column)
	}
	for _, group := range scopeGroups {
		rows := ui.GridGroup{Title: group.title}
		for _, collection := range group.collections {
			if row, any := s.scopeRow(collection); any {
				rows.Rows = append(rows.Rows, row)
			}
		}
		if len(rows.Rows) > 0 {
			grid.Groups = append(grid.Groups, rows)
		}
	}
	return grid
}

// verbs are the columns of the grid.
func (s NewTokenSheet) verbs() []verb {
	if s.Partner != nil {
		return verbs[:1]
	}
	return verbs
}

func (s NewTokenSheet) scopeRow(collection string) (row ui.GridRow, any bool) {
	row = ui.GridRow{Label: collectionNames[collection], Detail: collection, Checked: s.Input.Scopes, All: s.Partner == nil}
	for _, verb := range s.verbs() {
		name := "items:" + collection + ":" + verb.word
		if !slices.Contains(s.pickable(), name) {
			name = ""
		}
		row.Values = append(row.Values, name)
		any = any || name != ""
	}
	return row, any
}

// otherPicks are the scopes beside the grid, each told in a sentence; total access stands apart.
func (s NewTokenSheet) otherPicks() ui.Checkboxes {
	picks := ui.Checkboxes{ID: "outros-escopos", Name: "scopes", Label: "Outras permissões", Values: s.Input.Scopes, Wide: true}
	for _, name := range s.pickable() {
		if other, known := otherScopes[name]; known && name != access.Everything {
			picks.Options = append(picks.Options, ui.Option{Value: name, Label: other.short, Detail: other.sentence})
		}
	}
	return picks
}

func (s NewTokenSheet) everythingPick() ui.Checkboxes {
	other := otherScopes[access.Everything]
	return ui.Checkboxes{ID: "acesso-total", Name: "scopes", Label: "Acesso total", Values: s.Input.Scopes, Wide: true,
		Options: []ui.Option{{Value: access.Everything, Label: other.short + " (*)", Detail: other.sentence}}}
}
