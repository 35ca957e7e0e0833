package pdf

import (
	"fmt"
	"strings"
)

// The roles of parts of the text, for readers that speak and for those that lay the text out again.
const (
	rolePart    = "P"
	roleHeading = "H2"
	roleFigure  = "Figure"
)

// part is a part of the text in the order of reading, with its places: one on each page on which it stands.
type part struct {
	role, alt string
	places    []place
}

// place is the mark of a part on a page, from 0.
type place struct{ page, mark int }

// tag draws a part of the text. A part inside another belongs to that.
func (d *Document) tag(role, alt string, draw func()) {
	if d.isMarked {
		draw()
		return
	}
	d.parts = append(d.parts, part{role: role, alt: alt})
	d.isMarked = true
	d.mark()
	draw()
	d.pdf.RawWriteStr("EMC")
	d.isMarked = false
}

// mark begins the current part on the current page.
func (d *Document) mark() {
	page := d.pdf.PageNo() - 1
	current := &d.parts[len(d.parts)-1]
	current.places = append(current.places, place{page, d.marks[page]})
	d.pdf.RawWriteStr(fmt.Sprintf("/%s <</MCID %d>> BDC", current.role, d.marks[page]))
	d.marks[page]++
}

// decorate draws what is not read: lines, backgrounds, and what repeats on every page.
func (d *Document) decorate(draw func()) {
	if d.isMarked {
		draw()
		return
	}
	d.pdf.RawWriteStr("/Artifact BMC")
	d.isMarked = true
	draw()
	d.isMarked = false
	d.pdf.RawWriteStr("EMC")
}

// newPage starts a page of the current sheet; a part that is being drawn goes on there.
func (d *Document) newPage() {
	goesOn := d.isMarked
	if goesOn {
		d.pdf.RawWriteStr("EMC")
	}
	d.isMarked = false
	d.pdf.AddPage()
	if d.isMarked = goesOn; goesOn {
		d.mark()
	}
}

// structure adds the tree of the parts to a file, and to its pages their places in it.
func (d *Document) structure(f *file, catalog int) {
	const firstPage = 3 // fpdf writes the pages and their contents by turns, behind the objects 1 and 2
	root, document, parents := len(f.objects)+1, len(f.objects)+2, len(f.objects)+3
	byPage := make([][]string, d.pdf.PageCount())
	var kids, elements []string
	for i, one := range d.parts {
		reference := fmt.Sprintf("%d 0 R", parents+1+i)
		kids = append(kids, reference)
		var marks []string
		for _, at := range one.places {
			marks = append(marks, fmt.Sprintf("<</Type /MCR /Pg %d 0 R /MCID %d>>", firstPage+2*at.page, at.mark))
			byPage[at.page] = append(byPage[at.page], reference)
		}
		alt := ""
		if one.alt != "" {
			alt = " /Alt " + hexText(one.alt)
		}
		elements = append(elements, fmt.Sprintf("<</Type /StructElem /S /%s /P %d 0 R%s /K [%s]>>", one.role, document, alt, strings.Join(marks, " ")))
	}
	f.add(fmt.Sprintf("<</Type /StructTreeRoot /K %d 0 R /ParentTree %d 0 R /ParentTreeNextKey %d>>", document, parents, len(byPage)))
	f.add(fmt.Sprintf("<</Type /StructElem /S /Document /P %d 0 R /K [%s]>>", root, strings.Join(kids, " ")))
	var numbers strings.Builder
	for page, references := range byPage {
		fmt.Fprintf(&numbers, "%d [%s] ", page, strings.Join(references, " "))
		f.after(firstPage+2*page, "<</Type /Page\n", fmt.Sprintf("/StructParents %d\n/Tabs /S\n", page))
	}
	f.add("<</Nums [" + strings.TrimSpace(numbers.String()) + "]>>")
	for _, element := range elements {
		f.add(element)
	}
	f.after(catalog, "/Type /Catalog\n",
		fmt.Sprintf("/StructTreeRoot %d 0 R\n/MarkInfo <</Marked true>>\n/ViewerPreferences <</DisplayDocTitle true>>\n", root))
}

// hexText returns a text as a string of PDF in UTF-16.
func hexText(text string) string {
	var out strings.Builder
	out.WriteString("<FEFF")
	for _, r := range text {
		if r > 0xffff {
			r = '?'
		}
		fmt.Fprintf(&out, "%04X", r)
	}
	out.WriteString(">")
	return out.String()
}
