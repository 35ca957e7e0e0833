package care

import (
	"acolhe/handlers/frame"
	"acolhe/models/adverseevents"
	"acolhe/models/associates"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/care"
	"acolhe/views/register"
	"acolhe/web"
)

// eventRoutes are the pages on which an associate says what a person felt.
func (p Pages) eventRoutes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(view.EventPath, own, p.askEvent).ShowsQuota(adverseevents.OwnQuota()),
		web.Form(view.EventPath, own, p.reportEvent).Quota(adverseevents.OwnQuota()),
		web.Page(view.EventReceivedPath, own, p.showReceived),
	}
}

func (p Pages) askEvent(r *web.Request) error { return p.renderEvent(r, nil, nil) }

func (p Pages) renderEvent(r *web.Request, posted web.FormData, refused error) error {
	person, err := adverseevents.PersonFor(r.Context(), p.DB, r.By, 0)
	if err != nil {
		return err
	}
	event := view.Event{Typed: posted, Refused: refused, Action: view.EventPath, Back: register.Home}
	patients, err := associates.FindOwnPatients(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	event.People = append([]associates.Associate{person}, patients...)
	if event.Used, err = adverseevents.ListUsed(r.Context(), p.DB, r.By, person); err != nil {
		return err
	}
	if event.Contacts, err = settings.ReadContacts(r.Context(), p.DB); err != nil {
		return err
	}
	frame, err := frame.Own(r, p.DB, event.Title())
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, view.EventPage(frame, event))
}

func (p Pages) reportEvent(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	patients, err := associates.FindOwnPatients(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	var input adverseevents.Input
	if len(patients) > 0 && posted.Or("pessoa", "") == "" {
		input.AddBindError("pessoa", "diga quem sentiu")
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	event, err := adverseevents.Report(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderEvent(r, posted, err)
	}
	if err != nil {
		return err
	}
	if event.Severity == adverseevents.Severe {
		return r.Redirect(view.EventReceivedPath + "?forte=1")
	}
	return r.Redirect(view.EventReceivedPath)
}

func (p Pages) showReceived(r *web.Request) error {
	contacts, err := settings.ReadContacts(r.Context(), p.DB)
	if err != nil {
		return err
	}
	frame, err := frame.Own(r, p.DB, "Recebemos o seu relato")
	if err != nil {
		return err
	}
	return r.Render(view.EventReceived(frame, r.Query("forte") != "", contacts))
}
