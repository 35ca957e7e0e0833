package associates

import (
	"context"

	"acolhe/handlers/form"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

type prescriptionPages = form.Pages[associates.Associate, associates.PrescriptionInput, associates.PrescriptionInput]

// prescription is the form of the prescription of an associate.
func (p Pages) prescription(associates.Associate) prescriptionPages {
	return prescriptionPages{
		DB: p.DB, Frame: p.Frame, Form: view.PrescriptionForm(),
		Crumbs: []layouts.Crumb{crumb},
		Find:   associates.FindFor, Change: associates.ChangePrescription,
		Target:  func(input *associates.PrescriptionInput, id int64) { input.ID = id },
		Changed: func(associates.Associate) string { return "Receita salva." },
		Next:    func(changed associates.Associate) string { return view.Href(changed.ID) + "?parte=cadastro" },
	}
}

// patientPrescription is the form of the prescription of a patient of an associate.
func (p Pages) patientPrescription(responsible associates.Associate) prescriptionPages {
	pages := p.prescription(responsible)
	pages.Form, pages.Param = view.PatientPrescriptionForm(responsible), "patientId"
	pages.Crumbs = append(pages.Crumbs, layouts.Crumb{Label: responsible.FullName(), Href: view.Href(responsible.ID)})
	pages.Find = func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
		return associates.FindPatientFor(ctx, tx, by, responsible, id)
	}
	pages.Next = func(patient associates.Associate) string { return view.PatientHref(responsible.ID, patient.ID) }
	return pages
}

func (p Pages) editPrescription(r *web.Request) error {
	return p.ofPrescription(r, p.prescription, prescriptionPages.Edit)
}

func (p Pages) changePrescription(r *web.Request) error {
	return p.ofPrescription(r, p.prescription, prescriptionPages.Update)
}

func (p Pages) editPatientPrescription(r *web.Request) error {
	return p.ofPrescription(r, p.patientPrescription, prescriptionPages.Edit)
}

func (p Pages) changePatientPrescription(r *web.Request) error {
	return p.ofPrescription(r, p.patientPrescription, prescriptionPages.Update)
}

// ofPrescription answers with a form of the associate in the address; a patient there is 404.
func (p Pages) ofPrescription(r *web.Request, of func(associates.Associate) prescriptionPages,
	answer func(prescriptionPages, *web.Request) error) error {
	associate, err := Responsible(r, p.DB)
	if err != nil {
		return err
	}
	return answer(of(associate), r)
}
