package analytics

import (
	"acolhe/models/analytics"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/professionals/catalog"
	"acolhe/models/reception/triage"
	view "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/table"
)

// Data is the data of a page.
type Data struct {
	Board
	Choices  analytics.Choices
	Types    []catalog.Type
	Statuses []triage.Status
	// Refused is the sentence about a wrong period; the board is then that of the last 12 months.
	Refused string
}

// Tabs links the pages of the analytics, the areas with the period of a filter. Current is the path of the open one.
func Tabs(current string, filter Filter) nav.Tabs {
	tabs := make([]nav.Tab, 0, len(Areas())+2)
	for _, area := range Areas() {
		tabs = append(tabs, nav.Tab{Label: area.Name(), Href: filter.PeriodOnly().Href(area), Current: Filter{}.Href(area) == current})
	}
	tabs = append(tabs, nav.Tab{Label: "Acompanhamento", Href: FollowUpsPath, Current: current == FollowUpsPath},
		nav.Tab{Label: "Evidências", Href: EvidencePath, Current: current == EvidencePath})
	return nav.Tabs{Label: "Áreas", Tabs: tabs, Plain: true}
}

func (d Data) presets() nav.Segments {
	segments := nav.Segments{Label: "Período"}
	for _, preset := range []struct {
		preset Preset
		label  string
	}{{ThirtyDays, "30 dias"}, {NinetyDays, "90 dias"}, {ThisYear, "Este ano"}, {TwelveMonths, "12 meses"}} {
		filter := d.Filter
		filter.Preset, filter.From, filter.To, filter.By = preset.preset, "", "", ""
		segments.Segments = append(segments.Segments,
			nav.Tab{Label: preset.label, Href: filter.Href(d.Area), Current: d.Filter.Named().Preset == preset.preset})
	}
	return segments
}

func (d Data) lengths() nav.Segments {
	segments := nav.Segments{Label: "Agrupar por"}
	for _, length := range []struct {
		by    By
		label string
	}{{ByDay, "Dia"}, {ByWeek, "Semana"}, {ByMonth, "Mês"}, {ByYear, "Ano"}} {
		filter := d.Filter
		filter.By = length.by
		segments.Segments = append(segments.Segments,
			nav.Tab{Label: length.label, Href: filter.Href(d.Area), Current: d.Filter.Named().By == length.by})
	}
	return segments
}

// measures chooses between amounts and counts of services.
func (d Data) measures() ui.Content {
	if d.Area != Services {
		return nil
	}
	amounts, counts := d.Filter, d.Filter
	amounts.Counts, counts.Counts = "", "quantidade"
	return nav.Segments{Label: "Medida", Segments: []nav.Tab{
		{Label: "Valores", Href: amounts.Href(Services), Current: d.Filter.Counts == ""}, {Label: "Quantidade", Href: counts.Href(Services),
			Current: d.Filter.Counts != ""}}}
}

// selects are the filters of the area.
func (d Data) selects() []table.FilterSelect {
	tags := table.FilterSelect{Name: "etiqueta", Label: "Etiqueta", All: "todas", Value: d.Filter.Tag,
		Options: control.OptionsOf(d.Choices.Tags)}
	status := table.FilterSelect{Name: "situacao", Label: "Situação", All: "todas", Value: d.Filter.Status}
	switch d.Area {
	case Orders:
		status.Options = control.OptionsOf(orders.Statuses())
		return []table.FilterSelect{status, tags}
	case Associates:
		status.Options = []control.Option{{Value: "Associado", Label: "Associado"}, {Value: "active", Label: "Em cadastro"}}
		return []table.FilterSelect{status}
	case Reception:
		for _, one := range d.Statuses {
			status.Options = append(status.Options, control.Option{Value: one.Value, Label: one.Label})
		}
		return []table.FilterSelect{{Name: "atendente", Label: "Atendente", All: "todos", Value: d.Filter.Attendant,
			Options: append([]control.Option{{Value: analytics.None, Label: "Sem atendente"}}, choices(d.Choices.Attendants)...)}, status, tags}
	}
	return []table.FilterSelect{
		{Name: "profissional", Label: "Profissional", All: "todos", Value: d.Filter.Professional, Options: choices(d.Choices.Professionals)},
		{Name: "tipo", Label: "Tipo", All: "todos", Value: d.Filter.Type, Options: view.TypeOptions(d.Types)},
		{Name: "situacao", Label: "Pagamento", All: "concluído", Value: d.Filter.Status,
			Options: []control.Option{{Value: string(bookings.AwaitingPayment), Label: "aguardando"}, {Value: allStatuses, Label: "todos"}}}, tags,
	}
}

func choices(found []analytics.Choice) []control.Option {
	options := make([]control.Option, len(found))
	for i, choice := range found {
		options[i] = control.Option{Value: choice.Code, Label: choice.Label}
	}
	return options
}

// hidden are the parameters of the filter that a form keeps, without those that it has fields for.
func (d Data) hidden(fields ...string) (kept []control.Option) {
	query := d.Filter.query()
	for _, field := range fields {
		query.Del(field)
	}
	for name, values := range query {
		kept = append(kept, control.Option{Value: name, Label: values[0]})
	}
	return kept
}

func (d Data) export() ui.Menu {
	item := func(label, icon, format string) ui.MenuItem {
		query := d.Filter.query()
		query.Set("formato", format)
		return ui.MenuItem{Label: label, Icon: icon, Post: ExportPath(d.Area) + "?" + query.Encode(), Downloads: true}
	}
	return ui.Menu{ID: "exportar", Label: "Exportar estas análises", Text: "Exportar", Icon: "download",
		Items: []ui.MenuItem{item("Planilha do Excel", "table-2", "xlsx"), item("CSV", "file-text", "csv")}}
}

func (d Data) reportHref() string {
	filter := d.Filter.PeriodOnly()
	return filter.at(ReportPath)
}

func (d Data) lowerName() string {
	return map[Area]string{Associates: "cadastro", Services: "serviço", Orders: "pedido", Reception: "contato"}[d.Area]
}

// isFiltered reports whether the page shows a part of what its period has.
func (d Data) isFiltered() bool { return d.Filter != d.Filter.PeriodOnly() }

func (d Data) yearHref() string { return Filter{}.Href(d.Area) }
