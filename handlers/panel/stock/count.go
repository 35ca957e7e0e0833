package stock

import (
	"strconv"
	"strings"

	"acolhe/models/stock"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/stock"
	"acolhe/web"
)

// askCount asks for a lot, or for what there is of the one that was read.
func (p Pages) askCount(r *web.Request) error {
	number := strings.TrimSpace(r.Query("lote"))
	if number == "" {
		return p.renderCount(r, view.CountData{})
	}
	lot, err := stock.FindLotByNumber(r.Context(), p.DB, r.By, number)
	if errs.HasCode(err, errs.CodeNotFound) {
		return p.renderCount(r, view.CountData{Refused: err})
	}
	if err != nil {
		return err
	}
	return p.renderCount(r, view.CountData{Lot: lot})
}

func (p Pages) renderCount(r *web.Request, data view.CountData) (err error) {
	if data.Lot.ID != 0 {
		if data.Product, err = stock.FindStocked(r.Context(), p.DB, r.By, data.Lot.ProductID); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, "Contagem", crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.CountPage(around, data))
}

func (p Pages) count(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(posted.Or("lot_id", ""), 10, 64)
	if err != nil {
		return errs.NotFound("Lote não encontrado.")
	}
	lot, err := stock.FindLot(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	var input stock.AdjustInput
	if strings.TrimSpace(posted.Or("quantity", "")) == "" {
		input.AddBindError("quantity", "informe quantas unidades há")
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.LotID, input.Kind = id, stock.Counted
	if _, err := stock.Adjust(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderCount(r, view.CountData{Lot: lot, Typed: posted, Refused: err})
	}
	r.Notify("Contagem do lote " + lot.Number + " guardada.")
	return r.Redirect(view.CountPath)
}
