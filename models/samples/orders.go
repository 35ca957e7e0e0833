package samples

import (
	"slices"
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/money"
)

const day = 24 * time.Hour

// lowestReduced is the price from which an order may be reduced: more than all reductions together.
var lowestReduced = money.FromCents(20000)

// placed is an order with its row id and the moves that led to its status.
type placed struct {
	orders.Order
	by    *user
	taker operator
	path  []orders.Status
	moved []time.Time
	// info and tags as their columns take them: text or null, and a JSON list.
	info any
	tags string
}

var freights = []weighted[orders.FreightOption]{
	{40, orders.FreightOption{OptionKey: "carrier_b:1-1", Provider: "carrier_b", ServiceLabel: "Correios PAC", Price: money.FromCents(2390), ETADays: 7}},
	{22, orders.FreightOption{OptionKey: "carrier_b:1-2", Provider: "carrier_b", ServiceLabel: "Correios SEDEX", Price: money.FromCents(3875), ETADays: 3}},
	{12, orders.FreightOption{OptionKey: "carrier_b:2-3", Provider: "carrier_b", ServiceLabel: "Jadlog .Package", Price: money.FromCents(2140), ETADays: 6}},
	{16, orders.FreightOption{OptionKey: "carrier_a:FREIGHT_TYPE_ECONOMIC", Provider: "carrier_a", FreightType: "FREIGHT_TYPE_ECONOMIC",
		ServiceLabel: "Loggi Econômico", Price: money.FromCents(1990), ETADays: 6}},
	{10, orders.FreightOption{OptionKey: "carrier_a:FREIGHT_TYPE_EXPRESS", Provider: "carrier_a", FreightType: "FREIGHT_TYPE_EXPRESS",
		ServiceLabel: "Loggi Expresso", Price: money.FromCents(3350), ETADays: 2}},
}

// orders makes what an associate has ordered since joining.
func (h *house) orders(c chance, b *batch, a *user) {
	spans := int(h.plan.Now.Sub(a.joined) / (75 * day))
	for range c.IntN(2 + spans) {
		b.orders = append(b.orders, h.order(c, a))
	}
}

func (h *house) order(c chance, a *user) *placed {
	o := &placed{by: a, taker: h.operators[c.IntN(2)], info: c.sometimes(12, orderInfo), tags: c.tagged(10, orderTags)}
	o.DateCreated = c.visit(a.joined, h.plan.Now)
	age := h.plan.Now.Sub(o.DateCreated)
	for range draw(c, []weighted[int]{{50, 1}, {30, 2}, {14, 3}, {6, 4}}) {
		o.add(c, pick(c, h.products), age)
	}
	if c.percent(86) {
		chosen := draw(c, freights)
		chosen.Price = chosen.Price.Add(money.FromCents(int64(c.between(0, 1500))))
		o.FreightOption, o.DeliveryPrice = &chosen, chosen.Price
	}
	o.reduce(c)
	o.Total = orders.TotalsOf(o.priced()).Total
	o.path = c.path(age)
	o.move(c, h.plan.Now)
	return o
}

// add puts a product into the order at the price of then: a year back everything cost some 8 % less. A product that is
// in the order already, or was not sold any more, is passed over; the first product stands in for it in an empty order.
func (o *placed) add(c chance, p product, age time.Duration) {
	known := slices.ContainsFunc(o.Items, func(i orders.Item) bool { return i.Code == p.code })
	soldThen := p.active || age > 365*day
	if (known || !soldThen) && len(o.Items) > 0 {
		return
	}
	if !soldThen {
		p = catalogue[0]
	}
	cents := p.cents * int64(100-8*int(age/(365*day))) / 100
	o.Items = append(o.Items, orders.Item{
		Code: p.code, Name: p.name, Amount: money.FromCents(cents),
		Quantity: draw(c, []weighted[int]{{70, 1}, {20, 2}, {7, 3}, {3, 4}}),
	})
}

// reduce gives some orders a discount, a donation or an extra line; all three lower the total.
func (o *placed) reduce(c chance) {
	if orders.TotalsOf(o.priced()).Products.Cmp(lowestReduced) < 0 {
		return
	}
	if c.percent(14) {
		o.Discount = money.FromCents(int64(c.between(1, 10)) * 500)
	}
	if c.percent(6) {
		o.Donation = money.FromCents(int64(c.between(1, 5)) * 1000)
	}
	if c.percent(5) {
		o.CustomPayment = []orders.CustomPayment{{Item: "Desconto social", Qnt: 1, Value: money.FromCents(int64(c.between(1000, 6000)))}}
	}
}

func (o *placed) priced() orders.Priced {
	return orders.Priced{
		Items: o.Items, DeliveryPrice: o.DeliveryPrice, Discount: o.Discount, Donation: o.Donation, CustomPayment: o.CustomPayment,
	}
}

// path is the statuses an order of that age has passed: old ones are delivered or cancelled, young ones on the way.
func (c chance) path(age time.Duration) []orders.Status {
	whole := []orders.Status{orders.AwaitingPayment, orders.Paid, orders.Picking, orders.Sent, orders.Delivered}
	cancelled := []orders.Status{orders.AwaitingPayment, orders.Cancelled}
	switch {
	case age < day:
		return draw(c, []weighted[[]orders.Status]{{70, whole[:1]}, {30, whole[:2]}})
	case age < 4*day:
		return draw(c, []weighted[[]orders.Status]{{24, whole[:1]}, {36, whole[:2]}, {34, whole[:3]}, {6, cancelled}})
	case age < 10*day:
		return draw(c, []weighted[[]orders.Status]{{8, whole[:2]}, {20, whole[:3]}, {56, whole[:4]}, {10, whole}, {6, cancelled}})
	case age < 25*day:
		return draw(c, []weighted[[]orders.Status]{{24, whole[:4]}, {69, whole}, {7, cancelled}})
	}
	return draw(c, []weighted[[]orders.Status]{{93, whole}, {7, cancelled}})
}

// move dates the moves along the path, each after the one before and none after now.
func (o *placed) move(c chance, now time.Time) {
	at := o.DateCreated
	for range o.path[1:] {
		at = c.moment(at, earlier(now, at.Add(3*day)))
		o.moved = append(o.moved, at)
	}
	o.Status, o.DateUpdated = o.path[len(o.path)-1], at
}

func (o *placed) record() record {
	var carrier, option, prescriber, registration any
	if o.FreightOption != nil {
		carrier, option = o.FreightOption.Provider, asJSON(o.FreightOption)
	}
	if o.by.prescriber != nil {
		prescriber, registration = o.by.prescriber.name, o.by.prescriber.registration()
	}
	return record{
		{"id", o.ID},
		{"user_id", o.by.id},
		{"user_code", o.by.code},
		{"name_associate", o.by.display()},
		{"email", o.by.email},
		{"address", asJSON(o.by.home)},
		{"items", asJSON(o.Items)},
		{"total", o.Total},
		{"delivery_price", o.DeliveryPrice},
		{"freight_carrier", carrier},
		{"freight_option", option},
		{"discount", o.Discount},
		{"donation", o.Donation},
		{"custom_payment", listJSON(o.CustomPayment)},
		{"prescriber", prescriber},
		{"prescriber_code", registration},
		{"info", o.info},
		{"tags", o.tags},
		{"status", o.Status},
		{"service_user", o.taker.code.String()},
		{"is_sample", true},
		{"date_created", o.DateCreated},
		{"date_updated", o.DateUpdated},
	}
}

// history is the order's rows of order_changes: its creation and each move.
func (o *placed) history() []record {
	rows := []record{o.change("create", "{}", o.DateCreated)}
	for i, at := range o.moved {
		rows = append(rows, o.change("update", asJSON(map[string]any{
			"status": map[string]orders.Status{"from": o.path[i], "to": o.path[i+1]},
		}), at))
	}
	return rows
}

func (o *placed) change(action, changes string, at time.Time) record {
	return record{
		{"order_id", o.ID},
		{"action", action},
		{"actor_kind", "operator"},
		{"actor_code", o.taker.code.String()},
		{"actor_name", o.taker.String()},
		{"changes", changes},
		{"is_sample", true},
		{"date_created", at},
	}
}
