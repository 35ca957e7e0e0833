// Package money defines an amount of reais as an exact decimal, never a binary float. It is a number with at most two
// decimals in JSON, numeric(12,2) in the database, and Brazilian notation in forms (`1.234,50`).
package money

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// Amount is an amount of reais. The zero value is R$ 0,00.
type Amount struct{ value decimal.Decimal }

// Errors of invalid amounts; their texts are for people.
var (
	ErrNotMoney  = errors.New("deve ser um valor em reais, como 1234.50")
	ErrPrecision = errors.New("deve ter no máximo duas casas decimais")
	ErrRange     = errors.New("deve estar entre 0 e 9.999.999,99")
	// ErrAdjustment is for an adjustment, which may be negative.
	ErrAdjustment = errors.New("deve estar entre -9.999.999,99 e 9.999.999,99")
)

// Zero is R$ 0,00.
var Zero = Amount{}

// maxPrice is the largest price of decisions.md ("Wire conventions").
var maxPrice = decimal.New(999_999_999, -2)

// FromCents returns the amount of a number of cents.
func FromCents(cents int64) Amount { return Amount{decimal.New(cents, -2)} }

// Parse parses a decimal number such as `1234.5` or `1e3`. It returns ErrNotMoney, ErrPrecision
// for more than two decimals, or ErrRange for an extreme exponent.
func Parse(text string) (Amount, error) {
	value, err := parse(text, -32)
	if err != nil {
		return Zero, err
	}
	if !value.Equal(value.Truncate(2)) {
		return Zero, ErrPrecision
	}
	return Amount{value.Truncate(2)}, nil
}

// parse parses a decimal number. Length and exponent are limited, because "1e999999999" would become a gigabyte of zeros.
func parse(text string, smallest int32) (decimal.Decimal, error) {
	if len(text) > 32 {
		return decimal.Zero, ErrNotMoney
	}
	value, err := decimal.NewFromString(text)
	if err != nil {
		return decimal.Zero, ErrNotMoney
	}
	if value.Exponent() > 12 || value.Exponent() < smallest {
		return decimal.Zero, ErrRange
	}
	return value, nil
}

// MustParse is Parse for literals in code and tests; it panics if the text is invalid.
func MustParse(text string) Amount {
	amount, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return amount
}

// Add returns a + b.
func (a Amount) Add(b Amount) Amount { return Amount{a.value.Add(b.value)} }

// Sub returns a − b; it may be negative.
func (a Amount) Sub(b Amount) Amount { return Amount{a.value.Sub(b.value)} }

// Times returns a × quantity.
func (a Amount) Times(quantity int) Amount {
	return Amount{a.value.Mul(decimal.NewFromInt(int64(quantity)))}
}

// OrZero returns the amount, or zero if it is negative.
func (a Amount) OrZero() Amount {
	if a.value.IsNegative() {
		return Zero
	}
	return a
}

// Cmp returns -1, 0 or 1 if a is less than, equal to or greater than b.
func (a Amount) Cmp(b Amount) int { return a.value.Cmp(b.value) }

// Equal reports whether a and b are the same amount.
func (a Amount) Equal(b Amount) bool { return a.Cmp(b) == 0 }

// IsZero reports whether the amount is R$ 0,00.
func (a Amount) IsZero() bool { return a.value.IsZero() }

// Distance returns |a − b|.
func (a Amount) Distance(b Amount) Amount { return Amount{a.value.Sub(b.value).Abs()} }

// CheckPrice returns ErrRange unless the amount is between 0 and 9 999 999.99.
func (a Amount) CheckPrice() error {
	if a.value.IsNegative() || a.value.GreaterThan(maxPrice) {
		return ErrRange
	}
	return nil
}

// CheckAdjustment returns ErrAdjustment unless the amount is between ±9 999 999.99.
func (a Amount) CheckAdjustment() error {
	if a.value.Abs().GreaterThan(maxPrice) {
		return ErrAdjustment
	}
	return nil
}

// String returns the wire form with two decimals: `1234.50`.
func (a Amount) String() string { return a.value.StringFixed(2) }

// Typed returns the value of a form field: `1234,50`.
func (a Amount) Typed() string { return strings.Replace(a.String(), ".", ",", 1) }

// MarshalJSON writes a JSON number with two decimals.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON accepts a JSON number with at most two decimals, and no string.
func (a *Amount) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return ErrNotMoney
	}
	amount, err := Parse(string(raw))
	if err != nil {
		return err
	}
	*a = amount
	return nil
}

var (
	brazilian = regexp.MustCompile(`^\d{1,3}(\.\d{3})+(,\d{1,2})?$|^\d+(,\d{1,2})?$`)
	plain     = regexp.MustCompile(`^\d+\.\d{1,2}$`)
)

// UnmarshalText accepts Brazilian and plain notation: `1234,5`, `1.234,50`, `R$ 1.234,50`, `1234.50`. A single dot
// before three digits separates thousands, as usual in Brazil.
func (a *Amount) UnmarshalText(text []byte) error {
	typed := strings.Join(strings.Fields(strings.TrimPrefix(strings.TrimSpace(string(text)), "R$")), "")
	negative := strings.HasPrefix(typed, "-")
	typed = strings.TrimPrefix(typed, "-")
	switch {
	case brazilian.MatchString(typed):
		typed = strings.ReplaceAll(strings.ReplaceAll(typed, ".", ""), ",", ".")
	case !plain.MatchString(typed):
		return errors.New("deve ser um valor em reais, como 1.234,50")
	}
	amount, err := Parse(typed)
	if err != nil {
		return err
	}
	if negative {
		amount = Zero.Sub(amount)
	}
	*a = amount
	return nil
}

// Value implements driver.Valuer for a numeric column.
func (a Amount) Value() (driver.Value, error) { return a.String(), nil }

// Scan implements sql.Scanner for a numeric column.
func (a *Amount) Scan(stored any) error { return a.value.Scan(stored) }

// GormDataType returns the column type, so that GORM treats the amount as a single value.
func (Amount) GormDataType() string { return "numeric(12,2)" }

// Split divides an amount in proportion to the weights, to the cent; the parts add up to it. An amount that is the sum of the
// weights is divided into the weights themselves. If all weights are 0, the first part is the whole amount.
func Split(amount Amount, weights []Amount) []Amount {
	parts, sum, left := make([]Amount, len(weights)), Zero, amount
	for _, weight := range weights {
		sum = sum.Add(weight)
	}
	for i := len(weights) - 1; i > 0 && !sum.IsZero(); i-- {
		parts[i] = Amount{amount.value.Mul(weights[i].value).Div(sum.value).Truncate(2)}
		left = left.Sub(parts[i])
	}
	if len(parts) > 0 {
		parts[0] = left
	}
	return parts
}
