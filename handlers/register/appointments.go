package register

import (
	"context"
	"io"
	"strconv"

	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/register"
	"acolhe/web"

	"github.com/a-h/templ"
)

// appointmentRoutes are the routes of an associate's own appointments.
func (p Register) appointmentRoutes() []web.Route {
	const one = view.AppointmentsPath + "/:id"
	own := web.Associate()
	return []web.Route{
		web.Page(one, own, p.showAppointment),
		web.Page(one+"/consulta.ics", own, p.appointmentFile),
		web.Page(one+"/cancelar", own, p.showCancel),
		web.Form(one+"/cancelar", own, p.cancel).Quota(registration.OwnQuota()),
		web.Form(one+"/confirmar", own, p.confirm).Quota(registration.OwnQuota()),
		web.Form(one+"/desfazer", own, p.withdraw).Quota(registration.OwnQuota()),
		web.Page(one+"/remarcar", own, p.showOtherTime),
		web.Form(one+"/remarcar", own, p.requestOtherTime).Quota(registration.OwnQuota()),
		web.Page(one+"/comprovante", own, p.showProof).ShowsQuota(files.UploadQuota()),
		web.Form(one+"/comprovante", own, p.receiveProof).Quota(files.UploadQuota()),
	}
}

// confirm stores that the associate comes to an own appointment.
func (p Register) confirm(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := attendance.Confirm(r.Context(), p.DB, r.By, attendance.Input{ID: id}); err != nil {
		return p.refuseAppointment(r, err)
	}
	r.NotifyUndo("Presença confirmada.", view.AppointmentsPath+"/"+strconv.FormatInt(id, 10)+"/desfazer")
	return r.Redirect(view.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

// withdraw removes the answer to an own appointment.
func (p Register) withdraw(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := attendance.Withdraw(r.Context(), p.DB, r.By, attendance.Input{ID: id}); err != nil {
		return p.refuseAppointment(r, err)
	}
	r.Notify("Resposta desfeita.")
	return r.Redirect(view.AppointmentsPath)
}

// refuseAppointment says on the list why an answer was refused; it returns other errors.
func (p Register) refuseAppointment(r *web.Request, refused error) error {
	if !errs.HasCode(refused, errs.CodeConflict) {
		return refused
	}
	r.Notify(errs.As(refused).Message)
	return r.Redirect(view.AppointmentsPath)
}

// appointment returns the own appointment of the address, with the time zone of the association.
func (p Register) appointment(r *web.Request) (asked view.OtherTime, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return asked, err
	}
	service, err := attendance.FindOwn(r.Context(), p.DB, r.By, id)
	if err != nil {
		return asked, err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return asked, err
	}
	asked = view.OtherTimeOf(service, zone)
	asked.Free, err = bookings.OtherTimes(r.Context(), p.DB, service, r.Now)
	return asked, err
}

func (p Register) showOtherTime(r *web.Request) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	return p.renderOtherTime(r, asked, nil)
}

// requestOtherTime stores that the associate asks for another time.
func (p Register) requestOtherTime(r *web.Request) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	var input attendance.Input
	posted, err := r.FormData()
	if err == nil {
		err = posted.WithMoments(asked.Zone, "at").Bind(&input)
	}
	if err != nil {
		return err
	}
	input.ID = asked.Service.ID
	if _, err = attendance.RequestReschedule(r.Context(), p.DB, r.By, input); len(errs.FieldsOf(err)) > 0 {
		asked.Typed, asked.Problems = input.Reason, errs.FieldsOf(err)
		asked.Chosen = asked.ChosenTime(input)
		return p.renderOtherTime(r, asked, err)
	}
	if err != nil {
		return p.refuseAppointment(r, err)
	}
	r.Notify("Pedido enviado. A equipe responde em breve.")
	return r.Redirect(view.AppointmentsPath)
}

func (p Register) renderOtherTime(r *web.Request, asked view.OtherTime, refused error) error {
	frame, err := p.frame(r, "Pedir outro horário")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, view.OtherTimePage(frame, asked))
}

func (p Register) showProof(r *web.Request) error { return p.renderProof(r, nil) }

// receiveProof stores the proof of payment of an own appointment, which pays its booking.
func (p Register) receiveProof(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = p.receiveOne(r, func(received *files.Upload) error { return p.storeProof(r.Context(), r.By, received, id) })
	if err != nil {
		return p.refuseProof(r, err)
	}
	r.Notify("Comprovante enviado. Obrigado!")
	return r.Redirect(view.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

// receiveOne reads the one file of a form and gives it to store.
func (p Register) receiveOne(r *web.Request, store func(*files.Upload) error) error {
	var received *files.Upload
	_, err := r.ReadUpload(1, func(name string, content io.Reader) (err error) {
		received, err = p.Files.Receive(r.By, name, content)
		return err
	})
	if received != nil {
		defer received.Discard()
	}
	if err == nil && received == nil {
		err = errs.Invalid("file", "escolha o arquivo do comprovante")
	}
	if err == nil {
		err = refuseHEIC(received)
	}
	if err != nil {
		return err
	}
	return store(received)
}

func (p Register) storeProof(ctx context.Context, by auth.Caller, received *files.Upload, service int64) error {
	_, err := p.Files.Store(ctx, by, received, func(tx *db.DB, file files.File) error {
		_, err := files.AttachOwnProof(ctx, tx, by, file, service)
		return err
	})
	return err
}

// refuseProof shows the form with the reason of a refused file; it returns other errors.
func (p Register) refuseProof(r *web.Request, refused error) error {
	if refusal := errs.As(refused); refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindNotFound {
		return refused
	}
	return p.renderProof(r, errs.Invalid("file", problemOf(refused)))
}

func (p Register) renderProof(r *web.Request, refused error) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	return p.renderPage(r, "Enviar comprovante", refused, func(frame layouts.Frame) templ.Component {
		form := view.AppointmentProof(asked.Service, asked.Zone)
		form.Problem = problemOf(refused)
		return view.ProofPage(frame, form)
	})
}

// problemOf returns the sentence of a refusal: that of its first field, if it has any.
func problemOf(refused error) string {
	if fields := errs.FieldsOf(refused); len(fields) > 0 {
		return fields[0].Message
	}
	if refusal := errs.As(refused); refusal != nil {
		return refusal.Message
	}
	return ""
}
