package table

import (
	"strconv"

	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/markup"
)

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

// isBeyond reports whether the page lies behind the last one.
func (p Pager) isBeyond() bool { return !p.More && p.Page > p.last() }

// link returns the address of a page, empty if it does not exist.
func (p Pager) link(page int) string {
	if page < 1 || page > p.last() {
		return ""
	}
	return p.Here.With("pagina", markup.When(page > 1, strconv.Itoa(page)))
}

func (p Pager) summary() string {
	if p.Total == 0 {
		return "Nenhum resultado"
	}
	from := (p.Page-1)*p.Size + 1
	if p.isBeyond() {
		return "Esta página da lista não existe"
	}
	to, total := min(p.Page*p.Size, p.Total), fmtbr.Integer(p.Total)
	if p.More {
		to, total = from+p.Shown-1, "mais de "+total
		if p.Shown < p.Size {
			total = fmtbr.Integer(to)
		}
	}
	return fmtbr.Integer(from) + "–" + fmtbr.Integer(int64(to)) + " de " + total
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
