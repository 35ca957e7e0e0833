package media

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"slices"
	"strconv"
)

const (
	// pagesWindow is how much of a PDF is searched at once, pagesOverlap how much of it is searched again with what
	// follows, so that no page tree is cut.
	pagesWindow  = 256 << 10
	pagesOverlap = 32 << 10
	// maxUnpacked is how much of one object stream is unpacked, maxUnpackedTotal of all of a PDF.
	maxUnpacked      = 2 << 20
	maxUnpackedTotal = 32 << 20
	maxPages         = 100_000
	// maxPageTrees is the maximum number of searched page trees; 5,000 pages have about 500.
	maxPageTrees = 500
)

var (
	pageTree     = regexp.MustCompile(`/Type\s*/Pages\b`)
	pageCount    = regexp.MustCompile(`/Count\s+(\d{1,6})\b`)
	objectStream = regexp.MustCompile(`/Type\s*/ObjStm\b[^>]{0,200}>>\s*stream\r?\n`)
)

// CountPages returns the number of pages of a PDF; 0 if it cannot be read, as in an encrypted one. The root of the page
// tree has the largest count; it is in the file as it is, or in a packed object stream. The memory is bounded.
func CountPages(pdf io.ReaderAt, size int64) int {
	search := pageSearch{pdf: pdf, size: size, budget: maxUnpackedTotal}
	window := make([]byte, pagesWindow)
	for at := int64(0); at < size; at += pagesWindow - pagesOverlap {
		length, err := pdf.ReadAt(window, at)
		if err != nil && err != io.EOF {
			return 0
		}
		search.window(window[:length], at)
	}
	if search.found > maxPages {
		return 0
	}
	return search.found
}

// pageSearch is a search for page trees. Unpacked is where the last unpacked object stream begins, budget how much may
// still be unpacked, seen the number of page trees so far.
type pageSearch struct {
	pdf      io.ReaderAt
	size     int64
	unpacked int64
	budget   int64
	seen     int
	found    int
}

// window searches a part of the file that begins at an offset.
func (s *pageSearch) window(content []byte, at int64) {
	s.trees(content)
	for _, match := range objectStream.FindAllIndex(content, -1) {
		begin := at + int64(match[1])
		if begin <= s.unpacked || s.budget <= 0 {
			continue
		}
		s.unpacked = begin
		packed, err := zlib.NewReader(io.NewSectionReader(s.pdf, begin, s.size-begin))
		if err != nil {
			continue
		}
		// What follows the stream is an error after its content.
		objects, _ := io.ReadAll(io.LimitReader(packed, min(maxUnpacked, s.budget)))
		s.budget -= int64(len(objects))
		s.trees(objects)
	}
}

// trees finds the page trees in plain objects.
func (s *pageSearch) trees(content []byte) {
	if s.seen >= maxPageTrees {
		return
	}
	for _, match := range pageTree.FindAllIndex(content, maxPageTrees-s.seen) {
		s.seen++
		count := pageCount.FindSubmatch(dictionaryAround(content, match[0]))
		if count == nil {
			continue
		}
		pages, _ := strconv.Atoi(string(count[1])) // at most six digits
		s.found = max(s.found, pages)
	}
}

// dictionaryAround returns the dictionary << … >> around a position, as far as pagesOverlap before and after it.
func dictionaryAround(content []byte, at int) []byte {
	before, after := content[max(0, at-pagesOverlap):at], content[at:min(len(content), at+pagesOverlap)]
	return content[at-sizeUntil(reversed(before), ">>", "<<") : at+sizeUntil(after, "<<", ">>")]
}

// sizeUntil returns how much of the content comes before the closing mark that no opening one precedes.
func sizeUntil(content []byte, open, closed string) int {
	depth := 0
	for i := 0; i < len(content); i++ {
		switch {
		case bytes.HasPrefix(content[i:], []byte(open)):
			depth++
			i++
		case bytes.HasPrefix(content[i:], []byte(closed)):
			if depth == 0 {
				return i
			}
			depth--
			i++
		}
	}
	return len(content)
}

func reversed(content []byte) []byte {
	backward := slices.Clone(content)
	slices.Reverse(backward)
	return backward
}
