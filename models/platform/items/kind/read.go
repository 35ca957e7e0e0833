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

// Reader reads the values of a query: when now is, and which zone a civil day lies in. The
// zone is asked for only when a value needs it.
type Reader struct {
	Now  time.Time
	Zone func() (*time.Location, error)
}

// wrongValue is the sentence that a wrong value is refused with.
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

// IsWrongValue reports whether an error of Read is a refusal, which is a sentence for the caller, and no failure.
func IsWrongValue(err error) bool {
	var wrong wrongValue
	return errors.As(err, &wrong)
}

// maxDigits keeps a number from being as long as a book.
const maxDigits = 40

// Read returns a value as a parameter for PostgreSQL, or an error that IsWrongValue distinguishes from
// the failure to learn the zone.
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

// ReadAll gives the values of a list as one array parameter.
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
		return all[int64](values), nil
	case Boolean:
		return all[bool](values), nil
	case Timestamp:
		return all[time.Time](values), nil
	}
	return all[string](values), nil
}

func all[T any](values []any) []T {
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

// day is in seconds; an offset is less.
const day = 24 * 60 * 60

// moments are the forms of a moment without a zone; it is then the association's.
var moments = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", time.DateOnly}

func (r Reader) timestamp(text string) (any, error) {
	if strings.HasPrefix(text, now) {
		moment, err := r.relative(text, r.Now)
		if err != nil {
			return nil, errTimestamp
		}
		return moment, nil
	}
	if moment, err := time.Parse(time.RFC3339, text); err == nil {
		if _, offset := moment.Zone(); offset <= -day || offset >= day {
			return nil, errTimestamp
		}
		return between(moment.UTC(), errTimestamp)
	}
	for _, form := range moments {
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
		return between(moment.UTC(), errTimestamp)
	}
	return nil, errTimestamp
}

// date gives a civil day as text; $NOW is the association's today.
func (r Reader) date(text string) (any, error) {
	if !strings.HasPrefix(text, now) {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return nil, errDate
		}
		if _, err := between(day, errDate); err != nil {
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

// between keeps to the years that are written with four digits.
func between(moment time.Time, otherwise error) (any, error) {
	if year := moment.Year(); year < 1 || year > 9999 {
		return nil, otherwise
	}
	return moment, nil
}
