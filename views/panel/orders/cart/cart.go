// Package cart shows the form of an order, new or stored: items, extra lines, freight, delivery, prescriber and total.
package cart

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/orderdrafts"
	"acolhe/models/orders"
	"acolhe/models/platform/idempotency"
	"acolhe/models/prescriptions"
	"acolhe/models/professionals/catalog"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/form"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// Fragment is the part of the page that every change of the cart replaces.
const Fragment = "carrinho"

// Addresses of the searches of the cart.
const (
	AssociatesPath  = ordersview.NewPath + "/associados"
	ProductsPath    = ordersview.NewPath + "/produtos"
	PrescribersPath = ordersview.NewPath + "/prescritores"
)

// Fields that get the focus after a row was added or removed.
const (
	FocusProduct = "add.code"
	FocusAddLine = "acao-linha"
	FocusAddress = "address.cep"
)

// The kinds of an extra line.
const (
	Discount  = "desconto"
	Surcharge = "acrescimo"
)

// DiscardDraft is the value of the button that discards the draft of a new order.
const DiscardDraft = "descartar"

// CodePassesTotal is the code for deductions that exceed the sum of the order.
const CodePassesTotal = "PASSES_TOTAL"

// Cart is the form of a new or a stored order.
type Cart struct {
	// Search and Found are the search for the associate, before one is chosen, and Drafts what the person began for others.
	Search string
	Found  []associates.Associate
	Drafts []orderdrafts.Listed

	// Stored is the order to change; without an id it is a new one.
	Stored orders.Order
	// Version is the version of the opened form. Key identifies a new order, so that a form sent twice places it once.
	Version   string
	Key       string
	Associate associates.Associate
	// Input is the parsed form; its rows are the rows shown. Records is what it stores besides the order.
	Input orders.PlaceInput
	orders.Records
	// AddsPrescriber and KeepsRecord report whether the person may register a prescriber, of one of the Types, and change
	// the associate's record.
	AddsPrescriber, KeepsRecord bool
	Types                       []catalog.Type
	// Typed is the form as it was sent, to be shown again unchanged.
	Typed web.FormData
	// DraftAt is when the typed values of a new order were kept; zero if they are not.
	DraftAt time.Time
	// Tags are the options of the form.
	Tags    tags.Catalogue
	Freight Freight
	// FindsPrescribers reports whether the person may search professionals.
	FindsPrescribers bool
	// Focus names the field that gets the focus; empty leaves the focus alone.
	Focus string
	// Unreadable reports whether a value could not be parsed; then there is no total yet.
	Unreadable bool
	// Totals are the totals that the server will store, once Computed.
	Totals   orders.Totals
	Computed bool
	// Allowance is what the prescriptions allow of the items, and who lets the order pass.
	Allowance prescriptions.Cart
	// Now is in the association's time zone.
	Now time.Time
	// Refused is the reason why nothing was stored, Excess the error of the total.
	Refused, Excess error

	// Unread are invalid values while the person is typing; they are marked, without a summary.
	Unread []errs.Field
	// Added is the message that a product was added to its existing line, or that an order was repeated.
	Added string
	// Last is the last order of the associate, which an empty cart offers to repeat; 0 without one.
	Last int64

	known    map[string]string
	problems ui.Problems
	// marks are the problems shown beside the fields, including those that do not prevent saving.
	marks ui.Problems
}

// prepared returns the cart with the values that its inputs show.
func (c Cart) prepared() Cart {
	c.known, c.problems = c.stored(), c.allProblems()
	c.marks = append(ordersview.ProblemsOf(c.Unread), c.problems...)
	return c
}

// tagChecks offers the tags of the catalogue, and other chosen ones.
func tagChecks(offered tags.Catalogue, chosen []string, problem string) ui.Content {
	return form.TagChecks(control.Checks{Name: "tags", Label: "Etiquetas", Chosen: chosen, Error: problem}, offered,
		"Nenhuma etiqueta para pedidos ainda.")
}

func (c Cart) isNew() bool { return c.Stored.ID == 0 }

func (c Cart) hasAssociate() bool { return c.Input.UserCode.Valid }

// Title returns the title of the page.
func (c Cart) Title() string {
	if c.isNew() {
		return "Novo pedido"
	}
	return "Editar pedido " + ordersview.Number(c.Stored.ID)
}

func (c Cart) action() string {
	if c.isNew() {
		return ordersview.NewPath
	}
	return ordersview.Href(c.Stored.ID) + "/editar"
}

// back returns the link of Cancelar.
func (c Cart) back() string {
	if c.isNew() {
		return ordersview.Path
	}
	return ordersview.Href(c.Stored.ID)
}

func (c Cart) verb() string {
	if c.isNew() {
		return "Salvar pedido"
	}
	return "Salvar alterações"
}

// allProblems returns the errors of all fields, with the labels of the form.
func (c Cart) allProblems() ui.Problems {
	wrong := errs.FieldsOf(c.Refused)
	if errs.For(wrong, "total") == "" {
		wrong = slices.Concat(wrong, errs.FieldsOf(c.Excess))
	}
	problems := ordersview.ProblemsOf(wrong)
	if refusal := c.refusal(); refusal != "" {
		problems = append(problems, ui.Problem{Message: refusal})
	}
	return problems
}

// refusal returns the reason why an order without wrong fields was refused.
func (c Cart) refusal() string {
	refused := errs.As(c.Refused)
	switch {
	case refused == nil || len(refused.Fields) > 0 || errs.IsStale(refused):
		return ""
	case refused.Code == CodePassesTotal:
		return ""
	case refused.Code == idempotency.CodeKeyReused:
		return "Este formulário já gerou um pedido. Confira a lista. Para criar mais um, salve de novo."
	case refused.Code == orders.CodeTotalMismatch && c.Computed:
		return "O total mudou para " + fmtbr.Money(c.Totals.Total) + ". Confira e salve de novo."
	}
	return refused.Message
}

// input returns a field of the form with the typed or the stored value.
func (c Cart) input(path string, kind control.Kind) control.Input {
	return control.Input{Name: path, Label: ordersview.ShortLabel(path), Kind: kind, Value: c.value(path), Error: c.marks.For(path),
		Focus: c.Focus == path}
}

func (c Cart) optional(path string, kind control.Kind) control.Input {
	input := c.input(path, kind)
	input.Optional = true
	return input
}

// rowInput returns a field of a row whose stored value is known.
func (c Cart) rowInput(path string, kind control.Kind, known string) control.Input {
	input := c.input(path, kind)
	input.Value = c.Typed.Or(path, known)
	return input
}

func (c Cart) value(path string) string { return c.Typed.Or(path, c.known[path]) }

// deduction returns the input of an optional amount that lowers the total.
func (c Cart) deduction(path, hint string) control.Input {
	input := c.optional(path, control.Money)
	input.Prefix, input.Hint = "− R$", hint
	return input
}

// lineKind is the choice between a discount and a surcharge.
func (c Cart) lineKind(row int, line orders.CustomPayment) control.Select {
	path := LinePath(row, "kind")
	stored, _ := WithoutSign(line)
	return control.Select{Name: path, Label: "Tipo", Value: c.Typed.Or(path, stored),
		Options: []control.Option{{Value: Discount, Label: "Desconto"}, {Value: Surcharge, Label: "Acréscimo"}}}
}

// lineValue is the value of an extra line without its sign, which the kind determines.
func (c Cart) lineValue(row int, line orders.CustomPayment) control.Input {
	_, value := WithoutSign(line)
	sign := "− R$"
	if c.lineKind(row, line).Value == Surcharge {
		sign = "+ R$"
	}
	input := c.rowInput(LinePath(row, "value"), control.Money, typedPrice(value))
	input.Prefix = sign
	return input
}

// subtotal returns the subtotal of an item; a dash if a value is invalid.
func (c Cart) subtotal(row int, item orders.Item) string {
	if c.marks.For(ItemPath(row, "amount"))+c.marks.For(ItemPath(row, "quantity")) != "" {
		return "–"
	}
	return fmtbr.Money(item.Price())
}

// lastTotal returns the last computed total, empty before the first.
func (c Cart) lastTotal() string {
	var total money.Amount
	if total.UnmarshalText([]byte(c.Typed.Or("total", ""))) != nil {
		return ""
	}
	return fmtbr.Money(total)
}

// computedAt returns the time of the total: now, or when the last valid one was computed.
func (c Cart) computedAt() string {
	if c.Computed {
		return fmtbr.Clock(c.Now, c.Now.Location())
	}
	at := c.Typed.Or("total_at", "")
	if _, err := time.Parse("15:04", at); err != nil {
		return ""
	}
	return at
}

// lastTotalText returns the last total with its time: R$ 280,00 às 14:32.
func (c Cart) lastTotalText() string { return fmtbr.Join(" às ", c.lastTotal(), c.computedAt()) }

// firstMarked returns the id of the first field with a problem, empty if no field has one.
func (c Cart) firstMarked() string {
	if len(c.marks) == 0 {
		return ""
	}
	return ui.FieldID(c.marks[0].Field)
}

// passesTotal reports whether the person must confirm deductions that exceed the sum.
func (c Cart) passesTotal() bool { return errs.HasCode(c.Refused, CodePassesTotal) }

// AddedMessage returns the message that a product was in the order already.
func AddedMessage(name string, before, after int) string {
	return name + " já estava no pedido: a quantidade passou de " + strconv.Itoa(before) + " para " + strconv.Itoa(after) + "."
}

// tags offers the tags of the catalogue, and the order's other ones.
func (c Cart) tags() ui.Content {
	chosen := c.Stored.Tags
	if c.Typed != nil {
		chosen = c.Typed["tags"]
	}
	return tagChecks(c.Tags, chosen, c.problems.For("tags"))
}

// ItemPath returns the name of a field of an item.
func ItemPath(row int, name string) string { return fmt.Sprintf("items[%d].%s", row, name) }

// LinePath returns the name of a field of an extra line.
func LinePath(row int, name string) string { return fmt.Sprintf("custom_payment[%d].%s", row, name) }
