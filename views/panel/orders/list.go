package orders

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// List returns the list of orders.
func List() list.Definition[orders.Order, orders.ListInput] {
	return list.Definition[orders.Order, orders.ListInput]{
		About: list.About{
			Name: "pedidos", Title: "Pedidos", Path: Path, Collection: "orders", Search: "Associado, e-mail, prescritor ou número", HasViews: true,
			Order:        "-criado",
			Rows:         list.Noun{One: "pedido", Many: "pedidos", None: "Nenhum pedido"},
			New:          list.New{Label: "Novo pedido", Slug: "novo"},
			NothingYet:   list.Sentence{Title: "Nenhum pedido ainda", Text: "Registre o primeiro pedido de um associado: o total é calculado na hora."},
			NothingFound: list.Sentence{Title: "Nenhum pedido com estes filtros", Text: "Confira a grafia ou remova um filtro."},
		},
		Filters: []list.Filter[orders.ListInput]{
			{Name: "q", Label: "Busca", Kind: list.Search, Set: list.To(func(in *orders.ListInput) *string { return &in.Q })},
			{Name: "produto", Label: "Produto", Kind: list.ByLink, Set: list.To(func(in *orders.ListInput) *string { return &in.Product })},
			{Name: NumbersFilter, Label: "Números", Kind: list.ByLink, Set: setNumbers, Show: showNumbers},
			{Name: "situacao", Label: "Situação", Kind: list.ByTab, Options: control.OptionsOf(orders.Statuses()),
				Set: list.To(func(in *orders.ListInput) *orders.Status { return &in.Status })},
			{Name: "periodo", Label: "Período", Kind: list.Period, Days: []string{"de", "ate"}, All: "todos", Options: list.Periods(),
				Set: list.ToPeriod(func(in *orders.ListInput) *civil.Period { return &in.Period })},
			{Name: "uf", Label: "UF", All: "todas", Options: control.OptionsOf(brdoc.States()),
				Set: list.To(func(in *orders.ListInput) *string { return &in.State })},
			{Name: "prescritor", Label: "Prescritor", Kind: list.Text, More: true, Set: list.To(func(in *orders.ListInput) *string { return &in.Prescriber })},
			{Name: "criado_por", Label: "Criado por", Kind: list.Text, More: true, Set: list.To(func(in *orders.ListInput) *string { return &in.Creator })},
			{Name: "etiqueta", Label: "Etiqueta", Kind: list.Tags, More: true, All: "todas",
				Set: list.To(func(in *orders.ListInput) *string { return &in.Tag })},
			{Name: shippingFilter, Label: "Envio", All: "todos", More: true,
				Options: []control.Option{{Value: withoutLabel, Label: "Pago, sem etiqueta de envio"}},
				Set:     func(in *orders.ListInput, value string) error { in.AwaitsLabel = value == withoutLabel; return nil }},
			{Name: "de", Label: "Criado desde", Kind: list.Day, Set: list.To(func(in *orders.ListInput) *string { return &in.From })},
			{Name: "ate", Label: "Criado até", Kind: list.Day, Set: list.To(func(in *orders.ListInput) *string { return &in.To })},
			{Name: "passou", Label: "Passou para", All: "qualquer situação", More: true, Options: control.OptionsOf(orders.Statuses()[1:]),
				Set: list.To(func(in *orders.ListInput) *orders.Status { return &in.Reached })},
			{Name: "passou_de", Label: "Passou desde", Kind: list.Day, More: true,
				Set: list.To(func(in *orders.ListInput) *string { return &in.ReachedFrom })},
			{Name: "passou_ate", Label: "Passou até", Kind: list.Day, More: true, Set: list.To(func(in *orders.ListInput) *string { return &in.ReachedTo })},
		},
		Tabs:  tabs(),
		Reads: []string{"id", "name_associate", "status", "total"},
		Lead: list.Lead[orders.Order]{Label: "Associado", HasInitials: true, Text: func(o *orders.Order) string { return o.NameAssociate },
			Href: func(o *orders.Order) string { return Href(o.ID) },
			ID: func(o *orders.Order) string {
				return strconv.FormatInt(o.ID,
					10)
			}, State: func(o *orders.Order) string { return string(o.Status) }, Amount: func(o *orders.Order) string { return o.Total.Typed() }},
		Columns: []list.Column[orders.Order]{
			{Name: "numero", Label: "Nº", Right: true, Kind: kind.Integer, Text: func(o *orders.Order) string { return fmtbr.Integer(o.ID) },
				Value: func(o *orders.Order, _ *time.Location) string { return strconv.FormatInt(o.ID, 10) }},
			{Name: "itens", Label: "Itens", Reads: []string{"items"}, HidesBelow: table.Medium, Place: table.Below, Text: Summary, Value: everyItem},
			{Name: "situacao", Label: "Situação", Reads: []string{"status"}, Place: table.End,
				Badge: func(o *orders.Order) ui.Badge { return StatusBadge(o.Status) }},
			{Name: "prescritor", Label: "Prescritor", Reads: []string{"prescriber"}, Optional: true, HidesBelow: table.Wide,
				Text: func(o *orders.Order) string { return texts.Of(o.Prescriber) }},
			{Name: "email", Label: "E-mail", Reads: []string{"email"}, Optional: true, Text: func(o *orders.Order) string { return texts.Of(o.Email) }},
			{Name: "cidade", Label: "Cidade", Reads: []string{"address"}, Optional: true, Text: City},
			amountColumn("frete", "Frete", "", func(o *orders.Order) money.Amount { return o.DeliveryPrice }, "delivery_price"),
			amountColumn("desconto", "Desconto", "", func(o *orders.Order) money.Amount { return o.Totals().Discount }, "discount", "custom_payment"),
			{Name: "etiquetas", Label: "Etiquetas", Reads: []string{"tags"}, HidesBelow: table.Wide, Tags: func(o *orders.Order) []string { return o.Tags }},
			amountColumn("total", "Total", "total", func(o *orders.Order) money.Amount { return o.Total }, "total"),
			{Name: "criado", Label: "Criado", Sort: "created", Reads: []string{"date_created"},
				Time: func(o *orders.Order) time.Time { return o.DateCreated }},
		},
		Read: func(query list.Query[orders.ListInput]) orders.ListInput {
			query.Input.Window, query.Input.Sort, query.Input.Columns = query.Window, orders.Sort(query.Sort), query.Reads
			return query.Input
		},
		Pick: list.Picked(list.Number, func(input *orders.ListInput, ids []int64) { *input = orders.ListInput{IDs: ids} }), Actions: actions(),
	}
}

// amountColumn returns a column of amounts; without an order to sort by it is hidden by default.
func amountColumn(name, label, sort string, amount func(o *orders.Order) money.Amount, reads ...string) list.Column[orders.Order] {
	column := list.Column[orders.Order]{Name: name, Label: label, Sort: sort, Optional: sort == "", Reads: reads, Amount: amount}
	if sort != "" {
		column.Place = table.Side
	}
	return column
}

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: "Todos"}}
	for _, status := range orders.Statuses() {
		tabs = append(tabs, list.Tab{Label: string(status), Filters: withStatus(status)})
	}
	return tabs
}

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[orders.Status]page.Counted) map[string]page.Counted {
	tabs := map[string]page.Counted{"": counts[""]}
	for _, status := range orders.Statuses() {
		tabs[withStatus(status).Encode()] = counts[status]
	}
	return tabs
}

// City returns the destination of an order: Natal/RN; empty without an address.
func City(order *orders.Order) string {
	if order.Address == nil || order.Address.City == "" {
		return ""
	}
	return strings.TrimSuffix(order.Address.City+"/"+order.Address.State, "/")
}

// everyItem returns all items with their quantities.
func everyItem(order *orders.Order, _ *time.Location) string {
	parts := make([]string, len(order.Items))
	for i, item := range order.Items {
		parts[i] = strconv.Itoa(item.Quantity) + " × " + ItemName(item)
	}
	return strings.Join(parts, "; ")
}
