package record

import (
	people "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/record"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// removeAssociate handles the confirmed removal; if records are linked, the page lists them instead.
func (p Pages) removeAssociate(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	if err := associates.Remove(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return p.refuseRemoval(r, view.Data{Associate: associate, Refused: err}, associate)
	}
	r.Notify("Cadastro de " + associate.FullName() + " excluído.")
	return r.Redirect(crumb.Href)
}

// refuseRemoval shows the page with the records that prevent the removal.
func (p Pages) refuseRemoval(r *web.Request, data view.Data, whom associates.Associate) (err error) {
	if errs.HasCode(data.Refused, db.CodeLinkedRecords) {
		if data.Links, err = associates.LinkedTo(r.Context(), p.DB, whom); err != nil {
			return err
		}
	}
	return p.render(r, data)
}

// linkedTo returns the records that prevent the removals that the page offers, by the id of the person.
func (p Pages) linkedTo(r *web.Request, data view.Data) (map[int64][]associates.Links, error) {
	var removable []associates.Associate
	if data.May.Remove {
		removable = append(removable, data.Associate)
	}
	if data.May.Change {
		removable = append(removable, data.Patients...)
	}
	linked := map[int64][]associates.Links{}
	for _, person := range removable {
		links, err := associates.LinkedTo(r.Context(), p.DB, person)
		if err != nil {
			return nil, err
		}
		linked[person.ID] = links
	}
	return linked, nil
}

// makeAssociate handles the confirmed form that makes an associate a member outside the funnel.
func (p Pages) makeAssociate(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	if _, err := associates.MakeAssociate(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return err
	}
	r.Notify(associate.FullName() + " agora faz parte da associação.")
	return r.Redirect(associatesview.Href(associate.ID))
}

func (p Pages) removePatient(r *web.Request) error {
	responsible, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	id, err := r.ParamID("patientId")
	if err != nil {
		return err
	}
	patient, err := associates.FindPatientFor(r.Context(), p.DB, r.By, responsible, id)
	if err != nil {
		return err
	}
	input := associates.RemovePatientInput{Responsible: responsible.ID, ID: patient.ID}
	undoID, err := associates.RemovePatient(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.refuseRemoval(r, view.Data{Associate: responsible, Refused: err}, patient)
	}
	r.NotifyUndo("Cadastro de "+patient.FullName()+" excluído.", undo.Href(undoID))
	return r.Redirect(associatesview.Href(responsible.ID))
}
