// Package prescriptions holds the prescriptions of patients: who prescribed what, until when. The prescription of the
// wire, users.prescription, is the area of associates; scripts write it, and neither changes the other.
package prescriptions

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
)

// Prescription is a row of prescriptions.
type Prescription struct {
	ID int64 `gorm:"primaryKey"`
	// User is the patient: an associate, or a patient of one.
	User              int64      `gorm:"column:user_id"`
	PrescriberName    string     `gorm:"column:prescriber_name"`
	Council           string     `gorm:"column:council"`
	CouncilNumber     string     `gorm:"column:council_number"`
	CouncilState      string     `gorm:"column:council_state"`
	IssuedOn          civil.Date `gorm:"column:issued_on"`
	ValidUntil        civil.Date `gorm:"column:valid_until"`
	Items             []Item     `gorm:"serializer:json"`
	FileID            *int64     `gorm:"column:file_id"`
	ReplacedByID      *int64     `gorm:"column:replaced_by_id"`
	RefusedReason     *string    `gorm:"column:refused_reason"`
	CreatedByUserCode *uuid.UUID `gorm:"column:created_by_user_code"`
	DateCreated       time.Time  `gorm:"column:date_created"`
	DateUpdated       time.Time  `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Prescription) TableName() string { return "prescriptions" }

// Item is a product, or a substance if it has no code, that a prescription allows.
type Item struct {
	Code string `json:"code,omitempty" form:"code"`
	Name string `json:"name" form:"name"`
	Dose string `json:"dose,omitempty" form:"dose"`
	// Quantity is in units a month.
	Quantity int `json:"quantity" form:"quantity"`
}

// Codes returns the codes of the products, empty for a substance.
func (p Prescription) Codes() []string {
	codes := make([]string, len(p.Items))
	for i, item := range p.Items {
		codes[i] = item.Code
	}
	return codes
}

// Read returns what a prescription says as the record of its person keeps it: the products, and their doses.
func (p Prescription) Read() (product, dosage string) {
	var names, doses []string
	for _, item := range p.Items {
		names = append(names, item.Name)
		if item.Dose != "" {
			doses = append(doses, item.Dose)
		}
	}
	return strings.Join(names, ", "), strings.Join(doses, "; ")
}

// Allows reports whether the item is this product: the one of its code, or one whose name has every word of the
// substance.
func (i Item) Allows(code, name string) bool {
	if i.Code != "" {
		return strings.EqualFold(i.Code, code)
	}
	words, folded := strings.Fields(texts.Fold(i.Name)), texts.Fold(name)
	for _, word := range words {
		if !strings.Contains(folded, word) {
			return false
		}
	}
	return len(words) > 0
}

// State is what a prescription is worth on a day.
type State string

// The states.
const (
	Valid    State = "valid"
	Ending   State = "ending"
	Expired  State = "expired"
	Replaced State = "replaced"
	Refused  State = "refused"
)

// EndingDays is the number of days before its end from which a prescription is Ending.
const EndingDays = 30

// On returns the state on a day, and the number of days that are left; below 0 they have passed.
func (p Prescription) On(day civil.Date) (state State, days int) {
	days = day.DaysUntil(p.ValidUntil)
	switch {
	case p.RefusedReason != nil:
		return Refused, days
	case p.ReplacedByID != nil:
		return Replaced, days
	case days < 0:
		return Expired, days
	case days <= EndingDays:
		return Ending, days
	}
	return Valid, days
}

// Counts reports whether the prescription allows something on a day: it is Valid or Ending.
func (p Prescription) Counts(day civil.Date) bool {
	state, _ := p.On(day)
	return (state == Valid || state == Ending) && !day.Before(p.IssuedOn)
}

// Registration is the registration of the prescriber: CRM 48211/RS.
func (p Prescription) Registration() string {
	return p.Council + " " + p.CouncilNumber + "/" + p.CouncilState
}
