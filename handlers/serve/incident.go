package serve

import (
	"io"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// IncidentReport answers with the report of an incident for the authority as a PDF.
func IncidentReport(r *web.Request, tx *db.DB, report paper.IncidentReport) error {
	return issue(r, tx, "Comunicação de incidente", func(head pdf.Head, to io.Writer) (string, error) {
		report.Head = head
		return "incidente-" + strings.ReplaceAll(report.Number(), "/", "-") + ".pdf", report.Write(to, head.Now)
	})
}
