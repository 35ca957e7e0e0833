package register

import (
	"io"
	"strconv"

	"acolhe/handlers/receive"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/register"
	view "acolhe/views/register/steps"
	"acolhe/web"
)

// receive stores a document sent without scripts. Its slot shows the error, if any.
func (s stepPage) receive(r *web.Request) error {
	s.step.Patient = r.Query(view.PatientField)
	fields, err := s.receiveDocument(r)
	if err != nil {
		return s.renderUpload(r, fields, err)
	}
	return r.Redirect(s.withType(fields))
}

// receiveDocument stores a document and returns the fields around it.
func (p Register) receiveDocument(r *web.Request) (web.FormData, error) {
	var received *files.Upload
	fields, err := r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		received, err = p.Files.Receive(r.By, name, content)
		return err
	})
	if received != nil {
		defer received.Discard()
	}
	if err != nil {
		return fields, err
	}
	if err := receive.RefuseHEIC(received); err != nil {
		return fields, err
	}
	var input registration.UploadInput
	if err := fields.Bind(&input); err != nil {
		return fields, err
	}
	_, err = p.Files.Store(r.Context(), r.By, received, func(tx *db.DB, file files.File) error {
		_, err := registration.AttachDocument(r.Context(), tx, r.By, file, input)
		return err
	})
	return fields, err
}

// withType returns the address of the step with the kind of the document.
func (s stepPage) withType(fields web.FormData) string {
	if docType := fields.Or("doc_type", ""); docType != "" {
		return s.step.WithType(docType)
	}
	return s.step.Href()
}

// renderUpload shows the step with a refused document; it returns other errors.
func (s stepPage) renderUpload(r *web.Request, fields web.FormData, refused error) error {
	refusal := errs.As(refused)
	if refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindNotFound {
		return refused
	}
	progress, err := registration.ReadProgress(r.Context(), s.DB, r.By)
	if err != nil {
		return err
	}
	message := refusal.Message
	if len(refusal.Fields) > 0 {
		message = refusal.Fields[0].Message
	}
	return s.render(r, progress, fields, errs.Invalid(fields.Or("side", fields.Or("doc_kind", "")), message))
}

// remove removes a sent document; the next page offers to undo it.
func (s stepPage) remove(r *web.Request) error {
	s.step.Patient = r.Query(view.PatientField)
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(posted.Or("id", ""), 10, 64)
	undoID, err := registration.DetachDocument(r.Context(), s.DB, r.By, id)
	if err != nil {
		return err
	}
	removed := map[bool]string{true: "Foto removida", false: "Arquivo removido"}[s.step.Kind == view.Photos]
	r.NotifyUndo(removed, view.UndoPath+"/"+strconv.FormatInt(undoID, 10))
	return r.Redirect(s.withType(posted))
}

// undoRemoval brings a removed document back, to the page that offered it.
func (p Register) undoRemoval(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = registration.Restore(r.Context(), p.DB, r.By, id)
	refusal := errs.As(err)
	switch {
	case err == nil:
		r.Notify("De volta.")
	case refusal != nil && (refusal.Kind == errs.KindConflict || refusal.Kind == errs.KindForbidden):
		r.Notify(refusal.Message)
	default:
		return err
	}
	return r.Redirect(r.CameFrom(register.Home))
}
