package products

import (
	"bytes"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/shopspring/decimal"
)

// Centimetres is a side of a package, exact to two decimals, from 0 to 1000. On the wire it is
// a JSON number, in a form what people type (`5,5`).
type Centimetres struct{ value decimal.Decimal }

// What a wrong size is refused with.
var (
	errNotSize = errors.New("deve ser um número")
	errSize    = errors.New("deve estar entre 0 e 1.000")
	errPrecise = errors.New("deve ter no máximo duas casas decimais")
)

// longestSize is how many characters a size may be written with.
const maxSizeLength = 32

var maxSize = decimal.NewFromInt(1000)

// parseSize looks at the length and the exponent first: comparing 1e999999999 would write out its zeros.
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

// String gives the size as it is stored: `5.5`.
func (c Centimetres) String() string { return c.value.String() }

// Typed gives what a person would type into a form: `5,5`.
func (c Centimetres) Typed() string { return strings.Replace(c.String(), ".", ",", 1) }

// MarshalJSON writes a JSON number.
func (c Centimetres) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON takes a JSON number; a string is refused.
func (c *Centimetres) UnmarshalJSON(raw []byte) (err error) {
	if bytes.HasPrefix(raw, []byte(`"`)) {
		return errNotSize
	}
	*c, err = parseSize(string(raw))
	return err
}

// UnmarshalText takes what people type, with a comma or a point.
func (c *Centimetres) UnmarshalText(text []byte) (err error) {
	*c, err = parseSize(strings.Replace(strings.TrimSpace(string(text)), ",", ".", 1))
	return err
}

// Value writes the size to a numeric column.
func (c Centimetres) Value() (driver.Value, error) { return c.String(), nil }

// Scan reads a numeric column.
func (c *Centimetres) Scan(stored any) error { return c.value.Scan(stored) }

// GormDataType names the column type, so that GORM treats the size as one value.
func (Centimetres) GormDataType() string { return "numeric(6,2)" }
