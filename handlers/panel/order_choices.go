package panel

import (
	"acolhe/models/associates"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/views/panel"
	"acolhe/web"
)

// offerAssociates answers the options of the associate search.
func (p Panel) offerAssociates(r *web.Request) error {
	found, err := associates.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(panel.AssociateOptions(r.Query("lista"), found))
}

// offerProducts answers the options of the product search.
func (p Panel) offerProducts(r *web.Request) error {
	found, err := products.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
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
