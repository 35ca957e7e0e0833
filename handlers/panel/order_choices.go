package panel

import (
	"strings"

	"acolhe/models/associates"
	"acolhe/models/errs"
	"acolhe/models/orders"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/views/panel"
	"acolhe/web"
)

// choosePrescriber settles who prescribed: one of the professionals, or a name that was typed.
// Who may not look professionals up writes the name, and an unchanged name keeps its code.
func (p Panel) choosePrescriber(r *web.Request, cart panel.Cart, input *orders.PlaceInput) error {
	typed, searched := cart.Typed["prescriber_code_texto"]
	if !searched {
		if known := cart.Stored.Prescriber; known != nil && *known == input.Prescriber && cart.Stored.PrescriberCode != nil {
			input.PrescriberCode = *cart.Stored.PrescriberCode
		}
		return nil
	}
	code := input.PrescriberCode
	input.Prescriber, input.PrescriberCode = strings.TrimSpace(typed[0]), ""
	if code == "" || input.Prescriber == "" {
		return nil
	}
	chosen, err := professionals.FindByCode(r.Context(), p.DB, r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		// A prescriber whose record is gone stays with the name that the order has.
		return nil
	}
	input.Prescriber, input.PrescriberCode = chosen.Name, chosen.Code
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

// offerOrderPrescribers answers the options of the prescriber search.
func (p Panel) offerOrderPrescribers(r *web.Request) error {
	found, err := professionals.SearchPrescribers(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(panel.PrescriberOptions(r.Query("lista"), found))
}
