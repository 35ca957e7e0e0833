// Package pieces defines a number of pieces that may have parts, at most three decimals.
package pieces

import (
	"errors"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// Count is a number of pieces; Check limits it. A form writes its decimals after a comma.
type Count float64

const (
	maxPlaces = 3
	// maxLength and maxDigits bound a number, because comparing 1e999999999 would write out its zeros.
	maxLength = 32
	maxDigits = 32
)

// Max is the largest count.
const Max = 9999

// ErrCount is the reason of a count that is refused; its text is for people.
var ErrCount = errors.New("deve ser um número de 0 a 9999, com até três casas decimais")

// Check returns ErrCount unless the count is between 0 and Max.
func (c Count) Check() error {
	if c < 0 || c > Max {
		return ErrCount
	}
	return nil
}

// errPoint is the reason of decimals after a point, which may also divide thousands.
var errPoint = errors.New("deve ter as casas decimais depois de vírgula, como 1,5")

// UnmarshalJSON accepts a JSON number in any notation, not a string.
func (c *Count) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	value, err := decimal.NewFromString(string(raw))
	if err != nil || len(raw) > maxLength || value.Exponent() > maxDigits || value.Exponent() < -maxDigits ||
		!value.Equal(value.Truncate(maxPlaces)) {
		return ErrCount
	}
	*c = Count(value.InexactFloat64())
	return nil
}

// UnmarshalText accepts `2` and `1,5`.
func (c *Count) UnmarshalText(text []byte) error {
	if strings.Contains(string(text), ".") {
		return errPoint
	}
	return c.UnmarshalJSON([]byte(strings.Replace(string(text), ",", ".", 1)))
}

// Typed returns the value of a form field, `1,5`.
func (c Count) Typed() string {
	return strings.Replace(strconv.FormatFloat(float64(c), 'f', -1, 64), ".", ",", 1)
}
