package serve

import (
	"io"

	"acolhe/models/evidence"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// EvidenceReport answers with the numbers for the health authority as a PDF.
func EvidenceReport(r *web.Request, tx *db.DB, report evidence.Report) error {
	return issue(r, tx, "Relatório de evidências", func(head pdf.Head, to io.Writer) (string, error) {
		document := paper.EvidenceReport{Report: report, Head: head}
		return "evidencias-" + report.First.String() + "-" + report.Last.String() + ".pdf", document.Write(to, head.Now)
	})
}
