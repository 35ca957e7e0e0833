package associates

import (
	"strings"

	forms "acolhe/handlers/form"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// created is what a form created, as far as the answer names it.
type created struct {
	ID   int64
	Name string
}

func (p Pages) newAssociate(r *web.Request) error {
	return p.renderForm(r, view.Form{})
}

// registerAssociate takes the form of a new associate.
func (p Pages) registerAssociate(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input associates.RegisterInput
	refused := posted.Bind(&input)
	if refused == nil {
		refused = p.completeProfile(r, posted, &input.Profile)
	}
	if refused == nil {
		input.ContactConsent = consent(posted)
		registered, err := forms.Once(r, p.DB, posted, input, func(tx *db.DB) (created, error) {
			associate, err := associates.Register(r.Context(), tx, r.By, input)
			return created{associate.ID, associate.FullName()}, err
		})
		if err == nil {
			r.Notify("Cadastro de " + registered.Name + " criado.")
			return r.Redirect(view.PersonHref(registered.ID))
		}
		refused = err
	}
	return p.renderRefused(r, view.Form{Typed: posted, Refused: refused})
}

func (p Pages) editAssociate(r *web.Request) error {
	associate, err := p.personOf(r)
	if err != nil {
		return err
	}
	if associate.Status == associates.Patient {
		return p.toResponsible(r, associate)
	}
	return p.renderForm(r, view.Form{Row: associate})
}

// changeAssociate takes the form of an associate who exists. If a colleague has changed the row since, the form comes back
// beside what is stored now.
func (p Pages) changeAssociate(r *web.Request) error {
	associate, err := p.personOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input associates.ChangeInput
	// Without a full name the verb would join one from its parts, which the form does not show.
	if strings.TrimSpace(posted.Or("associate_name", "")) == "" {
		input.AddBindError("associate_name", "informe o nome")
	}
	refused := posted.Bind(&input)
	if refused == nil {
		refused = p.completeProfile(r, posted, &input.Profile)
	}
	if refused == nil {
		input.ID, input.Version, input.ContactConsent = associate.ID, forms.VersionIn(posted), consent(posted)
		changed, err := associates.Change(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify("Alterações salvas.")
			return r.Redirect(view.PersonHref(changed.ID))
		}
		refused = err
	}
	return p.renderRefused(r, view.Form{Row: associate, Typed: posted, Refused: refused})
}

// completeProfile settles what the form asks in a way of its own: the prescriber is one of
// the professionals or a name that was typed. No password and no other account comes in here.
func (p Pages) completeProfile(r *web.Request, posted web.FormData, profile *associates.Profile) error {
	typed := strings.TrimSpace(posted.Or("prescriber_code_texto", ""))
	code := posted.Or("prescriber_code", "")
	profile.Prescriber, profile.PrescriberCode = patch.Of(typed), patch.Of("")
	if code == "" || typed == "" {
		return nil
	}
	chosen, err := professionals.FindByCode(r.Context(), p.DB, r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		// A prescriber whose record is gone stays with the name that the registration has.
		return nil
	}
	profile.Prescriber, profile.PrescriberCode = patch.Of(chosen.Name), patch.Of(chosen.Code)
	return err
}

// consent is what the box says; a form without a tick sends none.
func consent(posted web.FormData) patch.Field[bool] {
	return patch.Of(posted.Or("contact_consent", "") != "")
}

// renderRefused shows a refused form with links to the associates who have the CPF or the e-mail; after a conflict the
// row is what is stored now.
func (p Pages) renderRefused(r *web.Request, form view.Form) (err error) {
	if errs.IsStale(form.Refused) {
		if form.Row, err = associates.FindFor(r.Context(), p.DB, r.By, form.Row.ID); err != nil {
			return err
		}
	}
	if form.Responsible.ID == 0 {
		if form.Duplicates, err = p.duplicatesOf(r, form.Typed, form.Row.ID); err != nil {
			return err
		}
	}
	return p.renderForm(r, form)
}

// renderForm shows the form, as stored or as typed with what is wrong. After a conflict it has the version that is stored
// now; any other refused form keeps the one that it was opened with.
func (p Pages) renderForm(r *web.Request, form view.Form) (err error) {
	form.Version = db.VersionOf(p.DB, &form.Row)
	if form.Refused != nil && !errs.IsStale(form.Refused) {
		form.Version = form.Typed.Or("version", "")
	}
	form.Key = forms.KeyOf(form.Typed, form.Refused)
	if form.Tags, err = tags.Offered(r.Context(), p.DB, "users"); err != nil {
		return err
	}
	frame, err := p.Frame(r, form.Title(), personTrail(form)...)
	if err != nil {
		return err
	}
	frame.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.FormPage(frame, form))
}

// personTrail leads back to whom the form is about.
func personTrail(form view.Form) []layouts.Crumb {
	whose := form.Row
	if form.Responsible.ID != 0 {
		whose = form.Responsible
	}
	if whose.ID == 0 {
		return []layouts.Crumb{personCrumb}
	}
	return []layouts.Crumb{personCrumb, {Label: whose.FullName(), Href: view.PersonHref(whose.ID)}}
}

// warnOfDuplicates answers while somebody types.
func (p Pages) warnOfDuplicates(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	found, err := p.duplicatesOf(r, posted, 0)
	if err != nil {
		return err
	}
	return r.Render(view.Duplicates(found))
}
