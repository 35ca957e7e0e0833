package panel

import (
	"cmp"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

func (p Panel) newAssociate(r *web.Request) error {
	return p.drawPerson(r, panel.PersonForm{})
}

// registerAssociate takes the form of a new associate.
func (p Panel) registerAssociate(r *web.Request) error {
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
		registered, err := p.makeOnce(r, posted, input, func(tx *db.DB) (made, error) {
			associate, err := associates.Register(r.Context(), tx, r.By, input)
			return made{associate.ID, associate.FullName()}, err
		})
		if err == nil {
			r.Notify("Cadastro de " + registered.Name + " criado.")
			return r.Redirect(panel.PersonHref(registered.ID))
		}
		refused = err
	}
	return p.redrawPerson(r, panel.PersonForm{Typed: posted, Refused: refused})
}

func (p Panel) editAssociate(r *web.Request) error {
	associate, err := p.personOf(r)
	if err != nil {
		return err
	}
	if associate.Status == associates.Patient {
		return p.toResponsible(r, associate)
	}
	return p.drawPerson(r, panel.PersonForm{Row: associate})
}

// changeAssociate takes the form of an associate who exists. If a colleague has changed the row since, the form comes back
// beside what is stored now.
func (p Panel) changeAssociate(r *web.Request) error {
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
	requireTyped(posted, &input, "associate_name", "informe o nome")
	refused := posted.Bind(&input)
	if refused == nil {
		refused = p.completeProfile(r, posted, &input.Profile)
	}
	if refused == nil {
		input.ID, input.Version, input.ContactConsent = associate.ID, versionOf(posted), consent(posted)
		changed, err := associates.Change(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify("Alterações salvas.")
			return r.Redirect(panel.PersonHref(changed.ID))
		}
		refused = err
	}
	return p.redrawPerson(r, panel.PersonForm{Row: associate, Typed: posted, Refused: refused})
}

// completeProfile settles what the form asks in a way of its own: the prescriber is one of
// the professionals or a name that was typed. No password and no other account comes in here.
func (p Panel) completeProfile(r *web.Request, posted web.FormData, profile *associates.Profile) error {
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

// versionOf is the version that a form was opened with. A form without one is stale: it must not overwrite what nobody
// looked at.
func versionOf(posted web.FormData) string { return cmp.Or(posted.Or("version", ""), "none") }

// consent is what the box says; a form without a tick sends none.
func consent(posted web.FormData) patch.Field[bool] {
	return patch.Of(posted.Or("contact_consent", "") != "")
}

// redrawPerson draws a refused form; who else has the CPF or the e-mail is told with links,
// and after an edit of a colleague the row is what it is by now.
func (p Panel) redrawPerson(r *web.Request, form panel.PersonForm) (err error) {
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
	return p.drawPerson(r, form)
}

// drawPerson draws the form, as stored or as typed with what is wrong. Typed values that were
// refused keep the version they were written on, unless the refusal told what changed since.
func (p Panel) drawPerson(r *web.Request, form panel.PersonForm) (err error) {
	form.Version = db.VersionOf(p.DB, &form.Row)
	if form.Refused != nil && !errs.IsStale(form.Refused) {
		form.Version = form.Typed.Or("version", "")
	}
	form.Key = keyOf(form.Typed, form.Refused)
	if form.Tags, err = tags.Offered(r.Context(), p.DB, "users"); err != nil {
		return err
	}
	frame, err := p.frame(r, form.Title(), personTrail(form)...)
	if err != nil {
		return err
	}
	frame.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, panel.EditPerson(frame, form))
}

// personTrail leads back to whom the form is about.
func personTrail(form panel.PersonForm) []layouts.Crumb {
	whose := form.Row
	if form.Responsible.ID != 0 {
		whose = form.Responsible
	}
	if whose.ID == 0 {
		return []layouts.Crumb{personCrumb}
	}
	return []layouts.Crumb{personCrumb, {Label: whose.FullName(), Href: panel.PersonHref(whose.ID)}}
}

// warnOfDuplicates answers while somebody types.
func (p Panel) warnOfDuplicates(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	found, err := p.duplicatesOf(r, posted, 0)
	if err != nil {
		return err
	}
	return r.Render(panel.Duplicates(found))
}
