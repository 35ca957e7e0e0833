// Package reads serves who saw which person's data.
package reads

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/reads"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/reads"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/web"
)

// Pages serves the list.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	Mail  mail.Outbox
}

// Routes returns the routes of the list.
func (p Pages) Routes() []web.Route {
	entries := list.Pages[reads.Entry, reads.ListInput]{DB: p.DB, Frame: p.Frame, Complete: p.complete,
		List: list.List[reads.Entry, reads.ListInput]{Definition: view.List(), Find: reads.List, Count: reads.Count}}
	return []web.Route{
		web.Page(view.Path, web.Administrator(), entries.Show),
		web.Page(view.ReviewPath, web.Administrator(), p.askReview),
		web.Form(view.ReviewPath, web.Administrator(), p.review),
		web.Page(view.AskPath, web.Administrator(), p.showAsk),
		web.Form(view.AskPath, web.Administrator(), p.ask),
	}
}

// complete adds the unusual reads and the state of the log.
func (p Pages) complete(r *web.Request, state *listview.State, _ []reads.Entry, _ listview.Query[reads.ListInput]) (err error) {
	head := view.Head{Now: state.Now}
	if head.Unusual, err = reads.ListUnusual(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	if head.Check, err = reads.LastCheck(r.Context(), p.DB); err != nil {
		return err
	}
	state.Before, state.After = view.Before(head), view.After(head)
	return nil
}

func (p Pages) askReview(r *web.Request) error {
	viewer, _ := strconv.ParseInt(r.Query("operador"), 10, 64) // nobody has the number of a malformed one
	return p.showReview(r, reads.ReviewInput{Kind: reads.UnusualKind(r.Query("tipo")), ViewerID: viewer, Day: r.Query("dia")}, nil)
}

func (p Pages) review(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input reads.ReviewInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if err := reads.Review(r.Context(), p.DB, r.By, input); err != nil {
		if errs.HasCode(err, errs.CodeValidation) {
			return p.showReview(r, input, err)
		}
		return err
	}
	r.Notify("Conferido.")
	return r.Redirect(view.Path)
}

func (p Pages) showReview(r *web.Request, input reads.ReviewInput, refused error) error {
	listed, err := reads.ListUnusual(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	found, err := view.Find(listed, input)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Está certo?", layouts.Crumb{Label: "Quem viu", Href: view.Path})
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.Review(around,
		view.ReviewData{Unusual: found, Reason: input.Reason, Refused: refused, IsDialog: r.IsFragment()}))
}
