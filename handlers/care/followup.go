package care

import (
	"acolhe/models/adverseevents"
	"acolhe/models/followups"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/care"
	"acolhe/web"
)

// followUpRoutes are the pages of a question's link.
func (p Pages) followUpRoutes() []web.Route {
	const at = followups.LinkPath + "/:token"
	quota, limit := followups.LinkQuota(), followups.LinkLimit()
	return []web.Route{
		web.Page(at, web.Public(), p.showFollowUp).RateLimit(limit),
		web.Form(at, web.Public(), p.answerFollowUp).Quota(quota).RateLimit(limit),
		web.Form(at+"/parar", web.Public(), p.stopFollowUps).Quota(quota).RateLimit(limit),
		web.Page(at+"/efeito", web.Public(), p.askLinkedEvent).RateLimit(limit),
		web.Form(at+"/efeito", web.Public(), p.reportLinkedEvent).Quota(adverseevents.OwnQuota()).RateLimit(limit),
		web.Page(at+"/recebido", web.Public(), p.showLinkedReceived).RateLimit(limit),
	}
}

func (p Pages) showFollowUp(r *web.Request) error { return p.renderFollowUp(r, nil, nil) }

func (p Pages) renderFollowUp(r *web.Request, posted web.FormData, refused error) error {
	linked, err := followups.FindByToken(r.Context(), p.DB, r.By, r.Param("token"))
	if err != nil {
		return p.refuse(r, err)
	}
	data := view.FollowUp{Linked: linked, Token: r.Param("token"), Typed: posted, Refused: refused}
	frame, err := p.frame(r, data.Title())
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, view.FollowUpPage(frame, data))
}

func (p Pages) answerFollowUp(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input followups.AnswerInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.Token = r.Param("token")
	answered, err := followups.Answer(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderFollowUp(r, posted, err)
	}
	if err != nil {
		return p.refuse(r, err)
	}
	if answered.FeltBad != nil && *answered.FeltBad {
		return r.Redirect(view.FollowUpHref(input.Token) + "/efeito")
	}
	return r.Redirect(view.FollowUpHref(input.Token))
}

func (p Pages) stopFollowUps(r *web.Request) error {
	if err := followups.Stop(r.Context(), p.DB, r.By, r.Param("token")); err != nil {
		return p.refuse(r, err)
	}
	return r.Redirect(view.FollowUpHref(r.Param("token")))
}

func (p Pages) askLinkedEvent(r *web.Request) error { return p.renderLinkedEvent(r, nil, nil) }

func (p Pages) renderLinkedEvent(r *web.Request, posted web.FormData, refused error) error {
	linked, err := followups.FindByToken(r.Context(), p.DB, r.By, r.Param("token"))
	if err != nil {
		return p.refuse(r, err)
	}
	at := view.FollowUpHref(r.Param("token"))
	data := view.FollowUp{Linked: linked}
	event := view.Event{Name: data.FirstName(), Typed: posted, Refused: refused, Action: at + "/efeito", Back: at}
	if event.Used, err = adverseevents.ListUsed(r.Context(), p.DB, r.By, linked.Patient); err != nil {
		return err
	}
	if event.Contacts, err = settings.ReadContacts(r.Context(), p.DB); err != nil {
		return err
	}
	frame, err := p.frame(r, event.Title())
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, view.EventPage(frame, event))
}

func (p Pages) reportLinkedEvent(r *web.Request) error {
	linked, err := followups.FindByToken(r.Context(), p.DB, r.By, r.Param("token"))
	if err != nil {
		return p.refuse(r, err)
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input adverseevents.Input
	if err := posted.Bind(&input); err != nil {
		return err
	}
	of := adverseevents.Reported{Person: linked.Patient, Origin: adverseevents.ByFollowUp, Name: linked.Patient.FullName()}
	event, err := adverseevents.ReportFor(r.Context(), p.DB, r.By, of, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderLinkedEvent(r, posted, err)
	}
	if err != nil {
		return err
	}
	next := view.FollowUpHref(r.Param("token")) + "/recebido"
	if event.Severity == adverseevents.Severe {
		next += "?forte=1"
	}
	return r.Redirect(next)
}

func (p Pages) showLinkedReceived(r *web.Request) error {
	if _, err := followups.FindByToken(r.Context(), p.DB, r.By, r.Param("token")); err != nil {
		return p.refuse(r, err)
	}
	contacts, err := settings.ReadContacts(r.Context(), p.DB)
	if err != nil {
		return err
	}
	frame, err := p.frame(r, "Recebemos o seu relato")
	if err != nil {
		return err
	}
	return r.Render(view.EventReceived(frame, r.Query("forte") != "", contacts))
}
