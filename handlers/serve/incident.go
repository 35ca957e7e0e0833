package serve

import (
	"bytes"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// IncidentReport answers with the report of an incident for the authority as a PDF.
func IncidentReport(r *web.Request, tx *db.DB, report paper.IncidentReport) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	report.Head = pdf.Head{Association: association, Title: "Comunicação de incidente", IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}
	var file bytes.Buffer
	if err := report.Write(&file, report.Head.Now); err != nil {
		return err
	}
	return sendPDF(r, "incidente-"+strings.ReplaceAll(report.Number(), "/", "-")+".pdf", file.Bytes())
}
