// Package cashbook serves the result of a month.
package cashbook

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/cashbook"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/cashbook"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the result of a month.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Exports exports.Semaphore
}

// Routes returns the routes. The verbs refuse those who do not settle accounts.
func (p Pages) Routes() []web.Route {
	settles := web.Settling()
	return []web.Route{
		web.Page(view.Path, settles, p.show).Expensive(),
		web.Page(view.FilePath, settles, p.file).Expensive(),
		web.Form(view.Path, settles, p.add),
		web.Form(view.Path+"/:id/remover", settles, p.remove),
		web.Form(view.ClosePath, settles, p.close),
		web.Form(view.ReopenPath, web.Administrator(), p.reopen),
	}
}

func (p Pages) show(r *web.Request) error { return p.render(r, view.Data{}, r.Query("mes")) }

// render shows a month, the current one without a known month.
func (p Pages) render(r *web.Request, data view.Data, month string) error {
	around, err := p.Frame(r, "Resultado do mês")
	if err != nil {
		return err
	}
	of, err := civil.ParseMonth(month)
	if err != nil {
		of = civil.MonthOf(around.Now)
	}
	if data.Result, err = cashbook.Of(r.Context(), p.DB, r.By, of, around.Now.Location()); err != nil {
		return err
	}
	data.Now, data.CanReopen, around.Refused = around.Now, access.IsAdministrator(r.By), data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(around, data))
}

func (p Pages) add(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	bound := web.FormData{}
	for name := range posted {
		if posted.Or(name, "") != "" {
			bound[name] = posted[name]
		}
	}
	var input cashbook.EntryInput
	if err := bound.Bind(&input); err != nil {
		return err
	}
	entry, err := cashbook.Add(r.Context(), p.DB, r.By, input)
	if err != nil {
		if errs.As(err) == nil || errs.As(err).Kind == errs.KindForbidden {
			return err
		}
		return p.render(r, view.Data{Typed: posted, Refused: err}, posted.Or("mes", ""))
	}
	r.Notify("Lançado: " + entry.Category + ".")
	return r.Redirect(view.Href(cashbook.MonthOf(entry.Day)))
}

func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	entry, undoID, err := cashbook.Remove(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.NotifyUndo("Lançamento removido: "+entry.Category+".", undo.Href(undoID))
	return r.Redirect(view.Href(cashbook.MonthOf(entry.Day)))
}

func (p Pages) close(r *web.Request) error { return p.settle(r, cashbook.Close, "Mês fechado.") }

func (p Pages) reopen(r *web.Request) error { return p.settle(r, cashbook.Reopen, "Mês reaberto.") }

// settle calls a verb with the month of the form.
func (p Pages) settle(r *web.Request, verb cashbook.Verb, done string) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	month, err := civil.ParseMonth(posted.Or("mes", ""))
	if err != nil {
		return errs.Invalid("mes", err.Error())
	}
	if err := verb(r.Context(), p.DB, r.By, month); err != nil {
		return err
	}
	r.Notify(done)
	return r.Redirect(view.Href(month))
}

// file answers with a month as a file.
func (p Pages) file(r *web.Request) error {
	around, err := p.Frame(r, "Resultado do mês")
	if err != nil {
		return err
	}
	month, err := civil.ParseMonth(r.Query("mes"))
	if err != nil {
		month = civil.MonthOf(around.Now)
	}
	result, err := cashbook.Of(r.Context(), p.DB, r.By, month, around.Now.Location())
	if err != nil {
		return err
	}
	lines := view.Lines(result)
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[view.Line]{
		Request: exports.Request{List: "resultado-" + month.String(), Collection: "reports", Format: "csv",
			Summary: []string{"mês " + month.String()}},
		Columns: view.Columns(), By: r.By,
		Count: exports.CountOf(len(lines)),
		Each:  exports.EachOf(lines),
	})
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}
