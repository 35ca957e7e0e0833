// Package stock serves the pages of the stock. All of them are 404 NOT_FOUND while it is switched off.
package stock

import (
	"context"
	"strconv"
	"strings"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/views/layouts"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/stock"
	"acolhe/web"
)

// Pages serves the pages of the stock.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Library stores certificates.
	Library files.Library
	// Exports limits the number of concurrent exports.
	Exports exports.Semaphore
}

var crumb = layouts.Crumb{Label: "Estoque", Href: view.Path}

// latestMovements is the number of movements on the page of a product.
const latestMovements = 30

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, lot, separate = view.Path + "/:id", view.LotsPath + "/:id", ordersview.Path + "/:id" + view.SeparateSlug
	reads, changes, unblocks := web.StaffCan("products", access.Read), web.StaffCan("products", access.Update),
		web.StaffCan("products", access.Delete)
	separates := web.StaffCan("orders", access.Update)
	routes := []web.Route{
		web.Page(view.Path, reads, p.list().Show),
		web.Page(view.CountPath, changes, p.askCount),
		web.Form(view.CountPath, changes, p.count),
		web.Form(view.DecidePath, changes, p.decide),
		web.Page(view.FinishPath, changes, p.askFinish),
		web.Form(view.FinishPath, changes, p.finish),
		web.Page(one, reads, p.showProduct),
		web.Form(one+"/minimo", changes, p.setMinimum),
		web.Page(one+"/entrada", changes, p.askReceipt),
		web.Form(one+"/entrada", changes, p.receive),
		web.Page(lot, reads, p.showLot),
		web.Page(lot+"/pessoas.csv", reads, p.exportLot),
		web.Form(lot+"/ajuste", changes, p.adjust),
		web.Page(lot+"/recolher", changes, p.askBlock),
		web.Form(lot+"/recolher", changes, p.block),
		web.Form(lot+"/liberar", unblocks, p.unblock),
		web.Form(lot+"/laudo", changes, p.uploadCertificate),
		web.Page(lot+view.NotifySlug, changes, p.askLetters),
		web.Form(lot+view.NotifySlug, changes, p.sendLetters),
		web.Form(lot+"/pessoas/:pessoa/avisada", changes, p.markCalled),
		web.Form(lot+"/pessoas/:pessoa/desfazer", changes, p.unmarkCalled),
		web.Page(separate, separates, p.showSeparation),
		web.Form(separate, separates, p.separate),
		web.Form(separate+"/devolver", separates, p.putBack),
	}
	for i, route := range routes {
		routes[i] = route.Requires(p.checkEnabled)
	}
	return routes
}

func (p Pages) checkEnabled(r *web.Request) error { return stock.CheckEnabled(r.Context(), p.DB) }

// List returns the list of the stock.
func List() list.List[stock.Stocked, stock.ListInput] {
	return list.List[stock.Stocked, stock.ListInput]{Definition: view.List(), Find: stock.List, Count: stock.Count}
}

func (p Pages) list() list.Pages[stock.Stocked, stock.ListInput] {
	return list.Pages[stock.Stocked, stock.ListInput]{DB: p.DB, Frame: p.Frame, List: List()}
}

// product reads the stock of the product of the address.
func (p Pages) product(r *web.Request) (stock.Stocked, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return stock.Stocked{}, err
	}
	return stock.FindStocked(r.Context(), p.DB, r.By, id)
}

func (p Pages) showProduct(r *web.Request) error { return p.renderProduct(r, view.ProductData{}) }

func (p Pages) renderProduct(r *web.Request, data view.ProductData) (err error) {
	if data.Product, err = p.product(r); err != nil {
		return err
	}
	if data.Lots, err = stock.ListLots(r.Context(), p.DB, r.By, data.Product.ID); err != nil {
		return err
	}
	data.Direction = view.DirectionOf(r.Query("movimentos"))
	if data.Movements, err = stock.ListMovements(r.Context(), p.DB, r.By,
		stock.MovementsInput{Product: data.Product.ID, Direction: data.Direction, Limit: latestMovements}); err != nil {
		return err
	}
	around, err := p.Frame(r, data.Product.Name, crumb)
	if err != nil {
		return err
	}
	if data.Days, err = stock.ReadDays(r.Context(), p.DB, r.By, data.Product.ID, 2*view.ShownDays); err != nil {
		return err
	}
	data.CanChange, data.Now, around.Refused = access.Can(r.By, "products", access.Update), around.Now, data.Refused != nil
	return r.RenderForm(data.Refused, view.ProductPage(around, data))
}

func (p Pages) setMinimum(r *web.Request) error {
	product, err := p.product(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	minimum, unread := strconv.Atoi(strings.TrimSpace(posted.Or("minimum", "")))
	if unread != nil {
		minimum = -1
	}
	if err := stock.SetMinimum(r.Context(), p.DB, r.By, product.ID, minimum); err != nil {
		return p.renderProduct(r, view.ProductData{Typed: posted, Refused: err})
	}
	r.Notify("Mínimo salvo.")
	return r.Redirect(view.Href(product.ID))
}

type receiptPages = form.Pages[stock.Lot, stock.ReceiveInput, stock.ReceiveInput]

func (p Pages) receipt(product stock.Stocked) receiptPages {
	return receiptPages{
		DB: p.DB, Frame: p.Frame, Form: view.ReceiveForm(product),
		Crumbs: []layouts.Crumb{crumb, {Label: product.Name, Href: view.Href(product.ID)}},
		Add: func(ctx context.Context, tx *db.DB, by auth.Caller, input stock.ReceiveInput) (stock.Lot, error) {
			input.ProductID = product.ID
			return stock.Receive(ctx, tx, by, input)
		},
		Added: func(lot stock.Lot) string { return "Entrada do lote " + lot.Number + " registrada." },
		Next:  func(stock.Lot) string { return view.Href(product.ID) },
	}
}

func (p Pages) askReceipt(r *web.Request) error {
	product, err := p.product(r)
	if err != nil {
		return err
	}
	return p.receipt(product).New(r)
}

func (p Pages) receive(r *web.Request) error {
	product, err := p.product(r)
	if err != nil {
		return err
	}
	return p.receipt(product).Create(r)
}
