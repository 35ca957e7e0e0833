package serve

import (
	"bytes"
	"mime"
	"net/http"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// ProcessingRegister answers with the register of processing as a PDF.
func ProcessingRegister(r *web.Request, tx *db.DB, rows [][]string) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	head := pdf.Head{Association: association, Title: "Registro de tratamento", IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}
	var file bytes.Buffer
	if err := (paper.ProcessingRegister{Head: head, Rows: rows}).Write(&file, head.Now); err != nil {
		return err
	}
	return sendPDF(r, "registro-de-tratamento.pdf", file.Bytes())
}

// ErasurePreview answers with what an erasure would do as a PDF.
func ErasurePreview(r *web.Request, tx *db.DB, preview paper.ErasurePreview) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	preview.Head = pdf.Head{Association: association, Title: "O que sai e o que fica", IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}
	var file bytes.Buffer
	if err := preview.Write(&file); err != nil {
		return err
	}
	return sendPDF(r, "previa-da-eliminacao.pdf", file.Bytes())
}

// Certificate answers with the certificate of an erasure.
func Certificate(r *web.Request, name string, content []byte) error { return sendPDF(r, name, content) }

// SetAttachment sets the headers of a download that nobody may keep.
func SetAttachment(header http.Header, name, contentType string) {
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Cache-Control", "no-store")
}
