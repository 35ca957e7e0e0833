package web

import (
	"mime"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"acolhe/models/types/errs"
	"acolhe/models/types/wellformed"
)

// checkBody refuses a body that does not match its headers (415 UNSUPPORTED_MEDIA_TYPE), and JSON that could
// only be decoded by silently changing it (400 VALIDATION_ERROR).
func checkBody(request *http.Request, raw []byte) error {
	media, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	charset := parameters["charset"]
	switch {
	case err != nil || media != "application/json":
		return unsupported("Envie o corpo como application/json.")
	case charset != "" && !strings.EqualFold(charset, "utf-8"):
		return unsupported("Envie o corpo em UTF-8.")
	case request.Header.Get("Content-Encoding") != "":
		return unsupported("Envie o corpo sem compressão.")
	}
	if err := wellformed.Check(raw); err != nil {
		return errs.Invalid("body", err.Error())
	}
	return nil
}

// isWireForm refuses values that Go's types decode more freely than JSON allows: a number sent as a text, and those
// outside isInRange.
func isWireForm(raw []byte, value any) bool {
	_, isNumber := value.(decimal.Decimal)
	return !(isNumber && raw[0] == '"') && isInRange(value)
}

// maxDigits bounds a number's digits and exponent, because comparing 1e999999999 with 1 would write all of its zeros.
const maxDigits = 40

// isInRange refuses values of bodies, forms and queries that could not be answered or computed with: a time that RFC
// 3339 cannot write in UTC or whose offset is a day, and a number with too many digits.
func isInRange(value any) bool {
	switch value := value.(type) {
	case decimal.Decimal:
		return value.Exponent() >= -maxDigits && value.Exponent() <= maxDigits && value.NumDigits() <= maxDigits
	case time.Time:
		const day = 24 * 60 * 60
		_, offset := value.Zone()
		year := value.UTC().Year()
		return year >= 1 && year <= 9999 && offset > -day && offset < day
	}
	return true
}

// setLast decodes a value beside the input and sets the input only if its type allows the value. Of one that is refused the
// input keeps nothing: it might not even be possible to write it down.
func setLast(into reflect.Value, path string, problems *errs.Problems, decode func(fresh reflect.Value) (isAllowed bool, err error)) {
	fresh := reflect.New(into.Type())
	if isAllowed, err := decode(fresh); !isAllowed {
		problems.Add(path, describeMismatch(into, err))
		return
	}
	into.Set(fresh.Elem())
}

func unsupported(message string) error {
	return errs.New(errs.KindUnsupportedMediaType, errs.CodeUnsupportedMediaType, message)
}
