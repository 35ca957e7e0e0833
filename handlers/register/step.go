package register

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/confirmation"
	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/register"
	"acolhe/views/register/answers"
	"acolhe/views/register/documents"
	view "acolhe/views/register/steps"
	"acolhe/web"
)

// stepPage serves one step of the registration.
type stepPage struct {
	Register
	step view.Step
}

// show shows a step of the current phase. A step of an earlier phase redirects to the answers, one of a later phase to
// the overview.
func (s stepPage) show(r *web.Request) error {
	s.step.Patient = r.Query(view.PatientField)
	progress, err := registration.ReadProgress(r.Context(), s.DB, r.By)
	if err != nil {
		return err
	}
	if at := s.elsewhere(progress); at != "" {
		return r.Redirect(at)
	}
	if s.step.Kind == view.Sign {
		needed, err := confirmation.NeedsConfirmation(r.Context(), s.DB, r.By, s.Mail)
		if err != nil {
			return err
		}
		if needed {
			return r.Redirect(register.ConfirmPath)
		}
	}
	return s.render(r, progress, nil, nil)
}

// elsewhere returns the address for an associate who may not answer the step now; empty if they may.
func (s stepPage) elsewhere(progress registration.Progress) string {
	isContact := s.step.Slug == "celular"
	switch {
	case registration.IsComplete(progress.Row) && s.step.Kind == view.Prescription:
		return documents.SendPath
	case registration.IsComplete(progress.Row) && !isContact && s.step.Kind != view.Address && s.step.Kind != view.Photos:
		return register.Home
	case registration.IsComplete(progress.Row) || isContact:
		return ""
	case s.step.Phase > progress.Phase || !s.step.Applies(progress):
		return register.Home
	case s.step.Phase < progress.Phase:
		return register.Home + "/respostas"
	case s.step.Phase >= registration.Documents && !progress.Consents.Allows(consents.Treatment):
		return consents.OwnPath
	}
	return ""
}

// save saves the answers of a step and continues; on a page that asks to check them it ends the phase.
func (s stepPage) save(r *web.Request) error {
	s.step.Patient = r.Query(view.PatientField)
	progress, err := registration.ReadProgress(r.Context(), s.DB, r.By)
	if err != nil {
		return err
	}
	if at := s.elsewhere(progress); at != "" {
		return r.Redirect(at)
	}
	if s.step.Kind == view.Check || s.step.Kind == view.Finish {
		return s.endPhase(r, progress)
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	saved, err := s.store(r, progress, posted)
	problems := saved.Problems
	if errs.IsStale(err) {
		return s.renderStale(r, posted, err)
	}
	if errs.HasCode(err, associates.CodePhaseLocked) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(register.Home + "/respostas")
	}
	if err != nil {
		return err
	}
	if s.step.Patient == view.NewPatient {
		s.step.Patient = strconv.FormatInt(saved.Row.ID, 10)
	}
	if progress, err = registration.ReadProgress(r.Context(), s.DB, r.By); err != nil {
		return err
	}
	for _, missing := range s.step.Missing(progress) {
		if errs.For(problems, missing.Path) == "" {
			problems = append(problems, missing)
		}
	}
	if len(problems) > 0 {
		return s.render(r, progress, posted, problems.Err())
	}
	if registration.IsComplete(progress.Row) && len(s.step.Fields) > 0 {
		r.Notify(s.step.Fields[0].Label + ": salvo.")
	}
	return r.Redirect(s.next(progress))
}

// renderStale shows the answers that another device saved since the page was opened, beside the typed ones. If they are
// the same it continues.
func (s stepPage) renderStale(r *web.Request, posted web.FormData, stale error) error {
	progress, err := registration.ReadProgress(r.Context(), s.DB, r.By)
	if err != nil {
		return err
	}
	if len(view.ConflictsOf(s.step, progress, posted)) == 0 {
		return r.Redirect(s.next(progress))
	}
	return s.render(r, progress, posted, stale)
}

// next returns the address after a saved step; for contacts changed later it is that of the answers.
func (s stepPage) next(progress registration.Progress) string {
	switch {
	case registration.IsComplete(progress.Row) && s.step.Kind == view.Photos:
		return register.DocumentsPath
	case registration.IsComplete(progress.Row):
		return register.ProfilePath
	}
	if s.step.Phase < progress.Phase {
		return register.Home + "/respostas"
	}
	return view.After(progress, s.step).Href()
}

// store saves the fields of the step, and reports the problems of refused ones.
func (s stepPage) store(r *web.Request, progress registration.Progress, posted web.FormData) (saved registration.Saved, err error) {
	if len(s.step.Fields) == 0 {
		return saved, nil
	}
	if posted.Or("no_number", "") != "" {
		posted["number"] = []string{"s/n"}
	}
	s.step.TakeOther(posted)
	if s.step.IsOfPatient() {
		return s.storePatient(r, progress, posted)
	}
	var input registration.SaveInput
	if err := posted.Bind(&input); err != nil {
		return saved, err
	}
	if s.step.Kind == view.Choice && input.ResponsibleType.Value == "" || !hasFields(s.step, posted) {
		return saved, nil
	}
	return registration.Save(r.Context(), s.DB, r.By, s.Mail, input)
}

// hasFields reports whether a field of the step was posted: radio buttons without a choice are not.
func hasFields(step view.Step, posted web.FormData) bool {
	return slices.ContainsFunc(step.Fields, func(field view.Field) bool { return len(posted[field.Name]) > 0 })
}

func (s stepPage) storePatient(r *web.Request, progress registration.Progress, posted web.FormData) (saved registration.Saved, err error) {
	var input registration.PatientInput
	if err := posted.Bind(&input); err != nil {
		return saved, err
	}
	patient, found := s.step.PatientOf(progress)
	if !found {
		return registration.AddPatient(r.Context(), s.DB, r.By, input)
	}
	input.ID = patient.ID
	return registration.SavePatient(r.Context(), s.DB, r.By, input)
}

// removePatient removes an own patient; the next page offers to undo it.
func (p Register) removePatient(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(posted.Or("id", ""), 10, 64)
	undoID, err := registration.RemovePatient(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, associates.CodePhaseLocked) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(register.Home + "/respostas")
	}
	if err != nil {
		return err
	}
	r.NotifyUndo("Cadastro removido", view.UndoPath+"/"+strconv.FormatInt(undoID, 10))
	return r.Redirect(register.Home + "/conferir-tratamento")
}

// endPhase moves on to the next phase, or shows the missing answers with links to their steps.
func (s stepPage) endPhase(r *web.Request, progress registration.Progress) error {
	moved, err := registration.Advance(r.Context(), s.DB, r.By, s.Mail, registration.AdvanceInput{From: s.step.Phase})
	if err != nil {
		return s.render(r, progress, nil, err)
	}
	if registration.IsComplete(moved.Row) {
		return r.Redirect(register.Home + "/completo")
	}
	if progress, err = registration.ReadProgress(r.Context(), s.DB, r.By); err != nil {
		return err
	}
	return r.Redirect(view.Resume(progress).Href())
}

func (s stepPage) render(r *web.Request, progress registration.Progress, posted web.FormData, refused error) error {
	zone, err := settings.Location(r.Context(), s.DB)
	if err != nil {
		return err
	}
	page := view.Page{Step: s.step, Progress: progress, Posted: posted, Fields: errs.FieldsOf(refused),
		DocType: posted.Or("doc_type", r.Query("tipo")), Location: zone}
	page.Version = s.versionOf(progress)
	if errs.IsStale(refused) {
		page.Conflicts = view.ConflictsOf(s.step, progress, posted)
	}
	if s.step.Kind == view.Sign {
		if page.Term, err = s.readTerm(r); err != nil {
			return err
		}
	}
	if page.Frame, err = s.frame(r, page.Title()); err != nil {
		return err
	}
	page.Frame.Refused = refused != nil
	return r.RenderForm(refused, pageOf(page))
}

// versionOf returns the version of the row with the answers of the step; empty for a new patient.
func (s stepPage) versionOf(progress registration.Progress) string {
	row := progress.Row
	if s.step.IsOfPatient() {
		patient, found := s.step.PatientOf(progress)
		if !found {
			return ""
		}
		row = patient
	}
	return db.VersionOf(s.DB, &row)
}

// pageOf returns the page of a step.
func pageOf(page view.Page) templ.Component {
	switch page.Step.Kind {
	case view.Check, view.Finish:
		return answers.CheckPage(page)
	case view.Sign:
		return view.SignPage(page)
	case view.Photos, view.Prescription:
		return documents.PhotosPage(page)
	}
	return view.QuestionsPage(page)
}
