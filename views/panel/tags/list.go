// Package tags shows the pages of the catalogue of tags.
package tags

import (
	"slices"

	"acolhe/models/tags"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Path is the address of the list.
const Path = "/painel/etiquetas"

// forEvery is the filter's value for tags offered in every collection.
const forEvery = "todas"

// Row is a tag with its number of tagged rows.
type Row struct {
	tags.Tag
	Use page.Counted
}

// List returns the list of tags. Rows link to their form if the caller may change them.
func List(canChange bool) list.Definition[Row, tags.ListInput] {
	lead := list.Lead[Row]{Label: "Nome", Text: func(row *Row) string { return row.Name },
		Mark: func(row *Row) ui.Content { return ui.Swatch{Color: texts.Of(row.Color)} }}
	if canChange {
		lead.Href = func(row *Row) string { return ui.RowHref(Path, row.ID) }
	}
	return list.Definition[Row, tags.ListInput]{
		About: list.About{
			Name: "etiquetas", Title: "Etiquetas", Path: Path, Collection: "tags", Search: "Nome",
			Rows:         list.Noun{One: "etiqueta", Many: "etiquetas", None: "Nenhuma etiqueta"},
			New:          list.New{Label: "Nova etiqueta", Slug: "nova"},
			NothingYet:   list.Sentence{Title: "Nenhuma etiqueta ainda", Text: "Use etiquetas para encontrar cadastros, pedidos e produtos."},
			NothingFound: list.Sentence{Title: "Nenhuma etiqueta com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[tags.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *tags.ListInput) *string { return &in.Q })},
			{Name: "colecao", Label: "Oferecida em", All: "qualquer uma", Set: setCollection,
				Options: append([]control.Option{{Value: forEvery, Label: "Todos"}}, collectionOptions("")...)},
		},
		Lead: lead,
		Columns: []list.Column[Row]{
			{Name: "colecao", Label: "Oferecida em", Place: table.Below,
				Text: func(row *Row) string { return collectionName(texts.Of(row.Collection)) }},
			{Name: "uso", Label: "Em uso", Right: true, Place: table.End, Text: use},
		},
		Read: list.Windowed(func(in *tags.ListInput) *page.Window { return &in.Window }),
	}
}

func setCollection(in *tags.ListInput, value string) error {
	if in.ForEvery = value == forEvery; !in.ForEvery {
		in.Collection = value
	}
	return nil
}

// use formats the number of tagged rows; a dash if they are not counted.
func use(row *Row) string {
	if row.Collection != nil && !slices.Contains(tags.Tagged(), *row.Collection) {
		return "–"
	}
	return countOf(row.Use)
}

func countOf(use page.Counted) string {
	if use.More {
		return "mais de " + fmtbr.Integer(int64(use.Rows))
	}
	return fmtbr.Integer(int64(use.Rows))
}

// collectionName returns the name of the collection in which a tag is offered.
func collectionName(collection string) string {
	names := map[string]string{"": "Todos", "users": "Cadastros", "orders": "Pedidos", "products": "Produtos", "services": "Serviços",
		"reception": "Recepção", "professionals": "Profissionais"}
	if name, known := names[collection]; known {
		return name
	}
	return collection
}

// collectionOptions returns the collections, including a chosen one that only scripts offer.
func collectionOptions(chosen string) []control.Option {
	collections := tags.Tagged()
	if chosen != "" && !slices.Contains(collections, chosen) {
		collections = append(collections, chosen)
	}
	var options []control.Option
	for _, collection := range collections {
		options = append(options, control.Option{Value: collection, Label: collectionName(collection)})
	}
	return options
}
