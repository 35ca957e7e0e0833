package search

import (
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/page"
)

// collection is a searched collection: the columns of a result, the rows and their order. Its SQL
// is constant; a caller's input is only in arguments.
type collection struct {
	name, columns string
	// filter is the condition of the searched rows.
	filter string
	order  string
	// partnerFilter selects the rows of a professional_code with one placeholder. Without it a
	// partner sees no rows.
	partnerFilter string
	// withoutCPF is the searched text without CPF; empty if the text has none.
	withoutCPF string
	// numbered reports whether people identify the rows by their id.
	numbered bool
}

// collections lists the searched collections in the order of the results.
func collections() []collection {
	return []collection{
		{name: "users", columns: "id, user_code, status, associate_name, name, last_name, associate_cpf, email_account, phone, city, state",
			filter: "status <> 'patient'", order: "fold(associate_name), id", withoutCPF: associates.SearchedWithoutCPF},
		{name: "orders", columns: "id, user_code, name_associate, email, status, total, date_created",
			filter: "true", order: "date_created desc, id desc", numbered: true},
		{name: "services", columns: "id, service_code, associate_user_code, associate_name, patient_name, professional_name, type, status, consultation_date",
			filter: "true", order: "date_created desc, id desc",
			partnerFilter: "status = 'Pagamento Concluído' and consultation_date is not null and professional_id in (select id from professionals where professional_code = ?)"},
		{name: "professionals", columns: "id, professional_code, name, email, phone, type, active",
			filter: "true", order: "active desc, fold(name), id", partnerFilter: "professional_code = ?"},
		{name: "reception", columns: "id, name, email, phone, associate_code, associate_name, status, date_created, completed_at",
			filter: "true", order: "date_created desc, id desc"},
		{name: "files", columns: "id, file_name, content_type, size, date_created",
			filter: "true", order: "date_created desc, id desc"},
		{name: "products", columns: "id, code, name, price, active",
			filter: "true", order: "active desc, fold(name), id"},
		{name: "tags", columns: "id, name, color, collection",
			filter: "true", order: "fold(name), id"},
		{name: "system_users", columns: "id, name, last_name, email, permissions, status",
			filter: "true", order: "fold(name), id"},
	}
}

// condition is SQL with the arguments of its placeholders.
type condition struct {
	sql       string
	arguments []any
}

func (c condition) and(other condition) condition {
	return condition{"(" + c.sql + ") and (" + other.sql + ")", append(c.arguments[:len(c.arguments):len(c.arguments)], other.arguments...)}
}

// visible returns the condition of the rows that the caller may see. The matrix must allow the
// caller to read the collection.
func (c collection) visible(by auth.Caller) condition {
	code, bound := access.PartnerCode(by)
	switch {
	case !bound:
		return condition{sql: c.filter}
	case c.partnerFilter == "":
		return condition{sql: "false"}
	}
	return condition{c.partnerFilter, []any{code}}
}

// matching returns the condition of the rows that match every term. A number finds the row of a
// numbered collection by its id. A part of a CPF finds nobody for a caller from whom it is hidden.
func (c collection) matching(by auth.Caller, terms []string, typed string) condition {
	number, isNumber := parseNumber(typed)
	switch {
	case isNumber && c.numbered:
		return condition{"id = ?", []any{number}}
	case isNumber && strings.HasPrefix(typed, "#"):
		return condition{sql: "false"}
	}
	all := condition{sql: "true"}
	for _, word := range terms {
		sql, arguments := db.MatchWord("search_text", word)
		all = all.and(condition{sql, arguments})
		if c.withoutCPF != "" && by.Hides(auth.CPF) && brdoc.IsPartOfCPF(word) {
			all = all.and(condition{"strpos(" + c.withoutCPF + ", ?) > 0", []any{word}})
		}
	}
	return all
}

// parseTerms returns the terms of the typed text. A CPF or a phone is one term with any
// punctuation; a text without a letter or digit has no terms.
func parseTerms(typed string) []string {
	if digits := brdoc.Digits(typed); len(digits) > 0 && strings.Trim(typed, "0123456789 .-()+/#") == "" {
		return []string{digits}
	}
	terms := page.Terms(typed)
	return terms[:min(len(terms), maxTerms)]
}

// IsNumber reports whether a typed text is the number of a row, in each usual form.
func IsNumber(typed string, id int64) bool {
	number, isNumber := parseNumber(typed)
	return isNumber && number == id
}

// parseNumber parses the number of an order in each usual form: 12, #12, nº 12, 1.204.
func parseNumber(typed string) (int64, bool) {
	typed = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(typed), "#"), "nº"))
	number, err := strconv.ParseInt(strings.ReplaceAll(typed, ".", ""), 10, 64)
	return number, err == nil && number > 0
}
