package cells

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/texts"
)

// maxName is the number of characters of a full name.
const maxName = 200

func (r *Record) name(in reading, cell string) {
	if first, isTwo := twoPeople(cell); isTwo {
		r.problem("two_people", in.field, cell, first)
		return
	}
	name := ProperName(cell)
	if !strings.ContainsFunc(name, unicode.IsLetter) {
		r.problem("name_wrong", in.field, cell, "")
		return
	}
	if strings.ContainsAny(name, "0123456789") {
		r.problem("name_digits", in.field, cell, name)
		return
	}
	most := in.field.Max
	if most == 0 {
		most = maxName
	}
	r.set(in.field, in.field.Name, name, most)
}

// betweenPeople separates two names that stand in one cell.
var betweenPeople = regexp.MustCompile(`\s*(?:[/&+;\n]|\s[eE]\s)\s*`)

// twoPeople returns the first of two people, with the last name that both have. The "e" of a last name such as Costa e Silva
// stands between two words before it and one after it.
func twoPeople(cell string) (first string, isTwo bool) {
	parts := betweenPeople.Split(strings.TrimSpace(cell), -1)
	if len(parts) < 2 || slices.ContainsFunc(parts, func(part string) bool { return !strings.ContainsFunc(part, unicode.IsLetter) }) {
		return "", false
	}
	before, after := strings.Fields(parts[0]), strings.Fields(parts[1])
	isLastName := !strings.ContainsAny(cell, "/&+;\n") && len(parts) == 2 && len(before) >= 2 && len(after) == 1
	if isLastName {
		return "", false
	}
	name := ProperName(parts[0])
	last := strings.Fields(parts[len(parts)-1])
	if len(before) == 1 && len(last) > 1 {
		name += " " + ProperName(strings.Join(last[1:], " "))
	}
	return name, true
}

// SplitPeople makes the first of two people in a cell the associate, and the second the patient unless the row has one.
func (p Problem) SplitPeople(values map[string]string) {
	values["name"] = p.Fix
	parts := betweenPeople.Split(strings.TrimSpace(p.Value), -1)
	if values["patient_name"] != "" || values["self"] != "" || len(parts) < 2 {
		return
	}
	values["patient_name"] = ProperName(parts[1])
	family := strings.Fields(p.Fix)
	if len(strings.Fields(parts[1])) == 1 && len(family) > 1 {
		values["patient_last_name"] = family[len(family)-1]
	}
}

// ProperName returns a name that is written in capitals or small letters as names are written; any other stays as it is.
func ProperName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if name != strings.ToUpper(name) && name != strings.ToLower(name) {
		return name
	}
	words := strings.Fields(strings.ToLower(name))
	for i, word := range words {
		if i > 0 && slices.Contains([]string{"de", "da", "do", "das", "dos", "e", "di", "del"}, word) {
			continue
		}
		parts := strings.Split(word, "-")
		for at, part := range parts {
			parts[at] = capital(part)
		}
		words[i] = strings.Join(parts, "-")
	}
	return strings.Join(words, " ")
}

func capital(word string) string {
	start, size := utf8.DecodeRuneInString(word)
	if size == 0 {
		return word
	}
	if len(word) > 2 && strings.HasPrefix(word, "d'") {
		return "D'" + capital(word[2:])
	}
	return string(unicode.ToUpper(start)) + word[size:]
}

// shortened matches a long number as Excel saves it to CSV: 5,29982E+10.
var shortened = regexp.MustCompile(`^\d([.,]\d+)?[eE]\+?\d{1,2}$`)

func (r *Record) cpf(in reading, cell string) {
	if shortened.MatchString(cell) {
		r.problem("number_short", in.field, cell, "")
		return
	}
	digits := brdoc.Digits(strings.TrimSuffix(cell, ".0"))
	if len(digits) == 14 {
		r.problem("cpf_company", in.field, cell, "")
		return
	}
	// Excel drops the zeros at the start of a number.
	if len(digits) >= 8 && len(digits) < 11 {
		digits = strings.Repeat("0", 11-len(digits)) + digits
	}
	if _, valid := brdoc.CPF(digits); !valid {
		r.problem("cpf_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = digits
}

// addresses separates several e-mails in one cell.
var addresses = regexp.MustCompile(`[;,/|\n]+|\s+(?:e|ou)\s+`)

func (r *Record) email(in reading, cell string) {
	found := []string{}
	for _, part := range addresses.Split(cell, -1) {
		part = strings.TrimPrefix(strings.Trim(strings.TrimSpace(part), "<>.()"), "mailto:")
		part = strings.Join(strings.Fields(part), "")
		address, valid := email.Normalize(part)
		_, host, _ := strings.Cut(address, "@")
		if valid && strings.Contains(host, ".") {
			found = append(found, address)
		}
	}
	if len(found) == 0 {
		r.problem("email_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = found[0]
	for _, other := range found[1:] {
		r.Notes = append(r.Notes, "Outro e-mail: "+other)
	}
}

var (
	// numbers matches what can be a phone within a text.
	numbers = regexp.MustCompile(`\+?\(?\d[\d\s().\-–]{5,}\d`)
	aside   = regexp.MustCompile(`\(([^()]*\pL[^()]*)\)`)
)

// phones reads up to two phones; further ones and texts become notes.
func (r *Record) phones(in reading, cell string) {
	if shortened.MatchString(cell) {
		r.problem("number_short", in.field, cell, "")
		return
	}
	plain := strings.TrimSuffix(cell, ".0")
	var said []string
	for _, match := range aside.FindAllStringSubmatch(plain, -1) {
		said = append(said, strings.TrimSpace(match[1]))
	}
	plain = aside.ReplaceAllString(plain, " ; ")
	for _, sign := range []string{"/", "|", "\n", ",", " e ", " ou "} {
		plain = strings.ReplaceAll(plain, sign, " ; ")
	}
	area := ""
	var stored []string
	for _, part := range strings.Split(plain, ";") {
		span := numbers.FindString(part)
		if rest := strings.Trim(strings.Replace(part, span, "", 1), " .:-–()"); countLetters(rest) > 1 && !isPhoneWord(rest) {
			said = append(said, rest)
		}
		if span == "" {
			if digits := brdoc.Digits(part); len(digits) > 2 {
				r.problem("phone_wrong", in.field, cell, "")
			}
			continue
		}
		number, ok := r.phone(in, span, area)
		if !ok {
			continue
		}
		area = number[:2]
		if !slices.Contains(stored, number) {
			stored = append(stored, number)
		}
	}
	r.keepPhones(in, stored)
	if len(said) > 0 {
		r.Notes = append(r.Notes, "Telefone: "+strings.Join(said, "; "))
	}
}

func (r *Record) keepPhones(in reading, found []string) {
	for _, number := range found {
		switch {
		case r.Values[in.field.Name] == "":
			r.Values[in.field.Name] = number
		case in.field.Name == "phone" && r.Values["phone_secondary"] == "":
			r.Values["phone_secondary"] = number
		default:
			r.Notes = append(r.Notes, "Outro telefone: "+number)
		}
	}
}

// phone reads one number; area is that of the number before it.
func (r *Record) phone(in reading, span, area string) (number string, ok bool) {
	digits := brdoc.Digits(span)
	if len(digits) > 11 {
		digits = strings.TrimPrefix(digits, "55")
	}
	if len(digits) == 11 || len(digits) == 12 {
		digits = strings.TrimPrefix(digits, "0")
	}
	isLocal := (len(digits) == 8 || len(digits) == 9) && digits[0] != '0'
	if isLocal && area != "" {
		digits, isLocal = area+digits, false
	}
	if isLocal {
		fix := ""
		if in.style.AreaCode != "" {
			fix = withNinth(in.style.AreaCode + digits)
		}
		r.problem("phone_area", in.field, span, fix)
		return "", false
	}
	if whole := withNinth(digits); whole != digits {
		r.problem("phone_ninth", in.field, span, whole)
		return "", false
	}
	stored, valid := brdoc.Phone(digits)
	if !valid {
		r.problem("phone_wrong", in.field, span, "")
		return "", false
	}
	return stored, true
}

// withNinth adds the ninth digit that mobile numbers have since 2016.
func withNinth(digits string) string {
	if len(digits) == 10 && digits[2] >= '6' && digits[2] <= '9' {
		return digits[:2] + "9" + digits[2:]
	}
	return digits
}

func countLetters(text string) (count int) {
	for _, is := range text {
		if unicode.IsLetter(is) {
			count++
		}
	}
	return count
}

// isPhoneWord reports whether a word beside a number says nothing more.
func isPhoneWord(text string) bool {
	return slices.Contains([]string{"tel", "telefone", "fone", "cel", "celular", "whats", "whatsapp", "wpp", "zap", "fixo", "res", "com",
		"recado"}, texts.Fold(strings.Trim(text, ".: ")))
}

// animals and relations are what people write behind a patient's name.
var (
	animals = []string{"gato", "gata", "cao", "cachorro", "cachorra", "cadela", "cavalo", "egua", "coelho", "coelha", "papagaio", "ave",
		"hamster", "felino", "canino"}
	themself = []string{"o proprio", "a propria", "proprio", "propria", "o mesmo", "a mesma", "mesmo", "mesma", "titular", "ele mesmo",
		"ela mesma", "o associado", "a associada", "eu"}
	beside    = regexp.MustCompile(`^(.+?)\s*(?:\(([^()]+)\)|\s[-–]\s+(.+))$`)
	relations = []string{"filh", "net", "mae", "pai", "espos", "marido", "mulher", "irma", "avo", "ava", "sobrinh", "tio", "tia", "companheir",
		"enteado", "enteada", "sogr", "prim", "namorad", "conjuge"}
)

// patient reads a patient's name with the relation or the species behind it. The associate themself is no patient.
func (r *Record) patient(in reading, cell string) {
	folded := Fold(cell)
	if slices.Contains(themself, folded) {
		r.Values["self"] = "true"
		return
	}
	name, said := cell, ""
	if match := beside.FindStringSubmatch(strings.Join(strings.Fields(cell), " ")); match != nil {
		name, said = match[1], match[2]+match[3]
	}
	what := Fold(said)
	switch {
	case said == "":
	case slices.Contains(animals, what):
		r.Values["patient_species"] = strings.ToLower(said)
	case slices.ContainsFunc(relations, func(start string) bool { return strings.HasPrefix(what, start) }):
		r.Values["patient_relationship"] = strings.ToLower(said)
	default:
		r.Notes = append(r.Notes, "Paciente: "+said)
	}
	if first, isTwo := twoPeople(name); isTwo {
		r.problem("two_people", in.field, cell, first)
		return
	}
	r.set(in.field, in.field.Name, ProperName(name), maxName)
}

func (r *Record) gender(in reading, cell string) {
	words := map[string]string{"f": "female", "fem": "female", "feminino": "female", "mulher": "female", "m": "male", "masc": "male",
		"masculino": "male", "homem": "male", "outro": "other", "outros": "other", "nao binario": "other", "o": "other",
		"prefiro nao informar": "not_informed"}
	if gender, known := words[strings.Trim(Fold(cell), ".")]; known {
		r.Values[in.field.Name] = gender
		return
	}
	r.problem("gender_wrong", in.field, cell, "")
}

func (r *Record) choice(in reading, cell string) {
	chosen := in.column.Values[Fold(cell)]
	if chosen == "" {
		chosen = GuessOption(in.field, cell)
	}
	switch chosen {
	case "":
		r.problem("choice_unknown", in.field, cell, "")
	case AsTag:
		r.addTag(texts.Truncate(cell, maxTag))
	case LeaveOut:
		r.Values["left_out"] = cell
	default:
		r.Values[in.field.Name] = chosen
	}
}

// Values of a choice that are no values of its field.
const (
	AsTag    = "etiqueta"
	LeaveOut = "fora"
)

// GuessOption returns the value of a choice that a text means; empty if it is not known.
func GuessOption(field Field, cell string) string {
	folded := strings.Trim(Fold(cell), ". ")
	for _, option := range field.Options {
		if folded == Fold(option.Label) || slices.Contains(option.Words, folded) {
			return option.Value
		}
	}
	return ""
}

// Limits of tags (models/tags).
const (
	maxTag  = 60
	maxTags = 50
)

// tagSeparator divides the tags of a cell.
const tagSeparator = "\n"

func (r *Record) tags(in reading, cell string) {
	for _, tag := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;/|\n", r) }) {
		tag = strings.Join(strings.Fields(tag), " ")
		if !texts.Fits(tag, maxTag) {
			r.problem("text_long", in.field, tag, "")
			continue
		}
		r.addTag(tag)
	}
}

func (r *Record) addTag(tag string) {
	chosen := r.TagList()
	if tag != "" && !slices.Contains(chosen, tag) && len(chosen) < maxTags {
		r.Values["tags"] = strings.Join(append(chosen, tag), tagSeparator)
	}
}

// TagList returns the tags of the record.
func (r *Record) TagList() []string {
	if r.Values["tags"] == "" {
		return nil
	}
	return strings.Split(r.Values["tags"], tagSeparator)
}
