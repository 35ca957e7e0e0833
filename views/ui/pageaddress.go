package ui

import "net/url"

// Here is the address of a page with its query; With changes parameters.
type Here string

// With returns the address with pairs of name and value set; an empty value removes the name.
func (h Here) With(pairs ...string) string {
	address, err := url.Parse(string(h))
	if err != nil {
		return string(h)
	}
	query := address.Query()
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			query.Del(pairs[i])
			continue
		}
		query.Set(pairs[i], pairs[i+1])
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// Sorted returns the link in a column's head: ascending first, then descending, then the list's default order. The
// order is ?ordem=, with a minus for descending.
func (h Here) Sorted(column string) string {
	next := column
	switch h.order() {
	case column:
		next = "-" + column
	case "-" + column:
		next = ""
	}
	return h.With("ordem", next, "pagina", "")
}

// direction returns the aria-sort of a column; "" if the list is not sorted by it.
func (h Here) Direction(column string) string {
	if column == "" {
		return ""
	}
	switch h.order() {
	case column:
		return "ascending"
	case "-" + column:
		return "descending"
	}
	return ""
}

// IsSorted reports whether the address names an order.
func (h Here) IsSorted() bool { return h.order() != "" }

func (h Here) order() string {
	address, err := url.Parse(string(h))
	if err != nil {
		return ""
	}
	return address.Query().Get("ordem")
}
