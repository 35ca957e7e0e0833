package kinds

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"acolhe/models/imports/cells"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Orders are orders with their items.
var Orders = SaleKind{
	Label: "Pedidos", File: "pedidos", Fields: orderFields, Grouped: true,
	Identity: func(values map[string]string) string { return cells.Fold(values["number"]) },
	Find:     findOrderLines, NewCheck: func() SaleCheck { return checkOrders }, Store: storeOrders, Remove: removeOrder,
	Built: `select 'pedido ' || o.id from orders o where o.id = r.record_id and ` + orderBuilt,
}

// orderBuilt reports whether others have worked with the order o since it was stored.
const orderBuilt = `((select count(*) from order_changes c where c.order_id = o.id) > 1
	or exists (select from parcels p where p.order_id = o.id) or exists (select from orders_files f where f.order_id = o.id)
	or exists (select from stock_movements m where m.order_id = o.id) or exists (select from receipts c where c.order_id = o.id)
	or exists (select from bank_matches b where b.order_id = o.id) or exists (select from order_picks k where k.order_id = o.id))`

// maxProducts is the number of products among which the names of a sheet are looked for.
const maxProducts = 5000

// findOrderLines finds the associate and the product of each line.
func findOrderLines(ctx context.Context, tx *db.DB, lines []*Line) error {
	if err := FindWhose(ctx, tx, lines); err != nil {
		return err
	}
	var found []products.Product
	if err := tx.WithContext(ctx).Select("id", "code", "name").Order("active desc, id").Limit(maxProducts).Find(&found).Error; err != nil {
		return err
	}
	byCode, byName := map[string]products.Product{}, map[string]products.Product{}
	for _, product := range found {
		for index, key := range map[*map[string]products.Product]string{&byCode: cells.Fold(product.Code), &byName: cells.Fold(product.Name)} {
			if _, isTaken := (*index)[key]; !isTaken {
				(*index)[key] = product
			}
		}
	}
	for _, line := range lines {
		code, name := cells.Fold(line.Values["product_code"]), cells.Fold(line.Values["product_name"])
		delete(line.Values, "item_code")
		product, isKnown := byCode[code]
		if !isKnown {
			product, isKnown = byName[name]
		}
		if !isKnown && code == "" {
			product, isKnown = byCode[name]
		}
		switch {
		case isKnown:
			line.Values["item_code"] = product.Code
			if name == "" || name == cells.Fold(product.Code) {
				line.Values["product_name"] = product.Name
			}
		case name != "":
			line.add("unknown_product:product_name", "product_name", line.Values["product_name"], "")
		case code != "":
			line.add("unknown_product:product_code", "product_code", line.Values["product_code"], "")
		}
	}
	return nil
}

// hasItem reports whether the line says what was ordered.
func (l *Line) hasItem() bool {
	return l.Values["item_code"] != "" || l.Values["product_code"] != "" || l.Values["product_name"] != ""
}

// Members of an item that the sheet does not say.
const (
	unnamedCode = "PLANILHA"
	unnamedItem = "Itens não detalhados"
	adjustment  = "Diferença da planilha"
)

// checkOrders adds what is wrong with each order.
func checkOrders(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale) error {
	read, err := readRules(ctx, tx, by)
	if err != nil {
		return err
	}
	built := make([]orders.Order, len(sales))
	for i, sale := range sales {
		sale.missing("date")
		sale.missingPerson()
		if isOfSeveral(sale) {
			sale[0].add("sale_people", "associate_name", sale.first("associate_name"), "")
		}
		sale.differing("date", "freight", "discount", "donation", "total", "status", "paid", "paid_on", "payment_method", "amount_received")
		if sale.first("date") != "" {
			checkPhase(sale)
		}
		built[i] = orderOf(sale, read)
		if built[i].User > 0 {
			sale.refusedBy(built[i].CheckPast(), map[string]string{"delivery_price": "freight", "code": "product_code", "name": "product_name"})
		}
	}
	return findSameOrders(ctx, tx, sales, built, read.zone)
}

func isOfSeveral(sale Sale) bool {
	first := sale.first("user_id")
	for _, line := range sale {
		if id := line.Values["user_id"]; id != "" && id != first {
			return true
		}
	}
	return false
}

// checkPhase adds problems about a phase that is not there or contradicts the payment.
func checkPhase(sale Sale) {
	status, paid := sale.first("status"), sale.first("paid")
	isAhead := status != "" && status != string(orders.AwaitingPayment) && status != string(orders.Cancelled)
	switch {
	case status == "" && paid == "" && sale.first("paid_on") == "" && !sale.has("status") && !sale.has("paid"):
		sale[0].add("sale_phase:status", "status", "", string(orders.Delivered))
	case isAhead && paid == "no":
		sale[0].add("sale_unpaid:paid", "paid", status, "")
	}
}

// statusOf returns the status that the phase and the payment of the sheet mean.
func statusOf(sale Sale) orders.Status {
	status := orders.Status(sale.first("status"))
	isPaid := sale.first("paid") == "yes" || sale.first("paid_on") != ""
	if (status == "" || status == orders.AwaitingPayment) && isPaid {
		return orders.Paid
	}
	if status == "" {
		return orders.AwaitingPayment
	}
	return status
}

// orderOf returns the order of the lines. A total that is not the sum of the items is a problem, unless the person decided.
func orderOf(sale Sale, read rules) orders.Order {
	order := orders.Order{
		Status: statusOf(sale), Tags: sale.tags(), Info: texts.Optional(infoOf(sale)),
		Prescriber: texts.Optional(sale.first("prescriber")), FreightCarrier: texts.Optional(sale.first("freight_carrier")),
	}
	order.User, _ = strconv.ParseInt(sale.first("user_id"), 10, 64) // 0 for an unknown one
	order.DeliveryPrice, _ = sale.firstAmount("freight")
	order.Discount, _ = sale.firstAmount("discount")
	order.Donation, _ = sale.firstAmount("donation")
	order.DateCreated = timeOf(sale.first("date"), "", read)
	total, hasTotal := sale.firstAmount("total")
	order.Items = itemsOf(sale, order, total, read)
	order.Total = computed(order, read).Total
	if hasTotal && !total.Equal(order.Total) && sale.first("total_from") != string(cells.Clear) {
		settleTotal(sale, &order, total, read)
	}
	setPayment(sale, &order, read)
	return order
}

func computed(order orders.Order, read rules) orders.Totals {
	if read.freightCounts {
		return orders.TotalsOf(order.Priced())
	}
	return orders.TotalsWithoutFreight(order.Priced())
}

// settleTotal keeps the total of the sheet by a named difference if the person decided so, else it is a problem.
func settleTotal(sale Sale, order *orders.Order, total money.Amount, read rules) {
	if sale.first("total_from") != string(cells.Keep) {
		sum := order.Total
		if !sale.has("amount") && !sale.has("line_total") {
			sale[0].add("sale_total:total", "total", fmt.Sprintf("%s, e os itens somam %s", fmtbr.Money(total), fmtbr.Money(sum)), "")
		}
		return
	}
	// The total is never below 0, so that the difference is that to the sum before it was cut.
	totals := computed(*order, read)
	due := totals.Products.Add(totals.Freight).Sub(totals.Discount).Sub(totals.Donation)
	order.CustomPayment = append(order.CustomPayment, orders.CustomPayment{Item: adjustment, Qnt: 1, Value: due.Sub(total)})
	order.Total = computed(*order, read).Total
}

// itemsOf returns the items of the lines; an order without any has one item at what the total leaves for it.
func itemsOf(sale Sale, order orders.Order, total money.Amount, read rules) []orders.Item {
	rest := total.Add(order.Discount).Add(order.Donation)
	if read.freightCounts {
		rest = rest.Sub(order.DeliveryPrice)
	}
	rest = rest.OrZero()
	var items []orders.Item
	for _, line := range sale {
		if !line.hasItem() {
			continue
		}
		items = append(items, itemOf(line, len(sale) == 1, rest))
	}
	if len(items) > 0 {
		return items
	}
	if total.IsZero() {
		sale.missing("total")
	}
	return []orders.Item{{Code: unnamedCode, Name: unnamedItem, Amount: rest, Quantity: 1}}
}

// itemOf returns the item of a line. Without a price, the only item of an order has what its total leaves for it.
func itemOf(line *Line, isOnly bool, rest money.Amount) orders.Item {
	item := orders.Item{Code: line.Values["item_code"], Name: texts.Truncate(line.Values["product_name"], 250), Quantity: 1}
	for _, other := range []string{line.Values["product_code"], line.Values["product_name"]} {
		if item.Code == "" {
			item.Code = strings.TrimSpace(texts.Truncate(other, 60))
		}
	}
	if line.Values["quantity"] != "" {
		item.Quantity = int(line.number("quantity"))
	}
	amount, has := line.amount("amount")
	lineTotal, hasTotal := line.amount("line_total")
	switch {
	case has:
	case hasTotal:
		amount = each(lineTotal, &item)
	case isOnly && !rest.IsZero():
		amount = each(rest, &item)
	case !line.Has("amount") && !line.Has("line_total"):
		line.add("missing:amount", "amount", "", "")
	}
	item.Amount = amount
	return item
}

// each divides the amount of a line by its quantity. One that cannot be divided in cents is one item with the quantity in its
// name.
func each(whole money.Amount, item *orders.Item) money.Amount {
	if item.Quantity < 1 {
		return whole
	}
	weights := make([]money.Amount, min(item.Quantity, 10_000))
	for i := range weights {
		weights[i] = money.FromCents(1)
	}
	part := money.Split(whole, weights)[0]
	if part.Times(item.Quantity).Equal(whole) {
		return part
	}
	item.Name = texts.Truncate(fmt.Sprintf("%s (%d unidades)", item.Name, item.Quantity), 250)
	item.Quantity = 1
	return whole
}

// setPayment sets what a paid or sent order has.
func setPayment(sale Sale, order *orders.Order, read rules) {
	if order.Status == orders.AwaitingPayment {
		return
	}
	if order.Status == orders.Sent || order.Status == orders.Delivered {
		order.TrackingCode = texts.Optional(sale.first("tracking_code"))
	}
	if method := orders.PaymentMethod(sale.first("payment_method")); method != "" {
		order.PaymentMethod = &method
	}
	if order.Status == orders.Cancelled {
		return
	}
	received, has := sale.firstAmount("amount_received")
	if !has {
		received = order.Total
	}
	order.AmountReceived = &received
	at := order.DateCreated
	if day, err := civil.Parse(sale.first("paid_on")); err == nil {
		order.PaidOn, at = &day, timeOf(day.String(), "", read)
	}
	order.PaidAt = &at
}

// infoOf returns the notes, and the number that the order has in the sheet.
func infoOf(sale Sale) string {
	info := sale.notes()
	if number := sale.first("number"); number != "" {
		info = strings.TrimSpace("Pedido " + number + " da planilha.\n" + info)
	}
	return texts.Truncate(info, 10_000)
}

// timeOf returns the time of a day, at noon without a time of day; the zero time without a day.
func timeOf(day, clock string, read rules) time.Time {
	date, err := civil.Parse(day)
	if err != nil {
		return time.Time{}
	}
	at := 12 * time.Hour
	if parsed, err := time.Parse("15:04", clock); err == nil {
		at = time.Duration(parsed.Hour())*time.Hour + time.Duration(parsed.Minute())*time.Minute
	}
	start := date.In(read.zone)
	moment := time.Date(start.Year(), start.Month(), start.Day(), int(at.Hours()), int(at.Minutes())%60, 0, 0, read.zone)
	if clock == "" && moment.After(read.now) && !start.After(read.now) {
		return read.now
	}
	return moment.UTC()
}

// findSameOrders adds a problem to orders of which the same person has one of the same day and total.
func findSameOrders(ctx context.Context, tx *db.DB, sales []Sale, built []orders.Order, zone *time.Location) error {
	type wanted struct {
		At    int          `json:"at"`
		User  int64        `json:"user"`
		Day   string       `json:"day"`
		Total money.Amount `json:"total"`
	}
	list := []wanted{}
	for i, order := range built {
		if order.User > 0 && !order.DateCreated.IsZero() {
			list = append(list, wanted{i, order.User, civil.Of(order.DateCreated.In(zone)).String(), order.Total})
		}
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		return err
	}
	var same []struct {
		At int
		ID int64
	}
	err = tx.WithContext(ctx).Raw(`select w.at, min(o.id) as id from jsonb_to_recordset(cast(@list as jsonb)) as w (at integer, "user" bigint, day date, total numeric)
		join orders o on o.user_id = w."user" and o.total = w.total and (o.date_created at time zone @zone)::date = w.day
		group by w.at order by w.at`, map[string]any{"list": string(encoded), "zone": zone.String()}).Scan(&same).Error
	for _, one := range same {
		sales[one.At][0].add("sale_known", "total", fmt.Sprintf("pedido %d", one.ID), "")
	}
	return err
}

func storeOrders(ctx context.Context, tx *db.DB, by auth.Caller, sales []Sale, origin string) ([]Result, error) {
	read, err := readRules(ctx, tx, by)
	if err != nil {
		return nil, err
	}
	past := make([]orders.PastOrder, len(sales))
	for i, sale := range sales {
		past[i] = orders.PastOrder{Order: orderOf(sale, read), Origin: origin}
		if code := by.OperatorCode(); code != nil {
			past[i].ServiceUser = &by.Code
		}
	}
	refused, err := orders.StorePast(ctx, tx, by, past)
	results := make([]Result, len(sales))
	for i := range results {
		results[i] = Result{past[i].ID, refused[i]}
	}
	return results, err
}

// removeOrder removes an order unless others have worked with it.
func removeOrder(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (kept string, err error) {
	var built []bool
	if err := tx.WithContext(ctx).Raw("select "+orderBuilt+" from orders o where o.id = ? for update", id).Scan(&built).Error; err != nil ||
		len(built) == 0 {
		return "", err
	}
	if built[0] {
		return "o pedido já foi usado", nil
	}
	err = orders.RemovePast(ctx, tx, by, id)
	if errs.HasCode(err, errs.CodeNotFound) {
		err = nil
	}
	return "", err
}
