package panel

import (
	"strconv"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/errs"
	"acolhe/models/orders"
	"acolhe/models/products"
	"acolhe/views/panel"
	"acolhe/web"
)

// offered is how many options a search in a form shows.
const offered = 8

// orderForm is what the page posts: the verb's own input, the row that is being added,
// and which button was pressed.
type orderForm struct {
	orders.PlaceInput
	Add    addition `form:"add"`
	Action string   `form:"acao"`
}

// addition names a product by the code that was chosen, or by what was typed.
type addition struct {
	Code     string `form:"code"`
	Typed    string `form:"code_texto"`
	Quantity int    `form:"quantity"`
}

// named is empty when no product is meant.
func (a addition) named() string {
	if a.Code != "" {
		return a.Code
	}
	return strings.TrimSpace(a.Typed)
}

// newOrder shows the empty form; without a chosen associate it first asks for one.
func (p Panel) newOrder(r *web.Request) error {
	sheet := panel.NewOrderSheet{Search: r.Query("associado_texto"), Adding: true}
	found, err := associates.Search(r.Context(), p.DB, sheet.Search, offered)
	if err != nil {
		return err
	}
	sheet.Found = found
	if code, err := uuid.Parse(r.Query("associado")); err == nil {
		sheet.Input.UserCode = uuid.NullUUID{UUID: code, Valid: true}
	}
	if err := p.fillAssociate(r, &sheet); err != nil {
		return err
	}
	return p.drawOrderForm(r, sheet, nil)
}

// placeOrder takes the form. Adding and removing rows and recomputing draw it again; the
// button that saves goes through the same verb as POST /api/v1/orders.
func (p Panel) placeOrder(r *web.Request) error {
	posted, err := r.Posted()
	if err != nil {
		return err
	}
	removed := dropItem(posted)
	var form orderForm
	refused := posted.Bind(&form)
	sheet := panel.NewOrderSheet{Input: form.PlaceInput, Typed: posted, Unreadable: refused != nil, Adding: removed}
	if err := p.fillAssociate(r, &sheet); err != nil {
		return err
	}
	switch {
	case form.Action == "" && refused != nil:
		// Somebody is still typing: the total waits, and nobody is scolded yet.
		refused = nil
	case refused != nil:
	case form.Action == "salvar":
		order, err := orders.Place(r.Context(), p.DB, r.By, form.PlaceInput, r.Now)
		if err == nil {
			number := strconv.FormatInt(order.ID, 10)
			r.Notify("Pedido " + number + " salvo.")
			return r.Redirect("/painel/pedidos/" + number)
		}
		refused = err
	case form.Action == "adicionar" && form.Add.named() != "":
		// Enter in any field of the cart presses this button; without a product it only recomputes.
		refused = p.addItem(r, &sheet, form.Add)
	}
	return p.drawOrderForm(r, sheet, refused)
}

// dropItem takes out the row whose button was pressed, and tells whether one was.
func dropItem(posted web.Posted) bool {
	row, pressed := strings.CutPrefix(posted.Or("acao", ""), "remover:")
	index, err := strconv.Atoi(row)
	if !pressed || err != nil {
		return false
	}
	posted.DropRow("items", index)
	return true
}

// addItem copies a product of the catalogue into the order, at its price of today.
func (p Panel) addItem(r *web.Request, sheet *panel.NewOrderSheet, add addition) error {
	product, err := products.Pick(r.Context(), p.DB, add.named())
	if errs.HasCode(err, errs.CodeNotFound) {
		return errs.Invalid("add.code", "nenhum produto ativo tem este código, ou vários têm este nome")
	}
	if err != nil {
		return err
	}
	sheet.Input.Items = append(sheet.Input.Items, orders.Item{
		Code: product.Code, Name: product.Name, Amount: product.Price, Quantity: max(add.Quantity, 1),
	})
	for _, name := range []string{"add.code", "add.code_texto", "add.quantity"} {
		delete(sheet.Typed, name)
	}
	sheet.Adding = true
	return nil
}

// drawOrderForm computes the total that will be stored and draws the form, with what is wrong.
func (p Panel) drawOrderForm(r *web.Request, sheet panel.NewOrderSheet, refused error) error {
	totals, err := orders.Compute(r.Context(), p.DB, sheet.Input.Priced())
	if err != nil && errs.As(err) == nil {
		return err
	}
	sheet.Totals, sheet.Computed = totals, err == nil && !sheet.Unreadable
	sheet.Fields = append(errs.FieldsOf(refused), errs.FieldsOf(err)...)
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 {
		sheet.Refusal = refusal.Message
	}
	frame, err := p.frame(r, "Novo pedido", ordersCrumb)
	if err != nil {
		return err
	}
	if sheet.Adding {
		r.ReplaceWhole()
	}
	if refused == nil {
		return r.Render(panel.NewOrder(frame, sheet), panel.NewOrderFragment)
	}
	frame.Refused = true
	return r.Redraw(refused, panel.NewOrder(frame, sheet), panel.NewOrderFragment)
}

// fillAssociate brings the chosen associate, whose data the form starts with.
func (p Panel) fillAssociate(r *web.Request, sheet *panel.NewOrderSheet) error {
	if !sheet.Input.UserCode.Valid {
		return nil
	}
	associate, err := associates.FindByCode(r.Context(), p.DB, sheet.Input.UserCode.UUID)
	if errs.HasCode(err, errs.CodeNotFound) {
		sheet.Input.UserCode.Valid = false
		return nil
	}
	sheet.Associate = associate
	return err
}

// offerAssociates answers the options of the associate search.
func (p Panel) offerAssociates(r *web.Request) error {
	found, err := associates.Search(r.Context(), p.DB, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(panel.AssociateOptions(r.Query("lista"), found))
}

// offerProducts answers the options of the product search.
func (p Panel) offerProducts(r *web.Request) error {
	found, err := products.Search(r.Context(), p.DB, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(panel.ProductOptions(r.Query("lista"), found))
}
