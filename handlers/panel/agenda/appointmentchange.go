package agenda

import (
	"time"

	"acolhe/handlers/form"
	"acolhe/models/bookings"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/agenda"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// midnight returns the beginning of the day of a moment, in the zone of now.
func midnight(moment, now time.Time) time.Time { return civil.StartOfDay(moment.In(now.Location())) }

// ask returns the handler of the page of a step.
func (p Pages) ask(step view.Step) func(r *web.Request) error {
	return func(r *web.Request) error {
		typed := r.Queries()
		if step == view.Pay && typed.Or(view.BackField, "") == "" {
			typed[view.BackField] = []string{r.CameFrom("")}
		}
		return p.renderStep(r, view.StepData{Step: step, Typed: typed})
	}
}

// renderStep shows the form of a step.
func (p Pages) renderStep(r *web.Request, data view.StepData) (err error) {
	if data.Record, err = p.record(r); err != nil {
		return err
	}
	data.Version = data.Typed.Or("version", data.Record.Version)
	if errs.IsStale(data.Refused) {
		data.Version = data.Record.Version
	}
	if data.Options, err = p.options(r); err != nil {
		return err
	}
	around, err := p.Frame(r, data.Title(), crumb, layouts.Crumb{Label: data.Record.Title(), Href: view.Href(data.Record.Service.ID)})
	if err != nil {
		return err
	}
	data.Record.Now, around.Refused = around.Now, data.Refused != nil
	if data.Free, err = p.freeFor(r, data); err != nil {
		return err
	}
	return r.RenderForm(data.Refused, view.StepPage(around, data))
}

// freeFor returns free times for the step: of the typed day, else from the day of the service or today on.
func (p Pages) freeFor(r *web.Request, data view.StepData) ([]time.Time, error) {
	professional, err := data.Professional()
	if data.Step != view.Reschedule || err != nil {
		return nil, nil
	}
	from, days := data.FreeDays()
	return bookings.FreeTimes(r.Context(), p.DB, bookings.FreeInput{ProfessionalID: professional, ServiceID: data.Record.Service.ID, From: from, Days: days, Now: data.Record.Now, Limit: maxFree})
}

func (p Pages) pay(r *web.Request) error { return p.setStatus(r, bookings.Paid) }

func (p Pages) unpay(r *web.Request) error { return p.setStatus(r, bookings.AwaitingPayment) }

// setStatus changes the status of the whole booking, and offers to undo it.
func (p Pages) setStatus(r *web.Request, status bookings.Status) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	changed, undoID, err := bookings.SetGroupStatus(r.Context(), p.DB, r.By, bookings.StatusInput{ID: id, Status: status})
	if err != nil {
		return err
	}
	r.NotifyUndo(view.StatusMessage(status, len(changed)), undo.Href(undoID))
	// The address of a dialog is that of its page, so that the dialog keeps the page under it.
	return r.Redirect(web.LocalPath(posted.Or(view.BackField, ""), r.CameFrom(view.Href(id))))
}

// reschedule moves a service. An overlap and a calendar event are asked about first.
func (p Pages) reschedule(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Remarcar")
	if err != nil {
		return err
	}
	data := view.StepData{Step: view.Reschedule, Typed: posted}
	input := bookings.ChangeInput{}
	if data.Refused = bindAt(posted, around.Now.Location()).Bind(&input); data.Refused == nil {
		input = bookings.ChangeInput{ID: id, Version: form.VersionIn(posted), ReplaceCalendarEvent: input.ReplaceCalendarEvent, CommonFields: bookings.CommonFields{BindErrors: input.BindErrors},
			ItemFields: bookings.ItemFields{ConsultationDate: input.ConsultationDate, ProfessionalID: input.ProfessionalID}}
		if data.Clashes, err = p.clashes(r, posted, input); err != nil {
			return err
		}
	}
	if data.Refused != nil || len(data.Clashes) > 0 {
		if data.Refused == nil {
			data.Refused = errs.Conflict(bookings.CodeSlotTaken, "")
		}
		return p.renderStep(r, data)
	}
	service, undoID, err := bookings.Reschedule(r.Context(), p.DB, r.By, input)
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		data.Refused = err
		return p.renderStep(r, data)
	}
	r.NotifyUndo("Remarcado para "+shownAt(service.ConsultationDate, around.Now.Location())+".", undo.Href(undoID))
	return r.Redirect(web.LocalPath(posted.Or(view.BackField, ""), view.Href(id)))
}

func shownAt(date *time.Time, zone *time.Location) string {
	if date == nil {
		return "sem data"
	}
	return fmtbr.DateTime(*date, zone)
}

// clashes returns the overlaps of the new time, unless the person accepted them.
func (p Pages) clashes(r *web.Request, posted web.FormData, input bookings.ChangeInput) ([]bookings.Placed, error) {
	service, err := bookings.FindFor(r.Context(), p.DB, r.By, input.ID)
	if err != nil || posted.Or("sobrepor", "") != "" || !input.ConsultationDate.HasValue() {
		return nil, err
	}
	return bookings.FindClashes(r.Context(), p.DB, r.By, bookings.Wanted{ServiceID: input.ID, ProfessionalID: input.ProfessionalID.Or(service.ProfessionalID), Date: input.ConsultationDate.Value})
}

// bindAt returns a form with its local time as a moment of the zone. A chosen free time replaces the typed one.
func bindAt(posted web.FormData, zone *time.Location) web.FormData {
	if free := posted.Or(view.FreeField, ""); free != "" {
		posted["consultation_date"] = []string{free}
	}
	return posted.WithMoments(zone, "consultation_date")
}

// requestEvent makes the calendar event of a service, again if it failed.
func (p Pages) requestEvent(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := bookings.RequestEvent(r.Context(), p.DB, r.By, id); err != nil {
		refused := errs.As(err)
		if refused == nil || len(refused.Fields) == 0 {
			return err
		}
		r.Notify(refused.Fields[0].Message)
		return r.Redirect(view.Href(id))
	}
	r.Notify("O evento está a caminho.")
	return r.Redirect(view.Href(id))
}

func (p Pages) cancel(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	removed, err := bookings.RemoveGroup(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.Notify(view.CancelledMessage(removed))
	return r.Redirect(view.Path)
}

type editPages = form.Pages[bookings.Service, bookings.ChangeInput, bookings.ChangeInput]

func (p Pages) form() editPages {
	return editPages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(), Crumbs: []layouts.Crumb{crumb},
		Find: bookings.FindFor, Change: bookings.Change,
		Target: func(input *bookings.ChangeInput, id int64) { *input = editable(*input, id) },
		Complete: func(r *web.Request, state *formview.State[bookings.Service]) (err error) {
			state.Tags, err = tags.Offered(r.Context(), p.DB, "services")
			return err
		},
		Changed: func(bookings.Service) string { return "Alterações salvas." },
		Next:    func(row bookings.Service) string { return view.Href(row.ID) },
	}
}

// editable returns the fields of the form alone: a form cannot change the event or the commission.
func editable(input bookings.ChangeInput, id int64) bookings.ChangeInput {
	fields := bookings.ChangeInput{ID: id, Version: input.Version, CommonFields: input.CommonFields}
	fields.Status = patch.Field[bookings.Status]{}
	fields.Price, fields.Donation, fields.PricePaid = input.Price, input.Donation, input.PricePaid
	return fields
}

func (p Pages) edit(r *web.Request) error   { return p.form().Edit(r) }
func (p Pages) update(r *web.Request) error { return p.form().Update(r) }
