// Package cart serves the form of an order: the pages of the cart, its searches and its freight.
package cart

import (
	"strconv"

	"github.com/google/uuid"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/panel/cartdraft"
	"acolhe/handlers/panel/cartform"
	"acolhe/models/associates"
	"acolhe/models/freight"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/professionals/catalog"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/panel/allowance"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/orders/cart"
	"acolhe/web"
)

// Pages serves the form of an order.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Freight quotes carts.
	Freight freight.Quoter
}

// Routes returns the routes of the form.
func (p Pages) Routes() []web.Route {
	const one = ordersview.Path + "/:id"
	creates, changes := web.StaffCan("orders", access.Create), web.StaffCan("orders", access.Update)
	return []web.Route{
		web.Page(ordersview.NewPath, creates, p.new),
		web.Form(ordersview.NewPath, creates, p.place),
		web.Page(view.AssociatesPath, creates, p.searchAssociates),
		web.Form(view.FreightPath, web.StaffCan(access.Freight, access.Read), p.quoteCart),
		web.Form(view.NewFavouritePath, creates, p.preferNew),
		web.Form(one+view.FavouriteSlug, creates, p.preferStored),
		web.Page(view.ProductsPath, changes, p.searchProducts),
		web.Page(view.PrescribersPath, web.StaffCan("professionals", access.Read), p.searchPrescribers),
		web.Page(one+"/editar", changes, p.edit),
		web.Form(one+"/editar", changes, p.update),
	}
}

var crumb = layouts.Crumb{Label: "Pedidos", Href: ordersview.Path}

// The buttons that store the order: saveAtZero also accepts deductions that pass its sum.
const (
	save       = "salvar"
	saveAtZero = "salvar-zero"
)

// offered is the number of options of a search in a form.
const offered = 8

// new shows the empty form; without an associate it first asks for one.
func (p Pages) new(r *web.Request) error {
	cart := view.Cart{Search: r.Query("associado_texto"), Focus: view.FocusProduct}
	found, err := associates.Search(r.Context(), p.DB, r.By, cart.Search, offered)
	if err != nil {
		return err
	}
	cart.Found = found
	if code, err := uuid.Parse(r.Query("associado")); err == nil {
		cart.Input.UserCode = uuid.NullUUID{UUID: code, Valid: true}
	}
	// Anything but the id of an item is as none.
	cart.Input.FromItem, _ = strconv.ParseInt(r.Query(ordersview.ReceptionField), 10, 64)
	if cart.Input.Items.Value, err = ownorders.ItemsAgain(r.Context(), p.DB, r.By, cart.Input.FromItem); err != nil {
		return err
	}
	if err := p.fill(r, &cart); err != nil {
		return err
	}
	if err := cartdraft.Restore(r, p.DB, &cart); err != nil {
		return err
	}
	if err := p.readFreight(r, &cart); err != nil {
		return err
	}
	return p.renderCart(r, cart)
}

func (p Pages) place(r *web.Request) error { return p.post(r, view.Cart{}) }

func (p Pages) edit(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	if order.Status.IsClosed() {
		return r.Redirect(ordersview.Href(order.ID))
	}
	cart := view.Of(order)
	cart.Version = db.VersionOf(p.DB, &order)
	if err := p.readFreight(r, &cart); err != nil {
		return err
	}
	return p.renderCart(r, cart)
}

func (p Pages) update(r *web.Request) error {
	order, err := p.find(r)
	if err != nil {
		return err
	}
	return p.post(r, view.Of(order))
}

// find reads the order of the address.
func (p Pages) find(r *web.Request) (orders.Order, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return orders.Order{}, err
	}
	return orders.FindFor(r.Context(), p.DB, r.By, id)
}

// post handles the form. The save button calls the same verb as the JSON interface; any other button may change rows,
// and shows the form again.
func (p Pages) post(r *web.Request, cart view.Cart) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	cart.Typed, cart.Focus = posted, cartform.DropRow(posted)
	if isSave(posted.Or("acao", "")) {
		cartform.DropBlankLines(posted)
	}
	cartform.ReadSigns(posted)
	cartform.SetQuantity(posted, allowance.Cut)
	input, err := cartform.Bind(&cart)
	if err != nil {
		return err
	}
	switch {
	case input.Action == view.DiscardDraft:
		return cartdraft.Discard(r, p.DB, cart)
	case input.Action == "":
		// The form is incomplete: invalid values are marked, but not refused.
		cart.Unread = errs.FieldsOf(input.BindErrors.Merge(nil).Err())
	case isSave(input.Action):
		id, err := p.saveQuoted(r, &cart)
		if err == nil {
			r.Notify("Pedido " + strconv.FormatInt(id, 10) + " salvo.")
			return r.Redirect(ordersview.Href(id))
		}
		cart.Refused = err
		return p.renderCart(r, cart)
	case cart.Unreadable:
		cart.Refused = input.BindErrors.Merge(nil).Err()
	default:
		cart.Refused = p.changeRows(r, &cart, input)
	}
	if err := p.readFreight(r, &cart); err != nil {
		return err
	}
	return p.renderCart(r, cart)
}

func isSave(action string) bool { return action == save || action == saveAtZero }

// renderCart computes the total to be stored and shows the form, with its errors if any.
func (p Pages) renderCart(r *web.Request, cart view.Cart) error {
	if err := p.completeCart(r, &cart); err != nil {
		return err
	}
	if err := cartdraft.Keep(r, p.DB, &cart); err != nil {
		return err
	}
	cart.Key = form.KeyOf(cart.Typed, cart.Refused)
	frame, err := p.Frame(r, cart.Title(), trail(cart)...)
	if err != nil {
		return err
	}
	if cart.Focus != "" {
		r.ReplaceWhole()
	}
	cart.Now, frame.Refused = frame.Now, cart.Refused != nil
	return r.RenderForm(cart.Refused, view.Page(frame, cart), view.Fragment)
}

// trail leads back to the list, and to the order being changed.
func trail(cart view.Cart) []layouts.Crumb {
	if cart.Stored.ID == 0 {
		return []layouts.Crumb{crumb}
	}
	return []layouts.Crumb{crumb, {Label: ordersview.Title(cart.Stored.ID), Href: ordersview.Href(cart.Stored.ID)}}
}

// completeCart adds the data beside the typed values: the total to be stored, the associate whose data a new order
// starts with, and the options. A stale form gets the stored order and version.
func (p Pages) completeCart(r *web.Request, cart *view.Cart) (err error) {
	if errs.IsStale(cart.Refused) {
		if err := p.readStored(r, cart); err != nil {
			return err
		}
	}
	if cart.Stored.ID != 0 {
		cart.Input.UserCode = uuid.NullUUID{UUID: cart.Stored.UserCode, Valid: true}
	}
	if !cart.Input.UserCode.Valid {
		return nil
	}
	of, allowed, err := prescriptions.ReadCart(r.Context(), p.DB, r.By, cart.Input.UserCode.UUID, prescribed(cart))
	cart.Associate, cart.Allowance = of.Associate, allowed
	if errs.HasCode(err, errs.CodeNotFound) {
		cart.Input.UserCode.Valid = false
		return nil
	}
	if err != nil {
		return err
	}
	if err := p.compute(r, cart); err != nil {
		return err
	}
	if cart.Stored.ID == 0 && len(cart.Input.Items.Value) == 0 {
		if cart.Last, err = ownorders.LastOf(r.Context(), p.DB, cart.Associate.ID); err != nil {
			return err
		}
	}
	if err := p.completeRecords(r, cart); err != nil {
		return err
	}
	cart.Tags, err = tags.Offered(r.Context(), p.DB, "orders")
	return err
}

// completeRecords adds what the person may store besides the order. After a conflict the form has the current version of
// the associate's record, so that saving again stores it.
func (p Pages) completeRecords(r *web.Request, cart *view.Cart) (err error) {
	cart.FindsPrescribers = access.Can(r.By, "professionals", access.Read)
	cart.AddsPrescriber, cart.KeepsRecord = access.Can(r.By, "professionals", access.Create), access.Can(r.By, "users", access.Update)
	if cart.AssociateVersion == "" || errs.HasCode(cart.Refused, orders.CodeAssociateChanged) {
		cart.AssociateVersion = db.VersionOf(p.DB, &cart.Associate)
	}
	if cart.AddsPrescriber {
		cart.Types, err = catalog.Types(r.Context(), p.DB)
	}
	return err
}

// readStored reads the stored order.
func (p Pages) readStored(r *web.Request, cart *view.Cart) (err error) {
	cart.Stored, err = orders.FindFor(r.Context(), p.DB, r.By, cart.Stored.ID)
	cart.Version = db.VersionOf(p.DB, &cart.Stored)
	return err
}

func (p Pages) compute(r *web.Request, cart *view.Cart) (err error) {
	if cart.Stored.ID == 0 {
		cart.Totals, err = orders.Compute(r.Context(), p.DB, cart.Input.Priced())
	} else {
		cart.Totals, err = cart.Stored.Preview(r.Context(), p.DB, cart.Input.Priced())
	}
	if err != nil && errs.As(err) == nil {
		return err
	}
	cart.Computed, cart.Excess = err == nil && !cart.Unreadable, err
	return nil
}
