package errors

import (
	"strconv"

	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
)

func trend(r *Row) ui.Content {
	if len(r.Trend) == 0 {
		return nil
	}
	today := r.Trend[len(r.Trend)-1]
	return chart.SmallBars{Values: r.Trend, IsBad: isRising(r.Trend),
		Label: "Hoje " + fmtbr.Plural(int(today), "vez", "vezes") + ", nos " + strconv.Itoa(Days) + " dias " + fmtbr.Integer(sum(r.Trend))}
}

// isRising reports whether the last three days have more events than all days before.
func isRising(trend []int64) bool {
	const latest = 3
	return len(trend) > latest && sum(trend[len(trend)-latest:]) > sum(trend[:len(trend)-latest])
}

func sum(values []int64) (total int64) {
	for _, value := range values {
		total += value
	}
	return total
}
