package tokens

import (
	"slices"

	"acolhe/models/types/access"
	"acolhe/views/admin/names"
	"acolhe/views/ui/control"
)

// scopeGroups lists the collections in the usual order of looking for data.
var scopeGroups = []struct {
	title       string
	collections []string
}{
	{"Pessoas", []string{"users", "professionals", "system_users"}},
	{"Trabalho", []string{"reception", "orders", "services"}},
	{"Catálogo", []string{"products", "tags"}},
	{"Arquivos", []string{"files", "users_files", "orders_files", "services_files"}},
}

// pickable returns the possible scopes of the new token.
func (s New) pickable() []string {
	var pickable []string
	for _, scope := range access.Scopes() {
		if !s.HasPartner || scope.FitsPartner() {
			pickable = append(pickable, scope.Name)
		}
	}
	return pickable
}

// scopeGrid returns the picker over the collections; rows without a checkbox are left out.
func (s New) scopeGrid() control.Grid {
	grid := control.Grid{Name: "scopes", Label: "Dados", Lead: "Coleção", Error: s.problems().For("scopes"),
		Find: "Buscar permissão", Hint: "Escrever cria e altera. Tudo inclui ler, escrever e excluir."}
	if s.HasPartner {
		grid.Find, grid.Hint = "", "Um token limitado a um profissional só lê."
	}
	for _, verb := range s.verbs() {
		grid.Columns = append(grid.Columns, verb.Column)
	}
	for _, group := range scopeGroups {
		rows := control.GridGroup{Title: group.title}
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

// verbs returns the columns of the grid.
func (s New) verbs() []names.Verb {
	if s.HasPartner {
		return names.Verbs()[:1]
	}
	return names.Verbs()
}

func (s New) scopeRow(collection string) (row control.GridRow, any bool) {
	row = control.GridRow{Label: names.Collection(collection), Detail: collection, Checked: s.Input.Scopes, All: !s.HasPartner}
	for _, verb := range s.verbs() {
		name := "items:" + collection + ":" + verb.Word
		if !slices.Contains(s.pickable(), name) {
			name = ""
		}
		row.Values = append(row.Values, name)
		any = any || name != ""
	}
	return row, any
}

// otherPicks returns the scopes beside the grid, each with a sentence; total access is separate.
func (s New) otherPicks() control.Checkboxes {
	picks := control.Checkboxes{ID: "outros-escopos", Name: "scopes", Label: "Outras permissões", Values: s.Input.Scopes, Wide: true}
	for _, name := range s.pickable() {
		if other, known := names.Other(name); known && name != access.Everything {
			picks.Options = append(picks.Options, control.Option{Value: name, Label: other.Short, Detail: other.Sentence})
		}
	}
	return picks
}

func (s New) everythingPick() control.Checkboxes {
	other, _ := names.Other(access.Everything)
	return control.Checkboxes{ID: "acesso-total", Name: "scopes", Label: "Acesso total", Values: s.Input.Scopes, Wide: true,
		Options: []control.Option{{Value: access.Everything, Label: other.Short + " (*)", Detail: other.Sentence}}}
}
