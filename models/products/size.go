package products

import (
	"bytes"
	"errors"
	"strings"

	"github.com/shopspring/decimal"
)

// Centimetres is a side of a package, exact to two decimals, from 0 to 1000. It is a number in JSON, and `5,5` in a
// form.
type Centimetres struct{ decimal.Decimal }

// Errors of a wrong size.
var (
	errNotSize = errors.New("deve ser um número")
	errSize    = errors.New("deve estar entre 0 e 1.000")
	errPrecise = errors.New("deve ter no máximo duas casas decimais")
)

// maxSizeLength is the maximum length of a size as text.
const maxSizeLength = 32

var maxSize = decimal.NewFromInt(1000)

// parseSize checks the length and the exponent first, because comparing 1e999999999 would write out
// its zeros.
func parseSize(text string) (Centimetres, error) {
	if len(text) > maxSizeLength {
		return Centimetres{}, errNotSize
	}
	value, err := decimal.NewFromString(text)
	if err != nil {
		return Centimetres{}, errNotSize
	}
	if value.Exponent() < -20 || value.Exponent() > 3 || value.IsNegative() || value.GreaterThan(maxSize) {
		return Centimetres{}, errSize
	}
	if !value.Equal(value.Truncate(2)) {
		return Centimetres{}, errPrecise
	}
	return Centimetres{value.Truncate(2)}, nil
}

// RoundedUp returns the whole centimetres that hold the side.
func (c Centimetres) RoundedUp() int { return int(c.Ceil().IntPart()) }

// Typed returns the value of a form field, `5,5`.
func (c Centimetres) Typed() string { return strings.Replace(c.String(), ".", ",", 1) }

// MarshalJSON writes a JSON number.
func (c Centimetres) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON accepts a JSON number, not a string.
func (c *Centimetres) UnmarshalJSON(raw []byte) (err error) {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return errNotSize
	}
	*c, err = parseSize(string(raw))
	return err
}

// UnmarshalText accepts typed sizes, with a comma or a point.
func (c *Centimetres) UnmarshalText(text []byte) (err error) {
	*c, err = parseSize(strings.Replace(strings.TrimSpace(string(text)), ",", ".", 1))
	return err
}

// GormDataType returns the column type, so that GORM treats the size as a single value.
func (Centimetres) GormDataType() string { return "numeric(6,2)" }
