package duplicates

// Known returns every column that joining knows, as table.column.
func Known() (referring []string) {
	for _, list := range [][]reference{references, aside, derived} {
		for _, of := range list {
			referring = append(referring, of.table+"."+of.column)
		}
	}
	return referring
}

// Singles returns the tables with one row for each person.
func Singles() (tables []string) {
	for _, of := range references {
		if of.single {
			tables = append(tables, of.table)
		}
	}
	return append(tables, "associate_pairs", "distinct_associates")
}
