package api

import (
	"acolhe/models/associates"
	"acolhe/web"
)

func (a API) listPatients(r *web.Request, _ web.None) ([]associates.Associate, error) {
	return byID(r, func(id int64) ([]associates.Associate, error) {
		return associates.ListPatients(r.Context(), a.DB, r.By, id)
	})
}

func (a API) addPatient(r *web.Request, input associates.NewPatientInput) (any, error) {
	var err error
	if input.Responsible, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	added, err := associates.AddPatient(r.Context(), a.DB, r.By, input.PatientInput)
	return writtenAssociate(r, added), err
}

func (a API) changePatient(r *web.Request, input associates.PatientInput) (any, error) {
	named, err := patientOf(r)
	if err != nil {
		return nil, err
	}
	input.Responsible, input.ID = named.Responsible, named.ID
	changed, err := associates.ChangePatient(r.Context(), a.DB, r.By, input)
	return writtenAssociate(r, changed), err
}

func (a API) removePatient(r *web.Request, _ web.None) (web.Deleted, error) {
	named, err := patientOf(r)
	if err != nil {
		return web.Deleted{}, err
	}
	_, err = associates.RemovePatient(r.Context(), a.DB, r.By, named)
	return web.Deleted{ID: named.ID}, err
}

// patientOf reads the associate and the patient from the path.
func patientOf(r *web.Request) (named associates.RemovePatientInput, err error) {
	if named.Responsible, err = r.ParamID("id"); err != nil {
		return named, err
	}
	named.ID, err = r.ParamID("patientId")
	return named, err
}
