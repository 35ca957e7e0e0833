package orders

import (
	"bytes"
	"net/url"
	"strings"

	"acolhe/handlers/list"
	"acolhe/models/orders"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	listview "acolhe/views/list"
	view "acolhe/views/panel/orders"
	"acolhe/views/paper"
	"acolhe/web"
)

const (
	// maxPrintedNow is the maximum number of orders that are printed within the request.
	maxPrintedNow = 50
	// maxPrinted is the maximum number of orders of one PDF, which is written in memory.
	maxPrinted = 2_000
)

// print answers with the order as a PDF, which the browser shows and prints.
func (p Pages) print(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	return p.printAll(r, []orders.Order{order})
}

// printSelected answers with a PDF of the selected orders, in the order of the list. If they are many, a task writes it.
func (p Pages) printSelected(r *web.Request) error {
	query, err := p.list().Selected(r)
	if err != nil {
		return err
	}
	counted, err := orders.Count(r.Context(), p.DB, r.By, query.Input, maxPrinted)
	switch {
	case err != nil:
		return err
	case counted.Rows == 0:
		return errs.NotFound("Pedido não encontrado.")
	case counted.More || counted.Rows > maxPrinted:
		return errs.Invalid("ids", "imprima no máximo 2.000 pedidos de cada vez")
	case counted.Rows > maxPrintedNow:
		return p.requestSheets(r, query.Input.IDs)
	}
	query.Window = page.Window{Limit: new(maxPrintedNow)}
	found, err := orders.List(r.Context(), p.DB, r.By, view.List().Read(query))
	if err != nil {
		return err
	}
	return p.printAll(r, found.Items)
}

// requestSheets stores a task that prints the selected orders, with the filters that find them.
func (p Pages) requestSheets(r *web.Request, picked []int64) error {
	selection, err := list.ReadSelection(r)
	if err != nil {
		return err
	}
	filters, err := p.list().List.Parse(selection.Filters)
	if err != nil {
		return err
	}
	if !selection.All {
		filters = url.Values{view.NumbersFilter: {view.Numbers(picked)}}
	}
	request := p.list().List.Request(listview.Address{Filters: filters, Sort: selection.Sort}, nil, PDF)
	task, err := tasks.RequestExport(r.Context(), p.DB, r.By, request)
	return p.RequestedExport(r, task, err)
}

// printAll answers with a PDF of at least one order, a sheet for each.
func (p Pages) printAll(r *web.Request, found []orders.Order) error {
	sheets, err := newSheets(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	title := paper.OrdersTitle(len(found), found[0].ID)
	printed := paper.NewOrders(title, sheets.head.Now)
	if err := sheets.add(r.Context(), printed, found); err != nil {
		return err
	}
	var file bytes.Buffer
	if err := printed.Write(&file); err != nil {
		return err
	}
	name := strings.ToLower(strings.NewReplacer(" ", "-", "\u00a0", "-").Replace(title)) + ".pdf"
	return servePDF(r, name, file.Bytes())
}
