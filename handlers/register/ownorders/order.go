// Package ownorders serves one order of an associate: its page, asking for the same again, its receipt and the proof of its
// payment.
package ownorders

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/handlers/receive"
	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/receipts"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/ownorders"
	"acolhe/views/register/proof"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Files files.Library
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(register.OrdersPath+"/:id", own, p.showOrder),
		web.Form(register.OrdersPath+"/:id/de-novo", own, p.askAgain).Quota(registration.OwnQuota()),
		web.Page(register.OrdersPath+"/:id/recibo.pdf", own, p.downloadReceipt),
		web.Page(register.OrdersPath+"/:id/comprovante", own, p.showOrderProof),
		web.Form(register.OrdersPath+"/:id/comprovante", own, p.receiveOrderProof).Quota(files.UploadQuota()),
	}
}

// showOrder shows an own order, with the Pix code while it awaits its payment.
func (p Pages) showOrder(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	page := view.Order{}
	if page.Followed, err = ownorders.Follow(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	if page.Frame, err = frame.Own(r, p.DB, "Seu pedido"); err != nil {
		return err
	}
	if page.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	if page.Pix, err = orders.PayByPix(r.Context(), p.DB, page.Order); err != nil {
		return err
	}
	return r.Render(view.Page(page))
}

// askAgain asks the staff for the same order again.
func (p Pages) askAgain(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = ownorders.Ask(r.Context(), p.DB, r.By, id)
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindConflict {
		r.Notify(refusal.Message)
		err = nil
	}
	if err != nil {
		return err
	}
	return r.Redirect(register.OrdersPath + "/" + strconv.FormatInt(id, 10))
}

// downloadReceipt sends the receipt of an own order that is paid.
func (p Pages) downloadReceipt(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	receipt, err := receipts.OfOrder(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return serve.Receipt(r, p.DB, receipt)
}

func (p Pages) showOrderProof(r *web.Request) error { return p.renderOrderProof(r, nil) }

// receiveOrderProof stores the proof of payment of an own order, which the staff checks.
func (p Pages) receiveOrderProof(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = receive.Proof(r, p.Files, func(received *files.Upload) error {
		_, err := p.Files.Store(r.Context(), r.By, received, func(tx *db.DB, file files.File) error {
			return ownorders.AttachProof(r.Context(), tx, r.By, file, id)
		})
		return err
	})
	if refusal := errs.As(err); refusal != nil && refusal.Kind != errs.KindUnavailable && refusal.Kind != errs.KindNotFound {
		return p.renderOrderProof(r, errs.Invalid("file", receive.Problem(err)))
	}
	if err != nil {
		return err
	}
	r.Notify("Comprovante enviado. A equipe confere.")
	return r.Redirect(register.OrdersPath + "/" + strconv.FormatInt(id, 10))
}

func (p Pages) renderOrderProof(r *web.Request, refused error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	order, err := orders.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return frame.RenderOwn(r, p.DB, "Enviar comprovante", refused, func(around layouts.Frame) templ.Component {
		form := view.Proof(order)
		form.Problem = receive.Problem(refused)
		return proof.Page(around, form)
	})
}
