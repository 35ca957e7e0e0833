// Package scrub takes personal data and secrets out of texts that describe errors: CPF, CNPJ, e-mail addresses, phone
// numbers, tokens and the values of named secrets and of queries. It takes out too much rather than too little; names of
// people in running text cannot be recognised and are kept.
package scrub

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is a kind of data that is taken out.
type Kind string

// The kinds. Number is a long number of no known kind.
const (
	CPF    Kind = "cpf"
	Email  Kind = "email"
	Phone  Kind = "phone"
	Number Kind = "number"
	Token  Kind = "token"
	Field  Kind = "field"
)

// marks stand in place of what was taken out.
var marks = map[Kind]string{CPF: "[CPF]", Email: "[e-mail]", Phone: "[telefone]", Number: "[número]", Token: "[token]", Field: "[oculto]"}

// Found counts what was taken out.
type Found map[Kind]int

// Text returns a text without personal data, and adds what it took out to found. The result is valid UTF-8 without
// control characters other than line breaks and tabs.
func (found Found) Text(text string) string {
	text = decode(visible(text))
	text = queries.ReplaceAllString(text, "?…")
	text = addresses.ReplaceAllString(text, "0x…")
	text = found.replace(named, text, func(match []string) (string, Kind) {
		if strings.HasPrefix(match[3], "[") {
			return "", ""
		}
		return match[1] + match[2] + marks[Token], Token
	})
	text = found.replace(emails, text, emailOf)
	for _, pattern := range tokens {
		text = found.replace(pattern, text, tokenOf)
	}
	return found.replace(numbers, text, numberOf)
}

// Text is Found.Text for callers who do not count.
func Text(text string) string { return Found{}.Text(text) }

// Patterns, in the order in which they are applied.
var (
	queries   = regexp.MustCompile(`\?[^\s"'<>()]*=[^\s"'<>()]*`)
	addresses = regexp.MustCompile(`\b0[xX][0-9a-fA-F]+`)
	named     = regexp.MustCompile(`(?i)((?:authorization|cookie|password|passwd|senha|token|secret|segredo|api[_-]?key|session|csrf|otp)["']?\s*[:=]\s*["']?(?:bearer |basic )?|\b(?:bearer|basic) )()([^\s"'&;,{}<>]+)`)
	emails    = regexp.MustCompile(`([^\s@"'<>(),;:&?/\[\]{}\\=|]+)\s?@\s?([^\s@"'<>(),;:&?/\[\]{}\\=|]+)`)
	tokens    = []*regexp.Regexp{
		regexp.MustCompile(`eyJ[\w-]{5,}(?:\.[\w-]+)*`),
		regexp.MustCompile(`[A-Za-z0-9_\-+/=~]{32,}`),
		regexp.MustCompile(`[A-Za-z0-9_\-+=~]{20,}`),
	}
	numbers = regexp.MustCompile(`\+?\(?\p{Nd}(?:[ \t\x{a0}.\-/()_*·,]{0,3}\p{Nd}){8,}|\b\p{Nd}{4,5}[- .]\p{Nd}{4}\b`)
)

// replace replaces the matches for which with returns a kind.
func (found Found) replace(pattern *regexp.Regexp, text string, with func(match []string) (string, Kind)) string {
	return pattern.ReplaceAllStringFunc(text, func(matched string) string {
		replaced, kind := with(pattern.FindStringSubmatch(matched))
		if kind == "" {
			return matched
		}
		found[kind]++
		return replaced
	})
}

// schemes follow an @ in the frames of Firefox and Safari: choose@https://….
var schemes = map[string]bool{"http": true, "https": true, "blob": true, "file": true, "moz-extension": true, "safari-web-extension": true,
	"webkit-masked-url": true, "debugger": true}

// moduleVersion is that of a Go module in a stack: pgx/v5@v5.7.1.
var moduleVersion = regexp.MustCompile(`^v\d+\.\d+`)

func emailOf(match []string) (string, Kind) {
	if schemes[match[2]] || moduleVersion.MatchString(match[2]) {
		return "", ""
	}
	return marks[Email], Email
}

const (
	// certainly is the length from which a run of letters without a digit is a token.
	certainly = 40
	// pathLike is the length from which a run with slashes may be a token in Base64.
	pathLike = 32
)

func tokenOf(match []string) (string, Kind) {
	text := match[0]
	digits, lower, upper := strings.IndexFunc(text, isDigit) >= 0, strings.IndexFunc(text, unicode.IsLower) >= 0,
		strings.IndexFunc(text, unicode.IsUpper) >= 0
	isToken := strings.HasPrefix(text, "eyJ")
	switch {
	case strings.Contains(text, "/"):
		isToken = isToken || len(text) >= pathLike && digits && lower && upper && strings.Count(text, "/") <= len(text)/12
	case !lower && !upper:
		isToken = false
	default:
		isToken = isToken || digits || len(text) >= certainly
	}
	if !isToken {
		return "", ""
	}
	return marks[Token], Token
}

// Lengths of numbers in digits.
const (
	cpfDigits = 11
	mostPhone = 13
)

var writtenCPF = regexp.MustCompile(`^\p{Nd}{3}[. ]\p{Nd}{3}[. ]\p{Nd}{3}[-. /]\p{Nd}{2}$`)

func numberOf(match []string) (string, Kind) {
	digits := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0' + rune(digitValue(r))
		}
		return -1
	}, match[0])
	switch {
	case writtenCPF.MatchString(match[0]), len(digits) == cpfDigits && isCPF(digits):
		return marks[CPF], CPF
	case len(digits) <= mostPhone:
		return marks[Phone], Phone
	}
	return marks[Number], Number
}

// isCPF reports whether eleven digits end with the two check digits of a CPF.
func isCPF(digits string) bool {
	for length := cpfDigits - 2; length < cpfDigits; length++ {
		sum := 0
		for i := range length {
			sum += int(digits[i]-'0') * (length + 1 - i)
		}
		if int(digits[length]-'0') != sum*10%cpfDigits%10 {
			return false
		}
	}
	return true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// digitValue returns the value of a decimal digit of any script: scripts have theirs in runs of ten from 0 to 9.
func digitValue(r rune) int {
	value := 0
	for unicode.IsDigit(r-rune(value)-1) && value < 9 {
		value++
	}
	return value
}

// visible drops control and format characters, which could split a number, but not line breaks and tabs.
func visible(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "�")
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '＠' || r == '﹫':
			return '@'
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}

// decode replaces percent-encoded ASCII, however often it is encoded, in one pass from the end.
func decode(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	reversed := make([]byte, 0, len(text))
	for i := len(text) - 1; i >= 0; i-- {
		reversed = push(reversed, text[i])
	}
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return string(reversed)
}

// push appends a byte to a reversed text, and decodes the sequence that it begins.
func push(reversed []byte, b byte) []byte {
	for b == '%' && len(reversed) >= 2 {
		high, low := unhex(reversed[len(reversed)-1]), unhex(reversed[len(reversed)-2])
		if high < 0 || low < 0 || high<<4|low >= utf8.RuneSelf || high<<4|low < ' ' {
			break
		}
		reversed, b = reversed[:len(reversed)-2], byte(high<<4|low)
	}
	return append(reversed, b)
}

func unhex(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}
