package orders

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"acolhe/models/externalservices"

	"acolhe/models/orders"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/panel/cep"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// Events returns the history of an order, which at least was placed; now is in the association's time zone.
func Events(order orders.Order, history []orders.Event, now time.Time) []record.Event {
	events := make([]record.Event, len(history))
	for i, event := range history {
		events[i] = historyEvent(event)
		events[i].At = ui.Moment(event.DateCreated, now)
	}
	if len(events) == 0 {
		events = []record.Event{{Title: "Pedido registrado", Icon: "shopping-cart", At: ui.Moment(order.DateCreated, now)}}
	}
	return events
}

// historyEvent returns an entry with the changed fields and the reason; a status change is its title.
func historyEvent(event orders.Event) record.Event {
	reason := texts.Of(event.Reason)
	if reason != "" {
		reason = "Motivo: " + reason
	}
	shown := record.Event{Title: "Pedido registrado", Text: reason, Who: actorOf(event), Icon: "shopping-cart"}
	if event.Action != orders.Changed {
		return shown
	}
	paid := paidNow(event.Changes)
	lines := changeLines(event.Changes, paid != "")
	if reason != "" {
		lines = append(lines, reason)
	}
	moved, to := event.Changes["status"]
	if to {
		shown.Tone = StatusBadge(orders.Status(pastText(moved.To))).Tone
	}
	shown.Title, shown.Icon, shown.Text = "Pedido alterado", "pencil", strings.Join(lines, "\n")
	switch {
	case paid != "":
		shown.Title, shown.Icon = paid, "wallet"
	case to:
		shown.Title, shown.Icon = "Passou de "+pastText(moved.From)+" para "+pastText(moved.To), "arrow-right"
	}
	return shown
}

// paidNow returns the payment that a change recorded: Pago com Pix em 23/11/2026, R$ 415,60. It is empty for any other change.
func paidNow(changes orders.Differences) string {
	if orders.Status(pastText(changes["status"].To)) != orders.Paid || changes["payment_method"].To == nil {
		return ""
	}
	line := "Pago com " + pastMethod(changes["payment_method"].To)
	if day := pastDay(changes["paid_on"].To); day != "" {
		line += " em " + day
	}
	if changes["amount_received"].To == nil {
		return line
	}
	return line + ", " + pastAmount(changes["amount_received"].To)
}

// paymentFields are those that paidNow describes.
var paymentFields = []string{"payment_method", "paid_on", "amount_received"}

// changeLines returns each changed field in words, without the status, and without the payment if paidNow describes it.
func changeLines(changes orders.Differences, withoutPayment bool) []string {
	var lines []string
	for _, field := range fields() {
		changed, differs := changes[field.name]
		if !differs || field.past == nil || field.name == "status" || withoutPayment && slices.Contains(paymentFields, field.name) {
			continue
		}
		lines = append(lines, field.label+": "+inWords(field.past(changed.From), field.past(changed.To)))
	}
	return lines
}

// inWords returns a value before and after a change.
func inWords(from, to string) string {
	switch {
	case from == "":
		return to
	case to == "":
		return "sem valor (antes " + from + ")"
	}
	return to + " (antes " + from + ")"
}

// actorOf returns the name of the author of a change; a token may have none.
func actorOf(event orders.Event) string {
	if name := texts.Of(event.ActorName); name != "" {
		return name
	}
	return "integração"
}

func pastText(raw json.RawMessage) string {
	return texts.Shorten(strings.Join(strings.Fields(read[string](raw)), " "), 80)
}

func pastMethod(raw json.RawMessage) string { return read[orders.PaymentMethod](raw).Label() }

func pastCarrier(raw json.RawMessage) string { return externalservices.LabelOf(pastText(raw)) }

func pastDay(raw json.RawMessage) string {
	day := read[*civil.Date](raw)
	if day == nil {
		return ""
	}
	return day.Shown()
}

func pastAmount(raw json.RawMessage) string { return fmtbr.Money(read[money.Amount](raw)) }

func pastItems(raw json.RawMessage) string { return ItemsLine(read[[]orders.Item](raw)) }

func pastLines(raw json.RawMessage) string { return LinesLine(read[[]orders.CustomPayment](raw)) }

func pastTags(raw json.RawMessage) string { return strings.Join(read[[]string](raw), ", ") }

func pastAddress(raw json.RawMessage) string { return cep.Line(read[*orders.Address](raw)) }

func pastOption(raw json.RawMessage) string {
	option := read[orders.FreightOption](raw)
	if option.ServiceLabel == "" {
		return ""
	}
	return option.ServiceLabel + ", " + fmtbr.Money(option.Price)
}

// read decodes a value of the history; a value of an older format becomes the zero value.
func read[T any](raw json.RawMessage) T {
	var value T
	if json.Unmarshal(raw, &value) != nil {
		var none T
		return none
	}
	return value
}
