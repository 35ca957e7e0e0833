package freight

import (
	"context"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// Provider is a carrier. Its methods call the carrier within their own time limits, outside transactions. They return
// 503 CREDENTIAL_MISSING without credentials, 422 CREDENTIAL_INVALID if the carrier refuses them, and 502 PROVIDER_ERROR
// if it fails; a message never holds a secret.
type Provider interface {
	Service() externalservices.Name
	// Quote returns the carrier's options, which may be none.
	Quote(ctx context.Context, shipment Shipment) ([]Option, error)
	// Catalog lists the options that may be favourites.
	Catalog(ctx context.Context) ([]ServiceOption, error)
	// Steps are the calls of the purchase of a label, in their order.
	Steps() []Step
	// PDF returns a bought label as a PDF. It returns 409 LABEL_NOT_READY if the carrier has not made it yet.
	PDF(ctx context.Context, id string) ([]byte, error)
	// Cancel cancels a label or package by the carrier's id.
	Cancel(ctx context.Context, id string) (Cancellation, error)
	// Track returns the state of packages by the carrier's ids or tracking codes.
	Track(ctx context.Context, codes []string) ([]Tracking, error)
	// Test checks credentials, stored or not. It changes nothing.
	Test(ctx context.Context, values externalservices.Values) []externalservices.Check
}

// CodeLabelUnknown is the code of 502 for a purchase whose outcome is not known.
const CodeLabelUnknown = "LABEL_UNKNOWN"

// Shipment is a parcel between two addresses.
type Shipment struct {
	From    ShipFrom     `json:"from"`
	To      Address      `json:"to"`
	Package Package      `json:"package"`
	Value   money.Amount `json:"value"`
}

// Step is one call of a purchase. A call without an answer is 502 LABEL_UNKNOWN.
type Step struct {
	Name string
	// Spends reports whether the call pays. It is never made again before Ask said that it was not done.
	Spends bool
	// Repeats reports whether making the call again does no harm.
	Repeats bool
	// Do makes the call and returns the label as far as it is known then.
	Do func(ctx context.Context, input LabelInput, label Label) (Label, error)
	// Ask reports whether the carrier has done a paying step, with its label.
	Ask func(ctx context.Context, reference string, label Label) (found Label, isDone bool, err error)
}

// MaxLabelBytes is the maximum size of a label (integrations.md, 8).
const MaxLabelBytes = 20 << 20

// CodeNotReady is the code of 409 for a label that the carrier has not made yet.
const CodeNotReady = "LABEL_NOT_READY"

// ErrNotReady returns 409 LABEL_NOT_READY.
func ErrNotReady(company string, cause error) error {
	return errs.Conflict(CodeNotReady, company+" ainda não gerou a etiqueta. Tente de novo em um minuto.").WithCause(cause)
}

// LabelInput is a label to buy.
type LabelInput struct {
	Shipment
	Recipient Recipient
	// OptionKey is the chosen option of a quote.
	OptionKey string
	// Reference identifies the label to the carrier, so that a purchase can be found again.
	Reference string
	// Content is the declaration of content.
	Content string
}

// Recipient is who receives a parcel. Document is a CPF, phone digits.
type Recipient struct {
	Name     string `json:"name"`
	Document string `json:"document"`
	Phone    string `json:"phone"`
	Email    string `json:"email"`
}

// Label is a label as far as its purchase is known.
type Label struct {
	// ID is the carrier's own id.
	ID           string
	TrackingCode string
}

// Cancellation is the answer to a cancellation; a warning says that it is not certain.
type Cancellation struct {
	Cancelled bool   `json:"cancelled"`
	Warning   string `json:"warning"`
}

// Stage is where a parcel is on its way.
type Stage string

// The stages.
const (
	NotPosted Stage = "none"
	Posted    Stage = "posted"
	InTransit Stage = "transit"
	Out       Stage = "out"
	Arrived   Stage = "delivered"
	Problem   Stage = "problem"
)

// Tracking is the state of a package.
type Tracking struct {
	ID           string     `json:"id"`
	TrackingCode string     `json:"tracking_code"`
	Status       string     `json:"status"`
	Description  string     `json:"description"`
	UpdatedAt    *time.Time `json:"updated_at"`
	Stage        Stage      `json:"-"`
	IsCancelled  bool       `json:"-"`
}

// ErrProvider returns 502 PROVIDER_ERROR with a clean message of the carrier.
func ErrProvider(company, message string, cause error) error {
	text := company + " não respondeu como esperado. Tente de novo em instantes."
	if message != "" {
		text = company + ": " + message
	}
	return errs.New(errs.KindProviderFailed, CodeProvider, text).WithCause(cause)
}

// ErrInvalid returns 422 CREDENTIAL_INVALID.
func ErrInvalid(company string, cause error) error {
	return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, company+" recusou as credenciais.").WithCause(cause)
}

// ErrMissing returns 503 CREDENTIAL_MISSING. Whose credentials are missing has its article: "do Melhor Envio".
func ErrMissing(whose string) error {
	return errs.New(errs.KindUnavailable, externalservices.CodeMissing, "Faltam as credenciais "+whose+".")
}

// ErrUnknown returns 502 LABEL_UNKNOWN. The place to check has its article: "no Melhor Envio".
func ErrUnknown(place string, cause error) error {
	return errs.New(errs.KindProviderFailed, CodeLabelUnknown,
		"Não se sabe se a etiqueta foi comprada. Confira "+place+" antes de comprar outra.").WithCause(cause)
}
