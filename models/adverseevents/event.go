package adverseevents

import (
	"time"

	"acolhe/models/types/civil"
)

// Severity is how strong an event was.
type Severity string

// The severities.
const (
	Mild       Severity = "mild"
	Disturbing Severity = "disturbing"
	Severe     Severity = "severe"
)

// State is how far the staff is with an event.
type State string

// The states.
const (
	New       State = "new"
	Following State = "following"
	Closed    State = "closed"
)

// Origin is where an event was reported.
type Origin string

// The origins.
const (
	ByAssociate Origin = "associate"
	ByStaff     Origin = "staff"
	ByFollowUp  Origin = "followup"
)

// Symptoms are what a form offers.
func Symptoms() []string {
	return []string{"Muito sono", "Tontura", "Enjoo ou vômito", "Boca seca", "Coração acelerado", "Outra coisa"}
}

// Event is a row of adverse_events.
type Event struct {
	ID int64 `gorm:"primaryKey"`
	// User is the patient: an associate, or a patient of one.
	User        int64    `gorm:"column:user_id"`
	Symptoms    []string `gorm:"serializer:json"`
	Description string
	// StartedOn is when it began, if that is known.
	StartedOn *civil.Date
	Severity  Severity
	// IsFelt reports that it was still felt at the report.
	IsFelt         bool
	PrescriptionID *int64
	State          State
	// Outcome is what the staff did.
	Outcome        string
	Origin         Origin
	ReportedByName string
	ClosedByName   string
	DateClosed     *time.Time
	DateCreated    time.Time
	DateUpdated    time.Time
}

// TableName returns the name of the table.
func (Event) TableName() string { return "adverse_events" }

// Product is a row of adverse_event_products: a product that the patient used, with its order and lot where they are known.
type Product struct {
	ID      int64 `gorm:"primaryKey"`
	EventID int64
	OrderID *int64
	Code    string
	Name    string
	LotID   *int64
	// Number is that of the lot.
	Number *string `gorm:"->"`
}

// TableName returns the name of the table.
func (Product) TableName() string { return "adverse_event_products" }
