package associates

import (
	"context"
	"strings"

	"acolhe/handlers/form"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

type (
	associatePages = form.Pages[associates.Associate, associates.RegisterInput, associates.ChangeInput]
	patientPages   = form.Pages[associates.Associate, associates.PatientInput, associates.PatientInput]
	formState      = formview.State[associates.Associate]
)

func (p Pages) form() associatePages {
	return associatePages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(), Crumbs: []layouts.Crumb{crumb},
		Find: findLiving, Add: associates.Register, Change: associates.Accounts{Mail: p.Mail}.Change,
		Target:  func(input *associates.ChangeInput, id int64) { input.ID = id },
		Prepare: p.choosePrescriber,
		Complete: func(r *web.Request, state *formState) (err error) {
			if state.Refused != nil {
				similar, err := p.duplicatesOf(r, state.Typed, state.Row.ID)
				if err != nil {
					return err
				}
				for _, one := range similar {
					state.Similar = append(state.Similar, one.Associate)
				}
			}
			return p.offerTags(r, state)
		},
		Added: added, Changed: changed,
		Next: func(associate associates.Associate) string { return view.Href(associate.ID) },
	}
}

// patientForm is the form of a patient of an associate.
func (p Pages) patientForm(responsible associates.Associate) patientPages {
	return patientPages{
		DB: p.DB, Frame: p.Frame, Form: view.PatientForm(responsible), Param: "patientId",
		Crumbs: []layouts.Crumb{crumb, {Label: responsible.FullName(), Href: view.Href(responsible.ID)}},
		Find: func(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
			return associates.FindPatientFor(ctx, tx, by, responsible, id)
		},
		Add: func(ctx context.Context, tx *db.DB, by auth.Caller, input associates.PatientInput) (associates.Associate, error) {
			input.Responsible = responsible.ID
			return associates.AddPatient(ctx, tx, by, input)
		},
		Change: associates.ChangePatient,
		Target: func(input *associates.PatientInput, id int64) {
			input.Responsible, input.ID = responsible.ID, id
		},
		Prepare: p.preparePatient, Complete: p.offerTags, Added: added, Changed: changed,
		Next: func(patient associates.Associate) string { return view.PatientHref(responsible.ID, patient.ID) },
	}
}

// preparePatient clears the fields that the chosen kind of patient does not have, even a stored species of a person. A
// form without a choice keeps all of its fields.
func (p Pages) preparePatient(r *web.Request, posted web.FormData) error {
	kind := posted.Or(view.KindField, "")
	for _, field := range view.PatientForm(associates.Associate{}).Fields() {
		if kind != "" && field.Of != "" && field.Of != kind {
			delete(posted, field.Name)
		}
	}
	if kind == associates.Person {
		posted["species"] = []string{""}
	}
	return p.choosePrescriber(r, posted)
}

func (p Pages) newPatient(r *web.Request) error { return p.ofPatient(r, patientPages.New) }

func (p Pages) addPatient(r *web.Request) error { return p.ofPatient(r, patientPages.Create) }

func (p Pages) editPatient(r *web.Request) error { return p.ofPatient(r, patientPages.Edit) }

func (p Pages) changePatient(r *web.Request) error { return p.ofPatient(r, patientPages.Update) }

// ofPatient answers with the form of a patient of the associate in the address.
func (p Pages) ofPatient(r *web.Request, answer func(patientPages, *web.Request) error) error {
	responsible, err := Responsible(r, p.DB)
	if err != nil {
		return err
	}
	return answer(p.patientForm(responsible), r)
}

// edit shows the form of an associate; a patient is edited from the page of the responsible associate.
func (p Pages) edit(r *web.Request) error {
	associate, err := Living(r, p.DB)
	if err != nil {
		return err
	}
	if associate.Status == associates.Patient {
		return ToResponsible(r, p.DB, associate)
	}
	return p.form().Edit(r)
}

// choosePrescriber stores the prescriber: a professional, or a typed name.
func (p Pages) choosePrescriber(r *web.Request, posted web.FormData) error {
	name, code := strings.TrimSpace(posted.Or("prescriber_code_texto", "")), posted.Or("prescriber_code", "")
	posted["prescriber"], posted["prescriber_code"] = []string{name}, []string{""}
	if code == "" || name == "" {
		return nil
	}
	chosen, err := professionals.FindByCode(r.Context(), p.DB, r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		// The prescriber's record is missing: the stored name stays.
		return nil
	}
	posted["prescriber"], posted["prescriber_code"] = []string{chosen.Name}, []string{chosen.Code}
	return err
}

func (p Pages) offerTags(r *web.Request, state *formState) (err error) {
	state.Tags, err = tags.Offered(r.Context(), p.DB, "users")
	return err
}

func added(row associates.Associate) string { return "Cadastro de " + row.FullName() + " criado." }

func changed(row associates.Associate) string {
	if row.PendingEmail != nil {
		return "Alterações salvas. O novo e-mail de acesso vale quando for confirmado pelo atual."
	}
	return "Alterações salvas."
}
