// Package errs is the one error type of the house. A model returns an *Error that says
// what kind of refusal it is, with the specification's code and a sentence in Portuguese
// that may be shown to people; web turns the kind into a status. Anything else that
// reaches web is an unexpected failure and is never shown.
package errs

import (
	"errors"
	"strings"
	"time"
)

// Kind is the family of a refusal; web maps each to one HTTP status.
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

// Codes that more than one area answers with; an area's own codes stand in the area.
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
	CodeUnavailable          = "UNAVAILABLE"
)

// Error is a refusal that the caller may be told about.
type Error struct {
	Kind    Kind
	Code    string
	Message string
	// Fields names each wrong field of a validation error, or each collection with records
	// that are in the way; empty for the other refusals.
	Fields []Field
	// RetryAfter says when a rate-limited or unavailable call may be tried again.
	RetryAfter time.Duration

	cause error
}

// Field is one wrong field: its path as the body spells it (`items[0].quantity`) and why.
type Field struct {
	Path    string
	Message string
}

// Error returns the code and the message, with the cause behind them for the log.
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

// WithCause keeps the cause for the log; it is never shown.
func (e *Error) WithCause(cause error) *Error {
	with := *e
	with.cause = cause
	return &with
}

// WithFields returns a refusal with the fields that are wrong besides; any other error as it is.
func WithFields(err error, fields []Field) error {
	refusal := As(err)
	if refusal == nil || len(fields) == 0 {
		return err
	}
	with := *refusal
	with.Fields = fields
	return &with
}

// New makes an error of a kind with one of the specification's codes.
func New(kind Kind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}

// NotFound is 404 NOT_FOUND. It also answers for what the caller may not see.
func NotFound(message string) *Error { return New(KindNotFound, CodeNotFound, message) }

// Forbidden is 403 FORBIDDEN.
func Forbidden(message string) *Error { return New(KindForbidden, CodeForbidden, message) }

// Unauthenticated is 401 UNAUTHORIZED.
func Unauthenticated(message string) *Error {
	return New(KindUnauthenticated, CodeUnauthorized, message)
}

// Conflict is 409 with the area's code.
func Conflict(code, message string) *Error { return New(KindConflict, code, message) }

// Unavailable is 503 UNAVAILABLE: a dependency is down and a later try may pass.
func Unavailable(cause error) *Error {
	e := New(KindUnavailable, CodeUnavailable, "O serviço está indisponível no momento. Tente de novo em instantes.")
	e.RetryAfter = 5 * time.Second
	return e.WithCause(cause)
}

// Invalid is 400 VALIDATION_ERROR for one field.
func Invalid(path, message string) *Error {
	return &Error{Kind: KindInvalid, Code: CodeValidation, Message: "Confira os dados.",
		Fields: []Field{{Path: path, Message: message}}}
}

// Problems gathers the wrong fields of one input, so that all are told at once.
type Problems []Field

// Add notes a wrong field.
func (p *Problems) Add(path, message string) {
	*p = append(*p, Field{Path: path, Message: message})
}

// Require notes the field unless the rule holds.
func (p *Problems) Require(holds bool, path, message string) {
	if !holds {
		p.Add(path, message)
	}
}

// Err is nil without problems, else 400 VALIDATION_ERROR with all of them.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return &Error{Kind: KindInvalid, Code: CodeValidation, Message: "Confira os dados.", Fields: p}
}

// As returns the *Error in a chain, or nil when the failure is an unexpected one.
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

// FieldsOf lists the wrong fields of a validation error; any other error has none.
func FieldsOf(err error) []Field {
	e := As(err)
	if e == nil {
		return nil
	}
	return e.Fields
}

// For returns the messages about one field, joined; empty when the field is right.
func For(fields []Field, path string) string {
	var messages []string
	for _, f := range fields {
		if f.Path == path {
			messages = append(messages, f.Message)
		}
	}
	return strings.Join(messages, " ")
}

// errStale is the cause that tells a stale version from other conflicts.
var errStale = errors.New("the row has changed since the form was opened")

// Stale is 409 CONFLICT: the row has changed since the caller read the version that was sent.
func Stale() *Error {
	return Conflict(CodeConflict, "Outra pessoa mudou este registro enquanto você editava.").WithCause(errStale)
}

// IsStale reports whether the error is a refusal of Stale.
func IsStale(err error) bool { return errors.Is(err, errStale) }
