package serve

import (
	"bytes"

	"acolhe/models/evidence"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// EvidenceReport answers with the numbers for the health authority as a PDF.
func EvidenceReport(r *web.Request, tx *db.DB, report evidence.Report) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	document := paper.EvidenceReport{Report: report,
		Head: pdf.Head{Association: association, Title: "Relatório de evidências", IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}}
	var file bytes.Buffer
	if err := document.Write(&file, document.Head.Now); err != nil {
		return err
	}
	return sendPDF(r, "evidencias-"+report.First.String()+"-"+report.Last.String()+".pdf", file.Bytes())
}
