package labels

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/pdf"
)

// margin is the room around the lines in millimetres, and point the height of a point.
const (
	margin  = 4.0
	point   = 25.4 / 72
	leading = 1.25
)

// scaled returns the size of a line on a label of this width: larger labels are read from further away.
func (s Size) scaled(line Line) float64 { return line.Points * max(1, s.Width/narrow) }

// narrow is the width in millimetres up to which lines have their own size.
const narrow = 75

func number(id int64) string { return strconv.FormatInt(id, 10) }

// PDF writes a page for each label. The title holds no personal data.
func PDF(to io.Writer, title string, now time.Time, size Size, all []Label) error {
	document := pdf.NewLabels(title, now, size.Width, size.Height)
	for _, label := range all {
		document.Begin(pdf.Blank{Height: size.Height})
		y := margin
		for _, line := range label {
			if line.Rule {
				y += 1.5
				document.Stroke(margin, y, size.Width-margin, y, pdf.Ink)
				y += 1.5
			}
			flow := pdf.Flow{X: margin, Width: size.Width - 2*margin, Size: size.scaled(line), Leading: size.scaled(line) * point * leading}
			y = document.Place(flow, y, pdf.Run{Text: line.Text, Style: pdf.Style{Bold: line.Bold, Color: pdf.Ink}})
		}
	}
	return document.Write(to)
}

// Dots of a printer of 203 dots to an inch.
const dots = 8.0

// ZPL writes the labels for a printer of 203 dots to an inch. Text is UTF-8; what the language reads as a command is written as
// its code.
func ZPL(to io.Writer, size Size, all []Label) error {
	for _, label := range all {
		fmt.Fprintf(to, "^XA^CI28^PW%d^LL%d\n", int(size.Width*dots), int(size.Height*dots))
		y, width := margin*dots, (size.Width-2*margin)*dots
		for _, line := range label {
			if line.Rule {
				y += 12
				fmt.Fprintf(to, "^FO%d,%d^GB%d,2,2^FS\n", int(margin*dots), int(y), int(width))
				y += 12
			}
			height := size.scaled(line) * point * dots
			lines := linesOf(line.Text, width, height)
			// A bold line is printed wider.
			wide := height * .9
			if line.Bold {
				wide = height
			}
			fmt.Fprintf(to, "^FO%d,%d^A0N,%d,%d^FB%d,%d,0,L^FH^FD%s^FS\n", int(margin*dots), int(y), int(height), int(wide), int(width), lines, escaped(line.Text))
			y += float64(lines) * height * leading
		}
		if _, err := io.WriteString(to, "^XZ\n"); err != nil {
			return err
		}
	}
	return nil
}

// linesOf estimates the lines of a text: a letter of the printer's font is on average a little more than half as wide as high.
func linesOf(text string, width, height float64) int {
	letters := max(1, int(width/(height*.56)))
	count, used := 1, 0
	for _, word := range strings.Fields(text) {
		length := len([]rune(word))
		if used > 0 && used+1+length > letters {
			count, used = count+1, 0
		}
		used += length + 1
	}
	return count
}

// escaped writes the signs of commands, and everything below a space, as the code that ^FH reads.
func escaped(text string) string {
	var written strings.Builder
	for _, r := range text {
		switch {
		case r < ' ':
			written.WriteByte(' ')
		case strings.ContainsRune(`^~_\`, r):
			fmt.Fprintf(&written, "_%02X", r)
		default:
			written.WriteRune(r)
		}
	}
	return written.String()
}
