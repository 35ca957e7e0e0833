package personexports

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"sort"
	"strings"
	"time"

	"acolhe/models/types/fmtbr"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"size": fmtbr.FileSize}).Parse(pageText))

// page writes the copy as a page that opens without internet and prints.
func (c content) page() ([]byte, error) {
	var written bytes.Buffer
	err := pageTemplate.Execute(&written, struct {
		content
		Sections  []section
		Shares    []shownShare
		PatientOf string
	}{c, c.sections(), c.shownShares(), fmtbr.And(c.Patients)})
	return written.Bytes(), err
}

// section is a part of the page.
type section struct {
	ID, Title string
	Groups    []group
	Count     int
}

// group is the rows of a table.
type group struct {
	Title string
	Rows  []shownRow
}

// shownRow is a row as facts.
type shownRow struct {
	Title string
	Facts []fact
}

type fact struct {
	Label  string
	Values []string
}

func (c content) sections() (sections []section) {
	left := slices.Clone(c.Tables)
	add := func(title string, names []string) {
		one := section{ID: fmt.Sprintf("parte-%d", len(sections)+1), Title: title}
		for _, name := range names {
			i := slices.IndexFunc(left, func(t table) bool { return t.Name == name })
			if i < 0 {
				continue
			}
			one.Groups, one.Count = append(one.Groups, c.group(left[i])), one.Count+len(left[i].Rows)
			left = slices.Delete(left, i, i+1)
		}
		if one.Count > 0 {
			sections = append(sections, one)
		}
	}
	for _, area := range areas {
		add(area.title, area.tables)
	}
	for len(left) > 0 {
		add(left[0].Label, []string{left[0].Name})
	}
	return sections
}

func (c content) group(of table) group {
	shown := group{Title: of.Label}
	for i, row := range of.Rows {
		one := shownRow{Title: c.title(of, row, i)}
		for _, column := range of.Columns {
			if values := c.shown(column, row[column.Name]); len(values) > 0 {
				one.Facts = append(one.Facts, fact{column.Label, values})
			}
		}
		if len(one.Facts) > 0 {
			shown.Rows = append(shown.Rows, one)
		}
	}
	return shown
}

// title names a row: a person by the name, an order by its number, others by their place.
func (c content) title(of table, row map[string]any, i int) string {
	switch of.Name {
	case "users":
		if fmt.Sprint(row["id"]) == fmt.Sprint(c.Code) {
			return c.Name
		}
		return fmtbr.Join(" ", "Paciente:", text(row["name"]), text(row["last_name"]))
	case "orders":
		return "Pedido nº " + fmt.Sprint(row["id"])
	}
	return fmt.Sprintf("%d de %d", i+1, len(of.Rows))
}

// text returns a value that is text; empty for any other.
func text(value any) string {
	written, _ := value.(string)
	return strings.TrimSpace(written)
}

// unread are the columns that say nothing to a person: the texts of terms are in their files.
var unread = []string{"content_json", "frame", "text_hash", "position", "place"}

// shown returns the lines of a value; none for codes and for what is empty.
func (c content) shown(of column, value any) []string {
	isCode := of.Name == "id" || strings.HasSuffix(of.Name, "_id") || of.Type == "uuid" || slices.Contains(unread, of.Name) ||
		strings.HasPrefix(of.Name, "is_sample")
	if isCode || value == nil {
		return nil
	}
	switch {
	case of.Type == "jsonb" || of.Type == "json" || of.Type == "ARRAY":
		return flat("", value)
	case strings.HasPrefix(of.Type, "timestamp"):
		if at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(value)); err == nil {
			return []string{fmtbr.DateTime(at, c.zone)}
		}
	case of.Type == "date":
		if day, err := time.Parse(time.DateOnly, fmt.Sprint(value)); err == nil {
			return []string{day.Format("02/01/2006")}
		}
	}
	return line(plain(of.Name, value))
}

func line(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// plain writes a text, a number or a yes or no.
func plain(name string, value any) string {
	switch value := value.(type) {
	case bool:
		if value {
			return "Sim"
		}
		return "Não"
	case json.Number:
		return strings.ReplaceAll(value.String(), ".", ",")
	case string:
		value = strings.TrimSpace(value)
		if named := values[value]; named != "" && name != "name" && name != "text" {
			return named
		}
		switch {
		case strings.HasSuffix(name, "cpf"):
			return fmtbr.CPF(value)
		case name == "cep":
			return fmtbr.CEP(value)
		case strings.Contains(name, "phone"):
			return fmtbr.Phone(value)
		}
		return value
	}
	return ""
}

// flat writes what is nested as lines: "Rua: Sebastiana, Número: 87".
func flat(name string, value any) (lines []string) {
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for one := range value {
			names = append(names, one)
		}
		sort.Strings(names)
		for _, one := range names {
			label := labels[one]
			if label == "" {
				label = fmtbr.Capitalized(strings.ReplaceAll(one, "_", " "))
			}
			if inner := flat(one, value[one]); len(inner) > 0 {
				lines = append(lines, label+": "+strings.Join(inner, ", "))
			}
		}
		return lines
	case []any:
		for _, one := range value {
			if inner := flat(name, one); len(inner) > 0 {
				lines = append(lines, strings.Join(inner, ", "))
			}
		}
		return lines
	}
	return line(plain(name, value))
}

// shownShare is a share with its day.
type shownShare struct {
	share
	Day string
}

func (c content) shownShares() (shown []shownShare) {
	for _, one := range c.Shared {
		shown = append(shown, shownShare{one, fmtbr.Date(one.Last, c.zone)})
	}
	return shown
}

// SentOn is the day on which a file was sent.
func (c content) SentOn(one file) string { return fmtbr.Date(one.DateCreated, c.zone) }
