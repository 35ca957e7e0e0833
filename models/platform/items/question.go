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

// deferredOffset is from where on rows are found in the index before they are read.
const deferredOffset = 500

// question is a query as it stands for one caller: every name in it is a field they see.
type question struct {
	collection *Collection
	view       view
	query      dialect.Query
	fields     []*Field
	order      string
	// window has the limit noLimit in an export without one.
	window page.Range
	// where is the whole condition, `where` included; scope is the one on what the caller may
	// see at all. Both may be empty.
	where, scope statement
}

// ask settles a query for a caller: 400 VALIDATION_ERROR names each field, operator and value
// that does not fit, 403 FORBIDDEN refuses who is tied to a partner elsewhere.
func (c *Collection) ask(by auth.Caller, query dialect.Query, reader kind.Reader) (*question, error) {
	audience := audienceOf(by)
	q := &question{collection: c, view: c.views[audience], query: query}
	var problems errs.Problems
	q.settleWindow(&problems)
	q.fields = q.choose(&problems)
	q.order = q.sort(&problems)
	if err := q.limitTo(by); err != nil {
		return nil, err
	}
	failed := q.filter(reader, &problems)
	q.search(c.searched(audience), &problems)
	if failed != nil {
		return nil, failed
	}
	return q, problems.Err()
}

// settleWindow applies the defaults and the maximum; an export has neither.
func (q *question) settleWindow(problems *errs.Problems) {
	window, isExport := q.query.Window, q.query.Export != ""
	problems.Require(isExport || q.query.Locale == "", "locale", "só serve com export")
	exported := noLimit
	if isExport && window.Limit != nil {
		exported, window.Limit = *window.Limit, nil
		problems.Require(exported >= noLimit, "limit", "deve ser um número inteiro a partir de 0")
	}
	problems.Require(!isExport || q.query.Page <= 1 || exported > 0, "page", "só serve com limit")
	if window.Limit == nil && q.collection.rules.Limit > 0 {
		window.Limit = &q.collection.rules.Limit
	}
	settled, err := window.Normalize()
	*problems = append(*problems, errs.FieldsOf(err)...)
	if isExport {
		settled.Limit = exported
	}
	if q.query.Page > 1 && settled.Limit > 0 {
		settled.Offset = (q.query.Page - 1) * settled.Limit
		_, err := page.Window{Offset: settled.Offset}.Normalize()
		*problems = append(*problems, errs.FieldsOf(err)...)
	}
	q.window = settled
}

// choose gives the fields to answer with: all of the view unless some are named.
func (q *question) choose(problems *errs.Problems) []*Field {
	if len(q.query.Fields) == 0 {
		return q.view.fields
	}
	var chosen []*Field
	all := false
	for _, name := range q.query.Fields {
		field := q.view.byName[name]
		switch {
		case name == dialect.Rows:
			all = true
		case field == nil:
			problems.Add("fields."+dialect.Echo(name), unknownField)
		case !slices.Contains(chosen, field):
			chosen = append(chosen, field)
		}
	}
	if all {
		return q.view.fields
	}
	return chosen
}

// sort gives the order, which always ends with id: no two rows stand at the same place.
func (q *question) sort(problems *errs.Problems) string {
	keys := q.query.Sort
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

// direction is spelled as the indexes are: newest first, and id the same way.
func direction(descending bool) string {
	if descending {
		return " desc"
	}
	return ""
}

// limitTo keeps to the rows that the caller may see, whatever is asked.
func (q *question) limitTo(by auth.Caller) error {
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

func (q *question) filter(reader kind.Reader, problems *errs.Problems) error {
	leftOut := q.collection.rules.LeftOut
	if leftOut != nil && !q.query.Filter.Mentions(leftOut.Field) {
		for _, s := range []*statement{&q.where, &q.scope} {
			s.and()
			s.add(leftOut.SQL)
		}
	}
	if q.query.Filter == nil {
		return nil
	}
	q.where.and()
	c := conditions{view: q.view, reader: reader, problems: problems}
	c.write(&q.where, *q.query.Filter)
	return c.failed
}

// search wants every word somewhere in the text; accents, case and punctuation do not matter.
// Signs without a word find nothing.
func (q *question) search(in string, problems *errs.Problems) {
	if page.HasNoTerms(q.query.Search) {
		q.where.and()
		q.where.add("false")
		return
	}
	words := page.Terms(brdoc.JoinDigits(q.query.Search))
	if len(words) == 0 {
		return
	}
	problems.Require(in != "", "search", "não há o que pesquisar aqui")
	problems.Require(len(words) <= maxWords, "search", "tem palavras demais")
	q.where.plannedAnew = true
	for _, word := range words {
		q.where.and()
		q.where.add(in, " like '%' || fold(")
		q.where.value(word, "text")
		q.where.add(") || '%'")
	}
}

// page gives the part of the statement that picks the window. Far into a list, and in a search,
// the rows outside the window are passed over in an index alone, and only those in it are read.
func (q *question) page(columns string) string {
	table := q.collection.table
	from := `select ` + columns + ` from ` + table
	if q.window.Offset < deferredOffset && !q.where.plannedAnew {
		return from + q.where.String() + q.order + q.limits()
	}
	return from + ` join (select "id" as here from ` + table + q.where.String() + q.order + q.limits() + `) there on here = "id"` + q.order
}

func (q *question) limits() string {
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

// isGrouped tells a question about groups of rows from one about rows.
func (q *question) isGrouped() bool {
	return len(q.query.Aggregates) > 0 || len(q.query.GroupBy) > 0
}
