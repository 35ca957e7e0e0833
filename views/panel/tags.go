package panel

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// TagsPath is the address of the list of tags.
const TagsPath = "/painel/etiquetas"

// TagListFragment is the part of the list of tags that a filter replaces.
const TagListFragment = "lista-etiquetas"

// noColor is the choice of a tag that stands out by its name alone.
const noColor = "Sem cor"

// tagColors are offered; a script may give a tag any other.
var tagColors = []ui.Option{
	{Label: noColor}, {Value: "#0f766e", Label: "Verde"}, {Value: "#1d4ed8", Label: "Azul"}, {Value: "#7c3aed", Label: "Roxo"},
	{Value: "#be185d", Label: "Rosa"}, {Value: "#b91c1c", Label: "Vermelho"}, {Value: "#b45309", Label: "Laranja"},
}

// TagQuery is the state of the list, all of it in the address.
type TagQuery struct {
	Words, Collection string
	Page              web.PageQuery
}

// TagList is the list of tags.
type TagList struct {
	Query TagQuery
	Found page.Of[tags.Tag]
	// Uses tells of each tag by its id how many wear it.
	Uses map[int64]page.Counted
	// CanAdd and CanChange tell what is offered to be done.
	CanAdd, CanChange bool
}

// here is the address of the list as it is shown.
func (l TagList) here() ui.Here {
	query := url.Values{}
	for name, value := range map[string]string{"q": l.Query.Words, "colecao": l.Query.Collection, "por": sizeInAddress(l.Query.Page)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return TagsPath
	}
	return ui.Here(TagsPath + "?" + query.Encode())
}

func (l TagList) filters() ui.Filters {
	filters := ui.Filters{Action: TagsPath, Target: TagListFragment, Label: "Filtrar etiquetas", Q: l.Query.Words, Placeholder: "Nome"}
	if size := sizeInAddress(l.Query.Page); size != "" {
		filters.Hidden = []ui.Option{{Value: "por", Label: size}}
	}
	return filters
}

func (l TagList) isFiltered() bool { return l.Query.Words != "" || l.Query.Collection != "" }

func (l TagList) total() int { return *l.Found.Meta.FilterCount }

func (l TagList) pager() ui.Pager {
	return ui.Pager{Here: l.here(), Page: l.Query.Page.Number, Size: l.Query.Page.Size, Total: l.total()}
}

// use tells how many wear a tag; a dash where that is not counted.
func (l TagList) use(tag tags.Tag) string {
	if tag.Collection != nil && !slices.Contains(tags.Tagged(), *tag.Collection) {
		return "–"
	}
	return useWords(l.Uses[tag.ID])
}

// href leads to the form of a tag, for who may change it.
func (l TagList) href(tag tags.Tag) string {
	if !l.CanChange {
		return ""
	}
	return TagHref(tag.ID)
}

// useWords says how many wear a tag.
func useWords(use page.Counted) string {
	if use.More {
		return "mais de " + fmtbr.Integer(int64(use.Rows))
	}
	return fmtbr.Integer(int64(use.Rows))
}

// keepers says that those who wear a tag keep something: "2 registros … ficam com o nome antigo."
func keepers(use page.Counted, what string) string {
	switch {
	case use.More:
		return "Os registros que já a usam, " + useWords(use) + ", ficam com " + what + "."
	case use.Rows == 1:
		return "O registro que já a usa fica com " + what + "."
	}
	return "Os " + useWords(use) + " registros que já a usam ficam com " + what + "."
}

// TagHref is the page of a tag.
func TagHref(id int64) string { return TagsPath + "/" + strconv.FormatInt(id, 10) }

// wearerWords names the collections of tags as people call them.
func wearerWords(collection string) string {
	words := map[string]string{"users": "Cadastros", "orders": "Pedidos", "products": "Produtos", "services": "Serviços", "reception": "Recepção",
		"professionals": "Profissionais"}
	if word, known := words[collection]; known {
		return word
	}
	return collection
}

// whereOffered says where a tag of a collection, or of none, is offered.
func whereOffered(collection *string) string {
	if collection == nil {
		return "Todos"
	}
	return wearerWords(*collection)
}

// wearerOptions offers the collections, and the one that was chosen by a script.
func wearerOptions(chosen string) []ui.Option {
	collections := append(tags.Tagged(), "reception")
	if chosen != "" && !slices.Contains(collections, chosen) {
		collections = append(collections, chosen)
	}
	var options []ui.Option
	for _, collection := range collections {
		options = append(options, ui.Option{Value: collection, Label: wearerWords(collection)})
	}
	return options
}

// TagForm is a tag as far as the form is filled.
type TagForm struct {
	// Row is what is stored; without an id it is a new one.
	Row tags.Tag
	// Edition is the state of the row that the form was drawn from.
	Edition string
	// Key names a new tag, so that sending the form twice makes it once.
	Key string
	Use page.Counted
	// Typed is the form as it was posted, drawn again as it was.
	Typed web.FormData
	// Refused says why nothing was stored.
	Refused error
	// CanRemove tells whether removing is offered.
	CanRemove bool
}

func (f TagForm) isNew() bool { return f.Row.ID == 0 }

// Title is what the page is called.
func (f TagForm) Title() string {
	if f.isNew() {
		return "Nova etiqueta"
	}
	return "Etiqueta " + f.Row.Name
}

func (f TagForm) action() string {
	if f.isNew() {
		return TagsPath + "/nova"
	}
	return TagHref(f.Row.ID)
}

func (f TagForm) verb() string {
	if f.isNew() {
		return "Criar etiqueta"
	}
	return "Salvar"
}

// TagLabel names a field as people call it.
func TagLabel(name string) string {
	return map[string]string{"name": "Nome", "color": "Cor", "collection": "Oferecida em"}[name]
}

// problems says what is wrong; the one conflict beside a colleague's change is a name that another
// tag has.
func (f TagForm) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(f.Refused), TagLabel)
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 && !patch.IsStale(f.Refused) {
		problem := ui.Problem{Message: refusal.Message}
		if refusal.Code == errs.CodeConflict {
			problem.Field = "name"
		}
		problems = append(problems, problem)
	}
	return problems
}

func (f TagForm) name() ui.Input {
	input := ui.Input{Name: "name", Label: TagLabel("name"), Value: f.Typed.Or("name", f.Row.Name), MaxLength: 60, Width: ui.Half, Autocomplete: "off",
		Error: f.problems().For("name"), Focus: f.isNew() && f.Refused == nil}
	if f.Use.Rows > 0 {
		input.Hint = keepers(f.Use, "o nome de antes")
	}
	return input
}

// color offers the tag's own colour too, when it is none of the others.
func (f TagForm) color() ui.Swatches {
	stored := text(f.Row.Color)
	options := slices.Clone(tagColors)
	if colorWord(stored) == stored {
		options = append(options, ui.Option{Value: stored, Label: stored})
	}
	return ui.Swatches{Name: "color", Label: TagLabel("color"), Value: f.Typed.Or("color", stored), Options: options, Error: f.problems().For("color")}
}

// colorWord names a colour; one without a name is spelled out.
func colorWord(color string) string {
	for _, option := range tagColors {
		if option.Value == color {
			return option.Label
		}
	}
	return color
}

func (f TagForm) collection() ui.Select {
	chosen := f.Typed.Or("collection", text(f.Row.Collection))
	return ui.Select{Name: "collection", Label: TagLabel("collection"), Value: chosen, Prompt: "Todos", Options: wearerOptions(chosen), Error: f.problems().For("collection")}
}

// differences are in the order of the form.
func (f TagForm) differences() []difference {
	var found []difference
	for _, one := range []difference{
		{TagLabel("name"), f.Row.Name, strings.TrimSpace(f.name().Value)},
		{TagLabel("color"), colorWord(text(f.Row.Color)), colorWord(f.color().Value)},
		{TagLabel("collection"), whereOffered(f.Row.Collection), whereOffered(texts.Optional(f.collection().Value))},
	} {
		if one.stored != one.typed {
			found = append(found, one)
		}
	}
	return found
}

// removal asks before a tag goes.
func (f TagForm) removal() ui.Confirm {
	told := "Ela deixa de ser oferecida."
	if f.Use.Rows > 0 {
		told += " " + keepers(f.Use, "ela")
	}
	return ui.Confirm{ID: "excluir", Title: "Excluir a etiqueta “" + f.Row.Name + "”?", Text: told, Verb: "Excluir etiqueta", Variant: ui.Danger,
		Action: TagHref(f.Row.ID) + "/excluir"}
}
