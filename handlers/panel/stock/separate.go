package stock

import (
	"strconv"

	"acolhe/models/stock"
	"acolhe/models/stock/queue"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/separation"
	"acolhe/web"
)

func (p Pages) showSeparation(r *web.Request) error {
	return p.renderSeparation(r, view.Data{})
}

func (p Pages) renderSeparation(r *web.Request, data view.Data) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if data.Separating, err = stock.ReadSeparating(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	if data.Queue, err = queue.Read(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	data.By, data.ShowsAll = r.By, showsAll(r)
	r.ShowsPeople(len(data.Queue))
	around, err := p.Frame(r, "Separar", layouts.Crumb{Label: "Pedidos", Href: ordersview.Path},
		layouts.Crumb{Label: ordersview.Title(id), Href: ordersview.Href(id)})
	if err != nil {
		return err
	}
	data.Today, around.Refused = civil.Of(around.Now), data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(around, data))
}

// showsAll reports whether the orders of colleagues are beside the open one.
func showsAll(r *web.Request) bool { return r.Query("fila") == view.EveryoneQueue }

func (p Pages) separate(r *web.Request) error {
	return p.changeSeparation(r, func(order int64, posted web.FormData) (string, error) {
		lot, err := stock.Separate(r.Context(), p.DB, r.By,
			stock.SeparateInput{OrderID: order, Code: posted.Or("codigo", ""), Reason: posted.Or("reason", "")})
		return "Uma unidade do lote " + lot.Number + " separada.", err
	})
}

func (p Pages) putBack(r *web.Request) error {
	return p.changeSeparation(r, func(order int64, posted web.FormData) (string, error) {
		lot, err := strconv.ParseInt(posted.Or("lote", ""), 10, 64)
		if err != nil {
			return "", errs.Invalid("lote", "escolha o lote")
		}
		return "Uma unidade devolvida ao estoque.", stock.PutBack(r.Context(), p.DB, r.By, order, lot)
	})
}

// changeSeparation changes the separation of the order of the address, and returns to its page.
func (p Pages) changeSeparation(r *web.Request, change func(order int64, posted web.FormData) (notice string, err error)) error {
	order, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	notice, err := change(order, posted)
	if err != nil {
		if errs.As(err) == nil || errs.HasCode(err, errs.CodeNotFound) {
			return err
		}
		return p.renderSeparation(r, view.Data{Typed: posted, Refused: err})
	}
	r.Notify(notice)
	return r.Redirect(view.QueueHref(order, showsAll(r)))
}
