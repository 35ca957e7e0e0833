package stock

import (
	"strconv"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/stock"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/stock"
	"acolhe/web"
)

// askCount asks for a lot, or for what there is of the one that was read, beside what all have counted.
func (p Pages) askCount(r *web.Request) error {
	number := strings.TrimSpace(r.Query("lote"))
	if number == "" {
		return p.renderCount(r, view.CountData{})
	}
	found, err := stock.FindCountable(r.Context(), p.DB, r.By, number)
	if errs.HasCode(err, errs.CodeNotFound) {
		return p.renderCount(r, view.CountData{Refused: err})
	}
	if err != nil {
		return err
	}
	for _, one := range found {
		if len(found) == 1 || strconv.FormatInt(one.Lot.ProductID, 10) == r.Query("produto") {
			return p.renderCount(r, view.CountData{Lot: one.Lot})
		}
	}
	return p.renderCount(r, view.CountData{Choices: found})
}

func (p Pages) renderCount(r *web.Request, data view.CountData) (err error) {
	if data.Lot.ID != 0 {
		if data.Product, err = stock.FindStocked(r.Context(), p.DB, r.By, data.Lot.ProductID); err != nil {
			return err
		}
	}
	if data.Counting, err = stock.ReadCounting(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	if data.Countable, err = stock.ListCountable(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, "Contagem", crumb)
	if err != nil {
		return err
	}
	data.Submission, data.Now, around.Refused = uuid.NewString(), around.Now, data.Refused != nil
	return r.RenderForm(data.Refused, view.CountPage(around, data), view.CountedPart)
}

func (p Pages) count(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input stock.CountInput
	if strings.TrimSpace(posted.Or("quantity", "")) == "" {
		input.AddBindError("quantity", "informe quantas unidades há")
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	lot, err := stock.CountLot(r.Context(), p.DB, r.By, input)
	if err != nil {
		if lot.ID == 0 {
			return err
		}
		return p.renderCount(r, view.CountData{Lot: lot, Typed: posted, Refused: err})
	}
	r.Notify("Lote " + lot.Number + " contado.")
	return r.Redirect(view.CountPath)
}

// decide settles a lot that people counted differently.
func (p Pages) decide(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input stock.DecideInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	lot, err := stock.DecideCount(r.Context(), p.DB, r.By, input)
	if errs.HasCode(err, errs.CodeConflict) {
		return p.renderCount(r, view.CountData{Refused: err})
	}
	if err != nil {
		return err
	}
	r.Notify("Lote " + lot.Number + " decidido.")
	return r.Redirect(view.CountPath)
}

// askFinish shows what the end of the count changes.
func (p Pages) askFinish(r *web.Request) error { return p.renderFinish(r, nil) }

func (p Pages) renderFinish(r *web.Request, refused error) error {
	counting, err := stock.ReadCounting(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if counting.ID == 0 {
		return r.Redirect(view.CountPath)
	}
	around, err := p.Frame(r, "Terminar a contagem", crumb, layouts.Crumb{Label: "Contagem", Href: view.CountPath})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.FinishPage(around, view.CountData{Counting: counting, Refused: refused}))
}

func (p Pages) finish(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(posted.Or("count_id", ""), 10, 64)
	if err != nil {
		return errs.NotFound("Contagem não encontrada.")
	}
	err = stock.FinishCount(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, errs.CodeConflict) {
		return p.renderFinish(r, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Contagem terminada. O estoque está acertado.")
	return r.Redirect(view.Path)
}
