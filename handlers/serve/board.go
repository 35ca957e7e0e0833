package serve

import (
	"bytes"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/civil"
	"acolhe/views/panel/analytics"
	"acolhe/views/paper"
	"acolhe/web"
)

// BoardReport answers with the report of the analytics for the board as a PDF.
func BoardReport(r *web.Request, tx *db.DB, boards []analytics.Board) error {
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	now := r.Now.In(zone)
	head := pdf.Head{Association: association, Title: "Relatório da diretoria", IssuedBy: r.By.FullName(), Now: now}
	var file bytes.Buffer
	if err := (paper.BoardReport{Head: head, Boards: boards}).Write(&file, now); err != nil {
		return err
	}
	return sendPDF(r, "relatorio-da-diretoria-"+civil.Of(now).String()+".pdf", file.Bytes())
}
