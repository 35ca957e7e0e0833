package ui

import (
	"net/url"
	"strconv"

	"acolhe/models/types/fmtbr"
)

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
func (h Here) direction(column string) string {
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

func (h Here) order() string {
	address, err := url.Parse(string(h))
	if err != nil {
		return ""
	}
	return address.Query().Get("ordem")
}

// last returns the last known page.
func (p Pager) last() int {
	counted := max(1, (p.Total+p.Size-1)/max(1, p.Size))
	switch {
	case !p.More:
		return counted
	case p.Shown < p.Size:
		return p.Page
	}
	return max(counted, p.Page+1)
}

// link returns the address of a page, empty if it does not exist.
func (p Pager) link(page int) string {
	if page < 1 || page > p.last() {
		return ""
	}
	return p.Here.With("pagina", when(page > 1, strconv.Itoa(page)))
}

func (p Pager) summary() string {
	if p.Total == 0 {
		return "Nenhum resultado"
	}
	from := (p.Page-1)*p.Size + 1
	to, total := min(p.Page*p.Size, p.Total), fmtbr.Integer(int64(p.Total))
	if p.More {
		to, total = from+p.Shown-1, "mais de "+total
		if p.Shown < p.Size {
			total = fmtbr.Integer(int64(to))
		}
	}
	return fmtbr.Integer(int64(from)) + "–" + fmtbr.Integer(int64(to)) + " de " + total
}

// window returns the first and the last page and those around the current one; 0 is a gap.
func (p Pager) window() []int {
	var pages []int
	previous := 0
	for n := 1; n <= p.last(); n++ {
		if n != 1 && n != p.last() && (n < p.Page-1 || n > p.Page+1) {
			continue
		}
		if n > previous+1 {
			pages = append(pages, 0)
		}
		pages = append(pages, n)
		previous = n
	}
	return pages
}
