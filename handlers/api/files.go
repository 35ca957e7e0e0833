package api

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/web"
)

func (a API) fileRoutes() []web.Route {
	const one = "/api/v1/files/:id"
	return []web.Route{
		web.Raw("GET", "/api/v1/files", web.CanOrAssociate("files", access.Read), a.listFiles).Query(itemQuery()).Returns([]files.File{}).
			ListMeta().
			Doc("Filters like the generic items. An associate reads the own files and takes limit, offset and meta alone."),
		web.Raw("POST", "/api/v1/files", web.CanOrAssociate("files", access.Create), a.uploadFile).
			Quota(files.UploadQuota()).Created().Uploads(files.AttachFileInput{}).
			Returns(UploadedFile{}).Doc("One file of at most 20 MiB: PDF, JPEG, PNG, WebP or HEIC, and for the staff also DOCX, XLSX, CSV or TXT. " +
			"The kind is read from the bytes; photos lose their metadata. With collection and id the file is attached at once. " +
			"An associate's file is attached to the own row, or to that of the own patient with this id; collection is refused."),
		web.GET(one, web.CanOrAssociate("files", access.Read), a.showFile),
		web.Raw("GET", one+"/download", web.CanOrAssociate("files", access.Read), a.downloadFile).Headers("Range", "If-None-Match").
			Query(map[string]string{"download": "true saves the file; otherwise browsers show images and PDF in place."}).
			Files(contentTypes()...).Doc("Answers the bytes, or the part that Range names."),
		web.DELETE(one, web.CanOrAssociate("files", access.Delete), a.removeFile).Quota(registration.OwnQuota()).
			Doc("An attached file is 409 HAS_LINKED_RECORDS; an associate removes an own upload with its attachment while its phase lasts."),
		web.POST(one+"/attach", web.Can("files", access.Update), a.attachFile).Created().
			Doc("The kind proof of a service pays it and its booking group. The same file, record and kind again answer the attachment " +
				"that stands. Detach by DELETE /items/<collection>_files/:id."),
	}
}

// contentTypes returns the content types of downloads.
func contentTypes() (types []string) {
	for _, kind := range append(media.Documents(), media.Office()...) {
		types = append(types, string(kind))
	}
	return types
}

func (a API) listFiles(r *web.Request) error {
	if r.By.Kind != auth.Associate {
		return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
			found, err := a.Items.List(r.Context(), requestFor(r, "files"), dst)
			return web.RawJSON{Data: found.JSON, Meta: found.Meta}, err
		})
	}
	var window page.Window
	if err := r.BindQuery(&window); err != nil {
		return err
	}
	found, err := files.ListFor(r.Context(), a.DB, r.By, window)
	if err != nil {
		return err
	}
	return answerOf(r, found.Items, found.Meta)
}

// answerOf answers a raw route with data.
func answerOf(r *web.Request, data, meta any) error {
	return r.AnswerJSON(func(dst []byte) (web.RawJSON, error) {
		encoded, err := json.Marshal(data)
		return web.RawJSON{Data: append(dst, encoded...), Meta: meta}, err
	})
}

// UploadedFile is the answer of an upload.
type UploadedFile struct {
	files.File
	// Attachment is null if the file was not attached.
	Attachment *files.Attachment `json:"attachment"`
}

func (a API) uploadFile(r *web.Request) error {
	var received *files.Upload
	fields, err := r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		received, err = a.Files.Receive(r.By, name, content)
		return err
	})
	if received != nil {
		defer received.Discard()
	}
	if err != nil {
		return err
	}
	input, err := attachInput(r.By, fields)
	if err != nil {
		return err
	}
	var uploaded UploadedFile
	uploaded.File, err = a.Files.Store(r.Context(), r.By, received, func(tx *db.DB, file files.File) (err error) {
		uploaded.Attachment, err = attachUploaded(r.Context(), tx, r.By, file, input)
		return err
	})
	if err != nil {
		return err
	}
	return answerOf(r, uploaded, nil)
}

// attachInput reads the fields around an uploaded file; unknown ones are 400 VALIDATION_ERROR.
func attachInput(by auth.Caller, fields web.FormData) (input files.AttachFileInput, err error) {
	known := "kind doc_kind subject doc_type side id"
	if by.Kind != auth.Associate {
		known += " collection"
	}
	var problems errs.Problems
	for name := range fields {
		problems.Require(strings.Contains(" "+known+" ", " "+name+" "), name, "campo desconhecido")
	}
	if err := problems.Err(); err != nil {
		return input, err
	}
	return input, fields.Bind(&input)
}

func attachUploaded(ctx context.Context, tx *db.DB, by auth.Caller, file files.File, input files.AttachFileInput) (*files.Attachment,
	error) {
	input.FileID = file.ID
	switch {
	case by.Kind == auth.Associate:
		upload := registration.UploadInput{UserFileFields: input.UserFileFields, ID: input.ID}
		attached, err := registration.AttachDocument(ctx, tx, by, file, upload)
		return &files.Attachment{ID: attached.ID, FileID: file.ID, Collection: files.OfUser, RecordID: attached.UserID, Kind: attached.Kind,
			DateCreated: by.Now}, err
	case input.Collection == "":
		return nil, input.Merge(nil).Err()
	}
	attached, err := files.AttachUploaded(ctx, tx, by, input)
	return &attached, err
}

func (a API) showFile(r *web.Request, _ web.None) (files.File, error) {
	return byID(r, func(id int64) (files.File, error) { return files.FindFor(r.Context(), a.DB, r.By, id) })
}

func (a API) downloadFile(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	open := func(ctx context.Context) (files.Content, error) { return a.Files.Open(ctx, r.By, id) }
	if r.Query("download") == "true" {
		return serve.Attachment(r, open)
	}
	return serve.Inline(r, open)
}

func (a API) removeFile(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	remove := files.Remove
	if r.By.Kind == auth.Associate {
		remove = registration.RemoveDocument
	}
	return web.Deleted{ID: id}, remove(r.Context(), a.DB, r.By, id)
}

func (a API) attachFile(r *web.Request, input files.AttachFileInput) (files.Attachment, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return files.Attachment{}, err
	}
	input.FileID = id
	return files.Attach(r.Context(), a.DB, r.By, input)
}
