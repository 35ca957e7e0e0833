package associates

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// Kilos is a weight, with at most two decimals. A form may write it with a comma.
type Kilos float64

var kilos = regexp.MustCompile(`^\d{1,4}([.,]\d{1,2})?$`)

var errNotKilos = errors.New("deve ser um peso em quilos de 0 a 9999,99, com até duas casas decimais")

// UnmarshalText accepts `12,5` and `12.5`.
func (k *Kilos) UnmarshalText(text []byte) error {
	if !kilos.Match(text) {
		return errNotKilos
	}
	value, err := strconv.ParseFloat(strings.Replace(string(text), ",", ".", 1), 64)
	*k = Kilos(value)
	return err
}

// Typed returns the value of a form field, `12,5`.
func (k Kilos) Typed() string {
	return strings.Replace(strconv.FormatFloat(float64(k), 'f', -1, 64), ".", ",", 1)
}

// UnmarshalJSON accepts a JSON number, not a string.
func (k *Kilos) UnmarshalJSON(raw []byte) error {
	return k.UnmarshalText(raw)
}
