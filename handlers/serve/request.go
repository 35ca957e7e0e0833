package serve

import (
	"io"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/views/paper"
	"acolhe/web"
)

// RequestShown is a request about data with its evidence.
type RequestShown = paper.PrivacyRequest

// PrivacyRequest answers with a request about data as a PDF.
func PrivacyRequest(r *web.Request, tx *db.DB, shown RequestShown) error {
	return issue(r, tx, "Pedido sobre dados pessoais", func(head pdf.Head, to io.Writer) (string, error) {
		shown.Head = head
		return "pedido-" + strings.ReplaceAll(shown.Request.Number(), "/", "-") + ".pdf", shown.Write(to)
	})
}
