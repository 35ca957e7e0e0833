package associates

import (
	forms "acolhe/handlers/form"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

func (p Pages) newPatient(r *web.Request) error {
	responsible, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	return p.renderForm(r, view.Form{Responsible: responsible})
}

// addPatient takes the form of a new patient.
func (p Pages) addPatient(r *web.Request) error {
	responsible, err := p.responsibleOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input associates.PatientInput
	refused := posted.Bind(&input)
	if refused == nil {
		refused = p.completeProfile(r, posted, &input.Profile)
	}
	if refused == nil {
		input.Responsible = responsible.ID
		added, err := forms.Once(r, p.DB, posted, input, func(tx *db.DB) (created, error) {
			patient, err := associates.AddPatient(r.Context(), tx, r.By, input)
			return created{patient.ID, patient.FullName()}, err
		})
		if err == nil {
			r.Notify("Cadastro de " + added.Name + " criado.")
			return r.Redirect(view.PatientHref(responsible.ID, added.ID))
		}
		refused = err
	}
	return p.renderRefused(r, view.Form{Responsible: responsible, Typed: posted, Refused: refused})
}

func (p Pages) editPatient(r *web.Request) error {
	form, err := p.patientForm(r)
	if err != nil {
		return err
	}
	return p.renderForm(r, form)
}

func (p Pages) changePatient(r *web.Request) error {
	form, err := p.patientForm(r)
	if err != nil {
		return err
	}
	if form.Typed, err = r.FormData(); err != nil {
		return err
	}
	var input associates.PatientInput
	if form.Refused = form.Typed.Bind(&input); form.Refused == nil {
		form.Refused = p.completeProfile(r, form.Typed, &input.Profile)
	}
	if form.Refused == nil {
		input.Responsible, input.ID, input.Version = form.Responsible.ID, form.Row.ID, forms.VersionIn(form.Typed)
		_, form.Refused = associates.ChangePatient(r.Context(), p.DB, r.By, input)
	}
	if form.Refused != nil {
		return p.renderRefused(r, form)
	}
	r.Notify("Alterações salvas.")
	return r.Redirect(view.PatientHref(form.Responsible.ID, form.Row.ID))
}

func (p Pages) removePatient(r *web.Request) error {
	form, err := p.patientForm(r)
	if err != nil {
		return err
	}
	input := associates.RemovePatientInput{Responsible: form.Responsible.ID, ID: form.Row.ID}
	if err := associates.RemovePatient(r.Context(), p.DB, r.By, input); err != nil {
		return p.refuseRemoval(r, view.Sheet{Associate: form.Responsible, Refused: err}, form.Row)
	}
	r.Notify("Cadastro de " + form.Row.FullName() + " excluído.")
	return r.Redirect(view.PersonHref(form.Responsible.ID))
}

// responsibleOf reads the associate of the address; a patient has no patients and is 404.
func (p Pages) responsibleOf(r *web.Request) (associates.Associate, error) {
	associate, err := p.personOf(r)
	if err == nil && associate.Status == associates.Patient {
		err = errs.NotFound("Associado não encontrado.")
	}
	return associate, err
}

// patientForm reads the patient of the address, if they are of the associate of the address.
func (p Pages) patientForm(r *web.Request) (view.Form, error) {
	responsible, err := p.responsibleOf(r)
	if err != nil {
		return view.Form{}, err
	}
	id, err := r.ParamID("patientId")
	if err != nil {
		return view.Form{}, err
	}
	patient, err := associates.FindFor(r.Context(), p.DB, r.By, id)
	if err == nil && (patient.ResponsibleCode == nil || *patient.ResponsibleCode != responsible.UserCode) {
		err = errs.NotFound("Paciente não encontrado.")
	}
	return view.Form{Row: patient, Responsible: responsible}, err
}
