// Package errs defines the error type of the application. Models return an *Error with a kind,
// one of the specification's codes and a message in Portuguese that may be shown to people; web
// maps the kind to an HTTP status. Any other error is unexpected and its text is never shown.
package errs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind is the kind of an error; web maps each to an HTTP status.
type Kind int

// The kinds, in the order of their statuses.
const (
	KindInternal Kind = iota
	KindInvalid
	KindUnauthenticated
	KindForbidden
	KindNotFound
	KindMethodNotAllowed
	KindConflict
	KindPreconditionFailed
	KindTooLarge
	KindUnsupportedMediaType
	KindUnprocessable
	KindRateLimited
	KindProviderFailed
	KindUnavailable
)

// Codes of more than one area; an area declares its own codes.
const (
	CodeInternal             = "INTERNAL_ERROR"
	CodeValidation           = "VALIDATION_ERROR"
	CodeUnauthorized         = "UNAUTHORIZED"
	CodeForbidden            = "FORBIDDEN"
	CodeNotFound             = "NOT_FOUND"
	CodeMethodNotAllowed     = "METHOD_NOT_ALLOWED"
	CodeConflict             = "CONFLICT"
	CodePayloadTooLarge      = "PAYLOAD_TOO_LARGE"
	CodeUnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
	CodeRateLimited          = "RATE_LIMITED"
	CodeTokenInvalid         = "TOKEN_INVALID"
	CodeInvalidCredentials   = "INVALID_CREDENTIALS"
	CodeSecondFactorRequired = "SECOND_FACTOR_REQUIRED"
	CodeReadReasonRequired   = "READ_REASON_REQUIRED"
	CodeUnavailable          = "UNAVAILABLE"
)

// Error is an error for the caller.
type Error struct {
	Kind    Kind
	Code    string
	Message string
	// Fields lists the invalid fields of a validation error, or the collections with records that
	// prevent a deletion; empty for other errors.
	Fields []Field
	// Parts are further entries of the answer after the error itself, such as the failed checks of a test.
	Parts []Part
	// Denied is the action on a collection that a 403 refuses, as orders.create; empty for other errors.
	Denied string
	// RetryAfter is the time after which a rate-limited or unavailable call may be repeated; zero
	// for other errors.
	RetryAfter time.Duration

	cause error
}

// Field is an invalid field: its path in the body (`items[0].quantity`) and the reason.
type Field struct {
	Path    string
	Message string
}

// Part is an entry of an answer that explains its error.
type Part struct {
	Code    string
	Message string
}

// Error returns the code, the message and the cause, for the log.
func (e *Error) Error() string {
	text := e.Code + ": " + e.Message
	for _, f := range e.Fields {
		text += " [" + f.Path + ": " + f.Message + "]"
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// WithCause returns a copy of the error with a cause for the log, which is never shown.
func (e *Error) WithCause(cause error) *Error {
	with := *e
	with.cause = cause
	return &with
}

// WithFields returns a copy of an *Error with these fields. It returns any other error unchanged.
func WithFields(err error, fields []Field) error {
	refusal := As(err)
	if refusal == nil || len(fields) == 0 {
		return err
	}
	with := *refusal
	with.Fields = fields
	return &with
}

// New returns an error of a kind with one of the specification's codes.
func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// NotFound returns 404 NOT_FOUND, also used for rows that the caller may not see.
func NotFound(message string) *Error { return New(KindNotFound, CodeNotFound, message) }

// Forbidden returns 403 FORBIDDEN.
func Forbidden(message string) *Error { return New(KindForbidden, CodeForbidden, message) }

// Unauthenticated returns 401 UNAUTHORIZED.
func Unauthenticated(message string) *Error {
	return New(KindUnauthenticated, CodeUnauthorized, message)
}

// Conflict returns 409 with the area's code.
func Conflict(code, message string) *Error { return New(KindConflict, code, message) }

// Unavailable returns 503 UNAVAILABLE: a dependency is down and a later attempt may succeed.
func Unavailable(cause error) *Error {
	e := New(KindUnavailable, CodeUnavailable, "O serviço está indisponível no momento. Tente de novo em instantes.")
	e.RetryAfter = 5 * time.Second
	return e.WithCause(cause)
}

// Invalid returns 400 VALIDATION_ERROR for one field.
func Invalid(path, message string) *Error {
	return &Error{Kind: KindInvalid, Code: CodeValidation, Message: "Confira os dados.",
		Fields: []Field{{Path: path, Message: message}}}
}

// maxProblems is the maximum number of invalid fields in an error, so that an answer is not longer than its request.
const maxProblems = 50

// Problems collects the invalid fields of an input, so that one error reports all of them, up to 50.
type Problems []Field

// Add adds an invalid field, unless the problems are full.
func (p *Problems) Add(path, message string) {
	if !p.IsFull() {
		*p = append(*p, Field{Path: path, Message: message})
	}
}

// IsFull reports whether further fields will not be reported.
func (p *Problems) IsFull() bool { return len(*p) >= maxProblems }

// Require adds an invalid field unless the rule holds.
func (p *Problems) Require(holds bool, path, message string) {
	if !holds {
		p.Add(path, message)
	}
}

// Err returns 400 VALIDATION_ERROR with all fields, or nil if there are none.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Code: CodeValidation, Message: "Confira os dados.", Fields: p[:min(len(p), maxProblems)]}
}

// As returns the *Error in the chain of err, or nil if there is none.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// HasCode reports whether the error carries the code.
func HasCode(err error, code string) bool {
	e := As(err)
	return e != nil && e.Code == code
}

// FieldsOf returns the fields of an *Error, or nil for any other error.
func FieldsOf(err error) []Field {
	e := As(err)
	if e == nil {
		return nil
	}
	return e.Fields
}

// AtIndex adds the index of an object in a list to the fields of an *Error; any other error stays.
func AtIndex(i int, err error) error {
	refusal := As(err)
	if refusal == nil {
		return err
	}
	prefixed := *refusal
	prefixed.Fields = slices.Clone(refusal.Fields)
	for f := range prefixed.Fields {
		prefixed.Fields[f].Path = fmt.Sprintf("[%d].%s", i, prefixed.Fields[f].Path)
	}
	if len(prefixed.Fields) == 0 {
		prefixed.Message = fmt.Sprintf("[%d]: %s", i, prefixed.Message)
	}
	return &prefixed
}

// For returns the joined messages for one field, or "".
func For(fields []Field, path string) string {
	var messages []string
	for _, f := range fields {
		if f.Path == path {
			messages = append(messages, f.Message)
		}
	}
	return strings.Join(messages, " ")
}

// errStale is the cause that distinguishes a stale version from other conflicts.
var errStale = errors.New("the row has changed since the form was opened")

// Stale returns 409 CONFLICT for a row that has changed since the caller read the sent version.
func Stale() *Error {
	return Conflict(CodeConflict, "Outra pessoa mudou este registro enquanto você editava.").WithCause(errStale)
}

// IsStale reports whether the error is a refusal of Stale.
func IsStale(err error) bool { return errors.Is(err, errStale) }
