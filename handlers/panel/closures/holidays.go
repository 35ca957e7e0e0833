package closures

import (
	"acolhe/models/closures"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/closures"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// shownDays is the number of days whose holidays the page lists.
const shownDays = 400

func (p Pages) holidays(r *web.Request) error { return p.renderHolidays(r, view.HolidaysData{}) }

func (p Pages) renderHolidays(r *web.Request, data view.HolidaysData) error {
	around, err := p.Frame(r, "Feriados", crumb)
	if err != nil {
		return err
	}
	today := civil.Of(around.Now)
	if data.Holidays, err = closures.ListHolidays(r.Context(), p.DB, today, today.Add(0, 0, shownDays)); err != nil {
		return err
	}
	data.Now, data.CanChange = around.Now, access.Can(r.By, "services", access.Create)
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.HolidaysPage(around, data))
}

func (p Pages) addHoliday(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := closures.HolidayInput{}
	if posted.Or("day", "") == "" {
		delete(posted, "day")
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	own, err := closures.AddHoliday(r.Context(), p.DB, r.By, input)
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.renderHolidays(r, view.HolidaysData{Typed: posted, Refused: err})
	}
	r.Notify(own.Name + " está na agenda.")
	return r.Redirect(view.HolidaysPath)
}

func (p Pages) removeHoliday(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	undoID, err := closures.RemoveHoliday(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Feriado removido.", undo.Href(undoID))
	return r.Redirect(view.HolidaysPath)
}

// attend stores whether the association attends on a holiday.
func (p Pages) attend(r *web.Request) error {
	day, err := civil.Parse(r.Param("day"))
	if err != nil {
		return errs.NotFound("Este dia não é feriado.")
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	attends := posted.Or(view.AttendsField, "") == "true"
	holiday, err := closures.Attend(r.Context(), p.DB, closures.AttendInput{Day: day, Attends: attends})
	if err != nil {
		return err
	}
	if attends {
		r.Notify("A agenda de " + holiday.Day.Shown() + " está aberta.")
	} else {
		r.Notify("A agenda de " + holiday.Day.Shown() + " está fechada: " + holiday.Name + ".")
	}
	return r.Redirect(r.CameFrom(view.HolidaysPath))
}
