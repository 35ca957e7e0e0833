package appointments

import (
	"strconv"
	"strings"

	links "acolhe/handlers/appointments"
	"acolhe/handlers/frame"
	"acolhe/models/bookings"
	"acolhe/models/types/errs"
	visits "acolhe/views/appointments"
	"acolhe/views/register"
	"acolhe/web"
)

// visit reads the own appointment of the address.
func (p Pages) visit(r *web.Request) (visit visits.Visit, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return visit, err
	}
	service, err := bookings.FindOwn(r.Context(), p.DB, r.By, id)
	if err != nil {
		return visit, err
	}
	if visit, err = links.Read(r, p.DB, service); err != nil {
		return visit, err
	}
	visit.Base = register.AppointmentsPath + "/" + strconv.FormatInt(id, 10)
	visit.Page = strings.TrimSuffix(p.BaseURL.String(), "/") + visit.Base
	return visit, nil
}

// showAppointment shows an own appointment, with the Pix code while an upcoming one awaits its payment.
func (p Pages) showAppointment(r *web.Request) error {
	visit, err := p.visit(r)
	if err != nil {
		return err
	}
	page := visits.OwnPage{Visit: visit}
	if page.Frame, err = frame.Own(r, p.DB, page.Title()); err != nil {
		return err
	}
	return r.Render(page.Page())
}

// appointmentFile answers an own appointment as a calendar file.
func (p Pages) appointmentFile(r *web.Request) error {
	visit, err := p.visit(r)
	if err != nil {
		return err
	}
	if visit.Service.ConsultationDate == nil {
		return r.Redirect(visit.Base)
	}
	return links.SendFile(r, p.DB, visit)
}

func (p Pages) showCancel(r *web.Request) error {
	return p.renderCancel(r, bookings.CancelInput{}, nil)
}

// cancel cancels an own appointment.
func (p Pages) cancel(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	var input bookings.CancelInput
	posted, err := r.FormData()
	if err == nil {
		err = posted.Bind(&input)
	}
	if err != nil {
		return err
	}
	input.ID = id
	if _, err = bookings.CancelOwn(r.Context(), p.DB, r.By, input); len(errs.FieldsOf(err)) > 0 {
		return p.renderCancel(r, input, err)
	}
	if err != nil {
		return p.refuseAppointment(r, err)
	}
	r.Notify("Consulta cancelada.")
	return r.Redirect(register.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

func (p Pages) renderCancel(r *web.Request, input bookings.CancelInput, refused error) error {
	visit, err := p.visit(r)
	if err != nil {
		return err
	}
	if !visit.MayChange(r.Now) {
		return r.Redirect(visit.Base)
	}
	around, err := frame.Own(r, p.DB, "Cancelar a consulta")
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, visits.Cancelling{Frame: around, Visit: visit, Typed: input, Refused: refused}.Page())
}
