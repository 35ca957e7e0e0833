package panel

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/web"
)

// listAddress is a list with filters, an order and views as its address tells it.
type listAddress struct {
	path    string
	filters url.Values
	sort    string
	page    web.PageQuery
	views   ListViews
}

// here is the address of the list as it is shown, but for the number of the page.
func (a listAddress) here() ui.Here {
	query := maps.Clone(a.filters)
	for _, kept := range a.besideFilters() {
		query.Set(kept.Value, kept.Label)
	}
	if len(query) == 0 {
		return ui.Here(a.path)
	}
	return ui.Here(a.path + "?" + query.Encode())
}

// besideFilters is what stands in the address beside the filters, as far as it is not as usual.
func (a listAddress) besideFilters() []ui.Option {
	return slices.DeleteFunc([]ui.Option{
		{Value: "ordem", Label: a.sort}, {Value: "por", Label: sizeInAddress(a.page)}, {Value: "visao", Label: a.views.inAddress()},
	}, func(kept ui.Option) bool { return kept.Label == "" })
}

func sizeInAddress(asked web.PageQuery) string {
	if asked.Size == page.DefaultPageSize {
		return ""
	}
	return strconv.Itoa(asked.Size)
}
