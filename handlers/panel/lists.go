package panel

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"acolhe/models/platform/preferences"
	"acolhe/models/platform/savedviews"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/panel"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/products"
	"acolhe/web"
)

// listPage is a list whose filters can be kept as views and whose columns can be chosen.
type listPage struct {
	title, path string
	// collection is what one must be allowed to read.
	collection string
	columns    []string
	// filters keeps of a query what a view may hold; a value that the list does not know is 400.
	filters func(query string) (url.Values, error)
	// count counts the rows that the person sees with these filters.
	count func(r *web.Request, filters url.Values) (page.Counted, error)
}

// listPages are the lists by their names. A list gets its line here with its page.
func (p Panel) listPages() map[string]listPage {
	return map[string]listPage{
		"associados": {"Associados", panel.AssociatesPath, "users", panel.AssociateColumns(), associateFilters, p.countAssociates},
		"pedidos":    {"Pedidos", orders.Path, "orders", orders.List().ColumnNames(), orders.List().Parse, p.countOrders},
		"produtos":   {"Produtos", products.Path, "products", products.List().ColumnNames(), products.List().Parse, p.countProducts},
	}
}

// listPage gives a list that the person may look at; any other is 404.
func (p Panel) listPage(r *web.Request, name string) (listPage, error) {
	list, known := p.listPages()[name]
	if !known || !access.Can(r.By, list.collection, access.Read) {
		return list, errs.NotFound("Esta lista não existe.")
	}
	return list, nil
}

// viewsOf gathers the views of a list for its page, which is shown with these filters.
func (p Panel) viewsOf(r *web.Request, name string, filters url.Values) (panel.ListViews, error) {
	list := p.listPages()[name]
	row := panel.ListViews{List: name, Path: list.path, Query: filters.Encode(), Counts: "/painel/visoes/contagens?lista=" + name}
	saved, err := savedviews.ListFor(r.Context(), p.DB, r.By, name)
	if err != nil {
		return row, err
	}
	for _, view := range saved {
		shown := panel.SavedView{View: view, MayChange: view.MayBeChangedBy(r.By)}
		row.Saved = append(row.Saved, shown)
		if strconv.FormatInt(view.ID, 10) == r.Query("visao") {
			row.Current = &shown
		}
	}
	return row, nil
}

// countViews counts the rows of each saved view of a list after its page, which is not kept
// waiting by it.
func (p Panel) countViews(r *web.Request) error {
	list, err := p.listPage(r, r.Query("lista"))
	if err != nil {
		return err
	}
	row, err := p.viewsOf(r, r.Query("lista"), url.Values{})
	if err != nil {
		return err
	}
	for i := range row.Saved {
		if row.Saved[i].Count, err = list.countView(r, row.Saved[i].View); err != nil {
			return err
		}
	}
	return r.Render(panel.ViewCounts(row))
}

// countView is nil for a view with filters that the list no longer knows.
func (l listPage) countView(r *web.Request, view savedviews.View) (*page.Counted, error) {
	filters, err := l.filters(view.Query)
	if errs.As(err) != nil {
		return nil, nil
	}
	count, err := l.count(r, filters)
	return &count, err
}

// openView sends an address that names nothing but a view on to the one with its filters; it
// tells whether it did.
func (p Panel) openView(r *web.Request, row panel.ListViews) bool {
	address, err := url.Parse(r.Path())
	if err != nil || row.Current == nil || row.Current.Query == "" || len(address.Query()) != 1 || r.IsFragment() {
		return false
	}
	return r.Redirect(panel.ViewAddress(row.Path, row.Current.View)) == nil
}

// normal brings a query to the form in which views keep it.
func (l listPage) normal(query string) (string, error) {
	filters, err := l.filters(query)
	return filters.Encode(), err
}

// keptOf keeps of a query what the filters of these names hold. A day that is half typed counts as
// none; what is no text is 400 VALIDATION_ERROR.
func keptOf(query string, names []string) (url.Values, error) {
	values, err := url.ParseQuery(query)
	if err != nil || !isText(values) {
		return nil, errs.Invalid("query", "não são filtros de uma lista")
	}
	kept := url.Values{}
	for _, name := range names {
		value := strings.TrimSpace(values.Get(name))
		isDay := name == "de" || name == "ate"
		if value != "" && (!isDay || civil.IsDay(value)) {
			kept.Set(name, value)
		}
	}
	return kept, nil
}

// isText tells values that a database can look for.
func isText(values url.Values) bool {
	for _, all := range values {
		for _, value := range all {
			if strings.ContainsRune(value, 0) || !utf8.ValidString(value) {
				return false
			}
		}
	}
	return true
}

// chooseColumns keeps which columns of a list the person wants to see.
func (p Panel) chooseColumns(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input preferences.ColumnsInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	list, err := p.listPage(r, input.List)
	if err != nil {
		return err
	}
	input.Offered = list.columns
	if err := preferences.ChooseColumns(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	return r.Redirect(web.LocalPath(posted.Or("volta", list.path), list.path))
}

func (p Panel) countOrders(r *web.Request, filters url.Values) (page.Counted, error) {
	return orders.List().CountFor(r.Context(), p.DB, r.By, filters)
}

func (p Panel) countProducts(r *web.Request, filters url.Values) (page.Counted, error) {
	return products.List().CountFor(r.Context(), p.DB, r.By, filters)
}
