package serve

import (
	"bytes"
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/receipts"
	"acolhe/views/paper"
	"acolhe/web"
)

// Receipt answers with a receipt as a PDF.
func Receipt(r *web.Request, tx *db.DB, receipt receipts.Receipt) error {
	zone, err := settings.Location(r.Context(), tx)
	if err != nil {
		return err
	}
	name := "recibo-" + strings.ReplaceAll(receipt.Number(), "/", "-") + ".pdf"
	return PDF(r, name, func(context.Context) ([]byte, error) {
		var file bytes.Buffer
		err := paper.WriteReceipt(&file, receipt, zone)
		return file.Bytes(), err
	})
}
