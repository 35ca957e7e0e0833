package panel

import (
	"cmp"
	"encoding/json"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/money"
	"acolhe/views/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// toldFields are the fields of an order in the order in which a change of them is told, each
// with how its value is said.
var toldFields = []struct {
	name string
	says func(json.RawMessage) string
}{
	{"status", sayText}, {"items", sayItems}, {"custom_payment", sayLines}, {"delivery_price", sayMoney}, {"discount", sayMoney},
	{"donation", sayMoney}, {"total", sayMoney}, {"freight_carrier", sayText}, {"freight_option", sayOption}, {"address", sayAddress},
	{"prescriber", sayText}, {"name_associate", sayText}, {"email", sayText}, {"tags", sayTags}, {"info", sayText},
}

func (s OrderSheet) events() []ui.Event {
	events := make([]ui.Event, len(s.History))
	for i, event := range s.History {
		events[i] = orderHistoryEvent(event)
		events[i].At = moment(event.DateCreated, s.Now)
	}
	if len(events) == 0 {
		events = []ui.Event{{Title: "Pedido registrado", Icon: "shopping-cart", At: moment(s.Order.DateCreated, s.Now)}}
	}
	return events
}

// orderHistoryEvent says what became of the fields; a move alone is its own title.
func orderHistoryEvent(event orders.Event) ui.Event {
	told := ui.Event{Title: "Pedido registrado", Who: actorOf(event), Icon: "shopping-cart"}
	if event.Action != orders.Changed {
		return told
	}
	lines := changeLines(event.Changes)
	moved, to := event.Changes["status"]
	if to {
		told.Tone = ordersview.StatusBadge(orders.Status(sayText(moved.To))).Tone
	}
	told.Title, told.Icon, told.Text = "Pedido alterado", "pencil", strings.Join(lines, "\n")
	if to && len(lines) == 1 {
		told.Title, told.Icon, told.Text = lines[0], "arrow-right", ""
	}
	return told
}

func changeLines(changes orders.Differences) []string {
	var lines []string
	for _, field := range toldFields {
		if changed, differs := changes[field.name]; differs {
			lines = append(lines, fieldLabels[field.name]+": "+cmp.Or(field.says(changed.From), "nada")+" → "+cmp.Or(field.says(changed.To), "nada"))
		}
	}
	return lines
}

// actorOf is who did it; a token signs with no name.
func actorOf(event orders.Event) string {
	if name := text(event.ActorName); name != "" {
		return name
	}
	return "integração"
}

func sayText(raw json.RawMessage) string { return shortened(read[string](raw)) }

func sayMoney(raw json.RawMessage) string { return fmtbr.Money(read[money.Amount](raw)) }

func sayItems(raw json.RawMessage) string { return itemsLine(read[[]orders.Item](raw)) }

func sayLines(raw json.RawMessage) string { return linesLine(read[[]orders.CustomPayment](raw)) }

func sayTags(raw json.RawMessage) string { return strings.Join(read[[]string](raw), ", ") }

func sayAddress(raw json.RawMessage) string { return addressLine(read[*orders.Address](raw)) }

func sayOption(raw json.RawMessage) string {
	option := read[orders.FreightOption](raw)
	if option.ServiceLabel == "" {
		return ""
	}
	return option.ServiceLabel + ", " + fmtbr.Money(option.Price)
}

// read gives a value of the history; one that is of another shape, as an older version may
// have written it, counts as none.
func read[T any](raw json.RawMessage) T {
	var value T
	if json.Unmarshal(raw, &value) != nil {
		var none T
		return none
	}
	return value
}
