package tokens

import (
	"strings"
	"time"

	"acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// The validities of a new token; the numbers are days.
const (
	ForMonth   = "30"
	ForQuarter = "90"
	ForYear    = "365"
	UntilDay   = "dia"
	ForEver    = "nunca"
)

// New is the state of the form of a new token.
type New struct {
	Input tokens.IssueInput
	// Validity is one of the constants above; Until is the date for UntilDay.
	Validity, Until string
	// Partner is the professional to whom the token is bound, if any.
	Partner    professionals.Professional
	HasPartner bool
	// Search is the text typed to find the partner, Found the matches.
	Search  string
	Found   []professionals.Professional
	Fields  []errs.Field
	Refusal string
	// Now is in the association's time zone.
	Now time.Time
}

// Issued is the only page that shows a token. BaseURL is the public address of the application.
type Issued struct {
	Token   tokens.Issued
	BaseURL string
}

// problems returns the errors, each at the field that shows it.
func (s New) problems() ui.Problems {
	labels := map[string]string{"name": "Nome", "expires_at": "Validade", "internal_code": "Profissional"}
	problems := ui.ProblemsOf(s.Fields, func(path string) string { return labels[path] })
	for i := range problems {
		switch path := problems[i].Field; {
		case path == "expires_at":
			problems[i].Field = "validade"
		case strings.HasPrefix(path, "scopes"):
			problems[i].Field = "scopes"
		case path == "internal_code":
			problems[i].Field = ""
		}
	}
	if s.Refusal != "" {
		problems = append(problems, ui.Problem{Message: s.Refusal})
	}
	return problems
}

func (s New) validity() control.Radio {
	day := func(days int) string { return "até " + fmtbr.Date(s.Now.AddDate(0, 0, days), s.Now.Location()) }
	return control.Radio{Name: "validade", Label: "Validade", Value: s.Validity, Wide: true, Error: s.problems().For("validade"),
		Options: []control.Option{
			{Value: ForMonth, Label: "30 dias", Detail: day(30)},
			{Value: ForQuarter, Label: "90 dias", Detail: day(90)},
			{Value: ForYear, Label: "1 ano", Detail: day(365)},
			{Value: UntilDay, Label: "Até o dia", Detail: "Escolha o dia abaixo."},
			{Value: ForEver, Label: "Nunca vence", Detail: "Se vazar, continua valendo até ser revogado. Prefira um prazo."},
		}}
}

func (s New) until() control.Input {
	return control.Input{Name: "ate", Label: "Último dia", Kind: control.Date, Value: s.Until, Optional: true,
		Min: civil.Of(s.Now).Add(0, 0, 1).String(), Hint: "Só para a validade “Até o dia”."}
}

// examples are addresses that a token may read, by collection.
var examples = []struct {
	collection string
	path       string
}{
	{"orders", "/api/v1/orders?limit=5"}, {"users", "/api/v1/items/users?limit=5"}, {"services", "/api/v1/items/services?limit=5"},
	{"products", "/api/v1/items/products?limit=5"}, {"professionals", "/api/v1/items/professionals?limit=5"},
}

// curl returns an example request with the token, if the token may read.
func (s Issued) curl() string {
	path := "/api/v1/openapi.json"
	for _, example := range examples {
		if s.reads(example.collection) {
			path = example.path
			break
		}
	}
	return "curl -H 'Authorization: Bearer " + s.Token.Token + "' '" + s.BaseURL + path + "'"
}

func (s Issued) reads(collection string) bool {
	for _, name := range s.Token.Scopes {
		if scope, err := access.ParseScope(name); err == nil && scope.Allows(collection, access.Read) {
			return true
		}
	}
	return false
}
