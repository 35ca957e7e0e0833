package web

import (
	"errors"
	"fmt"
	"io"
)

// WriteTable writes the route table, a line each: method, path, who may call, handler, limit. It
// is what `acolhe routes` prints; its golden file makes every change of access a diff. Columns have
// fixed widths, so that a new route changes no other line.
func WriteTable(out io.Writer, routes []Route) error {
	var failed error
	for _, route := range routes {
		limit := ""
		if route.rateLimit != nil {
			limit = fmt.Sprintf("  at most %s", route.rateLimit)
		}
		_, err := fmt.Fprintf(out, "%-6s  %-68s  %-28s  %s%s\n", route.Method, route.Path, route.Guard, route.Name, limit)
		failed = errors.Join(failed, err)
	}
	return failed
}
