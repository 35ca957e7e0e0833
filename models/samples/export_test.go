package samples

// Tie is a tie as the tests see it; One is what a real row that leans on a sample row is called, empty for a detail.
type Tie struct{ Table, Column, To, Key, Where, One string }

// Ties lists what is decided about references to sample rows.
func Ties() []Tie {
	var all []Tie
	for _, d := range details {
		all = append(all, Tie{d.table, d.column, d.to, d.key, "true", ""})
	}
	for _, l := range leanings {
		where := l.where
		if where == "" {
			where = "true"
		}
		for _, t := range l.ties {
			all = append(all, Tie{t.table, t.column, t.to, t.key, where, l.one})
		}
	}
	return all
}

// IsMarked tells whether a table carries is_sample.
func IsMarked(table string) bool { return isMarked(table) }
