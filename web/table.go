package web

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// WriteTable writes the route table, a line each: method, path, who may call, handler, limit. It
// is what `acolhe routes` prints; its golden file makes every change of access a diff.
func WriteTable(out io.Writer, routes []Route) error {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, route := range routes {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s", route.Method, route.Path, route.Guard, route.Name)
		if route.rateLimit != nil {
			fmt.Fprintf(table, "\tat most %s", route.rateLimit)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}
