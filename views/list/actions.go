package list

import (
	"strconv"

	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// Action is an action on selected rows: a button that posts the selection to the address of the list, a slash and Name.
type Action struct {
	Name, Icon string
	// Label is its text without scripts. With scripts the text has the number of rows: One for a single row, Many for
	// "{n}".
	Label, One, Many string
	// Collection and Action are the required permission.
	Collection string
	Action     access.Action
	// HasTag asks for a tag, which is "{x}" in One and Many.
	HasTag bool
	// Moves offers values instead of a button, posted as Value.
	Moves []Move
	Value string
	// Limit is the maximum number of rows, 0 for none. NewTab opens the answer beside the list.
	Limit  int
	NewTab bool
	// Asks reports whether the address is that of an Ask.
	Asks bool
}

// Number reads the id of a row with a number.
func Number(typed string) (int64, error) { return strconv.ParseInt(typed, 10, 64) }

// Picked returns a Pick that reads each id with parse. A malformed one is 400 VALIDATION_ERROR.
func Picked[Input, ID any](parse func(string) (ID, error), set func(input *Input, ids []ID)) func(input *Input, ids []string) error {
	return func(input *Input, typed []string) error {
		ids := make([]ID, len(typed))
		for i, one := range typed {
			id, err := parse(one)
			if err != nil {
				return errs.Invalid("ids", "há uma seleção desconhecida; escolha na lista")
			}
			ids[i] = id
		}
		set(input, ids)
		return nil
	}
}

// Move is a value to which selected rows can be changed.
type Move struct {
	Value string
	Face  ui.Content
	// From are the states of rows that can be changed.
	From []string
	// Asks is the address of the page that asks for more, empty for a move that needs no more.
	Asks string
	// Rule draws a line above the move.
	Rule bool
}

// actions returns the contents of the bar for a caller: actions without a tag, with a tag, and the files.
func (d Definition[Row, Input]) actions(state State) []ui.Content {
	var contents []ui.Content
	tagging := table.ActionChoice{ID: "etiquetar-" + d.Name, Text: "Etiquetar", Icon: "tag", Name: "tag", Label: "Etiqueta",
		Prompt: "Escolha a etiqueta", Options: control.OptionsOf(state.Tags.Names())}
	for _, action := range d.Actions {
		switch {
		case !access.Can(state.By, action.Collection, action.Action):
		case action.HasTag:
			tagging.Actions = append(tagging.Actions, d.button(action))
		case len(action.Moves) > 0:
			contents = append(contents, d.menu(action))
		default:
			contents = append(contents, d.button(action))
		}
	}
	if len(tagging.Actions) > 0 && len(tagging.Options) > 0 {
		contents = append(contents, tagging)
	}
	if state.HasFiles {
		contents = append(contents, d.exportMenu())
	}
	return contents
}

func (d Definition[Row, Input]) button(action Action) table.Action {
	return table.Action{Label: action.Label, One: action.One, Many: action.Many, Icon: action.Icon, Href: d.actionHref(action.Name),
		Limit: action.Limit, NewTab: action.NewTab, Asks: action.Asks}
}

func (d Definition[Row, Input]) menu(action Action) table.ActionMenu {
	menu := table.ActionMenu{ID: action.Name + "-" + d.Name, Text: action.Label, Icon: action.Icon, Name: action.Value,
		Href: d.actionHref(action.Name)}
	for _, move := range action.Moves {
		menu.Items = append(menu.Items, table.ActionItem{Value: move.Value, Face: move.Face, From: move.From, Asks: move.Asks, Rule: move.Rule})
	}
	return menu
}

func (d Definition[Row, Input]) exportMenu() table.ActionMenu {
	return table.ActionMenu{ID: "exportar-selecionados", Text: "Exportar", One: "Exportar 1", Many: "Exportar {n}", Icon: "download",
		Name: "formato", Href: d.actionHref("exportar/selecionados"), Downloads: true,
		Items: []table.ActionItem{{Value: "csv", Label: "Em CSV"}, {Value: "xlsx", Label: "Em Excel (XLSX)"}}}
}

func (d Definition[Row, Input]) actionHref(name string) string { return d.Path + "/" + name }

// selection returns the form of the selected rows.
func (d Definition[Row, Input]) selection(state State, shown int) table.Selection {
	selection := table.Selection{ID: "selecao-" + d.Name, Actions: d.actions(state), More: state.Counted.More, Hidden: []control.Option{
		{Value: "volta", Label: string(state.Address.Here())}, {Value: "filtros", Label: state.Address.Filters.Encode()}, {Value: "ordem",
			Label: state.Address.Sort},
	}}
	if state.Counted.More || state.Counted.Rows > shown {
		selection.Found = state.Counted.Rows
	}
	return selection
}

// pick returns the check box of a row.
func (l Lead[Row]) pick(row *Row) table.Pick {
	pick := table.Pick{Value: l.ID(row)}
	if l.State != nil {
		pick.State = l.State(row)
	}
	if l.Amount != nil {
		pick.Amount = l.Amount(row)
	}
	return pick
}
