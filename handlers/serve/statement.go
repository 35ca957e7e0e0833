package serve

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/reports"
	"acolhe/views/panel/professionals"
	"acolhe/views/paper"
	"acolhe/web"
)

// Statement answers with a statement as a PDF, as a download.
func Statement(r *web.Request, tx *db.DB, statement reports.Statement) error {
	for _, line := range statement.Lines {
		r.ShowsRecords("services", strconv.FormatInt(line.ServiceID, 10))
	}
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	head := pdf.Head{Association: association, Title: paper.StatementTitle(statement), IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}
	var file bytes.Buffer
	printed := paper.Statement{Head: head, Statement: statement, TypeName: professionals.TypeName(statement.Type)}
	if err := printed.Write(&file, head.Now); err != nil {
		return err
	}
	name := "extrato-" + strings.ReplaceAll(statement.Number(), "/", "-") + ".pdf"
	return sendPDF(r, name, file.Bytes())
}

// sendPDF answers with a generated PDF as a download.
func sendPDF(r *web.Request, name string, content []byte) error {
	return download(r, "application/pdf", name, content)
}

// Sheet answers with a generated CSV as a download.
func Sheet(r *web.Request, name string, content []byte) error {
	return download(r, "text/csv; charset=utf-8", name, content)
}

func download(r *web.Request, kind, name string, content []byte) error {
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", kind)
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		header.Set("Content-Length", strconv.Itoa(len(content)))
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(content) // a client that disconnected needs no answer
	}))
}
