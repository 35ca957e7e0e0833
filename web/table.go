package web

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// WriteTable writes the route table, a line each: method, path, guard, handler, limits. `acolhe routes` prints it; its
// golden file shows every change of access as a diff. Columns have fixed widths, so that a new route changes no other
// line.
func WriteTable(out io.Writer, routes []Route) error {
	var failed error
	for _, route := range routes {
		limit := ""
		if route.rateLimit != nil {
			limit = fmt.Sprintf("  at most %s", route.rateLimit)
		}
		if route.quota != nil {
			limit += fmt.Sprintf("  quota %s: %s", route.quota.Name, route.quota)
		}
		_, err := fmt.Fprintf(out, "%-6s  %-68s  %-28s  %s%s\n", route.Method, route.Path, route.Guard, route.Name, limit)
		failed = errors.Join(failed, err)
	}
	return failed
}

// closure is the name that the compiler gives to a function literal.
var closure = regexp.MustCompile(`(\.func\d+|\.\d+)+$`)

// nameOf returns the bare name of a function or method value, or of the function that made a function literal:
// "acolhe/handlers/api.API.placeOrder-fm" is placeOrder, "acolhe/handlers/panel/orders.Pages.showStep.func1" is showStep.
func nameOf(h any) string {
	full := strings.TrimSuffix(runtime.FuncForPC(reflect.ValueOf(h).Pointer()).Name(), "-fm")
	full = closure.ReplaceAllString(full, "")
	return full[strings.LastIndex(full, ".")+1:]
}
