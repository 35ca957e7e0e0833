// Package cartdraft keeps what was typed of a new order, and fills the cart with it again.
package cartdraft

import (
	"maps"
	"strconv"

	"acolhe/handlers/panel/cartform"
	"acolhe/models/orderdrafts"
	"acolhe/models/platform/db"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/orders/cart"
	undoview "acolhe/views/panel/undo"
	"acolhe/web"
)

// shownDrafts is how many drafts the page offers before an associate is chosen.
const shownDrafts = 8

// unkept are the fields that belong to one answer of the page or to a product that was not added.
var unkept = []string{"acao", "idempotency_key", "associate_version", "total", "total_at", "add.code", "add.code_texto", "add.quantity"}

// Restore fills a new cart with what the person typed before, unless its address brings items of its own. Without an
// associate it lists the drafts.
func Restore(r *web.Request, tx *db.DB, cart *view.Cart) (err error) {
	if !cart.Input.UserCode.Valid {
		cart.Drafts, err = orderdrafts.List(r.Context(), tx, r.By, shownDrafts)
		return err
	}
	if len(cart.Input.Items.Value) > 0 {
		return nil
	}
	draft, err := orderdrafts.Find(r.Context(), tx, r.By, cart.Input.UserCode.UUID)
	if err != nil || draft == nil {
		return err
	}
	whose, item := cart.Input.UserCode, cart.Input.FromItem
	cart.Typed, cart.DraftAt = draft.Fields, draft.DateUpdated
	if _, err = cartform.Bind(cart); err != nil {
		return err
	}
	if cart.Input.UserCode = whose; item != 0 {
		cart.Input.FromItem = item
	}
	return nil
}

// Keep keeps what was typed of a new order. A cart without anything to lose has no draft; one with a value that cannot
// be read keeps the one before.
func Keep(r *web.Request, tx *db.DB, cart *view.Cart) (err error) {
	if cart.Stored.ID != 0 || cart.Typed == nil || !cart.DraftAt.IsZero() || cart.Unreadable || !cart.Input.UserCode.Valid {
		return nil
	}
	if isBlank(cart) {
		return orderdrafts.Remove(r.Context(), tx, r.By, cart.Associate.UserCode)
	}
	kept, err := orderdrafts.Keep(r.Context(), tx, r.By, cart.Associate.ID, draftOf(cart))
	if kept {
		cart.DraftAt = r.By.Now
	}
	return err
}

// isBlank reports whether a cart holds nothing that the person would have to type again.
func isBlank(cart *view.Cart) bool {
	return len(cart.Input.Items.Value) == 0 && len(cart.Input.CustomPayment.Value) == 0 && cart.Input.Info.Value == ""
}

// draftOf returns the typed fields with the rows that buttons have added.
func draftOf(cart *view.Cart) web.FormData {
	fields := maps.Clone(cart.Typed)
	for _, name := range unkept {
		delete(fields, name)
	}
	add := func(path, value string) {
		if _, typed := fields[path]; !typed {
			fields[path] = []string{value}
		}
	}
	for row, item := range cart.Input.Items.Value {
		add(view.ItemPath(row, "code"), item.Code)
		add(view.ItemPath(row, "name"), item.Name)
		add(view.ItemPath(row, "amount"), item.Amount.Typed())
		add(view.ItemPath(row, "quantity"), strconv.Itoa(item.Quantity))
		if len(item.Extra) > 0 {
			add(view.ItemPath(row, "extra"), item.Extra.String())
		}
	}
	for row, line := range cart.Input.CustomPayment.Value {
		kind, value := view.WithoutSign(line)
		add(view.LinePath(row, "item"), line.Item)
		add(view.LinePath(row, "kind"), kind)
		add(view.LinePath(row, "qnt"), line.Qnt.Typed())
		add(view.LinePath(row, "value"), value.Typed())
	}
	return fields
}

// Discard removes the draft and shows the empty form.
func Discard(r *web.Request, tx *db.DB, cart view.Cart) error {
	undoID, err := orderdrafts.Discard(r.Context(), tx, r.By, cart.Input.UserCode.UUID)
	if err != nil {
		return err
	}
	if undoID != 0 {
		r.NotifyUndo("Rascunho descartado.", undoview.Href(undoID))
	}
	return r.Redirect(ordersview.NewHref(cart.Input.UserCode.UUID))
}
