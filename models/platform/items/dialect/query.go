// Package dialect parses the query language of the generic collections: the REST dialect of
// Directus, so that scripts can use its public client (decisions.md, "Generic items"). It knows
// only the syntax; package items knows the fields and their values.
package dialect

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
)

// Limits of a query, from decisions.md and for the size of a statement.
const (
	maxDepth      = 10
	maxConditions = 100
	maxValues     = 1000
	maxNames      = 200
	maxSearch     = 200
	maxEchoed     = 60
)

// Query is a query of a collection. Names of fields are not validated.
type Query struct {
	Fields     []string
	Sort       []Sort
	Search     string
	Filter     *Node
	Aggregates []Aggregate
	GroupBy    []string
	// Window is not normalized: without a limit the collection's default applies, and -1 is the
	// maximum.
	Window page.Window
	// Page begins with 1; if it is 0, the offset applies.
	Page int
	// Export is the format of a download; empty for an answer in the envelope.
	Export string
	Locale string
	// Switches are the collection's own boolean parameters that are on.
	Switches []string
}

// IsPlain reports whether the query asks for the first rows of the collection without any other parameter than a limit.
func (q Query) IsPlain() bool {
	return q.Filter == nil && q.Search == "" && q.Window.Offset == 0 && q.Page <= 1 &&
		len(q.Fields)+len(q.Sort)+len(q.Aggregates)+len(q.GroupBy)+len(q.Switches) == 0
}

// Selects reports whether the query says which rows it is about: a lost filter is not one for all rows.
func (q Query) Selects() bool { return q.Filter != nil || q.Search != "" || q.Window.Limit != nil }

// Sort is one field of an order.
type Sort struct {
	Field      string
	Descending bool
}

// Aggregate is a function of a field, or of the rows if the field is `*`.
type Aggregate struct {
	Function Function
	Field    string
}

// Function is an aggregate function.
type Function string

// The functions of decisions.md.
const (
	Count         Function = "count"
	CountDistinct Function = "countDistinct"
	Sum           Function = "sum"
	Avg           Function = "avg"
	Min           Function = "min"
	Max           Function = "max"
)

// Rows is the field of an aggregate that counts rows.
const Rows = "*"

// Parse parses a query string strictly: every unknown or malformed parameter is reported in one 400
// VALIDATION_ERROR. The switches are the parameters that only this collection has.
func Parse(raw string, switches []string) (Query, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return Query{}, errs.Invalid("query", "não é uma query bem formada")
	}
	return parse(values, switches)
}

// FromJSON parses the `query` of a batch: an object with the same members as a query string.
func FromJSON(raw json.RawMessage) (Query, error) {
	p := parser{}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		p.problems.Add("query", "deve ser um objeto")
		return Query{}, p.problems.Err()
	}
	values := map[string][]string{}
	for name, member := range members {
		var text string
		switch {
		case string(member) == "null":
			continue
		case json.Unmarshal(member, &text) != nil:
			text = string(member)
		}
		values[name] = []string{text}
	}
	return parse(values, nil)
}

func parse(values url.Values, switches []string) (Query, error) {
	p := parser{values: values, used: map[string]bool{}}
	q := Query{
		Fields: p.list("fields"), GroupBy: p.list("groupBy"), Sort: p.sort(),
		Search: p.text("search", maxSearch), Filter: p.filter(), Aggregates: p.aggregates(),
		Window: page.Window{Limit: p.optionalNumber("limit"), Offset: p.number("offset"), Count: p.text("meta", maxSearch)},
		Page:   p.number("page"), Export: p.text("export", maxEchoed), Locale: p.text("locale", maxEchoed),
	}
	for _, name := range switches {
		if p.flag(name) {
			q.Switches = append(q.Switches, name)
		}
	}
	p.problems.Require(q.Page >= 0, "page", "deve ser um número inteiro a partir de 0")
	p.problems.Require(q.Page == 0 || q.Window.Offset == 0, "page", "não se combina com offset")
	p.refuseUnknown()
	return q, p.problems.Err()
}

// parser reads the parameters one after another; unused ones are unknown.
type parser struct {
	values   url.Values
	used     map[string]bool
	problems errs.Problems
	// nodes counts those of the filter; tooMany is set once there are too many.
	nodes   int
	tooMany bool
}

func (p *parser) refuseUnknown() {
	for _, name := range sortedKeys(p.values) {
		if !p.used[name] {
			p.problems.Add(Echo(name), "parâmetro desconhecido")
		}
	}
}

// text reads a parameter that may be sent once.
func (p *parser) text(name string, longest int) string {
	sent, ok := p.values[name]
	if !ok {
		return ""
	}
	p.used[name] = true
	if len(sent) > 1 {
		p.problems.Add(name, "foi enviado mais de uma vez")
	}
	if !texts.Fits(sent[0], longest) {
		p.problems.Add(name, "é longo demais")
		return ""
	}
	if !storable(sent[0]) {
		p.problems.Add(name, "tem um caractere inválido")
		return ""
	}
	return sent[0]
}

// optionalNumber returns nil for a parameter that is absent or empty.
func (p *parser) optionalNumber(name string) *int {
	text := p.text(name, maxEchoed)
	if text == "" {
		return nil
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		p.problems.Add(name, "deve ser um número inteiro")
	}
	return new(int(number))
}

func (p *parser) number(name string) int {
	if number := p.optionalNumber(name); number != nil {
		return *number
	}
	return 0
}

func (p *parser) flag(name string) bool {
	text := p.text(name, maxEchoed)
	on, known := Flag(text)
	p.problems.Require(known || text == "", name, "deve ser 1 ou 0")
	return on
}

// list reads names in each form that clients send: `a,b`, `["a","b"]`, and repeated as `name[]=a`
// or `name[0]=a`.
func (p *parser) list(name string) []string {
	names := p.names(name, p.values[name])
	if p.values.Has(name) {
		p.used[name] = true
	}
	for _, key := range p.bracketed(name) {
		if index := key[len(name)+1 : len(key)-1]; index == "" || isIndex(index) {
			p.used[key] = true
			names = append(names, p.names(name, p.values[key])...)
		}
	}
	if len(names) > maxNames {
		p.problems.Add(name, "tem campos demais")
		return nil
	}
	return names
}

func (p *parser) names(parameter string, sent []string) []string {
	var names []string
	for _, text := range sent {
		if strings.HasPrefix(text, "[") {
			decoded, ok := decodeList(text)
			p.problems.Require(ok, parameter, "deve ser uma lista de nomes")
			names = append(names, decoded...)
			continue
		}
		names = append(names, splitList(text)...)
	}
	return names
}

// bracketed returns the parameters of the form name[…], sorted.
func (p *parser) bracketed(name string) []string {
	var keys []string
	for key := range p.values {
		if strings.HasPrefix(key, name+"[") && strings.HasSuffix(key, "]") {
			keys = append(keys, key)
		}
	}
	return sortIndexed(keys)
}

func (p *parser) sort() []Sort {
	var keys []Sort
	for _, name := range p.list("sort") {
		field, descending := strings.CutPrefix(name, "-")
		keys = append(keys, Sort{Field: field, Descending: descending})
	}
	return keys
}

// Flag reads a boolean; known is false for any other text.
func Flag(text string) (on, known bool) {
	switch text {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// Echo shortens a name of the request, for an answer that contains it.
func Echo(name string) string {
	return texts.Shorten(strings.ToValidUTF8(name, "�"), maxEchoed)
}
