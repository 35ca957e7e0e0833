package list

import (
	"maps"
	"net/url"
	"slices"

	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/ui/nav"
)

// count returns the number of rows of a list: "96 pedidos"; empty without rows.
func (n Noun) count(counted page.Counted) string {
	switch {
	case counted.Rows == 0:
		return ""
	case counted.More:
		return "mais de " + fmtbr.Plural(counted.Rows, n.One, n.Many)
	}
	return fmtbr.Plural(counted.Rows, n.One, n.Many)
}

// tabFilters returns the names of the filters that tabs set.
func (d Definition[Row, Input]) tabFilters() []string {
	var names []string
	for _, tab := range d.Tabs {
		names = slices.AppendSeq(names, maps.Keys(tab.Filters))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// WithTab returns filters with those of a tab instead of those of another tab.
func (d Definition[Row, Input]) WithTab(tab Tab, filters url.Values) url.Values {
	changed := url.Values{}
	maps.Copy(changed, filters)
	for _, name := range d.tabFilters() {
		changed.Del(name)
	}
	maps.Copy(changed, tab.Filters)
	return changed
}

// CurrentTab returns the tab whose filters are set, or false if others are.
func (d Definition[Row, Input]) CurrentTab(filters url.Values) (Tab, bool) {
	for _, tab := range d.Tabs {
		if d.WithTab(tab, filters).Encode() == filters.Encode() {
			return tab, true
		}
	}
	return Tab{}, false
}

// IsTab reports whether filters are those of a predefined tab.
func (d Definition[Row, Input]) IsTab(filters url.Values) bool {
	encoded := filters.Encode()
	return encoded == "" || slices.ContainsFunc(d.Tabs, func(tab Tab) bool { return tab.Filters.Encode() == encoded })
}

func (d Definition[Row, Input]) tabs(state State) []nav.Tab {
	current, isTab := d.CurrentTab(state.Address.Filters)
	tabs := make([]nav.Tab, len(d.Tabs))
	for i, tab := range d.Tabs {
		tabs[i] = nav.Tab{Label: tab.Label, Href: d.tabHref(tab, state.Address), Current: isTab && state.Views.Current == nil &&
			tab.Label == current.Label}
		if counted, known := state.TabCounts[tab.Filters.Encode()]; known {
			tabs[i].Count, tabs[i].More = &counted.Rows, counted.More
		}
	}
	return tabs
}

func (d Definition[Row, Input]) tabHref(tab Tab, address Address) string {
	pairs := []string{"visao", ""}
	for _, name := range d.tabFilters() {
		pairs = append(pairs, name, tab.Filters.Get(name))
	}
	return address.Here().With(pairs...)
}

// TabCounts returns the counts of tabs that set one filter, from the counts of its values; the tab without the filter
// counts all.
func TabCounts[Value ~string](tabs []Tab, filter string, counts map[Value]int) map[string]page.Counted {
	total := 0
	for _, count := range counts {
		total += count
	}
	counted := map[string]page.Counted{}
	for _, tab := range tabs {
		counted[tab.Filters.Encode()] = page.Counted{Rows: total}
		if value := tab.Filters.Get(filter); value != "" {
			counted[tab.Filters.Encode()] = page.Counted{Rows: counts[Value(value)]}
		}
	}
	return counted
}
