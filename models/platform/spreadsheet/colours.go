package spreadsheet

import (
	"strconv"

	"github.com/xuri/excelize/v2"
)

// colouredCells is the number of first cells of a row among which one with a colour is looked for.
const colouredCells = 8

// Colours implements File.
func (f *xlsxFile) Colours(sheet int) (map[int]string, error) {
	book, err := f.whole()
	if book == nil || err != nil {
		return nil, err
	}
	defer func() { _ = book.Close() }()
	name := f.sheets[sheet]
	rows, err := book.GetRows(name)
	if err != nil {
		// A sheet of a chart has no rows.
		return nil, nil
	}
	colours, fills := map[int]string{}, fills{book: book, sheet: name, names: map[int]string{0: ""}}
	for i, cells := range rows {
		if len(cells) > 0 {
			colours[i+1] = fills.ofLine(i+1, min(len(cells), colouredCells))
		}
	}
	return colours, nil
}

// fills names the colours of cells.
type fills struct {
	book  *excelize.File
	sheet string
	// names are the names of colours by the style of cells.
	names map[int]string
}

// ofLine names the colour of the first cell of a line that has one.
func (f fills) ofLine(line, width int) string {
	for column := range width {
		cell, err := excelize.CoordinatesToCellName(column+1, line)
		if err != nil {
			return ""
		}
		style, err := f.book.GetCellStyle(f.sheet, cell)
		if err != nil {
			continue
		}
		if name := f.ofStyle(style); name != "" {
			return name
		}
	}
	return ""
}

func (f fills) ofStyle(id int) string {
	name, isKnown := f.names[id]
	if isKnown {
		return name
	}
	style, err := f.book.GetStyle(id)
	if err == nil && style.Fill.Type == "pattern" && style.Fill.Pattern == 1 && len(style.Fill.Color) > 0 {
		name = colourName(style.Fill.Color[0])
	}
	f.names[id] = name
	return name
}

// hues are the names of colours up to a hue in degrees; what is beyond the last one is red again.
var hues = []struct {
	until int
	name  string
}{{15, "Vermelho"}, {40, "Laranja"}, {70, "Amarelo"}, {165, "Verde"}, {260, "Azul"}, {300, "Roxo"}, {345, "Rosa"}, {360, "Vermelho"}}

// Limits of the three parts of a colour, 0 to 255.
const (
	greyWithin = 24
	whiteFrom  = 236
	blackUntil = 40
)

// colourName returns the name of a colour in RRGGBB, as people call it; empty for white.
func colourName(hex string) string {
	value, err := strconv.ParseUint(hex[max(len(hex)-6, 0):], 16, 32)
	if err != nil {
		return ""
	}
	red, green, blue := int(value>>16&255), int(value>>8&255), int(value&255)
	most, least := max(red, green, blue), min(red, green, blue)
	switch spread := most - least; {
	case spread < greyWithin && least >= whiteFrom:
		return ""
	case spread < greyWithin && most <= blackUntil:
		return "Preto"
	case spread < greyWithin:
		return "Cinza"
	default:
		return hueName(red, green, blue, most, spread)
	}
}

func hueName(red, green, blue, most, spread int) string {
	hue := 0
	switch most {
	case red:
		hue = (360 + 60*(green-blue)/spread) % 360
	case green:
		hue = 120 + 60*(blue-red)/spread
	default:
		hue = 240 + 60*(red-green)/spread
	}
	for _, one := range hues {
		if hue < one.until {
			return one.name
		}
	}
	return ""
}
