package record

import (
	people "acolhe/handlers/panel/associates"
	"acolhe/models/platform/settings"
	"acolhe/models/reception"
	"acolhe/models/reception/contacts"
	"acolhe/models/reception/triage"
	"acolhe/models/types/errs"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/record"
	"acolhe/web"
)

// receiveAssociate puts the associate into the reception queue. An associate with an open item keeps it.
func (p Pages) receiveAssociate(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	item, entered, err := contacts.Enqueue(r.Context(), p.DB, r.By, associate.ID)
	if err != nil {
		return p.render(r, view.Data{Associate: associate, Refused: err})
	}
	if entered {
		r.Notify(associate.FullName() + " está na recepção.")
		return r.Redirect(associatesview.Href(associate.ID))
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	r.Notify(associatesview.Waits(associate, item, r.Now.In(zone)))
	return r.Redirect(associatesview.Href(associate.ID))
}

// completeWaiting completes the open item of the associate, for the reason in the address.
func (p Pages) completeWaiting(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	item, err := contacts.Open(r.Context(), p.DB, r.By, associate)
	if err == nil && item.ID == 0 {
		err = errs.NotFound("Esta pessoa não espera mais na recepção.")
	}
	if err != nil {
		return err
	}
	input := reception.CompleteInput{ID: item.ID, Reason: triage.CompletionReason(r.Query("motivo"))}
	if _, err := reception.Complete(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	r.Notify("Atendimento de " + associate.FullName() + " concluído.")
	return r.Redirect(associatesview.Href(associate.ID))
}
