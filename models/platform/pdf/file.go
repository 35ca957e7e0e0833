package pdf

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// file is a finished document as its objects, to which is added what fpdf leaves out.
type file struct {
	head, trailer []byte
	// objects are by their number; order has the numbers in the order of the file.
	objects map[int][]byte
	order   []int
}

var (
	tableHead = regexp.MustCompile(`^xref\n0 (\d+)\n`)
	rootOf    = regexp.MustCompile(`/Root (\d+) 0 R`)
	infoOf    = regexp.MustCompile(`/Info (\d+) 0 R`)
	sizeOf    = regexp.MustCompile(`/Size \d+`)
)

// parse reads what fpdf wrote: one table of references, at the end.
func parse(content []byte) (file, error) {
	start := bytes.LastIndex(content, []byte("startxref\n"))
	if start < 0 {
		return file{}, fmt.Errorf("pdf: no table of references")
	}
	end, _, _ := bytes.Cut(content[start+len("startxref\n"):], []byte("\n"))
	table, err := strconv.Atoi(string(end))
	if err != nil || table < 0 || table > start {
		return file{}, fmt.Errorf("pdf: the table of references is at %q", end)
	}
	count := tableHead.FindSubmatch(content[table:start])
	trailer := bytes.LastIndex(content[:start], []byte("trailer\n"))
	if count == nil || trailer < table {
		return file{}, fmt.Errorf("pdf: no trailer")
	}
	const line = len("0000000000 00000 n \n")
	rows := content[table+len(count[0]) : trailer]
	places := map[int]int{}
	for number := 1; (number+1)*line <= len(rows); number++ {
		if places[number], err = strconv.Atoi(string(rows[number*line : number*line+10])); err != nil {
			return file{}, err
		}
	}
	f := file{trailer: content[trailer:start], objects: map[int][]byte{},
		order: slices.SortedFunc(maps.Keys(places), func(a, b int) int { return places[a] - places[b] })}
	for i, number := range f.order {
		next := table
		if i+1 < len(f.order) {
			next = places[f.order[i+1]]
		}
		f.objects[number] = content[places[number]:next]
	}
	f.head = content[:places[f.order[0]]]
	return f, nil
}

// add adds an object and returns its number.
func (f *file) add(dictionary string) int {
	number := len(f.objects) + 1
	f.objects[number], f.order = fmt.Appendf(nil, "%d 0 obj\n%s\nendobj\n", number, dictionary), append(f.order, number)
	return number
}

// after inserts a text behind the first place of another in an object.
func (f *file) after(number int, place, text string) {
	content := f.objects[number]
	if at := bytes.Index(content, []byte(place)); at >= 0 {
		at += len(place)
		f.objects[number] = slices.Concat(content[:at], []byte(text), content[at:])
	}
}

// reference returns the number that the trailer has for the catalog or the dictionary of the dates.
func (f *file) reference(of *regexp.Regexp) int {
	found := of.FindSubmatch(f.trailer)
	if found == nil {
		return 0
	}
	number, _ := strconv.Atoi(string(found[1])) // digits alone
	return number
}

// bytes returns the file.
func (f *file) bytes() []byte {
	var out bytes.Buffer
	out.Write(f.head)
	places := map[int]int{}
	for _, number := range f.order {
		places[number] = out.Len()
		out.Write(f.objects[number])
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for number := 1; number <= len(f.objects); number++ {
		fmt.Fprintf(&out, "%010d 00000 n \n", places[number])
	}
	out.Write(sizeOf.ReplaceAll(f.trailer, fmt.Appendf(nil, "/Size %d", len(f.objects)+1)))
	fmt.Fprintf(&out, "startxref\n%d\n%%%%EOF\n", table)
	return out.Bytes()
}

// completed adds to a finished document what fpdf leaves out: the zone of its dates, which readers take for UTC without one, the
// reference to its metadata, and the structure of its text.
func (d *Document) completed(content []byte, now time.Time) ([]byte, error) {
	f, err := parse(content)
	if err != nil {
		return nil, err
	}
	catalog, info := f.reference(rootOf), f.reference(infoOf)
	offset := now.Format("-0700")
	zone := offset[:3] + "'" + offset[3:] + "'"
	for _, key := range []string{"/CreationDate (D:", "/ModDate (D:"} {
		f.after(info, key+now.Format("20060102150405"), zone)
	}
	d.structure(&f, catalog)
	// The metadata are the object before the dictionary of the dates.
	f.after(catalog, "/Type /Catalog\n", fmt.Sprintf("/Metadata %d 0 R\n", info-1))
	return f.bytes(), nil
}
