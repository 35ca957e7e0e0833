package prescriptions

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Values of the rule of the cart.
const (
	Off   = "off"
	Warn  = "warn"
	Block = "block"
)

// Values of the period of the allowance.
const (
	LastDays = "last_30_days"
	Month    = "month"
)

// Values of who frees an order that its prescriptions do not allow.
const (
	ByStaff          = "staff"
	ByAdministrators = "administrators"
)

var (
	rule = settings.Key[string]{System: "prescriptions", Name: "rule", Type: settings.Text, Check: oneOf(Off, Warn, Block), Default: Off,
		Required:    true,
		Description: "O que acontece no pedido quando a receita não permite um produto: off, warn ou block."}
	period = settings.Key[string]{System: "prescriptions", Name: "period", Type: settings.Text, Check: oneOf(LastDays, Month),
		Default: LastDays, Required: true,
		Description: "Em que período se conta o que a pessoa já levou: last_30_days ou month."}
	freeBy = settings.Key[string]{System: "prescriptions", Name: "free_by", Type: settings.Text, Check: oneOf(ByStaff, ByAdministrators),
		Default: ByStaff, Required: true,
		Description: "Quem libera um pedido além da receita: staff (Acolhimento e Administrador) ou administrators."}
	exemptTag = settings.Key[string]{System: "prescriptions", Name: "exempt_tag", Type: settings.Text, Check: checkTag, Default: "Sem receita",
		Description: "Produtos com esta etiqueta não precisam de receita."}
)

func oneOf(values ...string) func(string) error {
	return func(value string) error {
		if !slices.Contains(values, value) {
			return errors.New("deve ser " + strings.Join(values, ", "))
		}
		return nil
	}
}

func checkTag(tag string) error {
	if strings.TrimSpace(tag) != tag || tag == "" || !texts.Fits(tag, maxTag) {
		return errors.New("deve ser uma etiqueta, com até 60 caracteres")
	}
	return nil
}

const maxTag = 60

// CodeRequired is the code for an order that its prescriptions do not allow, where the configuration blocks it.
const CodeRequired = "PRESCRIPTION_REQUIRED"

// Rule is how the association applies prescriptions to orders.
type Rule struct {
	// Mode is Off, Warn or Block.
	Mode string
	// Today and Since are the day of the request and the start of the period, in the association's time zone.
	Today     civil.Date
	Since     time.Time
	period    string
	exemptTag string
	freeBy    string
}

// IsOff reports whether prescriptions do not matter for orders.
func (r Rule) IsOff() bool { return r.Mode == Off }

// PeriodText names the period in a sentence.
func (r Rule) PeriodText() string {
	if r.period == Month {
		return "neste mês"
	}
	return "em 30 dias"
}

// ReadRule returns the configured rule.
func ReadRule(ctx context.Context, tx *db.DB, now time.Time) (read Rule, err error) {
	stored, err := settings.Read(ctx, tx, settings.TimeZone, rule, period, exemptTag, freeBy)
	if err != nil {
		return read, err
	}
	zone, err := stored.Location()
	read = Rule{Mode: settings.Of(stored, rule), period: settings.Of(stored, period), exemptTag: settings.Of(stored, exemptTag), freeBy: settings.Of(stored, freeBy)}
	if err != nil || read.IsOff() {
		return read, err
	}
	read.Today, read.Since = civil.Of(now.In(zone)), now.AddDate(0, 0, -30)
	if read.period == Month {
		read.Since = civil.MonthOf(now.In(zone)).In(zone).From
	}
	return read, nil
}

// Problem is why a prescription does not allow a line.
type Problem string

// The problems.
const (
	Missing Problem = "missing"
	Past    Problem = "expired"
	Other   Problem = "other_product"
	Over    Problem = "over_quantity"
)

// Line is a product of an order beside what the prescriptions allow. Allowed, Taken and Asked are in units of the period.
type Line struct {
	Code    string
	Name    string
	Allowed int
	Taken   int
	Asked   int
	// Until is the end of the longest valid prescription of the product, else of the last one that was.
	Until civil.Date
	// IsExempt reports whether the product needs no prescription.
	IsExempt bool
	// Problem is empty if the prescriptions allow the line.
	Problem Problem
}

// Left is the number of units that are allowed beyond what was taken.
func (l Line) Left() int { return max(0, l.Allowed-l.Taken) }

// check returns the lines of an order with what the prescriptions of the associate and the patients allow. Lines of the same
// product are one.
func (r Rule) check(order Order, found basis) []Line {
	var lines []Line
	for _, asked := range order.Lines {
		if at := slices.IndexFunc(lines, func(line Line) bool { return line.Code == asked.Code }); at >= 0 {
			lines[at].Asked += asked.Asked
			continue
		}
		lines = append(lines, asked)
	}
	for i := range lines {
		line := &lines[i]
		if product, isKnown := found.product(line.Code); isKnown {
			line.Name, line.IsExempt = product.Name, slices.Contains(product.Tags, r.exemptTag)
		}
		line.Taken = found.taken(line.Code)
		r.decide(line, found.Prescriptions)
	}
	return lines
}

// decide sets what the prescriptions allow of a line, and its problem. theirs begin with the latest end.
func (r Rule) decide(line *Line, theirs []Prescription) {
	isValid, isPast := false, false
	for _, one := range slices.Backward(theirs) {
		isValid = isValid || one.Counts(r.Today)
		for _, item := range one.Items {
			if !item.Allows(line.Code, line.Name) {
				continue
			}
			line.Until = one.ValidUntil
			if one.Counts(r.Today) {
				line.Allowed += item.Quantity
			} else {
				isPast = true
			}
		}
	}
	switch {
	case line.IsExempt:
	case line.Allowed > 0 && line.Taken+line.Asked > line.Allowed:
		line.Problem = Over
	case line.Allowed > 0:
	case isPast:
		line.Problem = Past
	case isValid:
		line.Problem = Other
	default:
		line.Problem = Missing
	}
}

// CanFree reports whether the caller may let an order pass with a reason: an administrator, and by the configuration any operator
// who may change associates and place orders.
func (r Rule) CanFree(by auth.Caller) bool {
	if by.Kind != auth.Operator {
		return false
	}
	if r.freeBy == ByAdministrators {
		return by.Is(auth.Administrador)
	}
	return access.Can(by, "users", access.Update) && access.Can(by, "orders", access.Create)
}

// Freers names who may let an order pass.
func (r Rule) Freers() string {
	if r.freeBy == ByAdministrators {
		return "Só um Administrador libera"
	}
	return "Só Acolhimento e Administrador liberam"
}

func (r Rule) errFree() error { return errs.Forbidden(r.Freers() + " um pedido além da receita.") }

// Refusal returns 409 PRESCRIPTION_REQUIRED with the message of each line that has a problem, nil if none has.
func (r Rule) Refusal(lines []Line) error {
	var problems errs.Problems
	for _, line := range lines {
		if line.Problem != "" {
			problems.Add("items", r.Message(line))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	refusal := errs.Conflict(CodeRequired, problems[0].Message)
	refusal.Fields = problems
	return refusal
}

// Message says what the prescriptions allow of a line, or why they do not.
func (r Rule) Message(line Line) string {
	name := line.Name
	if name == "" {
		name = line.Code
	}
	switch line.Problem {
	case Missing:
		return name + ": sem receita registrada."
	case Past:
		return name + ": a receita venceu em " + line.Until.Shown() + "."
	case Other:
		return name + ": a receita não tem este produto."
	case Over:
		return name + ": " + r.left(line) + "; aqui há " + strconv.Itoa(line.Asked) + "."
	}
	return ""
}

func (r Rule) left(line Line) string {
	if line.Left() == 0 {
		return "a receita já foi usada " + r.PeriodText()
	}
	return "a receita deixa levar mais " + strconv.Itoa(line.Left()) + " " + r.PeriodText()
}
