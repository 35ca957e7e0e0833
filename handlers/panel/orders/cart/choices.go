package cart

import (
	"acolhe/models/associates"
	"acolhe/models/products"
	"acolhe/models/professionals"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/orders/cart"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/web"
)

// searchAssociates answers with the options of the associate search.
func (p Pages) searchAssociates(r *web.Request) error {
	found, err := associates.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(associatesview.Options(r.Query("lista"), found))
}

// searchProducts answers with the options of the product search.
func (p Pages) searchProducts(r *web.Request) error {
	found, err := products.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(view.ProductOptions(r.Query("lista"), found))
}

// searchPrescribers answers with the options of the prescriber search.
func (p Pages) searchPrescribers(r *web.Request) error {
	found, err := professionals.SearchPrescribers(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(professionalsview.Options(r.Query("lista"), found))
}
