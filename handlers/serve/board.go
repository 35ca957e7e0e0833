package serve

import (
	"io"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/civil"
	"acolhe/views/panel/analytics"
	"acolhe/views/paper"
	"acolhe/web"
)

// BoardReport answers with the report of the analytics for the board as a PDF.
func BoardReport(r *web.Request, tx *db.DB, boards []analytics.Board) error {
	return issue(r, tx, "Relatório da diretoria", func(head pdf.Head, to io.Writer) (string, error) {
		document := paper.BoardReport{Head: head, Boards: boards}
		return "relatorio-da-diretoria-" + civil.Of(head.Now).String() + ".pdf", document.Write(to, head.Now)
	})
}
