package agenda

import (
	"slices"
	"strings"
	"time"

	"acolhe/handlers/form"
	"acolhe/models/bookings"
	"acolhe/models/platform/settings"
	"acolhe/models/series"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/agenda"
	"acolhe/views/panel/rebooking"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// midnight returns the beginning of the day of a moment, in the zone of now.
func midnight(moment, now time.Time) time.Time { return civil.StartOfDay(moment.In(now.Location())) }

// ask returns the handler of the page of a step.
func (p Pages) ask(step view.Step) func(r *web.Request) error {
	return func(r *web.Request) error {
		return p.renderStep(r, rebooking.StepData{Step: step, Typed: r.Queries()})
	}
}

// renderStep shows the form of a step. A time that it was opened with is checked before anything is sent.
func (p Pages) renderStep(r *web.Request, data rebooking.StepData) (err error) {
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
	if err := p.completeStep(r, &data); err != nil {
		return err
	}
	return r.RenderForm(data.Refused, rebooking.StepPage(around, data))
}

// completeStep reads the free times, the scopes of a series, and the warnings of a time that the form was opened with.
func (p Pages) completeStep(r *web.Request, data *rebooking.StepData) (err error) {
	if data.Free, err = p.freeFor(r, *data); err != nil {
		return err
	}
	service := data.Record.Service
	if service.SeriesCode != nil {
		data.Series = map[series.Scope]int{}
		for _, scope := range []series.Scope{series.This, series.Next, series.Coming} {
			members, err := series.Members(r.Context(), p.DB, r.By, service, scope)
			if err != nil {
				return err
			}
			data.Series[scope] = len(members)
		}
	}
	at, err := civil.ParseLocalTime(data.Typed.Or("consultation_date", ""), data.Record.Now.Location())
	if err != nil || data.Step != view.Reschedule || data.Refused != nil {
		return nil
	}
	professional, err := data.Professional()
	if err != nil {
		return nil
	}
	data.Warnings, err = p.warnings(r, wantedMove{service, professional, at, series.This})
	return err
}

// freeFor returns free times for the step: of the typed day, else from the day of the service or today on.
func (p Pages) freeFor(r *web.Request, data rebooking.StepData) ([]time.Time, error) {
	professional, err := data.Professional()
	if data.Step != view.Reschedule || err != nil {
		return nil, nil
	}
	from, days := data.FreeDays()
	return bookings.FreeTimes(r.Context(), p.DB, bookings.FreeInput{ProfessionalID: professional, ServiceID: data.Record.Service.ID, From: from, Days: days, Now: data.Record.Now, Limit: maxFree})
}

// reschedule moves a service, or several of its series. What stands against the new time and a calendar event are asked about
// first.
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
	data, input := rebooking.StepData{Step: view.Reschedule, Typed: posted}, bookings.ChangeInput{}
	if data.Refused = bindAt(posted, around.Now.Location()).Bind(&input); data.Refused == nil {
		input = bookings.ChangeInput{ID: id, Version: form.VersionIn(posted), ReplaceCalendarEvent: input.ReplaceCalendarEvent, CommonFields: bookings.CommonFields{BindErrors: input.BindErrors},
			ItemFields: bookings.ItemFields{ConsultationDate: input.ConsultationDate, ProfessionalID: input.ProfessionalID}}
		if data.Warnings, err = p.unseen(r, posted, input); err != nil {
			return err
		}
	}
	if data.Refused == nil && len(data.Warnings) > 0 {
		data.Refused = errs.Conflict(bookings.CodeSlotTaken, "")
	}
	if data.Refused != nil {
		return p.renderStep(r, data)
	}
	words, undoID, err := p.move(r, posted, input)
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		data.Refused = err
		return p.renderStep(r, data)
	}
	r.NotifyUndo(words, undo.Href(undoID))
	return r.Redirect(web.LocalPath(posted.Or(rebooking.BackField, ""), view.Href(id)))
}

// move moves the service or the chosen scope of its series. It returns the message about it and the id of the undo.
func (p Pages) move(r *web.Request, posted web.FormData, input bookings.ChangeInput) (words string, undoID int64, err error) {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return "", 0, err
	}
	scope := series.Scope(posted.Or(rebooking.ScopeField, ""))
	if input.ConsultationDate.HasValue() && (scope == series.Next || scope == series.Coming) {
		moved, undoID, err := series.Reschedule(r.Context(), p.DB, r.By, input, scope)
		return fmtbr.Plural(moved, "atendimento remarcado.", "atendimentos remarcados."), undoID, err
	}
	service, undoID, err := bookings.Reschedule(r.Context(), p.DB, r.By, input)
	return "Remarcado para " + shownAt(service.ConsultationDate, zone) + ".", undoID, err
}

func shownAt(date *time.Time, zone *time.Location) string {
	if date == nil {
		return "sem data"
	}
	return fmtbr.DateTime(*date, zone)
}

// wantedMove is a time to which a scope of a service's series is to move.
type wantedMove struct {
	service      bookings.Service
	professional int64
	at           time.Time
	scope        series.Scope
}

// unseen returns the warnings of a move, unless the form has shown just these.
func (p Pages) unseen(r *web.Request, posted web.FormData, input bookings.ChangeInput) ([]string, error) {
	service, err := bookings.FindFor(r.Context(), p.DB, r.By, input.ID)
	if err != nil || !input.ConsultationDate.HasValue() {
		return nil, err
	}
	found, err := p.warnings(r, wantedMove{service, input.ProfessionalID.Or(service.ProfessionalID), input.ConsultationDate.Value, series.Scope(posted.Or(rebooking.ScopeField, ""))})
	if err != nil || (rebooking.StepData{Warnings: found}).Accepted() == strings.ReplaceAll(posted.Or(rebooking.AcceptedField, ""), "\r\n", "\n") {
		return nil, err
	}
	return found, nil
}

// warnings returns what stands against a move: other appointments, blocked hours and holidays.
func (p Pages) warnings(r *web.Request, wanted wantedMove) (warnings []string, err error) {
	if !isPossible(wanted.at) {
		return nil, nil
	}
	moves, err := series.Moves(r.Context(), p.DB, r.By, series.Move{Service: wanted.service, To: wanted.at}, wanted.scope)
	if err != nil {
		return nil, err
	}
	moving := make([]int64, len(moves))
	for i, move := range moves {
		moving[i] = move.Service.ID
	}
	for _, move := range moves {
		words, err := p.warningOf(r, wanted.professional, move, moving)
		if err != nil {
			return nil, err
		}
		if words != "" && len(moves) > 1 {
			words = view.When(&move.To, move.To.Location()) + ": " + words
		}
		if words != "" {
			warnings = append(warnings, words)
		}
	}
	return warnings, nil
}

// isPossible reports whether an appointment may have a time; the verb refuses any other.
func isPossible(at time.Time) bool {
	return at.Year() >= bookings.FirstYear && at.Year() <= bookings.LastYear
}

// warningOf returns what stands against the new time of one service, except those that move with it; empty if nothing does.
func (p Pages) warningOf(r *web.Request, professional int64, move series.Move, moving []int64) (string, error) {
	clashes, err := bookings.FindClashes(r.Context(), p.DB, r.By, bookings.Wanted{ServiceID: move.Service.ID, ProfessionalID: professional, Date: move.To})
	if err != nil {
		return "", err
	}
	words := ""
	for _, clash := range clashes {
		if words == "" && !slices.Contains(moving, clash.ID) {
			words = rebooking.ClashText(clash, move.To.Location())
		}
	}
	calendar, err := bookings.ReadDays(r.Context(), p.DB, r.By, professional, []time.Time{civil.StartOfDay(move.To)})
	if err != nil || len(calendar.Professionals) == 0 {
		return words, err
	}
	return fmtbr.Join(" ", view.ClosedWords(calendar, calendar.Professionals[0], move.To), words), nil
}

// bindAt returns a form with its local time as a moment of the zone. A chosen free time replaces the typed one.
func bindAt(posted web.FormData, zone *time.Location) web.FormData {
	if free := posted.Or(rebooking.FreeField, ""); free != "" {
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
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	removed, err := series.Remove(r.Context(), p.DB, r.By, id, series.Scope(posted.Or(rebooking.ScopeField, "")))
	if err != nil {
		return err
	}
	r.Notify(rebooking.CancelledMessage(removed))
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
