// Package privacy serves the pages of administrators on requests about data, the register, and erasures.
package privacy

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/erasure"
	"acolhe/models/incidents"
	"acolhe/models/lawtexts"
	"acolhe/models/lifeevents"
	"acolhe/models/personexports"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/privacy"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	lifeeventsview "acolhe/views/admin/lifeevents"
	view "acolhe/views/admin/privacy"
	"acolhe/views/admin/processing"
	retentionview "acolhe/views/admin/retention"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Desk  erasure.Desk
	// Copies makes the copies of a person's data.
	Copies personexports.Office
	Mail   mail.Outbox
	// Incidents and Keeper answer what waits elsewhere at the desk, and what leaves.
	Incidents incidents.Desk
	Keeper    retention.Keeper
	// Register is what all areas declare.
	Register []personal.Table
}

var crumb = layouts.Crumb{Label: "Privacidade", Href: view.Path}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.NewPath, web.Administrator(), p.askNew),
		web.Form(view.NewPath, web.Administrator(), p.create),
		web.Page(view.RequestPath, web.Administrator(), p.show),
		web.Page(view.IdentifyPath, web.Administrator(), p.askIdentity),
		web.Form(view.IdentifyPath, web.Administrator(), p.identify),
		web.Page(view.AnswerPath, web.Administrator(), p.askAnswer),
		web.Form(view.AnswerPath, web.Administrator(), p.answer),
		web.Page(view.RefusePath, web.Administrator(), p.askRefusal),
		web.Form(view.RefusePath, web.Administrator(), p.refuse),
		web.Page(view.QuestionPath, web.Administrator(), p.askQuestion),
		web.Form(view.QuestionPath, web.Administrator(), p.question),
		web.Page(view.InformPath, web.Administrator(), p.askInform),
		web.Form(view.InformPath, web.Administrator(), p.inform),
		web.Form(view.CodePath, web.Administrator(), p.sendCode),
		web.Page(view.ProofsPath, web.Administrator(), p.askProof),
		web.Form(view.ProofsPath, web.Administrator(), p.addProof),
		web.Page(view.ProofPath, web.Administrator(), p.proof),
		web.Page(view.RequestPDFPath, web.Administrator(), p.requestPDF),
		web.Page(view.TextsPath, web.Administrator(), p.texts),
		web.Page(view.TextPath, web.Administrator(), p.text),
		web.Form(view.TextPath, web.Administrator(), p.saveText),
		web.Form(view.CopyPath, web.Administrator(), p.prepareCopy),
		web.Page(view.CopyFilePath, web.Administrator(), p.downloadCopy),
		web.Page(view.RegisterPath, web.Administrator(), p.register),
		web.Page(view.RegisterPDFPath, web.Administrator(), p.registerPDF).Expensive(),
		web.Page(view.ErasuresPath, web.Administrator(), p.erasures),
		web.Page(view.PreviewPath, web.Administrator(), p.preview),
		web.Page(view.PreviewPDFPath, web.Administrator(), p.previewPDF).Expensive(),
		web.Form(view.PreviewPath, web.Administrator(), p.propose),
		web.Page(view.ErasurePath, web.Administrator(), p.erasure),
		web.Form(view.ConfirmPath, web.Administrator(), p.confirm),
		web.Page(view.CancelPath, web.Administrator(), p.askCancel),
		web.Form(view.CancelPath, web.Administrator(), p.cancel),
		web.Page(view.CertificatePath, web.Administrator(), p.certificate),
		web.Page(view.RecordPath, web.Administrator(), p.askRecord),
		web.Form(view.RecordPath, web.Administrator(), p.openRecord),
	}
}

const (
	// mostListed is the number of requests and erasures that a page shows.
	mostListed = 100
	mostCases  = 5
	mostLeaves = 3
)

var states = map[string]privacy.State{"respondidos": privacy.Answered, "recusados": privacy.Refused}

func (p Pages) list(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	list := view.List{State: privacy.Open, Today: civil.Of(r.Now.In(zone)), Zone: zone}
	if state, isKnown := states[r.Query("situacao")]; isKnown {
		list.State = state
	}
	if list.Requests, err = privacy.List(r.Context(), p.DB, r.By, list.State, mostListed); err != nil {
		return err
	}
	if list.Counts, list.Late, err = privacy.Counts(r.Context(), p.DB, r.By, list.Today); err != nil {
		return err
	}
	if list.Year, err = privacy.ReadYear(r.Context(), p.DB, r.By, list.Today, zone); err != nil {
		return err
	}
	if err := p.addDesk(r, &list); err != nil {
		return err
	}
	around, err := p.Frame(r, "Privacidade")
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, list))
}

// addDesk adds what needs care besides the requests: the incident that is due first, cases, and what leaves next.
func (p Pages) addDesk(r *web.Request, list *view.List) error {
	var err error
	if list.Incident, err = p.Incidents.FirstDue(r.Context(), r.By); err != nil {
		return err
	}
	cases, err := lifeevents.Cases(r.Context(), p.DB, r.By, list.Today, mostCases)
	if err != nil {
		return err
	}
	r.ShowsPeople(len(list.Requests) + len(cases))
	for _, found := range cases {
		list.Cases = append(list.Cases, lifeeventsview.CaseLine(found))
	}
	overview, err := p.Keeper.Overview(r.Context(), r.By, list.Zone)
	for _, leave := range overview.Leaves[:min(len(overview.Leaves), mostLeaves)] {
		list.Leaves = append(list.Leaves, retentionview.LeaveLine(leave))
	}
	return err
}

// askNew finds the person, and asks for the rest once one is chosen.
func (p Pages) askNew(r *web.Request) error {
	page := view.NewRequest{Query: r.Query("q")}
	if id, err := strconv.ParseInt(r.Query("pessoa"), 10, 64); err == nil {
		return p.renderNew(r, id, view.Form{})
	}
	var err error
	if page.Found, err = privacy.FindPeople(r.Context(), p.DB, r.By, page.Query); err != nil {
		return err
	}
	r.ShowsPeople(len(page.Found))
	around, err := p.Frame(r, "Registrar pedido", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.NewPage(around, page))
}

func (p Pages) create(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input privacy.CreateInput
	created := privacy.Request{}
	if err = posted.Bind(&input); err == nil {
		created, err = privacy.Create(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.renderNew(r, input.UserID, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Pedido registrado.")
	return r.Redirect(view.At(view.RequestPath, created.ID))
}

// renderNew asks for the request of a person; without one it is as if nobody was chosen.
func (p Pages) renderNew(r *web.Request, person int64, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	page := view.NewRequest{Form: form}
	found, err := privacy.PersonOf(r.Context(), p.DB, r.By, person)
	if err == nil {
		page.Person = &found
	} else if !errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	r.ShowsPeople(1)
	around, err := p.Frame(r, "Registrar pedido", crumb)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.NewPage(around, page))
}

func (p Pages) register(r *web.Request) error {
	data, err := p.registerData(r)
	if err != nil {
		return err
	}
	data.Query, data.Basis = r.Query("q"), r.Query("base")
	around, err := p.Frame(r, "O que guardamos", crumb)
	if err != nil {
		return err
	}
	return r.Render(processing.Page(around, data))
}

// registerData returns what the areas declare, with the current texts of the laws.
func (p Pages) registerData(r *web.Request) (processing.Register, error) {
	texts, err := lawtexts.Read(r.Context(), p.DB)
	return processing.Register{Tables: texts.Apply(p.Register)}, err
}

func (p Pages) registerPDF(r *web.Request) error {
	data, err := p.registerData(r)
	if err != nil {
		return err
	}
	return serve.ProcessingRegister(r, p.DB, data.Rows())
}
