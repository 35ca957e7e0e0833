// Package booking serves the steps in which an associate makes an appointment.
package booking

import (
	"slices"
	"strconv"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/registration"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/register"
	view "acolhe/views/register/booking"
	"acolhe/web"
)

// The free times that the pages offer: of so many days, at first those of so many weeks.
const (
	bookableDays = 60
	firstWeeks   = 1
)

// Pages serves these pages.
type Pages struct {
	DB *db.DB
}

// Routes returns the routes of the steps; each is an address.
func (p Pages) Routes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(view.Path, own, p.showBooking).ShowsQuota(bookings.OwnQuota()),
		web.Page(view.TimesPath, own, p.showTimes).ShowsQuota(bookings.OwnQuota()),
		web.Page(view.CheckPath, own, p.showCheck).ShowsQuota(bookings.OwnQuota()),
		web.Form(view.Path, own, p.book).Quota(bookings.OwnQuota()).RateLimit(bookings.OwnLimit()),
	}
}

// showBooking asks for whom and with whom. Who has not given the own data is led to them.
func (p Pages) showBooking(r *web.Request) error {
	own, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if own.AwaitsOwnData() {
		r.Notify("Complete os seus dados antes de marcar uma consulta.")
		return r.Redirect(register.Home)
	}
	booking, err := p.chosen(r, r.Queries())
	if err != nil {
		return err
	}
	if r.Query(view.MissingField) == view.WithField {
		booking.Refused = errWithout(view.WithField)
	}
	return p.renderBooking(r, booking)
}

// errWithout is the refusal of a step without the choice of the step before.
func errWithout(field string) error {
	if field == view.WithField {
		return errs.Invalid(field, "escolha com quem é a consulta")
	}
	return errs.Invalid(field, "escolha o dia e a hora")
}

func (p Pages) renderBooking(r *web.Request, booking view.Booking) (err error) {
	if booking.People, err = professionals.ListBookable(r.Context(), p.DB); err != nil {
		return err
	}
	if booking.Next, err = bookings.NextFree(r.Context(), p.DB, r.Now); err != nil {
		return err
	}
	if booking.Frame, err = frame.Own(r, p.DB, "Marcar consulta"); err != nil {
		return err
	}
	booking.Frame.Refused = booking.Refused != nil
	return r.RenderForm(booking.Refused, view.Page(booking))
}

// showTimes offers the free times of the chosen professional; without one it leads back to the choice.
func (p Pages) showTimes(r *web.Request) error {
	booking, err := p.chosen(r, r.Queries())
	if err != nil {
		return err
	}
	if booking.With.ID == 0 {
		return r.Redirect(booking.MissingHref(view.WithField))
	}
	if r.Query(view.MissingField) == view.AtField {
		booking.Refused = errWithout(view.AtField)
	}
	return p.renderTimes(r, booking)
}

func (p Pages) renderTimes(r *web.Request, booking view.Booking) (err error) {
	if booking.Weeks, _ = strconv.Atoi(r.Query(view.WeeksField)); booking.Weeks < firstWeeks || booking.Weeks > bookableDays {
		booking.Weeks = firstWeeks
	}
	if booking.Free, err = listing.ListFreeTimes(r.Context(), p.DB, r.By,
		listing.FreeQuery{Professional: booking.With.ID, Days: bookableDays}); err != nil {
		return err
	}
	if booking.Frame, err = frame.Own(r, p.DB, "Escolha o dia e a hora"); err != nil {
		return err
	}
	booking.Frame.Refused = booking.Refused != nil
	return r.RenderForm(booking.Refused, view.TimesPage(booking))
}

// showCheck shows what was chosen before it is booked. Without a choice it leads back to the step of that choice; a time
// that is no longer free shows the others.
func (p Pages) showCheck(r *web.Request) error {
	booking, err := p.chosen(r, r.Queries())
	if err != nil {
		return err
	}
	switch {
	case booking.With.ID == 0:
		return r.Redirect(booking.MissingHref(view.WithField))
	case booking.At == nil && r.Query(view.UndatedField) == "":
		return r.Redirect(booking.MissingHref(view.AtField))
	case booking.At != nil:
		if err := p.requireFree(r, booking); err != nil {
			booking.Refused = err
			return p.renderTimes(r, booking)
		}
	}
	booking.Key = form.KeyOf(nil, nil)
	return p.renderCheck(r, booking)
}

func (p Pages) requireFree(r *web.Request, booking view.Booking) error {
	day := civil.Of(booking.At.In(booking.Zone)).String()
	free, err := listing.ListFreeTimes(r.Context(), p.DB, r.By, listing.FreeQuery{Professional: booking.With.ID, From: day, Days: 1})
	if err == nil && !slices.ContainsFunc(free, booking.At.Equal) {
		return bookings.ErrSlotTaken()
	}
	return err
}

func (p Pages) renderCheck(r *web.Request, booking view.Booking) (err error) {
	key, err := settings.Get(r.Context(), p.DB, settings.PixKey)
	if err != nil {
		return err
	}
	booking.TakesPix = key != ""
	if booking.Frame, err = frame.Own(r, p.DB, "Confira e marque"); err != nil {
		return err
	}
	booking.Frame.Refused = booking.Refused != nil
	return r.RenderForm(booking.Refused, view.CheckPage(booking))
}

// book makes the appointment and shows it. A time that was taken meanwhile leads back to the times.
func (p Pages) book(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	booking, err := p.chosen(r, posted)
	if err != nil {
		return err
	}
	if booking.With.ID == 0 {
		booking.Refused = errWithout(view.WithField)
		return p.renderBooking(r, booking)
	}
	input := bookings.OwnInput{ProfessionalID: booking.With.ID}
	if patient, isPatient := booking.Patient(); isPatient {
		input.PatientUserCode = &patient.UserCode
	}
	if booking.At != nil {
		input.At = patch.Of(*booking.At)
	}
	id, err := form.Once(r, p.DB, posted, input, func(tx *db.DB) (int64, error) {
		booked, err := bookings.BookOwn(r.Context(), tx, r.By, input)
		return booked.ID, err
	})
	if errs.As(err) != nil {
		booking.Refused = err
		return p.renderTimes(r, booking)
	}
	if err != nil {
		return err
	}
	if booking.At != nil {
		r.Notify("Consulta marcada. Mandamos tudo também para o seu e-mail.")
	}
	return r.Redirect(register.AppointmentsPath + "/" + strconv.FormatInt(id, 10))
}

// chosen returns what the form or the address of a step holds; what is no patient, professional or time is left out.
func (p Pages) chosen(r *web.Request, sent web.FormData) (booking view.Booking, err error) {
	if booking.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return booking, err
	}
	if booking.Lasting, err = bookings.Duration(r.Context(), p.DB); err != nil {
		return booking, err
	}
	if booking.Patients, err = registration.ListPatients(r.Context(), p.DB, r.By); err != nil {
		return booking, err
	}
	booking.For = sent.Or(view.ForField, "")
	if _, isPatient := booking.Patient(); !isPatient && (booking.For != "" || len(booking.Patients) == 0) {
		booking.For = view.Self
	}
	if booking.For == "" {
		booking.For = booking.Patients[0].UserCode.String()
	}
	if at, err := civil.ParseLocalTime(sent.Or(view.AtField, ""), booking.Zone); err == nil {
		booking.At = &at
	}
	id, err := strconv.ParseInt(sent.Or(view.WithField, ""), 10, 64)
	if err != nil {
		return booking, nil
	}
	booking.With, err = professionals.FindBookable(r.Context(), p.DB, id)
	if errs.HasCode(err, errs.CodeNotFound) {
		return booking, nil
	}
	return booking, err
}
