package search

import (
	"strconv"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/page"
)

// collection is one that is searched: what is told of its rows, which of them count, and in
// which order. All of it is text of ours; what a caller sends goes into arguments alone.
type collection struct {
	name, columns string
	// always is a condition that every row must meet.
	always string
	order  string
	// owned limits the rows to those of a professional_code; it has one placeholder. Without it
	// a partner sees none.
	owned string
	// numbered tells that people call the rows by their id.
	numbered bool
}

// collections lists what is searched, in the order in which it is offered.
func collections() []collection {
	return []collection{
		{name: "users", columns: "id, user_code, status, associate_name, name, last_name, associate_cpf, email_account, phone, city, state",
			always: "status <> 'patient'", order: "fold(associate_name), id"},
		{name: "orders", columns: "id, user_code, name_associate, email, status, total, date_created",
			always: "true", order: "date_created desc, id desc", numbered: true},
		{name: "services", columns: "id, service_code, associate_user_code, associate_name, patient_name, professional_name, type, status, consultation_date",
			always: "true", order: "date_created desc, id desc",
			owned: "status = 'Pagamento Concluído' and consultation_date is not null and professional_id in (select id from professionals where professional_code = ?)"},
		{name: "professionals", columns: "id, professional_code, name, email, phone, type, active",
			always: "true", order: "active desc, fold(name), id", owned: "professional_code = ?"},
		{name: "reception", columns: "id, name, email, phone, associate_code, associate_name, status, date_created, completed_at",
			always: "true", order: "date_created desc, id desc"},
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

// visible is the rows that the caller may see, once the matrix let them into the collection.
func (c collection) visible(by auth.Caller) condition {
	code, bound := access.PartnerCode(by)
	switch {
	case !bound:
		return condition{sql: c.always}
	case c.owned == "":
		return condition{sql: "false"}
	}
	return condition{c.owned, []any{code}}
}

// matching is the rows that hold every word. A collection whose rows are called by their
// number is looked up by it.
func (c collection) matching(words []string, typed string) condition {
	number, isNumber := numberIn(typed)
	switch {
	case isNumber && c.numbered:
		return condition{"id = ?", []any{number}}
	case isNumber && strings.HasPrefix(typed, "#"):
		return condition{sql: "false"}
	}
	all := condition{sql: "true"}
	for _, word := range words {
		sql, arguments := db.MatchWord("search_text", word)
		all = all.and(condition{sql, arguments})
	}
	return all
}

// wordsOf takes what was typed apart. A CPF or a phone is one word however it is punctuated;
// what has neither letter nor digit is none.
func wordsOf(typed string) []string {
	if digits := brdoc.Digits(typed); len(digits) > 0 && strings.Trim(typed, "0123456789 .-()+/#") == "" {
		return []string{digits}
	}
	words := page.Terms(typed)
	return words[:min(len(words), mostWord)]
}

// numberIn reads the number of an order as people write it: 12, #12, nº 12, 1.204.
func numberIn(typed string) (int64, bool) {
	typed = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(typed), "#"), "nº"))
	number, err := strconv.ParseInt(strings.ReplaceAll(typed, ".", ""), 10, 64)
	return number, err == nil && number > 0
}
