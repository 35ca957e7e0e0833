// Package statements serves bank statements and what their entries pay.
package statements

import (
	"io"
	"strconv"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/statements"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	view "acolhe/views/panel/statements"
	"acolhe/web"
)

// Pages serves statements.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// latest is the number of statements on the first page.
const latest = 30

var crumb = layouts.Crumb{Label: "Conciliação", Href: view.Path}

// Routes returns the routes, for those who settle accounts.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	settles := web.Settling()
	return []web.Route{
		web.Page(view.Path, settles, p.start),
		web.Form(view.Path, settles, p.receive),
		web.Page(one, settles, p.show).Expensive(),
		web.Form(one+view.SureSlug, settles, p.confirmSure),
		web.Form(one+view.ConfirmSlug, settles, p.confirm),
		web.Form(one+view.AsideSlug, settles, p.setAside),
		web.Page(one+view.UndoSlug, settles, p.askUndo),
		web.Form(one+view.UndoSlug, settles, p.undo),
	}
}

func (p Pages) start(r *web.Request) error { return p.renderStart(r, nil) }

func (p Pages) renderStart(r *web.Request, refused error) (err error) {
	data := view.StartData{Refused: refused}
	if data.Latest, err = statements.Latest(r.Context(), p.DB, r.By, latest); err != nil {
		return err
	}
	around, err := p.Frame(r, "Conciliação")
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.StartPage(around, data))
}

// receive reads the file and opens its page.
func (p Pages) receive(r *web.Request) error {
	var name string
	var content []byte
	_, err := r.ReadUpload(1, func(sent string, in io.Reader) (err error) {
		name = sent
		content, err = io.ReadAll(io.LimitReader(in, statements.MaxSize+1))
		return err
	})
	if err == nil && len(content) > statements.MaxSize {
		err = errs.Invalid("arquivo", "tem mais de 5 MB: envie um período menor")
	}
	var statement statements.Statement
	if err == nil {
		statement, err = statements.Import(r.Context(), p.DB, r.By, name, content)
	}
	if errs.HasCode(err, errs.CodeConflict) || errs.HasCode(err, errs.CodeValidation) {
		return p.renderStart(r, err)
	}
	if err != nil {
		return err
	}
	return r.Redirect(view.Href(statement.ID))
}

func (p Pages) show(r *web.Request) error {
	show, _ := strconv.Atoi(r.Query(view.ShowParam)) // any other text shows the first ones
	return p.render(r, view.Data{Show: show})
}

// tabOf is the tab that a form came from, to which it leads back.
func tabOf(r *web.Request) view.Tab { return view.Tab(r.Query(view.TabParam)) }

func (p Pages) render(r *web.Request, data view.Data) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if data.Overview, err = statements.Of(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	data.Tab = tabOf(r)
	data = data.Settled()
	r.ShowsPeople(len(data.Overview.Sure) + len(data.Overview.Open) + len(data.Overview.Done))
	around, err := p.Frame(r, data.Statement.FileName, crumb)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, data.Refused != nil
	return r.RenderForm(data.Refused, view.Page(around, data))
}

// posted reads the statement of the address and the form.
func posted(r *web.Request) (id int64, form web.FormData, err error) {
	if id, err = r.ParamID("id"); err != nil {
		return 0, nil, err
	}
	form, err = r.FormData()
	return id, form, err
}

// refused shows the statement with a refusal; it returns other errors.
func (p Pages) refused(r *web.Request, data view.Data, err error) error {
	if !errs.HasCode(err, errs.CodeConflict) && !errs.HasCode(err, errs.CodeValidation) && !errs.HasCode(err, statements.CodeDiffers) {
		return err
	}
	data.Refused = err
	return p.render(r, data)
}

func (p Pages) confirmSure(r *web.Request) error {
	id, form, err := posted(r)
	if err != nil {
		return err
	}
	var entries []int64
	for _, value := range form[view.EntryField] {
		if entry, err := strconv.ParseInt(value, 10, 64); err == nil {
			entries = append(entries, entry)
		}
	}
	done, err := statements.ConfirmSure(r.Context(), p.DB, r.By, id, entries)
	if err != nil {
		return p.refused(r, view.Data{}, err)
	}
	r.Notify(fmtbr.Plural(done, "marcado como pago.", "marcados como pagos."))
	return r.Redirect(view.TabHref(id, tabOf(r)))
}

func (p Pages) confirm(r *web.Request) error {
	id, form, err := posted(r)
	if err != nil {
		return err
	}
	choice := statements.Choice{Key: form.Or(view.OptionField, ""), Anyway: form.Or(view.AnywayField, "") != ""}
	choice.EntryID, _ = strconv.ParseInt(form.Or(view.EntryField, ""), 10, 64) // an unknown entry is 404
	if number := strings.TrimSpace(form.Or(view.OrderField, "")); number != "" {
		choice.Key = "p" + strings.TrimLeft(number, "0")
	}
	if err := statements.Confirm(r.Context(), p.DB, r.By, id, choice); err != nil {
		return p.refused(r, view.Data{Entry: choice.EntryID, Typed: choice.Key}, err)
	}
	r.Notify("Marcado como pago.")
	return r.Redirect(view.TabHref(id, tabOf(r)))
}

func (p Pages) setAside(r *web.Request) error {
	id, form, err := posted(r)
	if err != nil {
		return err
	}
	entry, _ := strconv.ParseInt(form.Or(view.EntryField, ""), 10, 64) // an unknown entry is 404
	reason := form.Or(view.AsideField, "")
	if err := statements.SetAside(r.Context(), p.DB, r.By, entry, reason); err != nil {
		return err
	}
	r.Notify(map[bool]string{true: "De volta para decidir.", false: "Posto à parte."}[reason == ""])
	return r.Redirect(view.TabHref(id, tabOf(r)))
}

func (p Pages) askUndo(r *web.Request) error { return p.renderUndo(r, "", nil) }

func (p Pages) renderUndo(r *web.Request, reason string, refused error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	data := view.UndoData{Reason: reason, Refused: refused}
	if data.Statement, err = statements.FindFor(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	around, err := p.Frame(r, "Desfazer", crumb, layouts.Crumb{Label: data.Statement.FileName, Href: view.Href(id)})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.UndoPage(around, data))
}

func (p Pages) undo(r *web.Request) error {
	id, form, err := posted(r)
	if err != nil {
		return err
	}
	reason := form.Or("reason", "")
	undone, err := statements.Undo(r.Context(), p.DB, r.By, id, reason)
	if errs.HasCode(err, errs.CodeConflict) || errs.HasCode(err, errs.CodeValidation) {
		return p.renderUndo(r, reason, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Extrato desfeito: " + fmtbr.Plural(undone, "pagamento", "pagamentos") + " a menos.")
	return r.Redirect(view.Path)
}
