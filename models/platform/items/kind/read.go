package kind

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Reader reads the values of a query, relative to the time Now and the time zone of civil days.
// Zone is called only if a value needs it.
type Reader struct {
	Now  time.Time
	Zone func() (*time.Location, error)
}

// wrongValue is the message for a value that does not fit the kind.
type wrongValue string

func (w wrongValue) Error() string { return string(w) }

const (
	errInteger   = wrongValue("deve ser um número inteiro")
	errDecimal   = wrongValue("deve ser um número")
	errBoolean   = wrongValue("deve ser true ou false")
	errTimestamp = wrongValue("deve ser data e hora, como 2026-11-20T14:00:00-03:00 ou $NOW(-1 day)")
	errDate      = wrongValue("deve ser uma data, como 2026-11-20 ou $NOW(-1 day)")
	errUUID      = wrongValue("deve ser um UUID")
)

// IsWrongValue reports whether an error of Read is a message for the caller about the value, not a
// failure.
func IsWrongValue(err error) bool {
	var wrong wrongValue
	return errors.As(err, &wrong)
}

// maxDigits is the maximum length and exponent of a number.
const maxDigits = 40

// Read returns a value as a parameter for PostgreSQL. IsWrongValue distinguishes an error about the
// value from a failure to read the time zone.
func (r Reader) Read(k Kind, text string) (any, error) {
	switch k {
	case Integer:
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errInteger
		}
		return number, nil
	case Decimal:
		return readDecimal(text)
	case Boolean:
		switch text {
		case "true", "1":
			return true, nil
		case "false", "0":
			return false, nil
		}
		return nil, errBoolean
	case Timestamp:
		return r.timestamp(text)
	case Date:
		return r.date(text)
	case UUID:
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, errUUID
		}
		return id.String(), nil
	case List:
		quoted, err := json.Marshal([]string{text})
		return string(quoted), err
	}
	return text, nil
}

// ReadAll returns the values of a list as one array parameter.
func (r Reader) ReadAll(k Kind, texts []string) (any, error) {
	values := make([]any, len(texts))
	for i, text := range texts {
		value, err := r.Read(k, text)
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	switch k {
	case Integer:
		return convertAll[int64](values), nil
	case Boolean:
		return convertAll[bool](values), nil
	case Timestamp:
		return convertAll[time.Time](values), nil
	}
	return convertAll[string](values), nil
}

func convertAll[T any](values []any) []T {
	typed := make([]T, len(values))
	for i, value := range values {
		typed[i] = value.(T)
	}
	return typed
}

func readDecimal(text string) (any, error) {
	if len(text) > maxDigits {
		return nil, errDecimal
	}
	value, err := decimal.NewFromString(text)
	if err != nil || value.Exponent() > maxDigits || value.Exponent() < -maxDigits {
		return nil, errDecimal
	}
	return value.String(), nil
}

// secondsPerDay limits the offset of a time zone.
const secondsPerDay = 24 * 60 * 60

// timestampLayouts are the layouts without a time zone, which are in the association's.
var timestampLayouts = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", time.DateOnly}

func (r Reader) timestamp(text string) (any, error) {
	if strings.HasPrefix(text, nowPrefix) {
		moment, err := r.relative(text, r.Now)
		if err != nil {
			return nil, errTimestamp
		}
		return moment, nil
	}
	if moment, err := time.Parse(time.RFC3339, text); err == nil {
		if _, offset := moment.Zone(); offset <= -secondsPerDay || offset >= secondsPerDay {
			return nil, errTimestamp
		}
		return checkYear(moment.UTC(), errTimestamp)
	}
	for _, form := range timestampLayouts {
		if _, err := time.Parse(form, text); err != nil {
			continue
		}
		zone, err := r.Zone()
		if err != nil {
			return nil, err
		}
		moment, err := time.ParseInLocation(form, text, zone)
		if err != nil {
			return nil, errTimestamp
		}
		return checkYear(moment.UTC(), errTimestamp)
	}
	return nil, errTimestamp
}

// date returns a civil day as text; $NOW is the current day of the association.
func (r Reader) date(text string) (any, error) {
	if !strings.HasPrefix(text, nowPrefix) {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return nil, errDate
		}
		if _, err := checkYear(day, errDate); err != nil {
			return nil, err
		}
		return text, nil
	}
	zone, err := r.Zone()
	if err != nil {
		return nil, err
	}
	day, err := r.relative(text, r.Now.In(zone))
	if err != nil {
		return nil, errDate
	}
	return day.Format(time.DateOnly), nil
}

// checkYear refuses a year that does not have four digits.
func checkYear(moment time.Time, invalid error) (any, error) {
	if year := moment.Year(); year < 1 || year > 9999 {
		return nil, invalid
	}
	return moment, nil
}
