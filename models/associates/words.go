package associates

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Status is the kind of a row.
type Status string

// The statuses of the specification; Active is an associate in the funnel.
const (
	Active    Status = "active"
	Associado Status = "Associado"
	Patient   Status = "patient"
)

// Values lists the statuses, for the API document.
func (Status) Values() []string {
	return []string{string(Active), string(Associado), string(Patient)}
}

// Phase is an associate's phase of the funnel: "1" to "5", or AwaitingTerm. In JSON the numbers are numbers and
// AwaitingTerm is a string (decisions.md, "Associate funnel").
type Phase string

// FirstPhase is the phase of a new associate; AwaitingTerm is set by make-associate.
const (
	FirstPhase   Phase = "1"
	AwaitingTerm Phase = "assinatura_termo"
)

// Step returns the progress of the phase, 1 to 5; AwaitingTerm counts as 4 (decisions.md, "Associate funnel").
func (p Phase) Step() int {
	if p == AwaitingTerm {
		return 4
	}
	step, _ := strconv.Atoi(string(p)) // a constraint allows no other text
	return step
}

// WireValues lists the phases as JSON values, for the API document.
func (Phase) WireValues() []any { return []any{1.0, 2.0, 3.0, 4.0, 5.0, string(AwaitingTerm)} }

// MarshalJSON writes a numbered phase as a number.
func (p Phase) MarshalJSON() ([]byte, error) {
	if _, err := strconv.Atoi(string(p)); err == nil {
		return []byte(p), nil
	}
	return json.Marshal(string(p))
}

// Gender is a gender of the form.
type Gender string

// The genders of decisions.md.
const (
	Female      Gender = "female"
	Male        Gender = "male"
	OtherGender Gender = "other"
	NotInformed Gender = "not_informed"
)

// Values lists the genders, for the API document.
func (Gender) Values() []string {
	return []string{string(Female), string(Male), string(OtherGender), string(NotInformed)}
}

// ResponsibleType is the kind of people for whom an associate seeks treatment.
type ResponsibleType string

// The types of decisions.md ("Associate funnel").
const (
	ForSelf        ResponsibleType = "self"
	ForOtherPerson ResponsibleType = "other_person"
	ForPet         ResponsibleType = "pet"
)

// Values lists the types, for the API document.
func (ResponsibleType) Values() []string {
	return []string{string(ForSelf), string(ForOtherPerson), string(ForPet)}
}

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

// Annotation is a note of the staff about an associate. The server sets all fields except the text; UserCode is empty
// if an API token wrote it.
type Annotation struct {
	ID          uuid.UUID `json:"id"`
	Text        string    `json:"text"`
	UserName    string    `json:"userName"`
	UserCode    string    `json:"user_code"`
	DateCreated time.Time `json:"date_created"`
}
