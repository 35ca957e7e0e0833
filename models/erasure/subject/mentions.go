package subject

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"acolhe/models/platform/db"
)

// source is a column in which a kind of identifier of the person stands, in the rows of a condition.
type source struct {
	table, column, of string
}

// Where their addresses and names stand, also as copies. Earlier ones are in the history of the person.
var (
	emailSources = []source{
		{"users", "email_account", "id in @ids"}, {"users", "email", "id in @ids"}, {"users", "pending_email", "id in @ids"},
		{"email_changes", "old_email", "associate_id in @ids"}, {"email_changes", "new_email", "associate_id in @ids"},
		{"orders", "email", "id in @orders"}, {"services", "associate_email", "id in @services and associate_user_code in @codes"},
		{"contracts", "email_account", "id in @contracts and user_code in @codes"},
		earlier("email_account"), earlier("email"), earlier("pending_email"), joined("email_account"), joined("email"),
	}
	phoneSources = []source{
		{"users", "phone", "id in @ids"}, {"users", "phone_secondary", "id in @ids"}, {"users", "emergency_phone", "id in @ids"},
		earlier("phone"), earlier("phone_secondary"), earlier("emergency_phone"),
		joined("phone"), joined("phone_secondary"),
	}
	nameSources = []source{
		{"users", "associate_name", "id in @ids"}, {"users", "coalesce(name, '') || ' ' || coalesce(last_name, '')", "id in @ids"},
		{"users", "social_name", "id in @ids"}, {"users", "mother_name", "id in @ids"},
		{"users", "guardian_name", "id in @ids"}, {"users", "emergency_name", "id in @ids"},
		{"orders", "name_associate", "id in @orders"}, {"services", "associate_name", "id in @services and associate_user_code in @codes"},
		{"services", "patient_name", "id in @services and patient_user_code in @codes"},
		{"contracts", "signer_name", "id in @contracts and user_code in @codes"},
		{"contracts", "patient_name", "id in @contracts and patient_user_code in @codes"},
		{"joinings", "kept_name", ofJoinings}, {"joinings", "gone_name", ofJoinings}, joined("associate_name"), joined("social_name"), joined("mother_name"),
		earlier("associate_name"), earlier("social_name"), earlier("mother_name"), earlier("guardian_name"), earlier("emergency_name"),
	}
	cpfSources = []source{
		{"users", "associate_cpf", "id in @ids"}, {"users", "cpf", "id in @ids"}, {"users", "guardian_cpf", "id in @ids and guardian_cpf not in (select o.associate_cpf from users o where o.id not in @ids and o.associate_cpf is not null)"},
		{"contracts", "signer_cpf", "id in @contracts and user_code in @codes"}, earlier("associate_cpf"), earlier("cpf"), earlier("guardian_cpf"),
		joined("associate_cpf"), joined("cpf"),
	}
	idSources     = []source{{"users", "rg", "id in @ids"}, earlier("rg"), joined("rg")}
	streetSources = []source{
		{"users", "street || '|' || number", "id in @ids"},
		{"orders", "(address ->> 'street') || '|' || (address ->> 'number')", "id in @orders"},
	}
)

// earlier is a value of users that the history of the person keeps.
func earlier(column string) source {
	return source{"user_changes", "changes #>> '{" + column + ",from}'", "user_id in @ids"}
}

// ofJoinings is the condition of the records that were joined into those of the person, and were not separated again.
const ofJoinings = `undone_at is null and (kept_id in @ids or kept_id in (select gone_id from associate_aliases where kept_id in @ids))`

// joined is a value of users of a record that was joined.
func joined(column string) source {
	return source{"joinings", "gone ->> '" + column + "'", ofJoinings}
}

// columnsOf returns the query of the values of sources, in lower case for addresses.
func columnsOf(name string, sources []source) string {
	queries := make([]string, len(sources))
	for i, from := range sources {
		value := from.column
		if name == "email" {
			value = "lower(" + value + ")"
		}
		queries[i] = "select " + value + " as " + name + " from " + from.table + " where " + from.of
	}
	return strings.Join(queries, " union ")
}

// mention finds a name, number or address in texts, as regular expressions. pattern is exact and slow; clue is short, and
// matches every text that pattern matches.
type mention struct{ clue, pattern string }

// nobody is a mention that no text has, for a person without names and numbers.
var nobody = mention{"acolhe:nobody:70c1a7d2", "acolhe:nobody:70c1a7d2"}

// addPattern sets the pattern that finds the person in texts about something else, and its clue: full names that nobody else
// has, CPF, RG, e-mail addresses, phones, and street with number.
func (p *Person) addPattern(ctx context.Context, tx *db.DB) error {
	mentions, err := p.nameMentions(ctx, tx)
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		sources []source
		mention func(string) mention
	}{{cpfSources, digitsMention}, {idSources, codeMention}, {streetSources, streetMention}} {
		values, err := p.values(ctx, tx, "value", kind.sources)
		if err != nil {
			return err
		}
		for _, value := range values {
			mentions = append(mentions, kind.mention(value))
		}
	}
	for _, address := range p.Sets["emails"].([]string) {
		if strings.Contains(address, "@") {
			mentions = append(mentions, emailMention(address))
		}
	}
	for _, phone := range p.Sets["phones"].([]string) {
		mentions = append(mentions, phoneMention(phone))
	}
	p.setPattern(slices.DeleteFunc(mentions, func(m mention) bool { return m.pattern == "" }))
	return nil
}

func (p *Person) nameMentions(ctx context.Context, tx *db.DB) (mentions []mention, err error) {
	names, err := p.values(ctx, tx, "name", nameSources)
	if err != nil {
		return nil, err
	}
	for _, name := range withShortForms(names) {
		isShared, err := p.isShared(ctx, tx, name)
		if err != nil {
			return nil, err
		}
		if isShared {
			p.Ambiguous++
			continue
		}
		mentions = append(mentions, nameMention(name))
	}
	return mentions, nil
}

func (p *Person) setPattern(mentions []mention) {
	if len(mentions) == 0 {
		mentions = []mention{nobody}
	}
	var clues, patterns []string
	for _, found := range mentions {
		patterns = append(patterns, found.pattern)
		if !slices.Contains(clues, found.clue) {
			clues = append(clues, found.clue)
		}
	}
	p.Sets["pattern"], p.Sets["clue"] = strings.Join(patterns, "|"), strings.Join(clues, "|")
}

func (p *Person) values(ctx context.Context, tx *db.DB, name string, sources []source) (values []string, err error) {
	query := "select distinct btrim(" + name + ") from (" + columnsOf(name, sources) + ") found where btrim(coalesce(" + name + ", '')) <> ''"
	err = tx.WithContext(ctx).Raw(query, p.Sets).Scan(&values).Error
	return values, err
}

// withShortForms returns the full names, and of each the first name with each one of the others.
func withShortForms(names []string) (forms []string) {
	add := func(form string) {
		if isFullName(form) && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, name := range names {
		add(name)
		words := strings.Fields(name)
		for _, word := range words[1:] {
			if len([]rune(word)) > 3 {
				add(words[0] + " " + word)
			}
		}
	}
	return forms
}

// isShared reports whether the name is also that of another person, whose texts it may be.
func (p *Person) isShared(ctx context.Context, tx *db.DB, name string) (isShared bool, err error) {
	const query = `select exists (select from users where id not in @ids and search_text like '%' || fold(@full) || '%')
		or exists (select from system_users where search_text like '%' || fold(@full) || '%')
		or exists (select from professionals where search_text like '%' || fold(@full) || '%')`
	err = tx.WithContext(ctx).Raw(query, map[string]any{"ids": p.Sets["ids"], "full": name}).Scan(&isShared).Error
	return isShared, err
}

// isFullName reports whether a name is long enough to name one person in a text.
func isFullName(name string) bool { return len(strings.Fields(name)) > 1 && len([]rune(name)) >= 7 }

// accents are the letters that people write with or without an accent, and addresses of pages encoded.
var accents = map[rune]string{'a': "áàâãä", 'e': "éèêë", 'i': "íìîï", 'o': "óòôõö", 'u': "úùûü", 'c': "ç", 'n': "ñ"}

// separators are what stands between two words in texts, in addresses of pages and in names of files.
const separators = `(?:[\s+_.-]|%20)+`

// nameMention finds a name however its accents, capitals and spaces are written.
func nameMention(name string) mention {
	words := strings.Fields(name)
	for i, word := range words {
		words[i] = wordPattern(word)
	}
	return mention{words[0], `(?<![a-z])` + strings.Join(words, separators) + `(?![a-z])`}
}

// wordPattern finds a word with or without its accents, which may be encoded as in the address of a page.
func wordPattern(word string) string {
	var pattern strings.Builder
	for _, letter := range strings.ToLower(word) {
		plain := letter
		for base, variants := range accents {
			if strings.ContainsRune(variants, letter) {
				plain = base
			}
		}
		variants, hasAccents := accents[plain]
		if !hasAccents {
			pattern.WriteString(regexp.QuoteMeta(string(letter)))
			continue
		}
		pattern.WriteString("(?:[" + string(plain) + variants + strings.ToUpper(variants) + "]|%C3%[89AB][0-9A-F])")
	}
	return pattern.String()
}

// digitsMention finds a CPF with or without its points.
func digitsMention(number string) mention {
	digits := strings.Split(onlyDigits(number), "")
	if len(digits) < 8 {
		return mention{}
	}
	const between = `[.\s/-]?`
	return mention{strings.Join(digits[:4], between), `(?<!\d)` + strings.Join(digits, between) + `(?!\d)`}
}

// codeMention finds an RG as it is written.
func codeMention(code string) mention {
	if len(onlyDigits(code)) < 6 {
		return mention{}
	}
	quoted := regexp.QuoteMeta(code)
	return mention{quoted, `(?<![0-9a-z])` + quoted + `(?![0-9a-z])`}
}

// phoneMention finds a Brazilian phone with or without the country's code, brackets, spaces and hyphens.
func phoneMention(phone string) mention {
	digits := strings.Split(strings.TrimPrefix(onlyDigits(phone), "55"), "")
	if len(digits) < 8 {
		return mention{}
	}
	const between = `[).\s-]*`
	return mention{strings.Join(digits[len(digits)-4:], between), `(?<!\d)(?:\+?55[\s-]*)?\(?` + strings.Join(digits, between) + `(?!\d)`}
}

func emailMention(address string) mention {
	user, _, _ := strings.Cut(address, "@")
	pattern := strings.ReplaceAll(regexp.QuoteMeta(address), "@", "(?:@|%40)")
	return mention{regexp.QuoteMeta(user), `(?<![a-z0-9._-])` + pattern + `(?![a-z0-9-])`}
}

// streetMention finds a street with the number, as "street|number".
func streetMention(address string) mention {
	street, number, _ := strings.Cut(address, "|")
	if len([]rune(street)) < 5 || strings.TrimSpace(number) == "" {
		return mention{}
	}
	words := strings.Fields(street)
	for i, word := range words {
		words[i] = wordPattern(word)
	}
	name := strings.Join(words, separators)
	return mention{words[len(words)-1], name + `[\s,]*(?:n[.ºo°]*\s*)?` + regexp.QuoteMeta(strings.TrimSpace(number)) + `(?!\d)`}
}

func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
