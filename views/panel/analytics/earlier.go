package analytics

import "acolhe/models/analytics"

// unknown is the earlier number of a group that may not be shown.
const unknown = -1

// statesBefore returns the numbers of the states in the period before, without those of small groups.
func statesBefore(before analytics.Orders) map[string]int64 {
	persons, counts := map[string]int64{}, map[string]int64{}
	var states []analytics.Shown
	for _, group := range before.Series.ByState {
		persons[group.Key] = group.Persons
		states = append(states, analytics.Shown{Key: group.Key, Count: group.Count})
	}
	for _, state := range analytics.Protect(states, func(group analytics.Shown) int64 { return persons[group.Key] }) {
		counts[state.Key] = state.Count
		if state.IsHidden {
			counts[state.Key] = unknown
		}
	}
	return counts
}

// WithEarlier adds the numbers of the period before to the lists of orders: states, products and associates.
func WithEarlier(board Board, before analytics.Orders, products, associates map[string]int64) Board {
	for i, counts := range []map[string]int64{statesBefore(before), products, associates} {
		ranks := &board.Lists[i].Ranks
		ranks.Before = "Antes"
		for row := range ranks.Rows {
			ranks.Rows[row].Before = "–"
			if key := ranks.Rows[row].Key; key != "" && counts[key] != unknown {
				ranks.Rows[row].Before = whole(counts[key])
			}
		}
	}
	return board
}
