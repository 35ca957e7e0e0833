package statements

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Limits of a file.
const (
	// MaxSize is the size of a file in bytes.
	MaxSize    = 5 << 20
	maxEntries = 5_000
	maxName    = 300
	maxMemo    = 500
)

// line is an entry as a file has it. FITID is the bank's number of it; empty without one.
type line struct {
	fitid      string
	day        civil.Date
	amount     money.Amount
	name, memo string
}

// file is what a file says.
type file struct {
	account string
	lines   []line
}

// parse reads an OFX file (SGML or XML) or a CSV file. It returns 400 VALIDATION_ERROR for a file that is neither, that has no
// entry or too many.
func parse(content []byte) (file, error) {
	text := decode(content)
	read := parseCSV
	if strings.Contains(strings.ToUpper(text[:min(len(text), 4_000)]), "<OFX>") {
		read = parseOFX
	}
	found := read(text)
	switch {
	case len(found.lines) == 0:
		return found, errs.Invalid("arquivo", "não parece um extrato: envie o OFX do banco, ou um CSV com data, descrição e valor")
	case len(found.lines) > maxEntries:
		return found, errs.Invalid("arquivo", "tem mais de 5.000 lançamentos: envie um período menor")
	}
	return found, nil
}

// decode returns the text of a file in UTF-8; banks write Windows-1252 too.
func decode(content []byte) string {
	text := strings.TrimPrefix(string(content), "\ufeff")
	if !utf8.ValidString(text) {
		if decoded, err := charmap.Windows1252.NewDecoder().String(text); err == nil {
			text = decoded
		}
	}
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
}

// tag is an element of OFX with its text up to the next element: SGML has no end of elements with a value.
var tag = regexp.MustCompile(`<(/?)([A-Za-z0-9.]{1,32})>([^<\r\n]*)`)

var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&nbsp;", " ", "&quot;", `"`, "&apos;", "'")

func parseOFX(text string) file {
	var found file
	values := map[string]string{}
	for _, match := range tag.FindAllStringSubmatch(text, -1) {
		isEnd, name, value := match[1] != "", strings.ToUpper(match[2]), strings.TrimSpace(entities.Replace(match[3]))
		switch {
		case name == "STMTTRN" && isEnd:
			if one, ok := ofxLine(values); ok && len(found.lines) <= maxEntries {
				found.lines = append(found.lines, one)
			}
			values = map[string]string{}
		case name == "STMTTRN":
			values = map[string]string{}
		case name == "ACCTID" && found.account == "":
			found.account = texts.Truncate(value, 60)
		case !isEnd && value != "":
			values[name] = value
		}
	}
	return found
}

func ofxLine(values map[string]string) (one line, ok bool) {
	day, isDay := parseDay(values["DTPOSTED"])
	amount, isAmount := parseAmount(values["TRNAMT"])
	name, memo := values["NAME"], values["MEMO"]
	if name == "" {
		name, memo = memo, ""
	}
	return line{fitid: values["FITID"], day: day, amount: amount, name: texts.Truncate(name, maxName), memo: texts.Truncate(memo, maxMemo)},
		isDay && isAmount
}

// parseDay reads 20261123…, 23/11/2026, 23-11-2026 and 2026-11-23.
func parseDay(text string) (civil.Date, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{"20060102", "02/01/2006", "02-01-2006", "2006-01-02", "02.01.2006", "02/01/06"} {
		if len(text) < len(layout) {
			continue
		}
		at, err := time.Parse(layout, text[:len(layout)])
		if err == nil && at.Year() >= 2000 && at.Year() <= 2100 &&
			(len(text) == len(layout) || layout == "20060102" || text[len(layout)] == ' ' || text[len(layout)] == 'T') {
			return civil.Of(at), true
		}
	}
	return civil.Date{}, false
}

var number = regexp.MustCompile(`^-?\d{1,12}(\.\d{1,2})?$`)

// parseAmount reads 1234.56, 1.234,56, R$ -85,00, (85,00) and 85,00 D.
func parseAmount(text string) (money.Amount, bool) {
	text = strings.ToUpper(strings.NewReplacer("R$", "", " ", "", "\u00a0", "", "+", "", "−", "-").Replace(text))
	isNegative := false
	if inner, isIn := strings.CutPrefix(text, "("); isIn {
		text, isNegative = strings.TrimSuffix(inner, ")"), true
	}
	if rest, isDebit := strings.CutSuffix(text, "D"); isDebit {
		text, isNegative = rest, true
	}
	text = strings.TrimSuffix(text, "C")
	if rest, isAfter := strings.CutSuffix(text, "-"); isAfter {
		text, isNegative = rest, true
	}
	if comma := strings.LastIndexByte(text, ','); comma > strings.LastIndexByte(text, '.') {
		text = strings.Replace(strings.ReplaceAll(text, ".", ""), ",", ".", 1)
	} else {
		text = strings.ReplaceAll(text, ",", "")
	}
	if strings.HasPrefix(text, "-") && isNegative {
		text = text[1:]
	}
	if !number.MatchString(text) {
		return money.Zero, false
	}
	amount, err := money.Parse(strings.TrimPrefix(text, "-"))
	if err != nil {
		return money.Zero, false
	}
	if isNegative || strings.HasPrefix(text, "-") {
		amount = money.Zero.Sub(amount)
	}
	return amount, true
}

// parseCSV reads a table with any separator, whose first row with known names is its head.
func parseCSV(text string) (found file) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = separator(text), -1, true
	var head columns
	for range 20_000 {
		record, err := reader.Read()
		if err != nil {
			return found
		}
		if head.day < 0 || !head.known {
			head = columnsOf(record)
			continue
		}
		if one, ok := head.line(record); ok && len(found.lines) <= maxEntries {
			found.lines = append(found.lines, one)
		}
	}
	return found
}

func separator(text string) rune {
	first := text[:min(len(text), 2_000)]
	best, most := ';', 0
	for _, one := range []rune{';', '\t', ',', '|'} {
		if count := strings.Count(first, string(one)); count > most {
			best, most = one, count
		}
	}
	return best
}

// columns are the places of what an entry has; -1 for none.
type columns struct {
	known                            bool
	day, name, memo, amount, in, out int
}

func columnsOf(record []string) columns {
	taken := -1
	find := func(names ...string) int {
		for at, cell := range record {
			folded := texts.Fold(strings.TrimSpace(cell))
			if at != taken && slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(folded, name) }) {
				return at
			}
		}
		return -1
	}
	c := columns{day: find("data", "dia", "date"), amount: find("valor", "quantia", "amount"), in: find("credito", "entrada"),
		out: find("debito", "saida")}
	c.name = find("nome", "favorecido", "pagador", "descricao", "historico", "lancamento", "title")
	taken = c.name
	c.memo = find("detalhe", "complemento", "mensagem", "identificador", "memo", "descricao")
	c.known = c.day >= 0 && c.name >= 0 && (c.amount >= 0 || c.in >= 0)
	return c
}

func (c columns) line(record []string) (one line, ok bool) {
	cell := func(at int) string {
		if at < 0 || at >= len(record) {
			return ""
		}
		return strings.TrimSpace(record[at])
	}
	day, isDay := parseDay(cell(c.day))
	amount, isAmount := parseAmount(cell(c.amount))
	if c.amount < 0 {
		amount, isAmount = parseAmount(cell(c.in))
		if out, isOut := parseAmount(cell(c.out)); !isAmount && isOut {
			amount, isAmount = out, true
			if out.Cmp(money.Zero) > 0 {
				amount = money.Zero.Sub(out)
			}
		}
	}
	return line{day: day, amount: amount, name: texts.Truncate(cell(c.name), maxName), memo: texts.Truncate(cell(c.memo), maxMemo)}, isDay &&
		isAmount
}
