// Package duplicates serves the pairs of associates who are probably one person.
package duplicates

import (
	"strconv"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/duplicates"
	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/layouts"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/duplicates"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the pairs.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// latest is the number of joinings under the pairs.
const latest = 5

var crumbs = []layouts.Crumb{{Label: "Associados", Href: associatesview.Path}, {Label: "Duplicados", Href: view.Path}}

// Routes returns the routes, for those who may change associates.
func (p Pages) Routes() []web.Route {
	const two = view.Path + "/:id/:outro"
	changes := web.StaffCan("users", access.Update)
	return []web.Route{
		web.Page(view.Path, changes, p.list),
		web.Page(two, changes, p.compare),
		web.Form(two, changes, p.join),
		web.Form(two+view.ApartSlug, changes, p.notSame),
		web.Form(view.JoinedPath+"/:id"+view.SeparateSlug, changes, p.separate),
	}
}

func (p Pages) list(r *web.Request) error { return p.render(r, nil) }

func (p Pages) render(r *web.Request, refused error) (err error) {
	ctx := r.Context()
	data := view.Data{Tab: tabOf(r.Query("aba")), Page: r.QueryPage(), By: r.By, Refused: refused, Counts: map[view.Tab]page.Counted{}}
	data.Input = duplicates.ListInput{Q: strings.TrimSpace(r.Query("q")), Reason: duplicates.Reason(r.Query("motivo")),
		Newest: r.Query("ordem") == "novos"}
	data.Input.Window = page.Window{Limit: &data.Page.Size, Offset: data.Page.Offset()}
	switch data.Tab {
	case view.Joined:
		data.Joined, err = duplicates.ListJoined(ctx, p.DB, r.By, data.Input.Window)
	case view.Apart:
		data.Apart, err = duplicates.ListApart(ctx, p.DB, r.By, data.Input.Window)
	default:
		err = p.fillOpen(r, &data)
	}
	if err != nil {
		return err
	}
	if data.Counts[view.Open], err = duplicates.Count(ctx, p.DB, r.By, data.Input, page.CountLimit); err != nil {
		return err
	}
	if data.Counts[view.Joined], err = duplicates.CountJoined(ctx, p.DB, r.By, page.CountLimit); err != nil {
		return err
	}
	if data.Counts[view.Apart], err = duplicates.CountApart(ctx, p.DB, r.By, page.CountLimit); err != nil {
		return err
	}
	if data.AsOf, err = duplicates.AsOf(ctx, p.DB); err != nil {
		return err
	}
	r.ShowsPeople(2 * (len(data.Pairs) + len(data.Joined) + len(data.Apart)))
	around, err := p.Frame(r, "Duplicados", crumbs[0])
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Page(around, data))
}

func (p Pages) fillOpen(r *web.Request, data *view.Data) error {
	found, err := duplicates.List(r.Context(), p.DB, r.By, data.Input)
	if err != nil {
		return err
	}
	data.Pairs = found.Items
	few := latest
	data.Joined, err = duplicates.ListJoined(r.Context(), p.DB, r.By, page.Window{Limit: &few})
	return err
}

func tabOf(name string) view.Tab {
	switch tab := view.Tab(name); tab {
	case view.Joined, view.Apart:
		return tab
	}
	return view.Open
}

// two reads the records of the address.
func two(r *web.Request) (two duplicates.Two, err error) {
	if two.First, err = r.ParamID("id"); err != nil {
		return two, err
	}
	two.Second, err = r.ParamID("outro")
	return two, err
}

func (p Pages) compare(r *web.Request) error { return p.show(r, nil, nil) }

func (p Pages) show(r *web.Request, typed web.FormData, refused error) error {
	pair, err := two(r)
	if err != nil {
		return err
	}
	data := view.CompareData{Typed: typed, Refused: refused}
	if data.Comparison, err = duplicates.Compare(r.Context(), p.DB, r.By, pair); err != nil {
		return err
	}
	r.ShowsPeople(2)
	around, err := p.Frame(r, strconv.FormatInt(pair.First, 10)+" e "+strconv.FormatInt(pair.Second, 10), crumbs...)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.ComparePage(around, data))
}

func (p Pages) join(r *web.Request) error {
	pair, err := two(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	joining, err := duplicates.Join(r.Context(), p.DB, r.By, inputOf(pair, posted))
	if errs.HasCode(err, errs.CodeConflict) && pair.First != pair.Second {
		return p.show(r, posted, err)
	}
	if err != nil {
		return err
	}
	r.NotifyOf("Juntado. O código "+strconv.FormatInt(joining.GoneID, 10)+" leva a este cadastro.", view.Path+"?aba="+string(view.Joined))
	return r.Redirect(associatesview.Href(joining.KeptID))
}

func inputOf(pair duplicates.Two, posted web.FormData) duplicates.JoinInput {
	input := duplicates.JoinInput{Kept: pair.First, Gone: pair.Second}
	for _, field := range fields.All() {
		if posted.Or(view.FieldPrefix+field.Name, "") == view.TakesGone {
			input.Take = append(input.Take, field.Name)
		}
	}
	for _, value := range posted[view.PatientsField] {
		kept, gone, _ := strings.Cut(value, ":")
		first, wrong := strconv.ParseInt(kept, 10, 64)
		second, wrongToo := strconv.ParseInt(gone, 10, 64)
		if wrong == nil && wrongToo == nil {
			input.Patients = append(input.Patients, duplicates.Two{First: first, Second: second})
		}
	}
	return input
}

func (p Pages) notSame(r *web.Request) error {
	pair, err := two(r)
	if err != nil {
		return err
	}
	undoID, err := duplicates.NotSame(r.Context(), p.DB, r.By, pair)
	if err != nil {
		return err
	}
	r.NotifyUndo("São pessoas diferentes. O par não aparece mais.", undo.Href(undoID))
	return r.Redirect(view.Path)
}

func (p Pages) separate(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	joining, err := duplicates.Separate(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, errs.CodeConflict) {
		return p.render(r, err)
	}
	if err != nil {
		return err
	}
	r.NotifyOf("Separado. "+joining.GoneName+" tem de novo o código "+strconv.FormatInt(joining.GoneID, 10)+".",
		associatesview.Href(joining.GoneID))
	return r.Redirect(view.Path)
}
