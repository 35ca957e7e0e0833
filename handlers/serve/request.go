package serve

import (
	"bytes"
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
	association, zone, err := pdf.ReadAssociation(r.Context(), tx)
	if err != nil {
		return err
	}
	shown.Head = pdf.Head{Association: association, Title: "Pedido sobre dados pessoais", IssuedBy: r.By.FullName(), Now: r.Now.In(zone)}
	var file bytes.Buffer
	if err := shown.Write(&file); err != nil {
		return err
	}
	return sendPDF(r, "pedido-"+strings.ReplaceAll(shown.Request.Number(), "/", "-")+".pdf", file.Bytes())
}
