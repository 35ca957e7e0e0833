// Package files serves the attached files of the panel: sending, seeing and removing them.
package files

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/media"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/watermarks"
	view "acolhe/views/panel/files"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves attached files.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Library files.Library
	Exports exports.Semaphore
	// RequestedExport redirects to a background export.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

// Routes returns the routes.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	read, create := web.StaffCan("files", access.Read), web.StaffCan("files", access.Create)
	return []web.Route{
		web.Page(view.Path, read, p.list().Show),
		web.Form(view.Path+"/exportar", read, p.list().Export),
		web.Page(view.ChoosePath, create, p.choose),
		web.Form(view.ChoosePath, create, p.attachChosen),
		web.Page(view.SearchPath+"/:em", create, p.searchRecords),
		web.Page(one+view.AttachSlug, create, p.askAttach),
		web.Form(one+view.AttachSlug, create, p.attach),
		web.Form(one+view.RemoveSlug, web.StaffCan("files", access.Delete), p.delete),
		web.Page(one, read, p.show),
		web.Page(one+"/conteudo", read, p.content),
		web.Page(one+"/miniatura", read, p.preview),
		web.Form(view.Path, create, p.upload),
		web.Form(view.Path+"/remover/:anexo", web.StaffCan("files", access.Delete), p.remove),
	}
}

func (p Pages) content(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	open := func(ctx context.Context) (files.Content, error) { return p.Library.Open(ctx, r.By, id) }
	if r.Query("baixar") != "" {
		return serve.Attachment(r, open)
	}
	return p.showInline(r, open)
}

// preview answers with the small picture of a file, which never changes.
func (p Pages) preview(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	picture, err := files.Preview(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	isMarked, text, err := p.watermark(r)
	if err != nil {
		return err
	}
	if isMarked {
		if picture, _, err = watermarks.Draw(picture, media.JPEG, text); err != nil {
			return err
		}
	}
	return serve.Picture(r, media.JPEG, picture)
}

// show shows a file with the way to those before and after it on the page from which it was opened.
func (p Pages) show(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	file, err := files.FindHeld(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	data := view.ViewData{Held: file, MayAttach: access.Can(r.By, "files", access.Create), MayRemove: access.Can(r.By, "files", access.Delete),
		Place: view.ParsePlace(r.Query("de")), File: files.Listed{FileID: file.ID, FileName: file.FileName, ContentType: file.ContentType}}
	listed, err := p.filesOf(r, data.Place)
	if err != nil {
		return err
	}
	for i, other := range listed {
		if other.FileID != id {
			continue
		}
		data.File, data.Position = other, fmt.Sprintf("%s · %d de %d", view.Words(other), i+1, len(listed))
		if i > 0 {
			data.Previous = listed[i-1].FileID
		}
		if i+1 < len(listed) {
			data.Next = listed[i+1].FileID
		}
	}
	around, err := p.Frame(r, file.FileName, crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ViewPage(around, data))
}

// filesOf lists the files of a record in the order of its page.
func (p Pages) filesOf(r *web.Request, place view.Place) ([]files.Listed, error) {
	switch place.Owner {
	case files.OfOrder:
		return files.ListByOrder(r.Context(), p.DB, r.By, place.ID)
	case files.OfService:
		return files.ListByService(r.Context(), p.DB, r.By, place.ID)
	case files.OfUser:
		patients, err := associates.ListPatients(r.Context(), p.DB, r.By, place.ID)
		if err != nil {
			return nil, err
		}
		whose := []int64{place.ID}
		for _, patient := range patients {
			whose = append(whose, patient.ID)
		}
		return files.ListByUsers(r.Context(), p.DB, r.By, whose)
	}
	return nil, nil
}

// upload stores the files of a form, each by itself: a refused one keeps none of the others from being stored.
func (p Pages) upload(r *web.Request) error {
	var received []*files.Upload
	refused := view.Refused{}
	fields, err := r.ReadUpload(view.MaxAtOnce, func(name string, content io.Reader) error {
		upload, err := p.Library.Receive(r.By, name, content)
		if errs.As(err) != nil && errs.As(err).Kind != errs.KindUnavailable {
			refused.Files = append(refused.Files, view.RefusedFile{Name: name, Err: err})
			// The rest of a refused file is passed over, so that the next one is reached.
			_, err = io.Copy(io.Discard, content)
			return err
		}
		if err == nil {
			received = append(received, upload)
		}
		return err
	})
	defer func() {
		for _, upload := range received {
			upload.Discard()
		}
	}()
	if err != nil {
		return err
	}
	refused.Place = view.ParsePlace(fields.Or("de", ""))
	if refused.Place.Owner == "" {
		return errs.NotFound("Registro não encontrado.")
	}
	for _, upload := range received {
		if err := p.store(r, refused.Place, fields, upload); err != nil {
			return err
		}
	}
	refused.Stored = len(received)
	return p.answer(r, refused)
}

func (p Pages) store(r *web.Request, place view.Place, fields web.FormData, upload *files.Upload) error {
	_, err := p.Library.Store(r.Context(), r.By, upload, func(tx *db.DB, file files.File) error {
		input, err := p.attachInput(r, place, fields)
		if err != nil {
			return err
		}
		input.FileID = file.ID
		_, err = files.AttachUploaded(r.Context(), tx, r.By, input)
		return err
	})
	return err
}

// attachInput returns what the form says about a file: its kind and, for an associate with patients, whose it is.
func (p Pages) attachInput(r *web.Request, place view.Place, fields web.FormData) (files.AttachFileInput, error) {
	input := files.AttachFileInput{Collection: place.Owner, ID: place.ID}
	kind := fields.Or("doc_kind", "")
	if place.Owner != files.OfUser {
		input.Kind = patch.Of(kind)
		return input, nil
	}
	if docType, side, isIdentity := strings.Cut(kind, "."); isIdentity {
		input.DocType, input.Side = patch.Of(files.DocType(docType)), patch.Of(files.Side(side))
	} else {
		input.DocKind = patch.Of(kind)
	}
	input.Subject = patch.Of(files.Subject("responsible"))
	whose := fields.Or(view.PersonField, "")
	if whose == "" || whose == strconv.FormatInt(place.ID, 10) {
		return input, nil
	}
	patients, err := associates.ListPatients(r.Context(), p.DB, r.By, place.ID)
	if err != nil {
		return input, err
	}
	at := slices.IndexFunc(patients, func(patient associates.Associate) bool { return strconv.FormatInt(patient.ID, 10) == whose })
	if at < 0 {
		return input, errs.NotFound("Paciente não encontrado.")
	}
	input.ID, input.Subject = patients[at].ID, patch.Of(files.Subject("patient"))
	return input, nil
}

// answer leads back to the record, or lists what was refused.
func (p Pages) answer(r *web.Request, refused view.Refused) error {
	if len(refused.Files) == 0 {
		r.Notify(view.StoredWords(refused.Stored))
		return r.Redirect(refused.Place.Href())
	}
	around, err := p.Frame(r, "Arquivos não guardados")
	if err != nil {
		return err
	}
	around.Refused = true
	return r.RenderForm(errs.Invalid(web.FileField, "não foi guardado"), view.RefusedPage(around, refused))
}

// remove removes an attachment and offers to undo it.
func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("anexo")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	place := view.ParsePlace(posted.Or("de", ""))
	undoID, err := files.DetachFile(r.Context(), p.DB, r.By, place.Owner, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Arquivo removido.", undo.Href(undoID))
	return r.Redirect(place.Href())
}
