package items

import (
	"slices"
	"strings"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Limits of a query.
const (
	maxWords    = 10
	maxSortKeys = 10
)

// noLimit is the limit of a window that ends with the last row.
const noLimit = -1

// deferredOffset is the offset from which rows are found in an index before they are read.
const deferredOffset = 500

// selection is a query bound to one caller: every name in it is a field that the caller sees.
type selection struct {
	collection *Collection
	view       view
	parsed     dialect.Query
	fields     []*Field
	order      string
	// window has the limit noLimit in an export without a limit.
	window page.Range
	// where is the whole condition with its `where`; scope is only the condition on the rows that
	// the caller may see. Both may be empty.
	where, scope statement
}

// bind returns the selection of a query for a caller. It returns 400 VALIDATION_ERROR with each
// unknown field and each operator and value that does not fit, and 403 FORBIDDEN for a caller who
// is bound to a professional if the collection has no rule for them.
func (c *Collection) bind(by auth.Caller, query dialect.Query, reader kind.Reader) (*selection, error) {
	q := &selection{collection: c, view: c.listView(by), parsed: query}
	q.where.unprepared = !query.IsPlain()
	var problems errs.Problems
	q.setWindow(&problems)
	q.fields = q.chooseFields(&problems)
	q.order = q.sort(&problems)
	if err := q.restrictTo(by); err != nil {
		return nil, err
	}
	failed := q.filter(reader, &problems)
	q.search(c.searchText(by), &problems)
	if by.Hides(auth.CPF) {
		q.searchWithout(c.rules.Search.WithoutCPF)
	}
	if failed != nil {
		return nil, failed
	}
	return q, problems.Err()
}

// setWindow applies the defaults and the maximum; an export has neither.
func (q *selection) setWindow(problems *errs.Problems) {
	window, isExport := q.parsed.Window, q.parsed.Export != ""
	problems.Require(isExport || q.parsed.Locale == "", "locale", "só serve com export")
	exported := noLimit
	if isExport && window.Limit != nil {
		exported, window.Limit = *window.Limit, nil
		problems.Require(exported >= noLimit, "limit", "deve ser um número inteiro a partir de 0")
	}
	problems.Require(!isExport || q.parsed.Page <= 1 || exported > 0, "page", "só serve com limit")
	if window.Limit == nil && q.collection.rules.Limit > 0 {
		window.Limit = &q.collection.rules.Limit
	}
	settled, err := window.Normalize()
	*problems = append(*problems, errs.FieldsOf(err)...)
	if isExport {
		settled.Limit = exported
	}
	if q.parsed.Page > 1 && settled.Limit > 0 {
		settled.Offset = (q.parsed.Page - 1) * settled.Limit
		_, err := page.Window{Offset: settled.Offset}.Normalize()
		*problems = append(*problems, errs.FieldsOf(err)...)
	}
	q.window = settled
}

// chooseFields returns the requested fields, by default all of the view.
func (q *selection) chooseFields(problems *errs.Problems) []*Field {
	if len(q.parsed.Fields) == 0 {
		return q.view.fields
	}
	var allowed []*Field
	all := false
	for _, name := range q.parsed.Fields {
		field := q.view.byName[name]
		switch {
		case name == dialect.Rows:
			all = true
		case field == nil:
			problems.Add("fields."+dialect.Echo(name), unknownField)
		case !slices.Contains(allowed, field):
			allowed = append(allowed, field)
		}
	}
	if all {
		return q.view.fields
	}
	return allowed
}

// sort returns the order by clause, which always ends with id, so that the order is total.
func (q *selection) sort(problems *errs.Problems) string {
	keys := q.parsed.Sort
	if len(keys) == 0 && q.collection.rules.Sort != "" {
		field, descending := strings.CutPrefix(q.collection.rules.Sort, "-")
		keys = []dialect.Sort{{Field: field, Descending: descending}}
	}
	problems.Require(len(keys) <= maxSortKeys, "sort", "tem campos demais")
	var order []string
	seen, descending := map[string]bool{}, false
	for _, key := range keys {
		field := q.view.byName[key.Field]
		switch {
		case field == nil:
			problems.Add("sort."+dialect.Echo(key.Field), unknownField)
		case !field.Kind.HasOrder():
			problems.Add("sort."+field.Name, "não tem ordem")
		case seen[key.Field]:
			problems.Add("sort."+field.Name, "aparece mais de uma vez")
		default:
			seen[key.Field], descending = true, key.Descending
			order = append(order, field.quoted+direction(descending))
		}
	}
	if !seen["id"] {
		order = append(order, `"id"`+direction(descending))
	}
	return " order by " + strings.Join(order, ", ")
}

// direction returns the direction of an order as in the indexes, which have the newest rows first
// and id in the same direction.
func direction(descending bool) string {
	if descending {
		return " desc"
	}
	return ""
}

// restrictTo adds the condition on the rows that the caller may see.
func (q *selection) restrictTo(by auth.Caller) error {
	code, tied := access.PartnerCode(by)
	if !tied {
		return nil
	}
	own := q.collection.rules.Own
	if own == nil {
		return errs.Forbidden("Sem permissão para usar " + q.collection.name + ".")
	}
	before, after, _ := strings.Cut(own.SQL, "?")
	for _, s := range []*statement{&q.where, &q.scope} {
		s.and()
		s.add(before)
		s.value(code, "text")
		s.add(after)
	}
	return nil
}

func (q *selection) filter(reader kind.Reader, problems *errs.Problems) error {
	standard := q.collection.rules.DefaultFilter
	if standard != nil && !q.parsed.Filter.Mentions(standard.Field) {
		for _, s := range []*statement{&q.where, &q.scope} {
			s.and()
			s.add(standard.SQL)
		}
	}
	if q.parsed.Filter == nil {
		return nil
	}
	q.where.and()
	c := conditions{view: q.view, reader: reader, problems: problems}
	c.write(&q.where, *q.parsed.Filter)
	return c.failed
}

// search requires that the text contains every term; accents, case and punctuation are ignored. A
// search without terms finds nothing.
func (q *selection) search(in string, problems *errs.Problems) {
	if page.HasNoTerms(q.parsed.Search) {
		q.where.and()
		q.where.add("false")
		return
	}
	words := page.Terms(brdoc.JoinDigits(q.parsed.Search))
	if len(words) == 0 {
		return
	}
	problems.Require(in != "", "search", "não há o que pesquisar aqui")
	problems.Require(len(words) <= maxWords, "search", "tem palavras demais")
	for _, word := range words {
		q.where.and()
		q.where.add(in, " like '%' || fold(")
		q.where.value(word, "text")
		q.where.add(") || '%'")
	}
}

// searchWithout keeps digits of a hidden number from finding its rows; only the whole number does.
func (q *selection) searchWithout(text string) {
	if text == "" {
		return
	}
	for _, word := range page.Terms(brdoc.JoinDigits(q.parsed.Search)) {
		if brdoc.IsPartOfCPF(word) {
			q.where.and()
			q.where.add("strpos(", text, ", ")
			q.where.value(word, "text")
			q.where.add(") > 0")
		}
	}
}

// page returns the statement that selects the window. For a large offset and for a search, the rows
// are found in an index, and only those of the window are read.
func (q *selection) page(columns string) string {
	table := q.collection.table
	from := `select ` + columns + ` from ` + table
	if q.window.Offset < deferredOffset && len(page.Terms(q.parsed.Search)) == 0 {
		return from + q.where.String() + q.order + q.limits()
	}
	return from + ` join (select "id" as here from ` + table + q.where.String() + q.order + q.limits() + `) there on here = "id"` + q.order
}

func (q *selection) limits() string {
	var s statement
	if q.window.Limit != noLimit {
		s.add(" limit ")
		s.number(q.window.Limit)
	}
	if q.window.Offset > 0 {
		s.add(" offset ")
		s.number(q.window.Offset)
	}
	return s.String()
}

// isGrouped reports whether the answer has groups of rows.
func (q *selection) isGrouped() bool {
	return len(q.parsed.Aggregates) > 0 || len(q.parsed.GroupBy) > 0
}
