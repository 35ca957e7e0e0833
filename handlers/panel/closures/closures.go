// Package closures serves the forms of blocked hours and the page of holidays.
package closures

import (
	"strings"
	"time"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	agendaview "acolhe/views/panel/agenda"
	view "acolhe/views/panel/closures"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the forms of blocked hours and the page of holidays.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

var crumb = layouts.Crumb{Label: "Agenda", Href: view.AgendaPath}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const block, holiday = view.BlocksPath + "/:id", view.HolidaysPath + "/:id"
	creates := web.StaffCan("services", access.Create)
	return []web.Route{
		web.Page(view.NewPath, creates, p.new),
		web.Form(view.NewPath, creates, p.block),
		web.Page(block, creates, p.edit),
		web.Form(block, creates, p.change),
		web.Page(view.HolidaysPath, web.StaffCan("services", access.Read), p.holidays),
		web.Form(view.HolidaysPath, creates, p.addHoliday),
		web.Form(holiday+"/remover", creates, p.removeHoliday),
		web.Form(view.HolidaysPath+"/dias/:day", creates, p.attend),
	}
}

// new shows the form of a new block, for a linked professional and day.
func (p Pages) new(r *web.Request) error {
	typed := web.FormData{view.BackField: {r.CameFrom(view.AgendaPath)}, "professional_id": {r.Query("profissional")}}
	if day, err := civil.Parse(r.Query("data")); err == nil {
		typed[view.FirstDay] = []string{day.Shown()}
	}
	return p.render(r, view.BlockData{Typed: typed})
}

func (p Pages) edit(r *web.Request) error {
	block, err := p.find(r)
	if err != nil {
		return err
	}
	return p.render(r, view.BlockData{Block: block, Typed: web.FormData{view.BackField: {r.CameFrom(view.AgendaPath)}}})
}

func (p Pages) find(r *web.Request) (closures.Block, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return closures.Block{}, err
	}
	return closures.FindBlock(r.Context(), p.DB, r.By, id)
}

func (p Pages) render(r *web.Request, data view.BlockData) error {
	around, err := p.Frame(r, data.Title(), crumb)
	if err != nil {
		return err
	}
	found, err := professionals.InAgenda(r.Context(), p.DB, professionals.AgendaInput{})
	if err != nil {
		return err
	}
	data.Professionals = agendaview.Options{Professionals: found}.Names()
	if data.Version = data.Typed.Or("version", ""); data.Block.ID != 0 && (data.Version == "" || errs.IsStale(data.Refused)) {
		data.Version = db.VersionOf(p.DB, &data.Block)
	}
	data.Now, around.Refused = around.Now, data.Refused != nil || len(data.Within) > 0
	refused := data.Refused
	if len(data.Within) > 0 {
		refused = errs.Conflict(errs.CodeConflict, "")
	}
	return r.RenderForm(refused, view.BlockPage(around, data))
}

func (p Pages) block(r *web.Request) error { return p.save(r, closures.Block{}) }

func (p Pages) change(r *web.Request) error {
	block, err := p.find(r)
	if err != nil {
		return err
	}
	return p.save(r, block)
}

// save stores the form of a block, unless it has appointments that the person has not seen.
func (p Pages) save(r *web.Request, stored closures.Block) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	back := web.LocalPath(posted.Or(view.BackField, ""), view.AgendaPath)
	if stored.ID != 0 && posted.Or(view.ActionField, "") == view.RemoveAction {
		return p.remove(r, stored.ID, back)
	}
	around, err := p.Frame(r, "Bloqueio")
	if err != nil {
		return err
	}
	data, input := view.BlockData{Block: stored, Typed: posted}, closures.BlockInput{}
	if err := momentsOf(posted, around.Now.Location()).Bind(&input); err != nil {
		return err
	}
	input.ID, input.Version = stored.ID, form.VersionIn(posted)
	draft, err := closures.Draft(r.Context(), p.DB, r.By, input)
	if err == nil {
		data.Within, err = bookings.FindWithin(r.Context(), p.DB, r.By, draft)
	}
	if err == nil && data.Seen() != posted.Or(view.SeenField, "") && len(data.Within) > 0 {
		return p.render(r, data)
	}
	undoID := int64(0)
	if err == nil {
		undoID, err = p.store(r, input)
	}
	if err != nil {
		if data.Refused = err; errs.As(err) == nil {
			return err
		}
		data.Within = nil
		return p.render(r, data)
	}
	if undoID != 0 {
		r.NotifyUndo("Bloqueio alterado.", undo.Href(undoID))
	} else {
		r.Notify("Horário bloqueado.")
	}
	return r.Redirect(back)
}

// store stores a block; of a stored one it returns the id of the undo.
func (p Pages) store(r *web.Request, input closures.BlockInput) (undoID int64, err error) {
	if input.ID == 0 {
		_, err = closures.Save(r.Context(), p.DB, r.By, input)
		return 0, err
	}
	_, undoID, err = closures.ChangeWithUndo(r.Context(), p.DB, r.By, input)
	return undoID, err
}

func (p Pages) remove(r *web.Request, id int64, back string) error {
	undoID, err := closures.Remove(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Bloqueio removido.", undo.Href(undoID))
	return r.Redirect(back)
}

// The hours of a block of whole days.
const dayStart, dayEnd = "00:00", "23:59"

// momentsOf returns the form with the typed days and times as the moments that the input binds. Without a last day the block
// ends on its first, and without hours it takes the whole day. A moment that cannot be read is absent.
func momentsOf(posted web.FormData, zone *time.Location) web.FormData {
	bound := web.FormData{}
	for name, values := range posted {
		if strings.TrimSpace(posted.Or(name, "")) != "" {
			bound[name] = values
		}
	}
	first := bound.Or(view.FirstDay, "")
	for path, typed := range map[string]string{
		"starts_at": localTime(first, bound.Or(view.FirstClock, dayStart)),
		"ends_at":   localTime(bound.Or(view.LastDay, first), bound.Or(view.LastClock, dayEnd)),
	} {
		if typed != "" {
			bound[path] = []string{typed}
		}
	}
	return bound.WithMoments(zone, "starts_at", "ends_at")
}

// localTime returns a typed day and time in the form of civil.LocalTime; it is empty for what it cannot read.
func localTime(day, clock string) string {
	date, err := civil.Parse(day)
	at, wrong := time.Parse("15:04", strings.TrimSpace(clock))
	if err != nil || wrong != nil {
		return ""
	}
	return civil.LocalTime(date.In(time.UTC).Add(time.Duration(at.Hour())*time.Hour+time.Duration(at.Minute())*time.Minute), time.UTC)
}
