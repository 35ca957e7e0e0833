package signatures

import (
	"net/url"

	"acolhe/models/signing"
	"acolhe/models/types/page"
	"acolhe/views/list"
)

func tabs() []list.Tab {
	tabs := []list.Tab{{Label: tabNames[""]}}
	for _, tab := range signing.Tabs() {
		tabs = append(tabs, list.Tab{Label: tabNames[tab], Filters: withTab(tab)})
	}
	return tabs
}

func withTab(tab signing.Tab) url.Values { return url.Values{"situacao": {string(tab)}} }

// OutdatedTab returns the filters of the tab of earlier versions, as the counts of tabs have them.
func OutdatedTab() string { return withTab(signing.TabOutdated).Encode() }

// TabHref returns the address of a tab of the list.
func TabHref(tab signing.Tab) string { return Path + "?" + withTab(tab).Encode() }

// TabCounts returns the counts of the tabs by their encoded filters.
func TabCounts(counts map[signing.Tab]int) map[string]page.Counted {
	tabs := map[string]page.Counted{"": {Rows: counts[""]}}
	for _, tab := range signing.Tabs() {
		tabs[withTab(tab).Encode()] = page.Counted{Rows: counts[tab]}
	}
	return tabs
}
