package analytics

import "acolhe/models/analytics"

// WithEarlier adds the numbers of the period before to the lists of orders.
func WithEarlier(board Board, earlier analytics.Earlier) Board {
	for i, counts := range []map[string]int64{earlier.States, earlier.Products, earlier.Associates} {
		ranks := &board.Lists[i].Ranks
		ranks.Before = "Antes"
		for row := range ranks.Rows {
			ranks.Rows[row].Before = "–"
			if key := ranks.Rows[row].Key; key != "" && counts[key] != analytics.Unknown {
				ranks.Rows[row].Before = whole(counts[key])
			}
		}
	}
	return board
}
