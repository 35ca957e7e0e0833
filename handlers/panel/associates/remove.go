package associates

import (
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// removeAssociate takes the confirmed removal; what is linked is shown instead with its links.
func (p Pages) removeAssociate(r *web.Request) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	if err := associates.Remove(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return p.refuseRemoval(r, view.Sheet{Associate: associate, Refused: err}, associate)
	}
	r.Notify("Cadastro de " + associate.FullName() + " excluído.")
	return r.Redirect(personCrumb.Href)
}

// refuseRemoval draws the page with what keeps somebody from being removed.
func (p Pages) refuseRemoval(r *web.Request, sheet view.Sheet, whom associates.Associate) (err error) {
	if errs.HasCode(sheet.Refused, db.CodeLinkedRecords) {
		if sheet.Links, err = associates.LinkedTo(r.Context(), p.DB, whom); err != nil {
			return err
		}
	}
	return p.render(r, sheet)
}

// makeAssociate takes the confirmed admission without the funnel.
func (p Pages) makeAssociate(r *web.Request) error {
	associate, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	if _, err := associates.MakeAssociate(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return err
	}
	r.Notify(associate.FullName() + " agora faz parte da associação.")
	return r.Redirect(view.PersonHref(associate.ID))
}
