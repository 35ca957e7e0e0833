// Package payments serves the forms of a booking's payment and of its way back.
package payments

import (
	"cmp"
	"io"
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/payments"
	"acolhe/models/platform/db"
	"acolhe/models/receipts"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	agendaview "acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/appointment"
	filesview "acolhe/views/panel/files"
	ordersview "acolhe/views/panel/orders"
	view "acolhe/views/panel/payments"
	"acolhe/web"
)

// Pages serves the forms.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Library files.Library
}

// Routes returns the routes of the forms.
func (p Pages) Routes() []web.Route {
	const pay, unpay = agendaview.Path + "/:id/" + string(agendaview.Pay), agendaview.Path + "/:id/" + string(agendaview.Unpay)
	changes := web.StaffCan("services", access.Update)
	return []web.Route{
		web.Page(pay, changes, p.ask),
		web.Form(pay, changes, p.register),
		web.Page(unpay, changes, p.askRevert),
		web.Form(unpay, changes, p.revert),
		web.Page(agendaview.Path+"/:id"+agendaview.ReceiptSlug, changes, p.receiptOfService),
		web.Page(ordersview.Path+"/:id"+agendaview.ReceiptSlug, web.StaffCan("orders", access.Update), p.receiptOfOrder),
	}
}

func (p Pages) ask(r *web.Request) error {
	typed := web.FormData{view.BackField: {web.LocalPath(r.Query("volta"), r.CameFrom(""))}}
	return p.render(r, view.Data{Typed: typed})
}

// render shows the form with the unpaid services of the booking.
func (p Pages) render(r *web.Request, data view.Data) (err error) {
	if data.Service, err = p.find(r); err != nil {
		return err
	}
	group, err := bookings.ListGroup(r.Context(), p.DB, r.By, data.Service.BookingGroupCode)
	if err != nil {
		return err
	}
	for _, one := range group {
		if one.Status == bookings.Paid {
			continue
		}
		due, err := payments.Due(r.Context(), p.DB, one)
		if err != nil {
			return err
		}
		data.Open, data.Due = append(data.Open, one), append(data.Due, due)
	}
	around, err := p.around(r, view.Title, data.Service)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, data.Refused != nil
	data.MayAttach = access.Can(r.By, "services_files", access.Create) && access.Can(r.By, "files", access.Create)
	return r.RenderForm(data.Refused, view.Page(around, data))
}

func (p Pages) find(r *web.Request) (bookings.Service, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return bookings.Service{}, err
	}
	return bookings.FindFor(r.Context(), p.DB, r.By, id)
}

func (p Pages) around(r *web.Request, title string, service bookings.Service) (layouts.Frame, error) {
	return p.Frame(r, title, layouts.Crumb{Label: "Agenda", Href: agendaview.Path},
		layouts.Crumb{Label: agendaview.Person(service.AssociateName, service.PatientName), Href: agendaview.Href(service.ID)})
}

// register stores the payment with its proof. A proof that came with a refused form is kept for the next sending.
func (p Pages) register(r *web.Request) error {
	service, err := p.find(r)
	if err != nil {
		return err
	}
	posted, refused := p.read(r)
	if refused != nil && errs.As(refused) == nil {
		return refused
	}
	payment := payments.Payment{}
	if refused == nil {
		payment, refused = p.store(r, service.ID, posted)
	}
	switch {
	case refused == nil:
	case errs.As(refused) == nil:
		return refused
	default:
		return p.render(r, view.Data{Typed: posted, Refused: refused})
	}
	r.NotifyWith(web.Notice{Text: view.RegisteredMessage(payment.Amount),
		Path: agendaview.Href(payment.Lines[0].ServiceID) + agendaview.ReceiptSlug, Way: "Abrir o recibo"})
	// The address of a dialog is that of its page, so that the dialog keeps the page under it.
	return r.Redirect(web.LocalPath(posted.Or(view.BackField, ""), agendaview.Href(service.ID)))
}

// store registers the payment and attaches its proof.
func (p Pages) store(r *web.Request, service int64, posted web.FormData) (payment payments.Payment, err error) {
	var input payments.RegisterInput
	if err := posted.Bind(&input); err != nil {
		return payment, err
	}
	input.ServiceID = service
	proof, _ := strconv.ParseInt(posted.Or(view.ProofField, ""), 10, 64) // 0 is none
	err = p.DB.WithContext(r.Context()).Transaction(func(tx *db.DB) error {
		if payment, err = payments.Register(r.Context(), tx, r.By, input); err != nil || proof == 0 {
			return err
		}
		return files.AttachProof(r.Context(), tx, r.By, proof, input.ServiceIDs)
	})
	return payment, err
}

// read returns the fields of the form, and stores a proof that came with it.
func (p Pages) read(r *web.Request) (posted web.FormData, err error) {
	if !r.IsMultipart() {
		return r.FormData()
	}
	var proof *files.Upload
	posted, err = r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		if name == "" { // no file was chosen
			_, err = io.Copy(io.Discard, content)
			return err
		}
		proof, err = p.Library.Receive(r.By, name, content)
		return err
	})
	if proof != nil {
		defer proof.Discard()
	}
	if posted == nil {
		posted = web.FormData{}
	}
	if err != nil {
		return posted, refusedProof(err)
	}
	if proof == nil {
		return posted, nil
	}
	file, err := p.Library.Store(r.Context(), r.By, proof, nil)
	if err == nil {
		posted[view.ProofField], posted[view.ProofNameField] = []string{strconv.FormatInt(file.ID, 10)}, []string{file.FileName}
	}
	return posted, err
}

// refusedProof returns a refused file as the problem of its field; other errors stay.
func refusedProof(err error) error {
	refusal := errs.As(err)
	if refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindForbidden {
		return err
	}
	return errs.Invalid(view.ProofField, cmp.Or(filesview.Reason(err), refusal.Message))
}

func (p Pages) askRevert(r *web.Request) error { return p.renderRevert(r, view.RevertData{}) }

// renderRevert shows the way back of the payment of a service.
func (p Pages) renderRevert(r *web.Request, data view.RevertData) (err error) {
	if data.Service, err = p.find(r); err != nil {
		return err
	}
	data.Services, data.Line = 1, agendaview.Person(data.Service.AssociateName, data.Service.PatientName)
	found, err := payments.ListByGroup(r.Context(), p.DB, r.By, data.Service.BookingGroupCode)
	if err != nil {
		return err
	}
	for _, payment := range found {
		if payment.RevertedAt == nil && payment.Covers(data.Service.ID) {
			data.Services, data.Line = len(payment.Lines), fmtbr.Join(" · ", data.Line, appointment.PaidLine(payment))
		}
	}
	around, err := p.around(r, view.RevertTitle, data.Service)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.RevertPage(around, data))
}

func (p Pages) revert(r *web.Request) error {
	service, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	payment, refused := payments.Revert(r.Context(), p.DB, r.By, payments.RevertInput{ServiceID: service.ID, Reason: posted.Or("reason", "")})
	switch {
	case refused == nil:
		r.Notify(view.RevertedMessage(len(payment.Lines)))
		return r.Redirect(agendaview.Href(service.ID))
	case errs.As(refused) == nil:
		return refused
	}
	return p.renderRevert(r, view.RevertData{Typed: posted, Refused: refused})
}

func (p Pages) receiptOfService(r *web.Request) error {
	service, err := p.find(r)
	if err != nil {
		return err
	}
	receipt, err := receipts.OfService(r.Context(), p.DB, r.By, service.ID)
	if err != nil {
		return err
	}
	return serve.Receipt(r, p.DB, receipt)
}

func (p Pages) receiptOfOrder(r *web.Request) error {
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
