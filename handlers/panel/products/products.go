// Package products serves the pages of the catalogue of products.
package products

import (
	"strconv"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/products"
	"acolhe/web"
)

// Pages serves the pages of products.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Library files.Library
}

var crumb = layouts.Crumb{Label: "Produtos", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, creates := web.StaffCan("products", access.Read), web.StaffCan("products", access.Create)
	changes, removes := web.StaffCan("products", access.Update), web.StaffCan("products", access.Delete)
	form := p.form()
	return []web.Route{
		web.Page(view.Path, reads, p.list().Show).FromReplica(),
		web.Page(view.Path+"/novo", creates, form.New),
		web.Form(view.Path+"/novo", creates, form.Create),
		web.Page(one, reads, p.show),
		web.Page(one+"/editar", changes, form.Edit),
		web.Form(one+"/editar", changes, form.Update),
		web.Form(one+"/situacao", changes, p.switchSale),
		web.Form(one+"/foto", changes, p.addPicture),
		web.Form(one+"/foto/remover", changes, p.removePicture),
		web.Form(one+"/excluir", removes, p.remove),
	}
}

// List returns the list of products.
func List() list.List[products.Product, products.ListInput] {
	return list.List[products.Product, products.ListInput]{Definition: view.List(), Find: products.List, Count: products.Count}
}

func (p Pages) list() list.Pages[products.Product, products.ListInput] {
	return list.Pages[products.Product, products.ListInput]{DB: p.DB, Frame: p.Frame, List: List()}
}

func (p Pages) form() form.Pages[products.Product, products.AddInput, products.ChangeInput] {
	return form.Pages[products.Product, products.AddInput, products.ChangeInput]{
		DB: p.DB, Frame: p.Frame, Form: view.Form(), Crumbs: []layouts.Crumb{crumb},
		Find: products.FindFor, Add: products.Add, Change: products.Change,
		Target:   func(input *products.ChangeInput, id int64) { input.ID = id },
		Defaults: func() products.Product { return products.Product{Active: true} },
		Complete: func(r *web.Request, state *formview.State[products.Product]) (err error) {
			state.Tags, err = tags.Offered(r.Context(), p.DB, "products")
			return err
		},
		Added:   func(product products.Product) string { return "Produto " + product.Name + " cadastrado." },
		Changed: func(products.Product) string { return "Alterações salvas." },
		Next:    func(product products.Product) string { return view.Form().Href(&product) },
	}
}

func (p Pages) show(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	return p.render(r, view.PageData{Product: product})
}

// latestOrders is the number of orders on the page of a product.
const latestOrders = 8

// switchSale stops or resumes the sale of a product.
func (p Pages) switchSale(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	isActive, err := strconv.ParseBool(posted.Or("active", ""))
	if err != nil {
		return errs.Invalid("active", "escolha se o produto está à venda")
	}
	change := products.ChangeInput{ID: product.ID, Fields: products.Fields{Active: patch.Of(isActive)}}
	changed, err := products.Change(r.Context(), p.DB, r.By, change)
	if err != nil {
		return p.render(r, view.PageData{Product: product, Refused: err})
	}
	r.Notify(map[bool]string{true: "Venda retomada.", false: "Venda suspensa."}[changed.Active])
	return r.Redirect(view.Form().Href(&product))
}

func (p Pages) remove(r *web.Request) error {
	product, err := p.form().Row(r)
	if err != nil {
		return err
	}
	if err := products.Remove(r.Context(), p.DB, product.ID); err != nil {
		return p.render(r, view.PageData{Product: product, Refused: err})
	}
	r.Notify("Produto " + product.Name + " excluído.")
	return r.Redirect(view.Path)
}

func (p Pages) render(r *web.Request, data view.PageData) error {
	data.CanChange, data.CanRemove = access.Can(r.By, "products", access.Update), access.Can(r.By, "products", access.Delete)
	around, err := p.Frame(r, data.Product.Name, crumb)
	if err != nil {
		return err
	}
	if access.Can(r.By, "orders", access.Read) {
		sold := orders.Sold{Code: data.Product.Code, Now: around.Now}
		sales, err := orders.SalesOf(r.Context(), p.DB, r.By, sold, latestOrders)
		if err != nil {
			return err
		}
		data.Sales, data.AsTable = &sales, r.Query("vendas") == "tabela"
	}
	data.Now, around.Refused = around.Now, data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(around, data))
}
