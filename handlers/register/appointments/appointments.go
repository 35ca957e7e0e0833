// Package appointments serves the appointments of an associate: each one, the answer to it, another time and the proof of payment.
package appointments

import (
	"context"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/handlers/receive"
	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/appointments"
	"acolhe/views/register/proof"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	// BaseURL is the address of the program, for calendars.
	BaseURL *url.URL
	DB      *db.DB
	Files   files.Library
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	const one = register.AppointmentsPath + "/:id"
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
func (p Pages) confirm(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := bookings.Confirm(r.Context(), p.DB, r.By, bookings.AnswerInput{ID: id}); err != nil {
		return p.refuseAppointment(r, err)
	}
	r.NotifyUndo("Presença confirmada.", register.AppointmentsPath+"/"+strconv.FormatInt(id, 10)+"/desfazer")
	return r.Redirect(register.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

// withdraw removes the answer to an own appointment.
func (p Pages) withdraw(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := bookings.Withdraw(r.Context(), p.DB, r.By, bookings.AnswerInput{ID: id}); err != nil {
		return p.refuseAppointment(r, err)
	}
	r.Notify("Resposta desfeita.")
	return r.Redirect(register.AppointmentsPath)
}

// refuseAppointment says on the list why an answer was refused; it returns other errors.
func (p Pages) refuseAppointment(r *web.Request, refused error) error {
	if !errs.HasCode(refused, errs.CodeConflict) {
		return refused
	}
	r.Notify(errs.As(refused).Message)
	return r.Redirect(register.AppointmentsPath)
}

// appointment returns the own appointment of the address, with the time zone of the association.
func (p Pages) appointment(r *web.Request) (asked view.OtherTime, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return asked, err
	}
	service, err := bookings.FindOwn(r.Context(), p.DB, r.By, id)
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

func (p Pages) showOtherTime(r *web.Request) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	return p.renderOtherTime(r, asked, nil)
}

// requestOtherTime stores that the associate asks for another time.
func (p Pages) requestOtherTime(r *web.Request) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	var input bookings.AnswerInput
	posted, err := r.FormData()
	if err == nil {
		err = posted.WithMoments(asked.Zone, "at").Bind(&input)
	}
	if err != nil {
		return err
	}
	input.ID = asked.Service.ID
	if _, err = bookings.RequestReschedule(r.Context(), p.DB, r.By, input); len(errs.FieldsOf(err)) > 0 {
		asked.Typed, asked.Problems = input.Reason, errs.FieldsOf(err)
		asked.Chosen = asked.ChosenTime(input)
		return p.renderOtherTime(r, asked, err)
	}
	if err != nil {
		return p.refuseAppointment(r, err)
	}
	r.Notify("Pedido enviado. A equipe responde em breve.")
	return r.Redirect(register.AppointmentsPath)
}

func (p Pages) renderOtherTime(r *web.Request, asked view.OtherTime, refused error) error {
	around, err := frame.Own(r, p.DB, "Pedir outro horário")
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.OtherTimePage(around, asked))
}

func (p Pages) showProof(r *web.Request) error { return p.renderProof(r, nil) }

// receiveProof stores the proof of payment of an own appointment, which pays its booking.
func (p Pages) receiveProof(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = receive.Proof(r, p.Files, func(received *files.Upload) error { return p.storeProof(r.Context(), r.By, received, id) })
	if err != nil {
		return p.refuseProof(r, err)
	}
	r.Notify("Comprovante enviado. Obrigado!")
	return r.Redirect(register.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

func (p Pages) storeProof(ctx context.Context, by auth.Caller, received *files.Upload, service int64) error {
	_, err := p.Files.Store(ctx, by, received, func(tx *db.DB, file files.File) error {
		_, err := files.AttachOwnProof(ctx, tx, by, file, service)
		return err
	})
	return err
}

// refuseProof shows the form with the reason of a refused file; it returns other errors.
func (p Pages) refuseProof(r *web.Request, refused error) error {
	if refusal := errs.As(refused); refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindNotFound {
		return refused
	}
	return p.renderProof(r, errs.Invalid("file", receive.Problem(refused)))
}

func (p Pages) renderProof(r *web.Request, refused error) error {
	asked, err := p.appointment(r)
	if err != nil {
		return err
	}
	return frame.RenderOwn(r, p.DB, "Enviar comprovante", refused, func(around layouts.Frame) templ.Component {
		form := view.Proof(asked.Service, asked.Zone)
		form.Problem = receive.Problem(refused)
		return proof.Page(around, form)
	})
}
