package professionals

import (
	"acolhe/views/layouts"
	view "acolhe/views/panel/professionals"
	"acolhe/web"
)

// showRenew asks before the address of a professional's agenda is replaced.
func (p Pages) showRenew(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Trocar o endereço da agenda", crumb, layouts.Crumb{Label: professional.Name, Href: view.Href(professional.ID)})
	if err != nil {
		return err
	}
	return r.Render(view.RenewPage(around, professional))
}

// renew creates the address of a professional's agenda, or replaces it.
func (p Pages) renew(r *web.Request) error {
	professional, err := p.row(r)
	if err != nil {
		return err
	}
	if _, err := p.Feeds.Renew(r.Context(), r.By, professional.ID); err != nil {
		return err
	}
	r.Notify("Endereço da agenda pronto. Copie e envie ao profissional.")
	return r.Redirect(view.Href(professional.ID))
}
