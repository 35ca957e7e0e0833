// Package reception serves the board of the reception, kept up to date by events.
package reception

import (
	"net/url"
	"strconv"
	"strings"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/associates"
	"acolhe/models/candidates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/live"
	"acolhe/models/reception"
	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/tags"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/reception"
	"acolhe/web"
)

// Pages serves the board.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Live  *live.Hub
	// BaseURL is the public address with which links begin.
	BaseURL *url.URL
	// Exports limits the number of concurrent exports.
	Exports exports.Semaphore
	// RequestedExport redirects to a background export, or shows why it was refused.
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

// Routes returns the routes of the board and of the actions on its items.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	reads, changes := web.StaffCan("reception", access.Read), web.StaffCan("reception", access.Update)
	creates := web.StaffCan("reception", access.Create)
	return []web.Route{
		web.Page(view.Path, reads, p.board),
		web.Page(view.LivePath, reads, p.follow),
		web.Form(view.SoundPath, reads, p.setSound),
		web.Form(view.FoldPath, reads, p.toggleFold),
		web.Page(view.Path+"/"+view.NewSlug, creates, p.form().New),
		web.Form(view.Path+"/"+view.NewSlug, creates, p.form().Create),
		web.Page(view.FinishedPath, reads, p.listFinished).FromReplica(),
		web.Form(view.FinishedPath+"/exportar", reads, p.exportFinished),
		web.Form(view.FinishedPath+"/exportar/selecionados", reads, p.exportPicked),
		web.Page(one, reads, p.show),
		web.Form(one+"/atender", changes, p.attend),
		web.Form(one+"/mover", changes, p.move),
		web.Page(one+"/atendente", changes, p.askAttendant),
		web.Form(one+"/atendente", changes, p.assign),
		web.Page(one+"/dados", changes, p.askDetails),
		web.Form(one+"/dados", changes, p.correct),
		web.Form(one+"/excluir", web.StaffCan("reception", access.Delete), p.remove),
		web.Form(one+"/vincular", changes, p.link),
		web.Form(one+"/desvincular", changes, p.unlink),
		web.Form(one+"/anotacao", changes, p.annotate),
		web.Page(one+"/anotacao/:noteId", changes, p.askNote),
		web.Form(one+"/anotacao/:noteId", changes, p.correctNote),
		web.Form(one+"/escrevendo", changes, p.write),
		web.Form(one+"/etiquetas", changes, p.label),
		web.Form(one+"/etiquetas/tirar", changes, p.unlabel),
		web.Page(one+"/concluir", changes, p.askCompletion),
		web.Form(one+"/concluir", changes, p.complete),
	}
}

type pages = form.Pages[reception.Item, reception.EnqueueInput, reception.ChangeInput]

func (p Pages) form() pages {
	return pages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(), Crumbs: []layouts.Crumb{{Label: "Recepção", Href: view.Path}},
		Find: reception.FindFor, Add: reception.Enqueue, Change: reception.Change,
		Target: func(input *reception.ChangeInput, id int64) { input.ID = id },
		Added:  func(item reception.Item) string { return item.DisplayName() + " está na fila." },
		Next:   func(item reception.Item) string { return view.Href(item.ID) },
	}
}

// follow sends an event after each change of the queue.
func (p Pages) follow(r *web.Request) error { return serve.Follow(r, p.Live, "reception") }

func (p Pages) board(r *web.Request) error {
	return p.render(r, nil, nil)
}

// show shows the board with an item. An open board whose item was removed meanwhile gets the board alone.
func (p Pages) show(r *web.Request) error {
	open, err := p.open(r)
	if errs.HasCode(err, errs.CodeNotFound) && r.Header(view.KnownHeader) != "" {
		return p.render(r, nil, nil)
	}
	if err != nil {
		return err
	}
	return p.render(r, nil, open)
}

// render renders the board with an item beside it; nil for none.
func (p Pages) render(r *web.Request, refused error, open *view.ItemData) error {
	title := "Recepção"
	var trail []layouts.Crumb
	if open != nil {
		title, trail = open.Item.DisplayName(), []layouts.Crumb{{Label: title, Href: view.Path}}
	}
	around, err := p.Frame(r, title, trail...)
	if err != nil {
		return err
	}
	filter := view.FilterIn(r.Query)
	filter.Known, _ = strconv.ParseInt(r.Header(view.LatestHeader), 10, 64) // without the header nothing is new
	board, err := queue.ReadBoard(r.Context(), p.DB, r.By, filter.Input())
	if err != nil {
		return err
	}
	offered, err := tags.Offered(r.Context(), p.DB, "reception")
	if err != nil {
		return err
	}
	preferences, err := queue.ReadPreferences(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.Page(around, view.BoardData{
		Board: board, Preferences: preferences, Tags: offered, Known: strings.Split(r.Header(view.KnownHeader), ","), Filter: filter, By: r.By,
		Now: around.Now, Open: open,
		CanCreate: access.Can(r.By, "reception", access.Create), CanChange: access.Can(r.By, "reception", access.Update),
		CanRemove: access.Can(r.By, "reception", access.Delete), FormLink: strings.TrimSuffix(p.BaseURL.String(), "/") + view.FormPath,
	}))
}

// maxCandidates is the number of people who may be the one of an unlinked item.
const maxCandidates = 3

// open reads the item of the address.
func (p Pages) open(r *web.Request) (*view.ItemData, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return nil, err
	}
	item, err := queue.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return nil, err
	}
	open := view.ItemData{Item: item}
	if open.Thread, err = reception.Notes(r.Context(), p.DB, id); err != nil {
		return nil, err
	}
	if item.CompletedAt == nil {
		if open.Place, err = queue.PlaceOf(r.Context(), p.DB, r.By, item.Item, view.FilterIn(r.Query).Input()); err != nil {
			return nil, err
		}
	}
	if open.History, err = reception.History(r.Context(), p.DB, id); err != nil {
		return nil, err
	}
	form, err := triage.ReadFormSchema(r.Context(), p.DB)
	if err != nil {
		return nil, err
	}
	open.Questions = form.CustomFields
	if open.Attendants, err = reception.Attendants(r.Context(), p.DB, r.By); err != nil {
		return nil, err
	}
	if item.AssociateCode == nil && item.CompletedAt == nil {
		open.Candidates, err = candidates.Find(r.Context(), p.DB, r.By, maxCandidates, item.Email, item.Phone, item.Name)
		return &open, err
	}
	open.NoWhatsApp, err = p.refusesWhatsApp(r, item.Item)
	return &open, err
}

// refusesWhatsApp reports whether the associate of an item does not allow messages by WhatsApp, as far as the person may see
// the associate.
func (p Pages) refusesWhatsApp(r *web.Request, item reception.Item) (bool, error) {
	if item.AssociateCode == nil {
		return false, nil
	}
	associate, err := associates.FindByCodeFor(r.Context(), p.DB, r.By, *item.AssociateCode)
	if errs.HasCode(err, errs.CodeNotFound) {
		return false, nil
	}
	return associate.RefusesWhatsApp(), err
}
