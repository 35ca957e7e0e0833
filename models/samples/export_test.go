package samples

// ForeignKey is a foreign key as the tests see it; One names a real row that refers to a sample row, and is empty for a
// detail.
type ForeignKey struct{ Table, Column, To, Key, Where, One string }

// ForeignKeys lists every column that is known to refer to sample rows.
func ForeignKeys() []ForeignKey {
	var all []ForeignKey
	for _, k := range details {
		all = append(all, ForeignKey{k.table, k.column, k.to, k.key, "true", ""})
	}
	for _, r := range references {
		where := r.where
		if where == "" {
			where = "true"
		}
		for _, k := range r.keys {
			all = append(all, ForeignKey{k.table, k.column, k.to, k.key, where, r.one})
		}
	}
	return all
}

// HasSamples reports whether a table has is_sample.
func HasSamples(table string) bool { return hasSamples(table) }
