package moves

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/orders"
	"acolhe/models/stock/queue"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/cep"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// maxListed is the maximum number of orders on the page of a step.
const maxListed = 100

// ManyData is the page of one step of several orders.
type ManyData struct {
	Step ordersview.Step
	// Orders are the selected ones.
	Orders []orders.Order
	// Typed is the form as sent.
	Typed   web.FormData
	Refused error
	// Now is in the association's time zone.
	Now time.Time
	// Next is the address after an accepted form.
	Next string
	// Balances compare orders with their separated units, before they are sent.
	Balances map[int64]queue.Balance
}

// note is the number of an order, with the units that would leave without a lot.
func (d ManyData) note(order orders.Order) string {
	missing := ""
	if units := d.Balances[order.ID].Missing; units > 0 {
		missing = "falta separar " + fmtbr.Plural(units, "unidade", "unidades")
	}
	return fmtbr.Join(" · ", ordersview.Title(order.ID), missing)
}

// able returns the orders that can take the step, in the order of their numbers.
func (d ManyData) able() []orders.Order {
	able := slices.DeleteFunc(slices.Clone(d.Orders), func(order orders.Order) bool {
		return !slices.Contains(order.Status.Next(), d.Step.Status())
	})
	slices.SortFunc(able, func(a, b orders.Order) int { return int(a.ID - b.ID) })
	return able
}

// limit returns the maximum number of orders that can take the step together.
func (d ManyData) limit() int {
	if d.Step == ordersview.Send {
		return orders.MaxSentTogether
	}
	return tasks.MaxPicked
}

// canBegin reports whether the step can be taken.
func (d ManyData) canBegin() bool {
	return len(d.able()) > 0 && len(d.able()) <= d.limit() && len(d.Orders) <= tasks.MaxPicked
}

// Title returns the title of the step: "Marcar 3 pedidos como pagos".
func (d ManyData) Title() string {
	if len(d.able()) == 0 {
		return d.verb("pedidos")
	}
	return d.verb(fmtbr.Plural(len(d.able()), "pedido", "pedidos"))
}

func (d ManyData) verb(what string) string {
	switch {
	case d.Step == ordersview.Cancel:
		return "Cancelar " + what
	case len(d.able()) == 1:
		return "Marcar " + what + " como " + strings.ToLower(string(d.Step.Status()))
	}
	return "Marcar " + what + " como " + strings.ToLower(string(d.Step.Status())) + "s"
}

func (d ManyData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: d.beside(), Action: ordersview.ManyHref(d.Step), Back: d.Next,
		Problems: d.problems(), Refusal: d.refusal()}
	if d.Step == ordersview.Cancel {
		ask.Variant = ui.Danger
	}
	if d.canBegin() {
		ask.Verb = d.Title()
	}
	return ask
}

// beside returns a sentence with the number of selected orders that will not change.
func (d ManyData) beside() string {
	able := d.able()
	rest := slices.DeleteFunc(slices.Clone(d.Orders), func(order orders.Order) bool {
		return slices.Contains(order.Status.Next(), d.Step.Status())
	})
	if len(rest) == 0 || len(able) == 0 {
		return ""
	}
	stays := " e ficam como estão."
	if len(rest) == 1 {
		stays = " e fica como está."
	}
	return present().stayed(d.Step.Status(), rest) + stays
}

// refusal returns the reason why the step cannot be taken, if it belongs to no field.
func (d ManyData) refusal() string {
	switch {
	case len(d.Orders) == 0:
		return "Os pedidos selecionados não existem mais."
	case len(d.Orders) > tasks.MaxPicked || len(d.able()) > d.limit():
		return "Selecione no máximo " + fmtbr.Integer(int64(d.limit())) + " pedidos de cada vez."
	case len(d.able()) == 0:
		return "Nenhum dos pedidos selecionados pode mudar: " + present().stayed(d.Step.Status(), d.Orders) + "."
	}
	return ordersview.Refusal(d.Refused)
}

// problems are the errors of the form; the missing tracking codes are one, which leads to the first.
func (d ManyData) problems() ui.Problems {
	var missing, others []errs.Field
	for _, field := range errs.FieldsOf(d.Refused) {
		if field.Message == orders.NoTracking {
			missing = append(missing, field)
		} else {
			others = append(others, field)
		}
	}
	problems := ui.ProblemsOf(others, d.label)
	switch len(missing) {
	case 0:
		return problems
	case 1:
		_, index, _ := ordersview.CutPath(missing[0].Path)
		row, _ := strconv.Atoi(index)
		return append(problems, ui.Problem{Field: missing[0].Path,
			Message: "Falta o código de rastreio do pedido " + ordersview.Number(d.able()[row].ID) + "."})
	}
	return append(problems, ui.Problem{Field: missing[0].Path, Message: "Faltam " + strconv.Itoa(len(missing)) + " códigos de rastreio."})
}

// label returns the label of a tracking code: the number of its order.
func (d ManyData) label(path string) string {
	name, index, member := ordersview.CutPath(path)
	row, err := strconv.Atoi(index)
	if name != "orders" || err != nil || row >= len(d.able()) {
		return ordersview.Label(path)
	}
	return ordersview.Title(d.able()[row].ID) + ", " + strings.ToLower(ordersview.ShortLabel(member))
}

// one returns the fields that the step also has for a single order.
func (d ManyData) one() Data {
	return Data{Step: d.Step, Typed: d.Typed, Refused: d.Refused, Now: d.Now}
}

func (d ManyData) sum() record.Sums {
	sum := money.Zero
	for _, order := range d.able() {
		sum = sum.Add(order.Total)
	}
	return record.Sums{Total: record.Sum{Label: "Total de " + fmtbr.Plural(len(d.able()), "pedido", "pedidos"), Amount: fmtbr.Money(sum)}}
}

// listed are the orders that the page lists.
func (d ManyData) listed() []orders.Order { return d.able()[:min(len(d.able()), maxListed)] }

// unlisted returns a sentence with the number of orders that are not on the page.
func (d ManyData) unlisted() string {
	rest := len(d.able()) - len(d.listed())
	if rest == 0 {
		return ""
	}
	return "e mais " + fmtbr.Plural(rest, "pedido", "pedidos")
}

func orderLine(order orders.Order) ui.Line {
	return ui.Line{Title: order.NameAssociate, Note: ordersview.Title(order.ID), Figure: fmtbr.Money(order.Total)}
}

// carrier is the field of the carrier, filled if all orders have the same one.
func (d ManyData) carrier() control.Input {
	able := d.able()
	same := able[0].FreightName()
	if slices.ContainsFunc(able, func(order orders.Order) bool { return order.FreightName() != same }) {
		same = ""
	}
	input := d.one().input("freight_carrier", control.Text, same)
	input.Optional, input.Hint = true, "Deixe em branco para manter a transportadora de cada pedido."
	return input
}

// tracking is the field of the tracking code of one order.
func (d ManyData) tracking(row int) control.Input {
	name := fmt.Sprintf("orders[%d].tracking_code", row)
	return control.Input{Name: name, Label: "Código de rastreio do pedido " + ordersview.Number(d.able()[row].ID), Value: d.Typed.Or(name, ""),
		Placeholder: "Código de rastreio", Error: errs.For(errs.FieldsOf(d.Refused),
			name), Autocomplete: "off", Attrs: templ.Attributes{"spellcheck": "false"}}
}

// isPickup returns the default choice of a pick-up, for orders without an address.
func (d ManyData) isPickup() bool {
	if d.Typed != nil {
		return d.Typed.Or("pickup", "") != ""
	}
	return !slices.ContainsFunc(d.able(), func(order orders.Order) bool { return cep.Line(order.Address) != "" })
}

// ids are the selected orders, as hidden fields.
func (d ManyData) ids() []string {
	ids := make([]string, len(d.Orders))
	for i, order := range d.Orders {
		ids[i] = strconv.FormatInt(order.ID, 10)
	}
	return ids
}
