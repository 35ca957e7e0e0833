package associates

import (
	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/reception"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	view "acolhe/views/panel/associates"
	"acolhe/web"
)

// showAssociate shows the page. A patient redirects to the page of the responsible associate.
func (p Pages) showAssociate(r *web.Request) error {
	associate, err := p.form().Row(r)
	if err != nil {
		return err
	}
	if associate.Status == associates.Patient {
		return p.toResponsible(r, associate)
	}
	sheet := view.Sheet{Associate: associate, AllAnnotations: r.Query("anotacoes") == "todas",
		Part: view.NewPart(r.Query("parte")), Asked: view.NewHistoryQuery(r.Query("historico"), r.Query("ate"))}
	switch sheet.Part {
	case view.Orders:
		sheet.Asked.Only = "pedidos"
	case view.Services:
		sheet.Asked.Only = "servicos"
	}
	if r.IsFragment() && r.Query("drawer") == "1" {
		return p.showDrawer(r, sheet)
	}
	return p.render(r, sheet)
}

// showDrawer answers with a short view of the associate for the list's drawer.
func (p Pages) showDrawer(r *web.Request, sheet view.Sheet) error {
	if err := p.fillDrawer(r, &sheet); err != nil {
		return err
	}
	return r.Render(view.Drawer(sheet))
}

// fillDrawer reads the data of the drawer.
func (p Pages) fillDrawer(r *web.Request, sheet *view.Sheet) error {
	sheet.Asked = view.DrawerHistory()
	if err := p.fillSheet(r, sheet); err != nil {
		return err
	}
	frame, err := p.Frame(r, sheet.Associate.FullName(), crumb)
	sheet.Now = frame.Now
	return err
}

// responsibleOf reads the associate named in the address; a patient has no patients and is 404.
func (p Pages) responsibleOf(r *web.Request) (associates.Associate, error) {
	associate, err := p.form().Row(r)
	if err == nil && associate.Status == associates.Patient {
		err = errs.NotFound("Associado não encontrado.")
	}
	return associate, err
}

func (p Pages) toResponsible(r *web.Request, patient associates.Associate) error {
	responsible, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, *patient.ResponsibleCode)
	if err != nil {
		return err
	}
	return r.Redirect(view.PatientHref(responsible.ID, patient.ID))
}

// render reads the related data of an associate and shows the page, with the error if any.
func (p Pages) render(r *web.Request, sheet view.Sheet) error {
	if err := p.fillSheet(r, &sheet); err != nil {
		return err
	}
	frame, err := p.Frame(r, sheet.Associate.FullName(), crumb)
	if err != nil {
		return err
	}
	sheet.Now = frame.Now
	if sheet.Refused == nil {
		return r.Render(view.Page(frame, sheet))
	}
	frame.Refused = true
	return r.RenderProblems(sheet.Refused, view.Page(frame, sheet))
}

func (p Pages) fillSheet(r *web.Request, sheet *view.Sheet) (err error) {
	ctx := r.Context()
	if sheet.Asked.Shown == 0 {
		sheet.Asked = view.NewHistoryQuery("", "")
	}
	if sheet.NoteKey == "" {
		sheet.NoteKey = uuid.NewString()
	}
	sheet.May = view.Rights{
		Change: access.Can(r.By, "users", access.Update), Remove: access.Can(r.By, "users", access.Delete),
		PlaceOrder: access.Can(r.By, "orders", access.Create), Receive: access.Can(r.By, "reception", access.Create),
		Complete: access.Can(r.By, "reception", access.Update),
	}
	if sheet.Patients, err = associates.ListPatients(ctx, p.DB, r.By, sheet.Associate.ID); err != nil {
		return err
	}
	whose := []int64{sheet.Associate.ID}
	for _, patient := range sheet.Patients {
		whose = append(whose, patient.ID)
	}
	if sheet.Files, err = files.ListByUsers(ctx, p.DB, r.By, whose); err != nil {
		return err
	}
	if sheet.Tags, err = tags.Offered(ctx, p.DB, "users"); err != nil {
		return err
	}
	asked := history.Input{ID: sheet.Associate.ID, Window: page.Window{Limit: new(sheet.Asked.Window())}}
	if sheet.History, err = history.Of(ctx, p.DB, r.By, asked); err != nil {
		return err
	}
	if sheet.Mails, err = history.Mails(ctx, p.DB, r.By, sheet.Associate, sheet.Asked.Window()); err != nil {
		return err
	}
	if sheet.Totals, err = orders.TotalsByUser(ctx, p.DB, r.By, sheet.Associate.UserCode); err != nil {
		return err
	}
	sheet.Waiting, err = reception.OpenItemOf(ctx, p.DB, r.By, sheet.Associate)
	return err
}
