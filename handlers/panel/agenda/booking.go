package agenda

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/handlers/form"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	agendaview "acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/appointment"
	view "acolhe/views/panel/agenda/booking"
	associatesview "acolhe/views/panel/associates"
	"acolhe/web"
)

// offered is the number of options of a search, freeDays the number of days in which free times are looked for, and
// maxFree the number of those shown.
const (
	offered  = 8
	freeDays = 14
	maxFree  = 8
)

// searchAssociates answers with the options of the associate search.
func (p Pages) searchAssociates(r *web.Request) error {
	found, err := associates.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(associatesview.Options(r.Query("lista"), found))
}

// new shows the empty form; without an associate it first asks for one.
func (p Pages) new(r *web.Request) error {
	booking := view.Booking{Search: r.Query("associado_texto"), Linked: url.Values{}, Typed: web.FormData{}}
	for _, name := range []string{"profissional", "quando", agendaview.ReceptionField} {
		if value := r.Query(name); value != "" {
			booking.Linked.Set(name, value)
		}
	}
	booking.Typed["associate_user_code"] = []string{r.Query("associado")}
	booking.Typed[agendaview.ReceptionField] = []string{r.Query(agendaview.ReceptionField)}
	booking.Typed[view.ItemPath(0, "professional_id")] = []string{r.Query("profissional")}
	booking.Typed[view.ItemPath(0, "consultation_date")] = []string{r.Query("quando")}
	found, err := associates.Search(r.Context(), p.DB, r.By, booking.Search, offered)
	if err != nil {
		return err
	}
	booking.Found = found
	return p.renderBooking(r, booking)
}

// book handles the form. The save button books; any other button changes the rows and shows the form again.
func (p Pages) book(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	booking := view.Booking{Typed: posted}
	action := posted.Or(view.ActionField, "")
	if action != view.SaveAction {
		changeRows(posted, action)
		return p.renderBooking(r, booking)
	}
	booked, err := p.save(r, booking)
	if err != nil {
		booking.Refused = err
		return p.renderBooking(r, booking)
	}
	r.NotifyWith(web.Notice{Text: view.Message(booked.Count), Path: agendaview.Href(booked.ID) + view.TellSlug, Way: "Avisar pelo WhatsApp"})
	return r.Redirect(agendaview.Href(booked.ID))
}

// changeRows adds or removes a row, or takes a free time, according to the pressed button.
func changeRows(posted web.FormData, action string) {
	rows := posted.Rows("items")
	if action == view.AddAction {
		next := 0
		if len(rows) > 0 {
			next = rows[len(rows)-1] + 1
		}
		posted[view.ItemPath(next, "professional_id")] = []string{""}
		return
	}
	if row, pressed := strings.CutPrefix(action, view.RemoveAction); pressed && len(rows) > 1 {
		if index, err := strconv.Atoi(row); err == nil {
			posted.DropRow("items", index)
		}
		return
	}
	chosen, pressed := strings.CutPrefix(action, view.TimeAction)
	row, at, _ := strings.Cut(chosen, ":")
	if index, err := strconv.Atoi(row); pressed && err == nil && slices.Contains(rows, index) {
		posted[view.ItemPath(index, "consultation_date")] = []string{at}
	}
}

// booked is the stored answer to the form.
type booked struct {
	ID    int64
	Count int
}

// save books, unless the form has an overlap that its page did not show.
func (p Pages) save(r *web.Request, booking view.Booking) (booked, error) {
	around, err := p.Frame(r, "Novo agendamento")
	if err != nil {
		return booked{}, err
	}
	booking.Now = around.Now
	var input bookings.BookInput
	if err := localTimes(booking.Typed, around.Now.Location()).Bind(&input); err != nil {
		return booked{}, err
	}
	return form.Once(r, p.DB, booking.Typed, input, func(tx *db.DB) (booked, error) {
		p.DB = tx
		if err := p.refuseUnseen(r, booking); err != nil {
			return booked{}, err
		}
		if err := p.repeat(r, booking, &input); err != nil {
			return booked{}, err
		}
		services, err := bookings.Book(r.Context(), tx, r.By, input)
		if err != nil {
			return booked{}, err
		}
		return booked{services[0].ID, len(services)}, nil
	})
}

// refuseUnseen returns a conflict if the form has an overlap that its page did not show.
func (p Pages) refuseUnseen(r *web.Request, booking view.Booking) error {
	if err := p.completeRows(r, &booking); err != nil {
		return err
	}
	if found := booking.Accepted(); found != "" && found != booking.Typed.Or(view.AcceptedField, "") {
		return errs.Conflict(bookings.CodeSlotTaken, "")
	}
	return nil
}

// localTimes returns a form with the local times of its services as moments of the zone.
func localTimes(posted web.FormData, zone *time.Location) web.FormData {
	var paths []string
	for _, row := range posted.Rows("items") {
		paths = append(paths, view.ItemPath(row, "consultation_date"))
	}
	return posted.WithMoments(zone, paths...)
}

// renderBooking shows the form, with its errors if any.
func (p Pages) renderBooking(r *web.Request, booking view.Booking) error {
	around, err := p.Frame(r, "Novo agendamento", crumb)
	if err != nil {
		return err
	}
	booking.Now, booking.Key = around.Now, form.KeyOf(booking.Typed, booking.Refused)
	if err := p.completeBooking(r, &booking); err != nil {
		return err
	}
	around.Refused = booking.Refused != nil
	if action := booking.Typed.Or(view.ActionField, ""); action != "" {
		r.ReplaceWhole()
	}
	return r.RenderForm(booking.Refused, view.Page(around, booking), view.Fragment)
}

// completeBooking reads the associate with patients, and what the rows show.
func (p Pages) completeBooking(r *web.Request, booking *view.Booking) error {
	code, err := uuid.Parse(booking.Typed.Or("associate_user_code", ""))
	if err != nil {
		return nil
	}
	booking.Associate, err = associates.FindByCodeFor(r.Context(), p.DB, r.By, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		booking.Associate = associates.Associate{}
		return nil
	}
	if err != nil {
		return err
	}
	if booking.Patients, err = associates.ListPatients(r.Context(), p.DB, r.By, booking.Associate.ID); err != nil &&
		!errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	if booking.Calendar, err = p.Calendar(r.Context()); err != nil {
		return err
	}
	if booking.Options, err = p.options(r); err != nil {
		return err
	}
	if booking.Tags, err = tags.Offered(r.Context(), p.DB, "services"); err != nil {
		return err
	}
	return p.completeRows(r, booking)
}

// completeRows reads price, free times and overlaps of each row.
func (p Pages) completeRows(r *web.Request, booking *view.Booking) error {
	booking.Rows = nil
	for at, row := range booking.Typed.Rows("items") {
		if at != row {
			// The rows are numbered without gaps.
			return errs.Invalid("items", "o formulário chegou incompleto")
		}
		completed, err := p.completeRow(r, *booking, row)
		if err != nil {
			return err
		}
		booking.Rows = append(booking.Rows, completed)
	}
	if !booking.Repeats() {
		return nil
	}
	_, plan, err := p.plan(r, *booking)
	if booking.Plan = plan; errs.As(err) != nil {
		return nil // the form says so when it is sent
	}
	return err
}

func (p Pages) completeRow(r *web.Request, booking view.Booking, row int) (completed view.Row, err error) {
	id, _ := strconv.ParseInt(booking.Typed.Or(view.ItemPath(row, "professional_id"), ""), 10, 64) // 0 is none
	found, err := professionals.InAgenda(r.Context(), p.DB, professionals.AgendaInput{IDs: []int64{id}, WithIDs: []int64{id}})
	if err != nil || id == 0 || len(found) == 0 {
		return completed, err
	}
	completed.Professional = found[0]
	if completed.Price, err = completed.Professional.DefaultPrice(r.Context(), p.DB); err != nil {
		return completed, err
	}
	if at, err := civil.ParseLocalTime(booking.Typed.Or(view.ItemPath(row, "consultation_date"), ""), booking.Now.Location()); err == nil {
		completed.At = &at
	}
	return completed, p.completeTimes(r, booking.Now, &completed)
}

// completeTimes reads the free times, the overlaps and the day of a row.
func (p Pages) completeTimes(r *web.Request, now time.Time, row *view.Row) (err error) {
	free := bookings.FreeInput{ProfessionalID: row.Professional.ID, From: civil.StartOfDay(now), Days: freeDays, Now: now, Limit: maxFree}
	if row.At != nil {
		row.Day = civil.StartOfDay(*row.At)
		free.From, free.Days = row.Day, 1
		if row.Clashes, err = bookings.FindClashes(r.Context(), p.DB, r.By,
			bookings.Wanted{ProfessionalID: row.Professional.ID, Date: *row.At}); err != nil {
			return err
		}
	}
	if row.Free, err = bookings.FreeTimes(r.Context(), p.DB, free); err != nil {
		return err
	}
	if row.Day.IsZero() && len(row.Free) > 0 {
		row.Day = civil.StartOfDay(row.Free[0])
	}
	if row.Day.IsZero() {
		return nil
	}
	day := bookings.CalendarInput{From: row.Day, To: row.Day.AddDate(0, 0, 1), ProfessionalIDs: []int64{row.Professional.ID}}
	row.Calendar, err = bookings.ReadCalendar(r.Context(), p.DB, r.By, day)
	return err
}

// tell leads to the chat with the associate, with the text about the booking.
func (p Pages) tell(r *web.Request) error {
	record, err := p.record(r)
	if err != nil {
		return err
	}
	if record.Phone == nil {
		r.Notify("O associado não tem telefone no cadastro.")
		return r.Redirect(agendaview.Href(record.Service.ID))
	}
	if record.NoWhatsApp {
		r.Notify("O associado não permite recados pelo WhatsApp. Ligue ou escreva por e-mail.")
		return r.Redirect(agendaview.Href(record.Service.ID))
	}
	around, err := p.Frame(r, "Avisar", crumb)
	if err != nil {
		return err
	}
	return r.Redirect(fmtbr.WhatsApp(*record.Phone, appointment.Message(record.Group, around.Now.Location())))
}
