package richtext

import (
	"slices"
	"strings"
)

// Difference is a paragraph that differs between two contents.
type Difference struct {
	// Heading is the last heading before the paragraph.
	Heading string
	Parts   []DifferencePart
}

// DifferencePart is a piece of a paragraph.
type DifferencePart struct {
	Text string
	// Op is "" for a text in both contents, Removed or Added.
	Op DifferenceOp
}

// DifferenceOp says in which content a piece is.
type DifferenceOp string

// The pieces of one content alone.
const (
	Removed DifferenceOp = "removed"
	Added   DifferenceOp = "added"
)

// maxCompared limits the comparison, whose time is the product of the lengths.
const maxCompared = 2_000

// Compare returns the paragraphs whose text differs, in the order of the text. The style of the text is not compared.
func Compare(before, after Content) []Difference {
	earlier, later := before.paragraphs(), after.paragraphs()
	var found []Difference
	for _, run := range align(linesOf(earlier), linesOf(later)) {
		found = append(found, run.differences(earlier, later)...)
	}
	return found
}

// paragraph is a text with the heading above it.
type paragraph struct{ text, heading string }

func linesOf(paragraphs []paragraph) []string {
	found := make([]string, len(paragraphs))
	for i, one := range paragraphs {
		found[i] = one.text
	}
	return found
}

func (c Content) paragraphs() (found []paragraph) {
	heading := ""
	var collect func(nodes []Node)
	collect = func(nodes []Node) {
		for _, node := range nodes {
			if node.Type != Heading && node.Type != Paragraph {
				collect(node.Children)
				continue
			}
			text := strings.TrimSpace(node.PlainText())
			if node.Type == Heading {
				heading = text
			}
			if text != "" && len(found) < maxCompared {
				found = append(found, paragraph{text, heading})
			}
		}
	}
	collect(c.Nodes)
	return found
}

// run is a sequence of the one text that the sequence of the other replaces; both are half-open ranges.
type run struct{ oldFrom, oldTo, newFrom, newTo int }

// differences pairs the replaced paragraphs and compares their words.
func (r run) differences(before, after []paragraph) []Difference {
	var found []Difference
	for i := range max(r.oldTo-r.oldFrom, r.newTo-r.newFrom) {
		var removed, added paragraph
		if r.oldFrom+i < r.oldTo {
			removed = before[r.oldFrom+i]
		}
		if r.newFrom+i < r.newTo {
			added = after[r.newFrom+i]
		}
		one := Difference{Heading: added.heading, Parts: compareWords(removed.text, added.text)}
		if added.text == "" {
			one.Heading = removed.heading
		}
		found = append(found, one)
	}
	return found
}

// compareWords returns the words of both texts in the order of the text.
func compareWords(removed, added string) []DifferencePart {
	before, after := strings.Fields(removed), strings.Fields(added)
	if len(before) > maxCompared || len(after) > maxCompared {
		return []DifferencePart{{removed, Removed}, {added, Added}}
	}
	var parts []DifferencePart
	add := func(words []string, op DifferenceOp) {
		if len(words) > 0 {
			parts = append(parts, DifferencePart{strings.Join(words, " "), op})
		}
	}
	reached := 0
	for _, run := range align(before, after) {
		add(before[reached:run.oldFrom], "")
		add(before[run.oldFrom:run.oldTo], Removed)
		add(after[run.newFrom:run.newTo], Added)
		reached = run.oldTo
	}
	add(before[reached:], "")
	return parts
}

// align returns the runs between the longest common subsequence of two sequences.
func align(before, after []string) []run {
	lengths := commonLengths(before, after)
	var runs []run
	open := run{oldFrom: 0, newFrom: 0}
	finish := func(i, j int) {
		if open.oldFrom < i || open.newFrom < j {
			runs = append(runs, run{open.oldFrom, i, open.newFrom, j})
		}
		open = run{oldFrom: i + 1, newFrom: j + 1}
	}
	i, j := 0, 0
	for i < len(before) && j < len(after) {
		switch {
		case before[i] == after[j]:
			finish(i, j)
			i, j = i+1, j+1
		case lengths[i+1][j] >= lengths[i][j+1]:
			i++
		default:
			j++
		}
	}
	finish(len(before), len(after))
	return slices.Clip(runs)
}

// commonLengths returns the length of the longest common subsequence of each pair of rests.
func commonLengths(before, after []string) [][]int16 {
	lengths := make([][]int16, len(before)+1)
	for i := range lengths {
		lengths[i] = make([]int16, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(after) - 1; j >= 0; j-- {
			if before[i] == after[j] {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	return lengths
}
