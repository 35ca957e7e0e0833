package record

import (
	"cmp"

	"github.com/google/uuid"

	people "acolhe/handlers/panel/associates"
	"acolhe/models/adverseevents"
	"acolhe/models/associates"
	"acolhe/models/bookings/listing"
	"acolhe/models/consents"
	"acolhe/models/erasure"
	"acolhe/models/files"
	"acolhe/models/followups"
	"acolhe/models/history"
	"acolhe/models/lifeevents"
	"acolhe/models/orders"
	"acolhe/models/prescriptions"
	"acolhe/models/reception/contacts"
	"acolhe/models/reminders"
	"acolhe/models/signing"
	"acolhe/models/stock"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	view "acolhe/views/panel/associates/record"
	"acolhe/views/panel/associates/timeline"
	"acolhe/web"
)

// shownLots is the number of received lots, and of events, on the page of an associate.
const shownLots = 20

// showAssociate shows the page. A patient redirects to the page of the responsible associate.
func (p Pages) showAssociate(r *web.Request) error {
	associate, err := p.find(r)
	if err != nil {
		return err
	}
	if associate.Status == associates.Patient {
		return people.ToResponsible(r, p.DB, associate)
	}
	data := view.Data{Associate: associate, AllAnnotations: r.Query("anotacoes") == "todas",
		Part: view.NewPart(r.Query("parte")), Query: timeline.NewQuery(r.Query("historico"), r.Query("ate"))}
	if only := map[view.Part]string{view.Orders: "pedidos", view.Services: "servicos"}[data.Part]; only != "" {
		data.Query.Only = only
	}
	if r.IsFragment() && r.Query("drawer") == "1" {
		return p.showDrawer(r, data)
	}
	return p.render(r, data)
}

// showDrawer answers with a short view of the associate for the list's drawer.
func (p Pages) showDrawer(r *web.Request, data view.Data) error {
	if err := p.fillDrawer(r, &data); err != nil {
		return err
	}
	return r.Render(view.Drawer(data))
}

// fillDrawer reads the data of the drawer.
func (p Pages) fillDrawer(r *web.Request, data *view.Data) error {
	data.Query = timeline.ForDrawer()
	if err := p.fillPage(r, data); err != nil {
		return err
	}
	frame, err := p.Frame(r, data.Associate.FullName(), crumb)
	data.Now = frame.Now
	return err
}

// find returns the associate or patient of the address, even an erased one.
func (p Pages) find(r *web.Request) (associates.Associate, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return associates.Associate{}, err
	}
	return associates.FindFor(r.Context(), p.DB, r.By, id)
}

// render reads the related data of an associate and shows the page, with the error if any.
func (p Pages) render(r *web.Request, data view.Data) error {
	if err := p.fillPage(r, &data); err != nil {
		return err
	}
	frame, err := p.Frame(r, data.Associate.FullName(), crumb)
	if err != nil {
		return err
	}
	data.Now, data.SigningIsClosed = frame.Now, frame.SigningIsClosed
	if data.Death, err = lifeevents.DeathOf(r.Context(), p.DB, data.Associate.ID); err != nil {
		return err
	}
	trace, err := erasure.TraceOf(r.Context(), p.DB, data.Associate.ID)
	if err != nil {
		return err
	}
	if trace.IsErased() {
		return r.Render(view.ErasedPage(frame, data, trace))
	}
	frame.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(frame, data))
}

func (p Pages) fillPage(r *web.Request, data *view.Data) (err error) {
	ctx := r.Context()
	if data.Query.Shown == 0 {
		data.Query = timeline.NewQuery("", "")
	}
	data.NoteKey = cmp.Or(data.NoteKey, uuid.NewString())
	data.May = view.Rights{
		Change: access.Can(r.By, "users", access.Update), Remove: access.Can(r.By, "users", access.Delete),
		PlaceOrder: access.CanOpen(r.By, "orders", access.Create), Book: access.CanOpen(r.By, "services", access.Create), Receive: access.Can(r.By, "reception", access.Create),
		Complete: access.Can(r.By, "reception", access.Update), AddFiles: access.Can(r.By, "users_files", access.Create),
		SendTerms: access.CanOpen(r.By, access.DocSign, access.Create), Administer: access.IsAdministrator(r.By),
	}
	if err = p.fillSeen(r, data); err != nil {
		return err
	}
	if data.Patients, err = associates.ListPatients(ctx, p.DB, r.By, data.Associate.ID); err != nil {
		return err
	}
	if data.Linked, err = p.linkedTo(r, *data); err != nil {
		return err
	}
	if err = p.fillMedicine(r, data); err != nil {
		return err
	}
	if data.Tags, err = tags.Offered(ctx, p.DB, "users"); err != nil {
		return err
	}
	asked := history.Input{ID: data.Associate.ID, Window: page.Window{Limit: new(data.Query.Window())}}
	if data.History, err = history.Of(ctx, p.DB, r.By, asked); err != nil {
		return err
	}
	if data.Changes, err = history.Changes(ctx, p.DB, r.By, append([]associates.Associate{data.Associate}, data.Patients...), data.Query.Window()); err != nil {
		return err
	}
	if data.Visits, err = contacts.Of(ctx, p.DB, r.By, data.Associate, data.Query.Window()); err != nil {
		return err
	}
	if data.Next, err = listing.NextOf(ctx, p.DB, r.By, data.Associate.UserCode); err != nil {
		return err
	}
	if data.Mails, err = history.Mails(ctx, p.DB, r.By, data.Associate, data.Query.Window()); err != nil {
		return err
	}
	if data.Reminders, err = reminders.ListByUser(ctx, p.DB, r.By, data.Associate.ID, data.Query.Window()); err != nil {
		return err
	}
	if data.May.SendTerms {
		if data.Terms, err = signing.ForAssociate(ctx, p.DB, r.By, data.Associate.UserCode); err != nil {
			return err
		}
	}
	if data.Totals, err = orders.TotalsByUser(ctx, p.DB, r.By, data.Associate.UserCode); err != nil {
		return err
	}
	if data.Consents, err = consents.ListFor(ctx, p.DB, r.By, data.Associate.ID); err != nil {
		return err
	}
	if data.Mismatch, err = associates.CheckAddress(ctx, p.DB, data.Associate); err != nil {
		return err
	}
	data.Waiting, err = contacts.Open(ctx, p.DB, r.By, data.Associate)
	return err
}

// fillMedicine reads what was sent, prescribed, received and felt.
func (p Pages) fillMedicine(r *web.Request, data *view.Data) (err error) {
	ctx := r.Context()
	whose := []int64{data.Associate.ID}
	for _, patient := range data.Patients {
		whose = append(whose, patient.ID)
	}
	if data.Files, err = files.ListByUsers(ctx, p.DB, r.By, whose); err != nil {
		return err
	}
	if data.Prescriptions, err = prescriptions.ListByUsers(ctx, p.DB, r.By, whose...); err != nil {
		return err
	}
	events, err := adverseevents.List(ctx, p.DB, r.By, adverseevents.ListInput{Window: page.Window{Limit: new(shownLots)}, User: data.Associate.ID})
	if err != nil {
		return err
	}
	data.Events = events.Items
	if data.FollowUps, err = followups.ListByUsers(ctx, p.DB, r.By, whose...); err != nil {
		return err
	}
	if data.Releases, err = prescriptions.ListReleases(ctx, p.DB, r.By, data.Associate.ID); err != nil {
		return err
	}
	data.Lots, err = stock.LotsOf(ctx, p.DB, r.By, data.Associate.ID, shownLots)
	return err
}
