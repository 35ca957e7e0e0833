package serve

import (
	"bytes"
	"io"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/web"
)

// issue answers with a PDF that write writes below the association's head. It returns the name of the file.
func issue(r *web.Request, tx *db.DB, title string, write func(head pdf.Head, to io.Writer) (name string, err error)) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	name, err := write(pdf.Head{Association: association, Title: title, IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}, &file)
	if err != nil {
		return err
	}
	return sendPDF(r, name, file.Bytes())
}
