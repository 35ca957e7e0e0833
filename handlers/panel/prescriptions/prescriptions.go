// Package prescriptions serves the pages of prescriptions.
package prescriptions

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/products"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/prescriptions"
	"acolhe/web"
)

// Pages serves the pages of prescriptions.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

var crumb = layouts.Crumb{Label: "Receitas", Href: view.Path}

type formPages = form.Pages[prescriptions.Prescription, prescriptions.Input, prescriptions.Input]

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, person = view.Path + "/:id", view.Path + "/nova/:pessoa"
	reads, changes := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update)
	return []web.Route{
		web.Page(view.Path, reads, p.list().Show),
		web.Page(person, changes, p.new),
		web.Form(person, changes, p.create),
		web.Page(one, reads, p.show),
		web.Page(one+"/editar", changes, p.edit),
		web.Form(one+"/editar", changes, p.update),
		web.Page(one+"/recusar", changes, p.askReason),
		web.Form(one+"/recusar", changes, p.refuse),
		web.Form(one+"/aceitar", changes, p.accept),
	}
}

// List returns the list of prescriptions.
func List() list.List[prescriptions.Listed, prescriptions.ListInput] {
	return list.List[prescriptions.Listed, prescriptions.ListInput]{Definition: view.List(), Find: prescriptions.List,
		Count: prescriptions.Count}
}

func (p Pages) list() list.Pages[prescriptions.Listed, prescriptions.ListInput] {
	return list.Pages[prescriptions.Listed, prescriptions.ListInput]{DB: p.DB, Frame: p.Frame, List: List()}
}

// form returns the form of a prescription with these data beside it.
func (p Pages) form(data view.FormData) formPages {
	return formPages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(data), Crumbs: []layouts.Crumb{crumb},
		Find: prescriptions.FindFor, Add: prescriptions.Register, Change: prescriptions.Change,
		Target: func(input *prescriptions.Input, id int64) { input.ID = id },
		Prepare: func(r *web.Request, posted web.FormData) error {
			posted["pessoa"] = []string{strconv.FormatInt(data.Person.ID, 10)}
			if posted.Or(view.ReplacesField, "") == "true" {
				posted["replaces"] = []string{strconv.FormatInt(data.Latest.ID, 10)}
			}
			return p.nameItems(r, posted)
		},
		Complete: func(_ *web.Request, state *formview.State[prescriptions.Prescription]) error {
			state.Aside = data.Picture()
			return nil
		},
		Added:   func(prescriptions.Prescription) string { return "Receita registrada." },
		Changed: func(prescriptions.Prescription) string { return "Receita salva." },
		Next:    func(row prescriptions.Prescription) string { return view.Href(row.ID) },
	}
}

// nameItems drops empty rows, and gives the others the typed name; a typed code is that of its product.
func (p Pages) nameItems(r *web.Request, posted web.FormData) error {
	rows := posted.Rows("items")
	for _, row := range slices.Backward(rows) {
		path := "items[" + strconv.Itoa(row) + "]."
		typed := strings.TrimSpace(posted.Or(path+"code_texto", ""))
		if typed == "" {
			posted[path+"code"] = nil
		}
		if typed == "" && strings.TrimSpace(posted.Or(path+"dose", "")+posted.Or(path+"quantity", "")) == "" {
			posted.DropRow("items", row)
			continue
		}
		posted[path+"name"] = []string{typed}
		if posted.Or(path+"code", "") != "" {
			continue
		}
		found, err := products.FindByCodes(r.Context(), p.DB, []string{typed})
		if err != nil {
			return err
		}
		if product, isCode := found[typed]; isCode {
			posted[path+"code"], posted[path+"code_texto"] = []string{product.Code}, []string{product.Name}
		}
	}
	return nil
}

// dataOf reads what the form of a person shows beside its row.
func (p Pages) dataOf(r *web.Request, person int64) (data view.FormData, err error) {
	if data.Person, err = associates.FindFor(r.Context(), p.DB, r.By, person); err != nil {
		return data, err
	}
	data.Files, err = files.ListByUsers(r.Context(), p.DB, r.By, []int64{person})
	return data, err
}

// drafted returns the form of a new prescription, beside the file of the address, else the latest prescription of the files.
func (p Pages) drafted(r *web.Request) (pages formPages, data view.FormData, err error) {
	person, err := r.ParamID("pessoa")
	if err != nil {
		return pages, data, err
	}
	data, draft, err := p.draftOf(r, person)
	if err != nil {
		return pages, data, err
	}
	if data.File, err = strconv.ParseInt(r.Query("arquivo"), 10, 64); err != nil {
		data.File = latestFile(data.Files)
	}
	if data.File != 0 {
		draft.FileID = &data.File
	}
	pages = p.form(data)
	pages.Defaults = func() prescriptions.Prescription { return draft }
	return pages, data, nil
}

// draftOf reads what the form of a new prescription of a person begins with.
func (p Pages) draftOf(r *web.Request, person int64) (data view.FormData, draft prescriptions.Prescription, err error) {
	if data, err = p.dataOf(r, person); err != nil {
		return data, draft, err
	}
	draft, data.Latest, err = prescriptions.Draft(r.Context(), p.DB, r.By, data.Person)
	return data, draft, err
}

func latestFile(found []files.Listed) int64 {
	for _, file := range found {
		if texts.Of(file.DocKind) == "prescription" {
			return file.FileID
		}
	}
	return 0
}

func (p Pages) new(r *web.Request) error {
	pages, _, err := p.drafted(r)
	if err != nil {
		return err
	}
	return pages.New(r)
}

func (p Pages) create(r *web.Request) error {
	pages, data, err := p.drafted(r)
	if err != nil {
		return err
	}
	if asked, err := p.more(r, data, formview.State[prescriptions.Prescription]{Row: pages.Defaults(), IsNew: true}); asked || err != nil {
		return err
	}
	return pages.Create(r)
}

// more shows the form with one more row, if its button was pressed.
func (p Pages) more(r *web.Request, data view.FormData, state formview.State[prescriptions.Prescription]) (asked bool, err error) {
	posted, err := r.FormData()
	if err != nil || posted.Or("acao", "") != view.MoreRows {
		return false, err
	}
	if err := p.nameItems(r, posted); err != nil {
		return true, err
	}
	data.More, state.Typed = true, posted
	return true, p.form(data).Render(r, state)
}

// stored reads the prescription of the address with the data of its form.
func (p Pages) stored(r *web.Request) (row prescriptions.Prescription, data view.FormData, err error) {
	if row, err = p.form(data).Row(r); err != nil {
		return row, data, err
	}
	if data, err = p.dataOf(r, row.User); err == nil && row.FileID != nil {
		data.File = *row.FileID
	}
	return row, data, err
}

func (p Pages) edit(r *web.Request) error {
	_, data, err := p.stored(r)
	if err != nil {
		return err
	}
	return p.form(data).Edit(r)
}

func (p Pages) update(r *web.Request) error {
	row, data, err := p.stored(r)
	if err != nil {
		return err
	}
	if asked, err := p.more(r, data, formview.State[prescriptions.Prescription]{Row: row}); asked || err != nil {
		return err
	}
	return p.form(data).Update(r)
}

func (p Pages) show(r *web.Request) error {
	row, data, err := p.stored(r)
	if err != nil {
		return err
	}
	shown := view.PageData{Prescription: row, Person: data.Person, Associate: data.Person.ID, Files: data.Files,
		CanChange: access.Can(r.By, "users", access.Update)}
	if shown.Products, err = p.productsOf(r, row); err != nil {
		return err
	}
	around, err := p.Frame(r, "Receita de "+data.Person.FullName(), crumb)
	if err != nil {
		return err
	}
	shown.Now = around.Now
	return r.Render(view.Page(around, shown))
}

// productsOf returns the products of a prescription by their codes, for a caller who may open them.
func (p Pages) productsOf(r *web.Request, row prescriptions.Prescription) (map[string]products.Product, error) {
	if !access.Can(r.By, "products", access.Read) {
		return nil, nil
	}
	return products.FindByCodes(r.Context(), p.DB, row.Codes())
}

func (p Pages) askReason(r *web.Request) error {
	row, err := p.form(view.FormData{}).Row(r)
	if err != nil {
		return err
	}
	return p.renderReason(r, view.RefuseData{Prescription: row, Version: db.VersionOf(p.DB, &row)})
}

func (p Pages) renderReason(r *web.Request, data view.RefuseData) error {
	around, err := p.Frame(r, "Recusar receita", crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.RefusePage(around, data))
}

func (p Pages) refuse(r *web.Request) error {
	row, err := p.form(view.FormData{}).Row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := prescriptions.RefuseInput{ID: row.ID, Version: form.VersionIn(posted), Reason: posted.Or("reason", "")}
	_, err = prescriptions.Refuse(r.Context(), p.DB, r.By, input)
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.renderReason(r, view.RefuseData{Prescription: row, Version: db.VersionOf(p.DB, &row), Typed: posted, Refused: err})
	}
	r.Notify("Receita recusada.")
	return r.Redirect(view.Href(row.ID))
}

func (p Pages) accept(r *web.Request) error {
	row, err := p.form(view.FormData{}).Row(r)
	if err != nil {
		return err
	}
	if _, err := prescriptions.Accept(r.Context(), p.DB, r.By, row.ID); err != nil {
		return err
	}
	r.Notify("Receita aceita de novo.")
	return r.Redirect(view.Href(row.ID))
}
