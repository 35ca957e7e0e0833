package cells

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// firstSerial is the day before day 1 of Excel, which counts a 29 February 1900 that never was.
var firstSerial = time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)

var (
	serial   = regexp.MustCompile(`^\d{1,5}(\.\d+)?$`)
	onlyYear = regexp.MustCompile(`^(19|20)\d\d$`)
	inWords  = regexp.MustCompile(`^(\d{1,2})[\s/.\-]*(?:de\s+)?([a-z]{3,9})\.?[\s/.\-]*(?:de\s+)?(\d{2,4})$`)
	clock    = regexp.MustCompile(`[T\s]+\d{1,2}:\d{2}.*$`)
	oldest   = civil.MustParse("1900-01-01")
)

func (r *Record) date(in reading, cell string) {
	date, ok := ParseDate(cell, in.style.MonthFirst)
	switch {
	case onlyYear.MatchString(cell):
		r.problem("date_year", in.field, cell, "")
	case !ok:
		r.problem("date_wrong", in.field, cell, "")
	case date.Before(oldest):
		r.problem("date_old", in.field, cell, "")
	case in.style.Today.Before(date) && in.field.Name != "starts_at":
		r.problem("date_future", in.field, cell, "")
	default:
		r.Values[in.field.Name] = date.String()
	}
}

// ParseDate reads a day as people write it, as a number of Excel, or with the month in words. ok is false for a day that does
// not exist.
func ParseDate(cell string, monthFirst bool) (date civil.Date, ok bool) {
	cell = strings.TrimSpace(clock.ReplaceAllString(strings.TrimSpace(cell), ""))
	if serial.MatchString(cell) && !onlyYear.MatchString(cell) {
		whole, _, _ := strings.Cut(cell, ".")
		days, err := strconv.Atoi(whole)
		if err != nil || days == 0 {
			return civil.Date{}, false
		}
		return civil.Of(firstSerial.AddDate(0, 0, days)), true
	}
	if match := inWords.FindStringSubmatch(Fold(cell)); match != nil {
		month := monthOf(match[2])
		if month == 0 {
			return civil.Date{}, false
		}
		cell = match[1] + "/" + strconv.Itoa(month) + "/" + match[3]
		monthFirst = false
	}
	if monthFirst {
		cell = swapped(cell)
	}
	date, err := civil.Parse(cell)
	return date, err == nil
}

// swapped exchanges the first two of three parts of a date.
func swapped(cell string) string {
	parts := dateParts(cell)
	if len(parts) != 3 || len(parts[0]) > 2 {
		return cell
	}
	return parts[1] + "/" + parts[0] + "/" + parts[2]
}

func dateParts(cell string) []string {
	return strings.FieldsFunc(strings.TrimSpace(cell), func(r rune) bool { return strings.ContainsRune("/-. ", r) })
}

func monthOf(word string) int {
	for i, month := range []string{"janeiro", "fevereiro", "marco", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
		"novembro", "dezembro"} {
		if strings.HasPrefix(month, word) {
			return i + 1
		}
	}
	return 0
}

func (r *Record) cep(in reading, cell string) {
	digits := brdoc.Digits(strings.TrimSuffix(cell, ".0"))
	if len(digits) == 7 && !strings.ContainsAny(cell, ".-") {
		digits = "0" + digits
	}
	if _, valid := brdoc.CEP(digits); !valid {
		r.problem("cep_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = digits
}

// house matches a street with its number: "Rua das Flores, 120 ap 32".
var house = regexp.MustCompile(`(?i)^(.*?\pL.*?)(?:\s*,\s*|\s+)(?:n[º°o.]*\s*)?(\d{1,6}[a-z]?|s/?n[º°o.]?)(?:[\s,;\-–]+(.*))?$`)

// afterComma matches what stands behind the name of a street.
var afterComma = regexp.MustCompile(`(?i)^(?:n[º°o.]*\s*)?(\d{1,6}[a-z]?|s/?n[º°o.]?)(?:[\s,;\-–]+(.*))?$`)

// address reads street, number and complement. A number belongs to the street if nothing separates it from its name, as in
// Rua 25 de Março.
func (r *Record) address(in reading, cell string) {
	cell = r.place(strings.Join(strings.Fields(cell), " "))
	street, number, rest := cell, "", ""
	if before, after, found := strings.Cut(cell, ","); found {
		if match := afterComma.FindStringSubmatch(strings.TrimSpace(after)); match != nil {
			street, number, rest = before, match[1], match[2]
		} else {
			street, rest = before, after
		}
	} else if match := house.FindStringSubmatch(cell); match != nil && !strings.HasPrefix(Fold(match[3]), "de ") {
		street, number, rest = match[1], match[2], match[3]
	}
	r.set(in.field, "street", strings.Trim(street, " ,"), 200)
	r.set(in.field, "number", strings.Trim(number, " ,"), 20)
	r.set(in.field, "complement", strings.Trim(rest, " ,-–"), 120)
}

var (
	// cepWithin matches a CEP in an address.
	cepWithin = regexp.MustCompile(`(?i)[\s,;(\-–]*(?:\bcep\b[\s:.]*)?\b(\d{2}\.?\d{3}-\d{3}|\d{8})\b\)?`)
	// regionWithin matches the state at the end of an address: "/SC", "- SC", ", SC".
	regionWithin = regexp.MustCompile(`^(.*?)\s*[/,\-–(]\s*([A-Za-z]{2})\)?$`)
	// lastPart matches what stands behind the last comma or dash.
	lastPart = regexp.MustCompile(`^(.*\S)\s*(?:,|;|\s[-–])\s*([^,;]+?)$`)
	district = regexp.MustCompile(`(?i)^bairro:?\s+`)
)

// place takes CEP, state, city and neighborhood from the end of a whole address, as far as no column of their own has them, and
// returns the rest. An address without a state has a street alone.
func (r *Record) place(cell string) string {
	if match := cepWithin.FindStringSubmatchIndex(cell); match != nil {
		r.fill("cep", brdoc.Digits(cell[match[2]:match[3]]))
		cell = strings.Trim(cell[:match[0]]+" "+cell[match[1]:], " ,;-–")
	}
	region := regionWithin.FindStringSubmatch(cell)
	if region == nil || !brdoc.IsState(strings.ToUpper(region[2])) {
		return cell
	}
	city := lastPart.FindStringSubmatch(region[1])
	if city == nil {
		return cell
	}
	r.fill("state", strings.ToUpper(region[2]))
	r.fill("city", ProperName(city[2]))
	cell = city[1]
	if part := lastPart.FindStringSubmatch(cell); part != nil && district.MatchString(part[2]) ||
		part != nil && !strings.ContainsAny(part[2], "0123456789") && strings.ContainsAny(part[1], "0123456789,") && !isInside.MatchString(part[2]) {
		r.fill("neighborhood", ProperName(district.ReplaceAllString(part[2], "")))
		cell = part[1]
	}
	return cell
}

// isInside matches what belongs to the house: "fundos".
var isInside = regexp.MustCompile(`(?i)^(s/?n|fundos|casa|ap|bloco|sala|frente)\b`)

// fill stores a value that the record does not have yet.
func (r *Record) fill(name, value string) {
	if r.Values[name] == "" {
		r.Values[name] = value
	}
}

// region matches the code of a state behind a city.
var region = regexp.MustCompile(`^(.*?)[\s/,\-–(]+([A-Za-z]{2})\)?$`)

func (r *Record) cityState(in reading, cell string) {
	cell = strings.Join(strings.Fields(cell), " ")
	if match := region.FindStringSubmatch(cell); match != nil && brdoc.IsState(strings.ToUpper(match[2])) {
		r.Values["state"] = strings.ToUpper(match[2])
		cell = match[1]
	}
	if state := stateOf(cell); state != "" && r.Values["state"] == "" && len(cell) == 2 {
		r.Values["state"] = state
		return
	}
	r.set(in.field, "city", ProperName(cell), 120)
}

func (r *Record) state(in reading, cell string) {
	state := stateOf(cell)
	if state == "" {
		r.problem("state_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = state
}

// stateOf returns the code of a state by its code or name; empty if there is none.
func stateOf(cell string) string {
	if code := strings.ToUpper(strings.Trim(cell, " .")); brdoc.IsState(code) {
		return code
	}
	return map[string]string{
		"acre": "AC", "alagoas": "AL", "amazonas": "AM", "amapa": "AP", "bahia": "BA", "ceara": "CE", "distrito federal": "DF",
		"espirito santo": "ES",
		"goias":          "GO", "maranhao": "MA", "minas gerais": "MG", "mato grosso do sul": "MS", "mato grosso": "MT", "para": "PA",
		"paraiba":    "PB",
		"pernambuco": "PE", "piaui": "PI", "parana": "PR", "rio de janeiro": "RJ", "rio grande do norte": "RN", "rondonia": "RO", "roraima": "RR",
		"rio grande do sul": "RS", "santa catarina": "SC", "sergipe": "SE", "sao paulo": "SP", "tocantins": "TO",
	}[Fold(cell)]
}

func (r *Record) money(in reading, cell string) {
	amount, ok := ParseMoney(cell, in.style.PointDecimal)
	switch {
	case !ok:
		r.problem("money_wrong", in.field, cell, "")
	case amount.CheckPrice() != nil:
		r.problem("money_large", in.field, cell, "")
	default:
		r.Values[in.field.Name] = amount.String()
	}
}

// longFraction matches a number of a workbook with more decimals than money has.
var longFraction = regexp.MustCompile(`^-?\d+\.\d{4,}$`)

// ParseMoney reads an amount: `R$ 1.234,56`, `1234,5`, `1234.5`; with pointDecimal also `1,234.56`.
func ParseMoney(cell string, pointDecimal bool) (money.Amount, bool) {
	text := strings.Join(strings.Fields(strings.NewReplacer("R$", "", "r$", "", "BRL", "", "+", "").Replace(cell)), "")
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		text = "-" + strings.Trim(text, "()")
	}
	if pointDecimal {
		text = strings.ReplaceAll(text, ",", "")
		if whole, fraction, found := strings.Cut(text, "."); found && len(fraction) == 3 {
			text = whole + "." + fraction + "0"
		}
	}
	if longFraction.MatchString(text) {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return money.Zero, false
		}
		text = strconv.FormatFloat(number, 'f', 2, 64)
	}
	var amount money.Amount
	if text == "" || amount.UnmarshalText([]byte(text)) != nil {
		return money.Zero, false
	}
	return amount, true
}

func (r *Record) integer(in reading, cell string) {
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(cell, " ", ""), ".", ""), ",00"), ",0")
	if strings.HasSuffix(cell, ".0") {
		text = strings.TrimSuffix(cell, ".0")
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 0 || number > 10_000_000 {
		r.problem("integer_wrong", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = strconv.Itoa(number)
}

func (r *Record) yesNo(in reading, cell string) {
	words := map[string]string{"sim": "true", "s": "true", "x": "true", "1": "true", "true": "true", "verdadeiro": "true", "ativo": "true",
		"ok":  "true",
		"nao": "false", "n": "false", "0": "false", "false": "false", "falso": "false", "inativo": "false"}
	value, known := words[strings.Trim(Fold(cell), ".")]
	if !known {
		r.problem("choice_unknown", in.field, cell, "")
		return
	}
	r.Values[in.field.Name] = value
}
