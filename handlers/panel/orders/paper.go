package orders

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"acolhe/models/orders"
	"acolhe/models/platform/settings"
	"acolhe/views/paper"
	"acolhe/web"
)

// print answers with the order as a PDF, which the browser shows and prints.
func (p Pages) print(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	sheet, err := p.onPaper(r, id)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := sheet.Write(&file); err != nil {
		return err
	}
	name := strings.ToLower(strings.ReplaceAll(sheet.Title, " ", "-")) + ".pdf"
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "application/pdf")
		header.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
		header.Set("Content-Length", strconv.Itoa(file.Len()))
		header.Set("Cache-Control", "no-store")
		_, _ = w.Write(file.Bytes()) // a client that disconnected needs no answer
	}))
}

func (p Pages) onPaper(r *web.Request, id int64) (sheet paper.Order, err error) {
	if sheet.Order, err = orders.FindFor(r.Context(), p.DB, r.By, id); err != nil {
		return sheet, err
	}
	if sheet.Pix, err = orders.PayByPix(r.Context(), p.DB, sheet.Order); err != nil {
		return sheet, err
	}
	association, err := settings.Get(r.Context(), p.DB, settings.AssociationName)
	if err != nil {
		return sheet, err
	}
	location, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return sheet, err
	}
	sheet.Totals = sheet.Order.Totals()
	sheet.Head = paper.Head{Association: association, Title: paper.OrderTitle(id), IssuedBy: r.By.FullName(), Now: r.Now.In(location)}
	return sheet, nil
}
