package appointments

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/bookings"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/appointments"
	"acolhe/views/layouts"
	"acolhe/views/register/appointments"
	"acolhe/web"
)

// linkRoutes are the pages of a letter's link.
func (p Appointments) linkRoutes() []web.Route {
	const at = bookings.LinkPath + "/:token"
	limit := bookings.LinkLimit()
	return []web.Route{
		web.Page(at, web.Public(), p.show).RateLimit(limit),
		web.Form(at+"/confirmar", web.Public(), p.confirm).RateLimit(limit),
		web.Form(at+"/desfazer/:id", web.Public(), p.withdraw).RateLimit(limit),
		web.Page(at+"/consulta.ics", web.Public(), p.file).RateLimit(limit),
		web.Page(at+"/cancelar", web.Public(), p.showCancel).RateLimit(limit),
		web.Form(at+"/cancelar", web.Public(), p.cancel).RateLimit(limit),
		web.Page(at+"/remarcar", web.Public(), p.showOtherTime).RateLimit(limit),
		web.Form(at+"/remarcar", web.Public(), p.requestOtherTime).RateLimit(limit),
	}
}

func (p Appointments) frame(r *web.Request, title string) (layouts.Frame, error) {
	return frame.Linked(r, p.DB, title)
}

// show shows the appointments of a link, or why there is nothing to answer any more.
func (p Appointments) show(r *web.Request) error {
	linked, err := bookings.FindByToken(r.Context(), p.DB, r.Param("token"))
	if err != nil {
		return p.refuse(r, err)
	}
	upcoming := linked.Upcoming(r.Now)
	page := view.Page{IsPast: len(linked.Services) > len(upcoming)}
	if page.Upcoming, err = p.visits(r, upcoming); err != nil {
		return err
	}
	if page.Cancelled, err = p.visits(r, linked.Cancelled); err != nil {
		return err
	}
	if page.Nothing.Contacts, err = settings.ReadContacts(r.Context(), p.DB); err != nil {
		return err
	}
	if page.Frame, err = p.frame(r, page.Title()); err != nil {
		return err
	}
	return r.Render(view.LinkPage(page))
}

// visits reads the appointments of the link of the address.
func (p Appointments) visits(r *web.Request, services []bookings.Service) ([]view.Visit, error) {
	token := r.Param("token")
	read := make([]view.Visit, len(services))
	for i, service := range services {
		visit, err := Read(r, p.DB, service)
		if err != nil {
			return nil, err
		}
		visit.Base, visit.Token, visit.Page = view.Href(token), token, p.address(view.Href(token))
		read[i] = visit
	}
	return read, nil
}

// upcoming returns one appointment of the link that can be answered.
func (p Appointments) upcoming(r *web.Request, id int64) (visit view.Visit, isUpcoming bool, err error) {
	linked, err := bookings.FindByToken(r.Context(), p.DB, r.Param("token"))
	if err != nil {
		return visit, false, err
	}
	service, isUpcoming := linked.Find(id, r.Now)
	if !isUpcoming {
		return visit, false, nil
	}
	visits, err := p.visits(r, []bookings.Service{service})
	if err != nil {
		return visit, false, err
	}
	return visits[0], true, nil
}

// file answers one appointment of the link as a calendar file.
func (p Appointments) file(r *web.Request) error {
	visit, isUpcoming, err := p.upcoming(r, queryID(r))
	if err != nil {
		return p.refuse(r, err)
	}
	if !isUpcoming {
		return r.Redirect(view.Href(r.Param("token")))
	}
	return SendFile(r, p.DB, visit)
}

// showCancel asks why an appointment of the link is cancelled.
func (p Appointments) showCancel(r *web.Request) error {
	return p.renderCancel(r, bookings.CancelInput{ID: queryID(r)}, nil)
}

// cancel cancels an appointment of the link.
func (p Appointments) cancel(r *web.Request) error {
	var input bookings.CancelInput
	if _, err := bookings.FindByToken(r.Context(), p.DB, r.Param("token")); err != nil {
		return p.refuse(r, err)
	}
	posted, err := r.FormData()
	if err == nil {
		err = posted.Bind(&input)
	}
	if err != nil {
		return err
	}
	input.Token = r.Param("token")
	if _, err = bookings.CancelOwn(r.Context(), p.DB, r.By, input); len(errs.FieldsOf(err)) > 0 {
		return p.renderCancel(r, input, err)
	}
	if err != nil {
		return p.refuse(r, err)
	}
	r.Notify("Consulta cancelada.")
	return r.Redirect(view.Href(input.Token))
}

func (p Appointments) renderCancel(r *web.Request, input bookings.CancelInput, refused error) error {
	visit, isUpcoming, err := p.upcoming(r, input.ID)
	if err != nil {
		return p.refuse(r, err)
	}
	if !isUpcoming || !visit.MayChange(r.Now) {
		return r.Redirect(view.Href(r.Param("token")))
	}
	frame, err := p.frame(r, "Cancelar a consulta")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, view.Cancelling{Frame: frame, Visit: visit, Typed: input, Refused: refused}.Page())
}

// queryID is the appointment in the query of the address; any other text is none.
func queryID(r *web.Request) int64 {
	id, _ := strconv.ParseInt(r.Query("consulta"), 10, 64)
	return id
}

// confirm stores that the associate comes.
func (p Appointments) confirm(r *web.Request) error {
	input, err := p.answerOf(r)
	if err != nil {
		return p.refuse(r, err)
	}
	service, err := bookings.Confirm(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.refuse(r, err)
	}
	page := view.Href(input.Token)
	r.NotifyUndo("Presença confirmada.", page+"/desfazer/"+strconv.FormatInt(service.ID, 10))
	return r.Redirect(page)
}

// withdraw removes the answer.
func (p Appointments) withdraw(r *web.Request) error {
	input, err := p.answerOf(r)
	if err != nil {
		return p.refuse(r, err)
	}
	if input.ID, err = r.ParamID("id"); err != nil {
		return err
	}
	if _, err := bookings.Withdraw(r.Context(), p.DB, r.By, input); err != nil {
		return p.refuse(r, err)
	}
	r.Notify("Resposta desfeita.")
	return r.Redirect(view.Href(input.Token))
}

// showOtherTime shows the form for one appointment of the link; without one that can be answered it shows the link.
func (p Appointments) showOtherTime(r *web.Request) error {
	return p.renderOtherTime(r, bookings.AnswerInput{ID: queryID(r), Token: r.Param("token")}, nil)
}

// requestOtherTime stores that the associate asks for another time.
func (p Appointments) requestOtherTime(r *web.Request) error {
	input, err := p.answerOf(r)
	if err != nil {
		return p.refuse(r, err)
	}
	_, err = bookings.RequestReschedule(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderOtherTime(r, input, err)
	}
	if err != nil {
		return p.refuse(r, err)
	}
	r.Notify("Pedido enviado. A equipe responde em breve.")
	return r.Redirect(view.Href(input.Token))
}

func (p Appointments) renderOtherTime(r *web.Request, input bookings.AnswerInput, refused error) error {
	linked, err := bookings.FindByToken(r.Context(), p.DB, input.Token)
	if err != nil {
		return p.refuse(r, err)
	}
	service, isUpcoming := linked.Find(input.ID, r.Now)
	if !isUpcoming {
		return r.Redirect(view.Href(input.Token))
	}
	frame, err := p.frame(r, "Pedir outro horário")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	asked := appointments.OtherTime{Service: service, Zone: linked.Zone, Action: view.Href(input.Token) + "/remarcar",
		Back: view.Href(input.Token), Typed: input.Reason}
	asked.Problems, asked.Chosen = errs.FieldsOf(refused), asked.ChosenTime(input)
	if asked.Free, err = bookings.OtherTimes(r.Context(), p.DB, service, r.Now); err != nil {
		return err
	}
	return r.RenderForm(refused, view.OtherTimePage(frame, asked))
}

// answerOf reads the answer of a form for the link of the address, which must exist.
func (p Appointments) answerOf(r *web.Request) (input bookings.AnswerInput, err error) {
	linked, err := bookings.FindByToken(r.Context(), p.DB, r.Param("token"))
	if err != nil {
		return input, err
	}
	posted, err := r.FormData()
	if err == nil {
		err = posted.WithMoments(linked.Zone, "at").Bind(&input)
	}
	input.Token = r.Param("token")
	return input, err
}

// refuse shows that the address is no link, or the current state of one whose appointment can no longer be answered; it
// returns other errors.
func (p Appointments) refuse(r *web.Request, refused error) error {
	if refusal := errs.As(refused); refusal != nil && (refusal.Kind == errs.KindConflict || refusal.Code == errs.CodeNotFound) {
		r.Notify(refusal.Message)
		return r.Redirect(view.Href(r.Param("token")))
	}
	if !errs.HasCode(refused, errs.CodeTokenInvalid) {
		return refused
	}
	frame, err := p.frame(r, "Este link não abre mais")
	if err != nil {
		return err
	}
	return r.RenderRefused(refused, view.UnknownPage(frame))
}
