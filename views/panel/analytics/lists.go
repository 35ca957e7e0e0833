package analytics

import (
	"strings"

	"acolhe/models/analytics"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/chart"
)

// mostGroups is the number of groups of a list; the smaller ones are one row.
const mostGroups = 10

// hidden stands for the count of a small group.
const hidden = "< 3"

// groups returns the list of groups with their share of the total. Those that are hidden share one row.
func (b *Board) groups(title, head string, groups []analytics.Shown, href func(key string) string) List {
	list := List{Title: title, Ranks: chart.Ranks{Heads: [3]string{head, "Qtd.", "%"}}}
	var total, most, rest int64
	var small []string
	for _, group := range groups {
		total += group.Count
		if !group.IsHidden {
			most = max(most, group.Count)
		}
	}
	others := 0
	for _, group := range groups {
		switch {
		case group.IsHidden:
			small = append(small, group.Label)
		case len(list.Ranks.Rows) >= mostGroups && len(groups) > mostGroups+1:
			rest += group.Count
			others++
		default:
			row := chart.Rank{Key: group.Key, Label: group.Label, Title: group.Label, Figure: whole(group.Count), Note: share(group.Count, total),
				Share: percent(group.Count, most)}
			if group.Count > 0 {
				row.Href = href(group.Key)
			}
			list.Ranks.Rows = append(list.Ranks.Rows, row)
			list.add(group.Label, pieces.plain(group.Count), ratio(group.Count, total))
		}
	}
	if others > 0 {
		list.add("Outros "+whole(int64(others)), pieces.plain(rest), ratio(rest, total))
		list.Ranks.Rows = append(list.Ranks.Rows,
			chart.Rank{Label: "Outros " + whole(int64(others)), Figure: whole(rest), Note: share(rest, total),
				Share: percent(min(rest, most), most), Rest: true})
	}
	if len(small) > 0 {
		b.Hides = true
		list.add(fmtbr.List(small), hidden, "")
		list.Ranks.Rows = append(list.Ranks.Rows, chart.Rank{Label: fmtbr.List(small), Title: fmtbr.List(small), Figure: hidden, Note: "–"})
	}
	return list
}

// fileRow is a row of a list for the files: its count and, unless it is empty, its second figure.
type fileRow struct{ row, count, second string }

// add adds a row to the files.
func (l *List) add(row, count, second string) {
	l.fileRows = append(l.fileRows, fileRow{row, count, second})
}

// ranking returns the list of a ranking.
func ranking(title, head string, rows []analytics.Ranked, href func(analytics.Ranked) string) List {
	list := List{Title: title, Ranks: chart.Ranks{Heads: [3]string{head, "Qtd.", "Valor (R$)"}, Wide: true}}
	for _, row := range rows {
		list.Ranks.Rows = append(list.Ranks.Rows, chart.Rank{Key: row.Code, Label: row.Label, Title: row.Label, Figure: whole(row.Count),
			Note: strings.TrimPrefix(fmtbr.Money(row.Sum), "R$\u00a0"),
			Href: href(row), Share: percent(row.Count, rows[0].Count)})
		list.add(row.Label, pieces.plain(row.Count), row.Sum.String())
	}
	return list
}

func percent(part, of int64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}

func share(part, of int64) string {
	if of == 0 {
		return "–"
	}
	return fmtbr.Percent(tenthsOf(part, of))
}

// ratio is a share for the files; empty without a total.
func ratio(part, of int64) string {
	if of == 0 {
		return ""
	}
	return tenths(tenthsOf(part, of))
}

// tenthsOf returns a share in tenths of a percent.
func tenthsOf(part, of int64) int { return int((2000*part + of) / (2 * of)) }
