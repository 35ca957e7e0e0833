package panel

import (
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

func (p Panel) showProduct(r *web.Request) error {
	product, err := p.productOf(r)
	if err != nil {
		return err
	}
	return p.drawProduct(r, panel.ProductSheet{Product: product})
}

func (p Panel) newProduct(r *web.Request) error {
	return p.drawProductForm(r, panel.ProductForm{})
}

// addProduct takes the form of a new product.
func (p Panel) addProduct(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input products.AddInput
	refused := bindProduct(posted, &input)
	if refused == nil {
		active := isTicked(posted, "active")
		input.Active = &active
		added, err := p.makeOnce(r, posted, input, func(tx *db.DB) (made, error) {
			product, err := products.Add(r.Context(), tx, r.By, input)
			return made{product.ID, product.Name}, err
		})
		if err == nil {
			r.Notify("Produto " + added.Name + " cadastrado.")
			return r.Redirect(panel.ProductHref(added.ID))
		}
		refused = err
	}
	return p.drawProductForm(r, panel.ProductForm{Typed: posted, Refused: refused})
}

func (p Panel) editProduct(r *web.Request) error {
	product, err := p.productOf(r)
	if err != nil {
		return err
	}
	return p.drawProductForm(r, panel.ProductForm{Row: product})
}

// changeProduct takes the form of a product that exists. Who was overtaken by a colleague gets
// the form back with what the colleague wrote.
func (p Panel) changeProduct(r *web.Request) error {
	product, err := p.productOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input products.EditInput
	refused := bindProduct(posted, &input)
	if refused == nil {
		input.ID = product.ID
		input.Active = patch.Of(isTicked(posted, "active"))
		changed, err := products.Edit(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify("Alterações salvas.")
			return r.Redirect(panel.ProductHref(changed.ID))
		}
		refused = err
	}
	return p.redrawProductForm(r, panel.ProductForm{Row: product, Typed: posted, Refused: refused})
}

// switchProduct takes the button that takes a product out of sale, or back.
func (p Panel) switchProduct(r *web.Request) error {
	product, err := p.productOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input products.ChangeInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if !input.Active.Sent || input.BindErrors.Any() {
		return errs.Invalid("active", "diga se o produto está à venda")
	}
	change := products.ChangeInput{ID: product.ID, Active: input.Active}
	changed, err := products.Change(r.Context(), p.DB, r.By, change)
	if err != nil {
		return p.drawProduct(r, panel.ProductSheet{Product: product, Refused: err})
	}
	r.Notify(map[bool]string{true: "O produto está à venda.", false: "O produto saiu de venda."}[changed.Active])
	return r.Redirect(panel.ProductHref(product.ID))
}

func (p Panel) removeProduct(r *web.Request) error {
	product, err := p.productOf(r)
	if err != nil {
		return err
	}
	if err := products.Remove(r.Context(), p.DB, r.By, product.ID); err != nil {
		return p.drawProduct(r, panel.ProductSheet{Product: product, Refused: err})
	}
	r.Notify("Produto " + product.Name + " excluído.")
	return r.Redirect(panel.ProductsPath)
}

// productOf reads the product of the address.
func (p Panel) productOf(r *web.Request) (products.Product, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return products.Product{}, err
	}
	return products.FindByID(r.Context(), p.DB, id)
}

// bindProduct reads the form. A price that was left empty is asked for: it would be R$ 0,00.
func bindProduct(posted web.FormData, input judged) error {
	requireTyped(posted, input, "price", "informe o preço")
	return posted.Bind(input)
}

func isTicked(posted web.FormData, name string) bool { return posted.Or(name, "") != "" }

func (p Panel) drawProduct(r *web.Request, sheet panel.ProductSheet) error {
	sheet.CanChange, sheet.CanRemove = access.Can(r.By, "products", access.Update), access.Can(r.By, "products", access.Delete)
	frame, err := p.frame(r, sheet.Product.Name, productsCrumb)
	if err != nil {
		return err
	}
	sheet.Now = frame.Now
	frame.Refused = sheet.Refused != nil
	return r.RenderForm(sheet.Refused, panel.Product(frame, sheet))
}

// redrawProductForm draws a refused form of a product that exists, beside what it is by now.
func (p Panel) redrawProductForm(r *web.Request, form panel.ProductForm) (err error) {
	if form.Row, err = products.FindByID(r.Context(), p.DB, form.Row.ID); err != nil {
		return err
	}
	return p.drawProductForm(r, form)
}

// drawProductForm draws the form, as stored or as typed with what is wrong. A form that was
// overtaken stands for what is stored now; any other that was refused keeps its edition.
func (p Panel) drawProductForm(r *web.Request, form panel.ProductForm) (err error) {
	if form.Edition, err = form.Row.Edition(); err != nil {
		return err
	}
	if form.Refused != nil && !patch.IsStale(form.Refused) {
		form.Edition = form.Typed.Or("edition", "")
	}
	form.Key = keyOf(form.Typed, form.Refused)
	if form.Tags, err = tags.Offered(r.Context(), p.DB, "products"); err != nil {
		return err
	}
	frame, err := p.frame(r, form.Title(), productTrail(form)...)
	if err != nil {
		return err
	}
	frame.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, panel.EditProduct(frame, form))
}

// productTrail leads back to what the form is about.
func productTrail(form panel.ProductForm) []layouts.Crumb {
	if form.Row.ID == 0 {
		return []layouts.Crumb{productsCrumb}
	}
	return []layouts.Crumb{productsCrumb, {Label: form.Row.Name, Href: panel.ProductHref(form.Row.ID)}}
}
