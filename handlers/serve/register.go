package serve

import (
	"io"
	"mime"
	"net/http"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// ProcessingRegister answers with the register of processing as a PDF.
func ProcessingRegister(r *web.Request, tx *db.DB, rows [][]string) error {
	return issue(r, tx, "Registro de tratamento", func(head pdf.Head, to io.Writer) (string, error) {
		return "registro-de-tratamento.pdf", paper.ProcessingRegister{Head: head, Rows: rows}.Write(to, head.Now)
	})
}

// ErasurePreview answers with what an erasure would do as a PDF.
func ErasurePreview(r *web.Request, tx *db.DB, preview paper.ErasurePreview) error {
	return issue(r, tx, "O que sai e o que fica", func(head pdf.Head, to io.Writer) (string, error) {
		preview.Head = head
		return "previa-da-eliminacao.pdf", preview.Write(to)
	})
}

// Certificate answers with the certificate of an erasure.
func Certificate(r *web.Request, name string, content []byte) error { return sendPDF(r, name, content) }

// SetAttachment sets the headers of a download that nobody may keep.
func SetAttachment(header http.Header, name, contentType string) {
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Cache-Control", "no-store")
}
