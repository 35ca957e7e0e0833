package associates

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/items"
)

// Record is a row of users as the generic collection shows it. Columns that are missing here
// (passwords, sessions, reset tokens) exist for no caller.
type Record struct {
	ID              int64            `json:"id" gorm:"primaryKey"`
	UserCode        uuid.UUID        `json:"user_code" gorm:"column:user_code"`
	Status          Status           `json:"status" gorm:"column:status"`
	AssociateStatus *string          `json:"associate_status" gorm:"column:associate_status" items:"phase"`
	EmailAccount    *string          `json:"email_account" gorm:"column:email_account"`
	ResponsibleCode *uuid.UUID       `json:"responsible_code" gorm:"column:responsible_code"`
	ResponsibleType *string          `json:"responsible_type" gorm:"column:responsible_type"`
	AssociateName   *string          `json:"associate_name" gorm:"column:associate_name"`
	AssociateCPF    *string          `json:"associate_cpf" gorm:"column:associate_cpf"`
	Name            *string          `json:"name" gorm:"column:name"`
	LastName        *string          `json:"last_name" gorm:"column:last_name"`
	SocialName      *string          `json:"social_name" gorm:"column:social_name"`
	Email           *string          `json:"email" gorm:"column:email"`
	AvatarURL       *string          `json:"avatar_url" gorm:"column:avatar_url"`
	BirthDate       *time.Time       `json:"birth_date" gorm:"column:birth_date" items:"date"`
	Gender          *string          `json:"gender" gorm:"column:gender"`
	CPF             *string          `json:"cpf" gorm:"column:cpf"`
	RG              *string          `json:"rg" gorm:"column:rg"`
	RGIssuer        *string          `json:"rg_issuer" gorm:"column:rg_issuer"`
	Nationality     *string          `json:"nationality" gorm:"column:nationality"`
	MaritalStatus   *string          `json:"marital_status" gorm:"column:marital_status"`
	Occupation      *string          `json:"occupation" gorm:"column:occupation"`
	MotherName      *string          `json:"mother_name" gorm:"column:mother_name"`
	Phone           *string          `json:"phone" gorm:"column:phone"`
	PhoneSecondary  *string          `json:"phone_secondary" gorm:"column:phone_secondary"`
	EmergencyName   *string          `json:"emergency_name" gorm:"column:emergency_name"`
	EmergencyPhone  *string          `json:"emergency_phone" gorm:"column:emergency_phone"`
	Street          *string          `json:"street" gorm:"column:street"`
	Number          *string          `json:"number" gorm:"column:number"`
	Complement      *string          `json:"complement" gorm:"column:complement"`
	Neighborhood    *string          `json:"neighborhood" gorm:"column:neighborhood"`
	City            *string          `json:"city" gorm:"column:city"`
	State           *string          `json:"state" gorm:"column:state"`
	CEP             *string          `json:"cep" gorm:"column:cep"`
	Relationship    *string          `json:"relationship" gorm:"column:relationship"`
	GuardianName    *string          `json:"guardian_name" gorm:"column:guardian_name"`
	GuardianCPF     *string          `json:"guardian_cpf" gorm:"column:guardian_cpf"`
	Species         *string          `json:"species" gorm:"column:species"`
	Breed           *string          `json:"breed" gorm:"column:breed"`
	WeightKg        *decimal.Decimal `json:"weight_kg" gorm:"column:weight_kg"`
	HealthCondition *string          `json:"health_condition" gorm:"column:health_condition"`
	ICDCode         *string          `json:"icd_code" gorm:"column:icd_code"`
	Medications     *string          `json:"medications" gorm:"column:medications"`
	Allergies       *string          `json:"allergies" gorm:"column:allergies"`
	HealthNotes     *string          `json:"health_notes" gorm:"column:health_notes"`
	Prescriber      *string          `json:"prescriber" gorm:"column:prescriber"`
	PrescriberCode  *string          `json:"prescriber_code" gorm:"column:prescriber_code"`
	Prescription    json.RawMessage  `json:"prescription" gorm:"column:prescription"`
	AdhesionTerm    *uuid.UUID       `json:"adhesion_term" gorm:"column:adhesion_term"`
	PrivacyConsent  *time.Time       `json:"privacy_consent_at" gorm:"column:privacy_consent_at"`
	ContactConsent  bool             `json:"contact_consent" gorm:"column:contact_consent"`
	HowFound        *string          `json:"how_found" gorm:"column:how_found"`
	Annotations     json.RawMessage  `json:"annotations" gorm:"column:annotations"`
	Tags            []string         `json:"tags" gorm:"serializer:json"`
	InvalidFields   []string         `json:"invalid_fields" gorm:"serializer:json"`
	IsSample        bool             `json:"is_sample" gorm:"column:is_sample"`
	DateCreated     time.Time        `json:"date_created" gorm:"column:date_created"`
	DateUpdated     time.Time        `json:"date_updated" gorm:"column:date_updated"`
	CreatedDate     *time.Time       `json:"created_date" gorm:"column:created_date"`
}

// TableName is the specification's name of the table.
func (Record) TableName() string { return "users" }

// listLimit is the default number of associates in a list (specification, Limits).
const listLimit = 60

// Collection is users: associates, and patients when a filter asks for their status.
func Collection() *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-date_created", Limit: listLimit, Search: items.SearchText{All: "search_text"},
		LeftOut:  &items.LeftOut{Field: "status", SQL: "status <> 'patient'"},
		Attached: []items.Attached{{Name: "patients", Key: "user_code", ForeignKey: "responsible_code"}},
	})
}
