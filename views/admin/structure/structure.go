// Package structure shows the collections: their columns, relations, and who may do what.
package structure

import (
	"slices"

	"acolhe/models/platform/items"
	"acolhe/views/admin/operators"
	"acolhe/views/ui/record"
)

// Path is the address of the list of collections.
const Path = "/admin/estrutura"

// Title is the name of the list.
const Title = "Estrutura dos dados"

// CollectionData is the data of Collection.
type CollectionData struct {
	items.Description

	Schema items.Schema
}

func href(collection string) string { return Path + "/" + collection }

// typeNames are the names of the types of columns.
var typeNames = map[string]string{
	"text": "Texto", "bigint": "Número inteiro", "numeric": "Valor decimal", "boolean": "Sim ou não", "timestamptz": "Data e hora",
	"date": "Data", "uuid": "Identificador", "jsonb": "Objeto ou lista",
}

// visibleTo names the callers who see a column; empty if everyone who may read the collection does.
func visibleTo(column items.Column) string {
	return map[string]string{"administrators": "Só administradores", "staff": "Só a equipe"}[column.VisibleTo]
}

// refersTo returns the keys of a column.
func (d CollectionData) refersTo(column string) []items.ForeignKey {
	return slices.DeleteFunc(slices.Clone(d.Schema.ForeignKeys), func(key items.ForeignKey) bool {
		return key.Collection != d.Collection || key.Column != column
	})
}

// referredBy returns the keys of other columns that lead here.
func (d CollectionData) referredBy() []items.ForeignKey {
	return slices.DeleteFunc(slices.Clone(d.Schema.ForeignKeys),
		func(key items.ForeignKey) bool { return key.TargetCollection != d.Collection })
}

func (d CollectionData) facts() []record.Fact {
	facts := make([]record.Fact, len(d.Access))
	for i, permissions := range d.Access {
		facts[i] = record.Fact{Label: string(permissions.Role), Value: operators.Permitted(permissions.Role, d.Collection)}
	}
	return facts
}
