package analytics

import (
	"net/url"

	"github.com/a-h/templ"

	"acolhe/models/analytics"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/reception/triage"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	agendaview "acolhe/views/panel/agenda"
	associatesview "acolhe/views/panel/associates"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/professionals"
)

type (
	figures = analytics.Figures
	stacks  = map[string]analytics.Figures
)

// within returns the address of a list limited to days, with further filters.
func within(path string, from, to civil.Date, filters ...string) string {
	query := url.Values{"de": {from.String()}, "ate": {to.String()}}
	for i := 0; i+1 < len(filters); i += 2 {
		if filters[i+1] != "" {
			query.Set(filters[i], filters[i+1])
		}
	}
	return path + "?" + query.Encode()
}

func statuses(names ...orders.Status) func(figures, stacks) int64 {
	return func(_ figures, by stacks) (sum int64) {
		for _, name := range names {
			sum += by[string(name)].Count
		}
		return sum
	}
}

// OrdersBoard shows orders.
func OrdersBoard(board Board, now, before analytics.Orders) Board {
	board.Area, board.Period, board.Before, board.Total = Orders, now.Period, before.Period, now.KPIs.Total
	f := board.Filter
	freight := func(f figures) int64 { return cents(f.Average(f.Freight)) }
	for _, one := range []figure{
		{"Pedidos", now.KPIs.Total, before.KPIs.Total, pieces, board.line(now.Found, func(f figures) int64 { return f.Count }), 1},
		{"Doações", now.Found.Total.Donation, before.Found.Total.Donation, inCents,
			board.line(now.Found, func(f figures) int64 { return f.Donation }), 1},
		{"Descontos", now.Found.Total.Discount, before.Found.Total.Discount, inCents,
			board.line(now.Found, func(f figures) int64 { return f.Discount }), 0},
		{"Frete médio", cents(now.KPIs.Freight), cents(before.KPIs.Freight), inCents, board.line(now.Found, freight), 0},
	} {
		board.summarize(one)
	}
	board.compare("Os pedidos", now.KPIs.Total, before.KPIs.Total)
	board.draw(drawing{title: "Pedidos", one: "pedido", many: "pedidos", show: whole, cell: whole,
		columns: []column{
			{"Entregue", "Entregue", false, statuses(orders.Delivered)},
			{"Em andamento", "Andamento", false, statuses(orders.Paid, orders.Picking, orders.Sent)},
			{"Aguardando pagamento", "Aguarda", false, statuses(orders.AwaitingPayment)},
			{"Cancelado", "Cancelado", true, statuses(orders.Cancelled)},
		},
		href: func(b bucket) string {
			return within(ordersview.Path, b.from, b.to, "situacao", f.Status, "etiqueta", f.Tag)
		},
	}, now.Found, before.Found)
	states := make([]analytics.Shown, len(now.Series.ByState))
	persons := map[string]int64{}
	for i, state := range now.Series.ByState {
		persons[state.Key] = state.Persons
		states[i] = analytics.Shown{Key: state.Key, Label: stateName(state.Key), Count: state.Count}
	}
	states = analytics.Protect(states, func(group analytics.Shown) int64 { return persons[group.Key] })
	all := func(filters ...string) string {
		return within(ordersview.Path, now.Period.Start, now.Period.End, append(filters, "situacao", f.Status, "etiqueta", f.Tag)...)
	}
	board.Lists = []List{
		board.groups("Por estado", "Estado", states, func(key string) string {
			if key == analytics.NotInformed {
				return ""
			}
			return all("uf", key)
		}),
		ranking("Produtos mais pedidos", "Produto", now.Rankings.TopProducts, func(r analytics.Ranked) string { return all("produto", r.Code) }),
		ranking("Associados com mais pedidos", "Associado", now.Rankings.TopAssociates,
			func(r analytics.Ranked) string { return all("q", r.Label) }),
	}
	return board
}

func stateName(key string) string {
	if key == analytics.NotInformed {
		return "Sem endereço"
	}
	return key
}

// ServicesBoard shows services.
func ServicesBoard(board Board, now, before analytics.Services) Board {
	board.Area, board.Period, board.Before, board.Total = Services, now.Period, before.Period, now.KPIs.Total
	f := board.Filter
	total, past := now.Found.Total, before.Found.Total
	for _, one := range []figure{
		{"Serviços", total.Count, past.Count, pieces, board.line(now.Found, func(f figures) int64 { return f.Count }), 1},
		{"A repassar", total.Payable(), past.Payable(), inCents, board.line(now.Found, figures.Payable), 0},
		{"Taxa da associação", total.Fee, past.Fee, inCents, board.line(now.Found, func(f figures) int64 { return f.Fee }), 1},
		{"Doações", total.Donation, past.Donation, inCents, board.line(now.Found, func(f figures) int64 { return f.Donation }), 1},
		{"Doação média", cents(now.KPIs.DonationsAverage), cents(before.KPIs.DonationsAverage), inCents,
			board.line(now.Found, func(f figures) int64 { return cents(f.Average(f.Donation)) }), 1},
	} {
		board.summarize(one)
	}
	board.compare("Os serviços", total.Count, past.Count)
	href := func(b bucket) string {
		return within(agendaview.ListPath, b.from, b.to, agendaview.UndatedFilter, "registro", "situacao", f.serviceStatus(), "etiqueta", f.Tag,
			"tipo", f.Type, "profissional", f.Professional)
	}
	count := column{"Serviços", "Serviços", false, func(f figures, _ stacks) int64 { return f.Count }}
	sums := drawing{title: "Para onde foi o valor recebido", show: thousandsOf, cell: amount, href: href,
		axis: func(value float64) string { return axisOf(value) }, counts: []column{count},
		columns: []column{
			{"A repassar", "A repassar (R$)", false, func(f figures, _ stacks) int64 { return f.Payable() }},
			{"Taxa da associação", "Taxa (R$)", false, func(f figures, _ stacks) int64 { return f.Fee }},
			{"Doações", "Doações (R$)", false, func(f figures, _ stacks) int64 { return f.Kept }},
		}}
	if f.Counts != "" {
		sums = drawing{title: "Serviços", one: "serviço", many: "serviços", show: whole, cell: whole, href: href, columns: []column{count}}
	}
	board.draw(sums, now.Found, before.Found)
	all := func(filters ...string) string {
		return within(agendaview.ListPath, now.Period.Start, now.Period.End,
			append(filters, agendaview.UndatedFilter, "registro", "situacao", f.serviceStatus(), "etiqueta", f.Tag)...)
	}
	types := make([]analytics.Shown, len(now.Series.ByType))
	for i, group := range now.Series.ByType {
		types[i] = analytics.Shown{Key: group.Key, Label: professionals.TypeName(group.Key), Count: group.Count}
	}
	people := make([]analytics.Ranked, min(len(now.Series.ByProfessional), mostGroups))
	for i := range people {
		group := now.Series.ByProfessional[i]
		people[i] = analytics.Ranked{Code: group.Key, Label: group.Label, Count: group.Count, Sum: group.Payable}
	}
	byProfessional := ranking("Por profissional", "Profissional", people,
		func(r analytics.Ranked) string { return all("profissional", r.Code) })
	byProfessional.Ranks.Heads[2] = "Repasse (R$)"
	board.Lists = []List{
		board.groups("Por tipo", "Tipo", types, func(key string) string { return all("tipo", key) }),
		byProfessional,
		ranking("Associados com mais serviços", "Associado", now.Rankings.TopAssociates,
			func(r analytics.Ranked) string { return all("q", r.Label) }),
	}
	return board
}

// serviceStatus is the status of the services; "todas" for both.
func (f Filter) serviceStatus() string {
	switch f.Status {
	case "":
		return string(bookings.Paid)
	case allStatuses:
		return ""
	}
	return f.Status
}

// allStatuses is the filter of the services of every status.
const allStatuses = "todas"

// thousandsOf is an amount in thousands of reais, over a bar.
func thousandsOf(cents int64) string { return fmtbr.Tenths(int((cents + 5_000) / 10_000)) }

func axisOf(cents float64) string {
	if cents == 0 {
		return "0"
	}
	return fmtbr.Tenths(int(cents/10_000+.5)) + "\u00a0mil"
}

// AssociatesBoard shows registrations.
func AssociatesBoard(board Board, now, before analytics.Associates) Board {
	board.Area, board.Period, board.Before, board.Total = Associates, now.Period, before.Period, now.KPIs.Total
	status := func(found analytics.Found, name string) int64 { return found.Groups["status"][name].Count }
	of := func(name string) func(figures, stacks) int64 {
		return func(_ figures, by stacks) int64 { return by[name].Count }
	}
	line := func(name string) (values []float64) {
		for _, first := range board.Period.Buckets() {
			values = append(values, float64(now.Found.Stacks[first][name].Count))
		}
		return values
	}
	for _, one := range []figure{
		{"Novos cadastros", now.KPIs.Total, before.KPIs.Total, pieces, board.line(now.Found, func(f figures) int64 { return f.Count }), 1},
		{"Já associados", status(now.Found, "Associado"), status(before.Found, "Associado"), pieces, line("Associado"), 1},
		{"Ainda em cadastro", status(now.Found, "active"), status(before.Found, "active"), pieces, line("active"), 0},
	} {
		board.summarize(one)
	}
	membership := associatesOf(board.Filter.Status)
	board.compare("Os cadastros", now.KPIs.Total, before.KPIs.Total)
	board.draw(drawing{title: "Cadastros", one: "cadastro", many: "cadastros", show: whole, cell: whole,
		columns: []column{{"Associado", "Associado", false, of("Associado")}, {"Em cadastro", "Em cadastro", false, of("active")}},
		href:    func(b bucket) string { return within(associatesview.Path, b.from, b.to, membership...) },
	}, now.Found, before.Found)
	all := func(filters ...string) string {
		return within(associatesview.Path, now.Period.Start, now.Period.End, append(filters, membership...)...)
	}
	period := func(string) string { return all() }
	board.Lists = []List{
		board.groups("Por estado", "Estado", protected(now.Series.ByState, stateName), func(key string) string { return all("uf", known(key)) }),
		board.groups("Por idade ao se cadastrar", "Idade", protected(now.Series.ByAge, nil), period),
		board.groups("Por gênero", "Gênero", protected(now.Series.ByGender, nil), period),
	}
	return board
}

// associatesOf are the filters of the list of associates for a status of the analytics.
func associatesOf(status string) []string {
	switch associates.Status(status) {
	case associates.Associado:
		return []string{"situacao", associatesview.MembershipSlug(associates.Enrolled)}
	case associates.Active:
		return []string{associatesview.NotEnrolledFilter, "sim"}
	}
	return nil
}

func known(key string) string {
	if key == analytics.NotInformed {
		return ""
	}
	return key
}

// protected hides the small groups of persons.
func protected(groups []analytics.Group, name func(string) string) []analytics.Shown {
	shown := make([]analytics.Shown, len(groups))
	for i, group := range groups {
		shown[i] = analytics.Shown{Key: group.Key, Label: group.Label, Count: group.Count}
		if name != nil {
			shown[i].Label = name(group.Key)
		}
	}
	return analytics.Protect(shown, func(group analytics.Shown) int64 { return group.Count })
}

// ReceptionBoard shows the contacts of the reception. Its figures, bars and attendants lead to the finished contacts that
// arrived on their days; for those who may not read them bars and attendants lead to the analysis of these days.
func ReceptionBoard(board Board, now, before analytics.Reception) Board {
	board.Area, board.Period, board.Before, board.Total = Reception, now.Period, before.Period, now.KPIs.Total
	for _, one := range []figure{
		{"Contatos", now.KPIs.Total, before.KPIs.Total, pieces, board.line(now.Found, func(f figures) int64 { return f.Count }), 1},
		{"Viraram pedido", now.KPIs.ToOrders, before.KPIs.ToOrders, pieces, board.line(now.Found, func(f figures) int64 { return f.Orders }), 1},
		{"Viraram serviço", now.KPIs.ToServices, before.KPIs.ToServices, pieces,
			board.line(now.Found, func(f figures) int64 { return f.Services }), 1},
	} {
		board.summarize(one)
	}
	if board.ReadsReception {
		for i, reason := range []triage.CompletionReason{"", triage.Pedido, triage.Servico} {
			trend := &board.Trends[i]
			trend.Link = templ.Attributes{"aria-label": trend.Label + ": " + trend.Value,
				"href": board.contacts(now.Period.Start, now.Period.End, board.Filter, "motivo", string(reason))}
		}
	}
	board.compare("Os contatos", now.KPIs.Total, before.KPIs.Total)
	board.draw(drawing{title: "Contatos", one: "contato", many: "contatos", show: whole, cell: whole,
		columns: []column{
			{"Virou pedido", "Pedido", false, func(f figures, _ stacks) int64 { return f.Orders }},
			{"Virou serviço", "Serviço", false, func(f figures, _ stacks) int64 { return f.Services }},
			{"Sem encaminhamento", "Outros", true, func(f figures, _ stacks) int64 { return f.Count - f.Orders - f.Services }},
		},
		href: func(b bucket) string { return board.contacts(b.from, b.to, board.Filter) },
	}, now.Found, before.Found)
	groups := make([]analytics.Shown, len(now.Series.ByAttendant))
	for i, group := range now.Series.ByAttendant {
		groups[i] = analytics.Shown{Key: group.Key, Label: group.Label, Count: group.Count}
	}
	board.Lists = []List{board.groups("Por atendente", "Atendente", groups, func(key string) string {
		filter := board.Filter
		filter.Attendant = key
		return board.contacts(now.Period.Start, now.Period.End, filter)
	})}
	return board
}

// compare begins the sentence of the report.
func (b *Board) compare(subject string, now, before int64) {
	if before > 0 {
		b.Sentence = subject + " " + moved(now, before) + " em relação ao período anterior."
		return
	}
	b.Sentence = "Não há período anterior para comparar."
}
