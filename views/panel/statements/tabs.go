package statements

import (
	"slices"

	"acolhe/models/statements"
	"acolhe/views/ui/nav"
)

// Tab is a part of the page of a statement.
type Tab string

// The tabs, as addresses name them.
const (
	Sure     Tab = "certos"
	Doubtful Tab = "decidir"
	Alone    Tab = "sem-par"
	Done     Tab = "conciliados"
	Out      Tab = "saidas"
	Aside    Tab = "a-parte"
)

// Names of the parameters of the tab and of the number of entries that it shows.
const (
	TabParam  = "aba"
	ShowParam = "ate"
)

// pageSize is the number of entries that a tab shows at first, and that it shows more each time.
const pageSize = 25

// tabHref is the address of a tab.
func (d Data) tabHref(tab Tab) string { return TabHref(d.Statement.ID, tab) }

// TabHref is the address of a tab of a statement; that of the statement without one.
func TabHref(id int64, tab Tab) string {
	if tab == "" {
		return Href(id)
	}
	return Href(id) + "?" + TabParam + "=" + string(tab)
}

func (d Data) counts() map[Tab]int {
	o := d.Overview
	return map[Tab]int{Sure: len(o.Sure), Doubtful: len(o.Open), Alone: len(o.Alone), Done: len(o.Done), Out: len(o.Out), Aside: len(o.Aside)}
}

// Settled returns the data with the tab to show: that of a refused entry, else the wanted one if it has entries, else the first
// that waits for a person.
func (d Data) Settled() Data {
	for tab, proposals := range map[Tab][]statements.Proposal{Doubtful: d.Overview.Open, Alone: d.Overview.Alone} {
		at := slices.IndexFunc(proposals, func(p statements.Proposal) bool { return p.Entry.ID == d.Entry })
		if d.Entry != 0 && at >= 0 {
			d.Tab, d.Show = tab, max(d.Show, at+1)
			return d
		}
	}
	counts := d.counts()
	if counts[d.Tab] > 0 {
		return d
	}
	d.Tab, d.Show = "", 0
	for _, tab := range []Tab{Sure, Doubtful, Alone} {
		if counts[tab] > 0 {
			d.Tab = tab
			break
		}
	}
	return d
}

// limit is the number of entries that the tab shows.
func (d Data) limit() int { return max(d.Show, pageSize) }

func shown[Entry any](d Data, all []Entry) []Entry { return all[:min(len(all), d.limit())] }

func (d Data) tabs() []nav.Tab {
	counts := d.counts()
	var tabs []nav.Tab
	for _, tab := range []struct {
		tab   Tab
		label string
	}{{Sure, "Certos"}, {Doubtful, "Para decidir"}, {Alone, "Sem par"}, {Done, "Conciliados"}, {Out, "Saídas"}, {Aside, "Não são daqui"}} {
		if tab.tab == Aside && counts[Aside] == 0 {
			continue
		}
		tabs = append(tabs, nav.Tab{Label: tab.label, Href: d.tabHref(tab.tab), Count: new(counts[tab.tab]), Current: tab.tab == d.Tab})
	}
	return tabs
}
