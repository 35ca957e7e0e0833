package admin

import (
	"acolhe/models/professionals"
	"acolhe/views/admin"
	"acolhe/web"
)

// offered is how many options a search in a form shows.
const offered = 8

func (a Admin) professionalRoutes() []web.Route {
	return []web.Route{web.Page("/admin/profissionais", web.Administrator(), a.offerProfessionals)}
}

// offerProfessionals answers the search of professionals in the forms.
func (a Admin) offerProfessionals(r *web.Request) error {
	found, err := professionals.Search(r.Context(), a.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(admin.ProfessionalOptions(r.Query("lista"), found))
}
