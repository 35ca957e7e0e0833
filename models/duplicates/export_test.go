package duplicates

// Known returns every column that joining knows, as table.column, and those of users that a field, a union or the row itself has.
func Known() (referring, columns []string) {
	for _, list := range [][]reference{references, aside, derived} {
		for _, of := range list {
			referring = append(referring, of.table+"."+of.column)
		}
	}
	columns = append(columns, ownColumns...)
	columns = append(columns, unions...)
	for _, field := range Fields() {
		columns = append(columns, field.all()...)
	}
	return referring, columns
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
