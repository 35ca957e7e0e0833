package dataset

import (
	"slices"
	"time"

	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/products"
	"acolhe/models/types/money"
)

// minReduced is the price from which an order may be reduced: more than all reductions together.
var minReduced = money.FromCents(20000)

// OrderEvent is an event of an order's history with the mark of sample rows.
type OrderEvent struct {
	orders.Event
	IsSample bool
}

// addOrders adds the orders of an associate since joining, with their histories.
func (d *Dataset) addOrders(r rng, b *Batch, a *person) {
	periods := int(d.now.Sub(a.DateCreated) / (75 * day))
	for range r.IntN(2 + periods) {
		by := d.Operators[r.IntN(2)]
		o := orders.Order{
			ID: int64(len(b.Orders) + 1), User: a.ID, UserCode: a.UserCode, NameAssociate: a.FullName(), Email: a.Email, Address: &a.home,
			Prescriber: a.Prescriber, PrescriberCode: a.PrescriberCode, ServiceUser: new(by.UserCode.String()), IsSample: true,
			Info: r.sometimes(12, r.words.OrderInfo), Tags: r.tagged(10, "orders"), CustomPayment: []orders.CustomPayment{},
		}
		o.DateCreated = r.visit(a.DateCreated, d.now)
		age := d.now.Sub(o.DateCreated)
		r.fillOrder(&o, age)
		b.Events = append(b.Events, r.advanceOrder(&o, r.statusPath(age), by, d.now)...)
		b.Orders = append(b.Orders, o)
	}
}

// fillOrder sets the products, the freight and the total.
func (r rng) fillOrder(o *orders.Order, age time.Duration) {
	for range draw(r, []weighted[int]{{50, 1}, {30, 2}, {14, 3}, {6, 4}}) {
		r.addItem(o, pick(r, r.words.Products), age)
	}
	if r.percent(86) {
		chosen := draw(r, r.words.Freights)
		chosen.Price = chosen.Price.Add(money.FromCents(int64(r.between(0, 1500))))
		o.FreightCarrier, o.FreightOption, o.DeliveryPrice = &chosen.Provider, &chosen, chosen.Price
	}
	r.reduce(o)
	o.Total = orders.TotalsOf(o.Priced()).Total
}

// addItem adds a product at the price of that time: 5 reais less for each year back. A product that
// is already in the order, or was no longer sold, is skipped; in an empty order the first product
// replaces it.
func (r rng) addItem(o *orders.Order, p products.Product, age time.Duration) {
	years := int(age / (365 * day))
	isKnown := slices.ContainsFunc(o.Items, func(i orders.Item) bool { return i.Code == p.Code })
	wasSold := p.Active || years > 0
	if (isKnown || !wasSold) && len(o.Items) > 0 {
		return
	}
	if !wasSold {
		p = r.words.Products[0]
	}
	o.Items = append(o.Items, orders.Item{
		Code: p.Code, Name: p.Name, Amount: p.Price.Sub(money.FromCents(500).Times(years)),
		Quantity: draw(r, []weighted[int]{{70, 1}, {20, 2}, {7, 3}, {3, 4}}),
	})
}

// reduce adds a discount, a donation or an extra line to some orders; all three lower the total.
func (r rng) reduce(o *orders.Order) {
	if orders.TotalsOf(o.Priced()).Products.Cmp(minReduced) < 0 {
		return
	}
	if r.percent(14) {
		o.Discount = money.FromCents(int64(r.between(1, 10)) * 500)
	}
	if r.percent(6) {
		o.Donation = money.FromCents(int64(r.between(1, 5)) * 1000)
	}
	if r.percent(5) {
		o.CustomPayment = []orders.CustomPayment{{Item: "Desconto social", Qnt: 1, Value: money.FromCents(int64(r.between(1000, 6000)))}}
	}
}

// statusPath returns the statuses that an order of that age has passed: old ones are delivered or cancelled, recent
// ones on the way.
func (r rng) statusPath(age time.Duration) []orders.Status {
	whole := []orders.Status{orders.AwaitingPayment, orders.Paid, orders.Picking, orders.Sent, orders.Delivered}
	cancelled := []orders.Status{orders.AwaitingPayment, orders.Cancelled}
	switch {
	case age < day:
		return draw(r, []weighted[[]orders.Status]{{70, whole[:1]}, {30, whole[:2]}})
	case age < 4*day:
		return draw(r, []weighted[[]orders.Status]{{24, whole[:1]}, {36, whole[:2]}, {34, whole[:3]}, {6, cancelled}})
	case age < 10*day:
		return draw(r, []weighted[[]orders.Status]{{8, whole[:2]}, {20, whole[:3]}, {56, whole[:4]}, {10, whole}, {6, cancelled}})
	case age < 25*day:
		return draw(r, []weighted[[]orders.Status]{{24, whole[:4]}, {69, whole}, {7, cancelled}})
	}
	return draw(r, []weighted[[]orders.Status]{{93, whole}, {7, cancelled}})
}

// advanceOrder applies the statuses of the path to the order, each later than the one before and
// not later than now, and returns its history.
func (r rng) advanceOrder(o *orders.Order, path []orders.Status, by operators.Operator, now time.Time) []OrderEvent {
	at := o.DateCreated
	history := []OrderEvent{newEvent(o, by, orders.Placed, orders.Differences{}, at)}
	for i, to := range path[1:] {
		at = r.moment(at, earlier(now, at.Add(3*day)))
		moved := orders.Differences{"status": {From: encode(path[i]), To: encode(to)}}
		history = append(history, newEvent(o, by, orders.Changed, moved, at))
		if to == orders.Paid {
			o.PaidAt = new(at)
		}
	}
	o.Status, o.DateUpdated = path[len(path)-1], at
	return history
}

func newEvent(o *orders.Order, by operators.Operator, action orders.Action, changes orders.Differences, at time.Time) OrderEvent {
	actor := by.Caller()
	return OrderEvent{IsSample: true, Event: orders.Event{
		OrderID: o.ID, Action: action, ActorKind: actor.Kind, ActorCode: &actor.Code, ActorName: new(actor.FullName()), Changes: changes,
		DateCreated: at,
	}}
}
