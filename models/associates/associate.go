// Package associates holds the people of the association and their patients: the rows of users. It
// owns finding and listing them, the rules of their fields, their annotations and tags, and their
// login. Orders, services and files refer to associates; this package does not know them.
package associates

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
)

// Associate is a row of users, also in answers. The hidden columns are write-only: GORM discards
// their values in queries, so no answer can contain them.
type Associate struct {
	ID                   int64      `json:"id" gorm:"primaryKey"`
	UserCode             uuid.UUID  `json:"user_code" gorm:"column:user_code"`
	Status               Status     `json:"status" gorm:"column:status" version:"-"`
	AssociateStatus      *Phase     `json:"associate_status" gorm:"column:associate_status" items:"phase" version:"-"`
	EmailAccount         *string    `json:"email_account" gorm:"column:email_account"`
	AccountPassword      *string    `json:"-" gorm:"column:account_password;->:false;<-"`
	SessionToken         []byte     `json:"-" gorm:"column:session_token;->:false;<-"`
	SessionExpires       *time.Time `json:"-" gorm:"column:session_expires;->:false;<-"`
	PasswordResetToken   []byte     `json:"-" gorm:"column:password_reset_token;->:false;<-"`
	PasswordResetExpires *time.Time `json:"-" gorm:"column:password_reset_expires;->:false;<-"`
	// PendingEmail is a new EmailAccount until its confirmation (emailchange.go).
	PendingEmail        *string    `json:"pending_email" gorm:"column:pending_email" version:"-"`
	PendingEmailToken   []byte     `json:"-" gorm:"column:pending_email_token;->:false;<-"`
	PendingEmailExpires *time.Time `json:"pending_email_expires" gorm:"column:pending_email_expires" version:"-"`
	// ResponsibleCode is the user_code of the associate; only patients have one.
	ResponsibleCode *uuid.UUID       `json:"responsible_code" gorm:"column:responsible_code"`
	ResponsibleType *ResponsibleType `json:"responsible_type" gorm:"column:responsible_type"`

	AssociateName *string `json:"associate_name" gorm:"column:associate_name"`
	AssociateCPF  *string `json:"associate_cpf" gorm:"column:associate_cpf" items:"cpf"`
	Name          *string `json:"name" gorm:"column:name"`
	LastName      *string `json:"last_name" gorm:"column:last_name"`
	SocialName    *string `json:"social_name" gorm:"column:social_name"`
	Email         *string `json:"email" gorm:"column:email"`
	AvatarURL     *string `json:"avatar_url" gorm:"column:avatar_url"`
	// AvatarFileID is the uploaded picture of which AvatarURL is the address.
	AvatarFileID  *int64      `json:"-" gorm:"column:avatar_file_id" version:"-"`
	BirthDate     *civil.Date `json:"birth_date" gorm:"column:birth_date" items:"date"`
	Gender        *Gender     `json:"gender" gorm:"column:gender"`
	CPF           *string     `json:"cpf" gorm:"column:cpf" items:"cpf"`
	RG            *string     `json:"rg" gorm:"column:rg" items:"cpf"`
	RGIssuer      *string     `json:"rg_issuer" gorm:"column:rg_issuer" items:"cpf"`
	Nationality   *string     `json:"nationality" gorm:"column:nationality"`
	MaritalStatus *string     `json:"marital_status" gorm:"column:marital_status"`
	Occupation    *string     `json:"occupation" gorm:"column:occupation"`
	MotherName    *string     `json:"mother_name" gorm:"column:mother_name"`

	Phone          *string `json:"phone" gorm:"column:phone"`
	PhoneSecondary *string `json:"phone_secondary" gorm:"column:phone_secondary"`
	EmergencyName  *string `json:"emergency_name" gorm:"column:emergency_name"`
	EmergencyPhone *string `json:"emergency_phone" gorm:"column:emergency_phone"`
	Street         *string `json:"street" gorm:"column:street" items:"address"`
	Number         *string `json:"number" gorm:"column:number" items:"address"`
	Complement     *string `json:"complement" gorm:"column:complement" items:"address"`
	Neighborhood   *string `json:"neighborhood" gorm:"column:neighborhood" items:"address"`
	City           *string `json:"city" gorm:"column:city"`
	State          *string `json:"state" gorm:"column:state"`
	CEP            *string `json:"cep" gorm:"column:cep" items:"address"`

	// Relationship and the guardian belong to patients, species, breed and weight to pets.
	Relationship *string `json:"relationship" gorm:"column:relationship"`
	GuardianName *string `json:"guardian_name" gorm:"column:guardian_name"`
	GuardianCPF  *string `json:"guardian_cpf" gorm:"column:guardian_cpf" items:"cpf"`
	Species      *string `json:"species" gorm:"column:species"`
	Breed        *string `json:"breed" gorm:"column:breed"`
	WeightKg     *Kilos  `json:"weight_kg" gorm:"column:weight_kg" items:"decimal"`

	HealthCondition *string         `json:"health_condition" gorm:"column:health_condition" items:"health"`
	ICDCode         *string         `json:"icd_code" gorm:"column:icd_code" items:"health"`
	Medications     *string         `json:"medications" gorm:"column:medications" items:"health"`
	Allergies       *string         `json:"allergies" gorm:"column:allergies" items:"health"`
	HealthNotes     *string         `json:"health_notes" gorm:"column:health_notes" items:"health"`
	Prescriber      *string         `json:"prescriber" gorm:"column:prescriber"`
	PrescriberCode  *string         `json:"prescriber_code" gorm:"column:prescriber_code"`
	Prescription    json.RawMessage `json:"prescription" gorm:"column:prescription;serializer:json" items:"health"`

	// AdhesionTerm is the id of the completed contract.
	AdhesionTerm     *uuid.UUID   `json:"adhesion_term" gorm:"column:adhesion_term" version:"-"`
	PrivacyConsentAt *time.Time   `json:"privacy_consent_at" gorm:"column:privacy_consent_at"`
	ContactConsent   bool         `json:"contact_consent" gorm:"column:contact_consent"`
	HowFound         *string      `json:"how_found" gorm:"column:how_found"`
	Annotations      []Annotation `json:"annotations" gorm:"column:annotations;serializer:json" version:"-" items:"health"`
	Tags             []string     `json:"tags" gorm:"column:tags;serializer:json"`
	InvalidFields    []string     `json:"invalid_fields" gorm:"column:invalid_fields;serializer:json" version:"-"`
	// Refused are the purposes that the associate does not allow; the database keeps them (migrations/derived).
	Refused  []string `json:"-" gorm:"column:refused;serializer:json;->" version:"-"`
	IsSample bool     `json:"is_sample" gorm:"column:is_sample"`
	// CreatedDate is DateCreated under the specification's other name; the database fills it.
	CreatedDate time.Time `json:"created_date" gorm:"column:created_date;->"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Associate) TableName() string { return "users" }

// Constraints implements db.Constrained.
func (Associate) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"users_email_account_key":         {Field: "email_account", Message: "Já existe um cadastro com este e-mail."},
		"users_associate_cpf_key":         {Field: "associate_cpf", Message: "Já existe um associado com este CPF."},
		"users_patient_responsible_check": {Field: "responsible_code", Message: "só um paciente tem responsável, e todo paciente tem um"},
		"users_birth_date_check":          {Field: "birth_date", Message: "deve ser a partir de 1900"},
	}
}

// FullName returns the registered name, else the parts of the name, else the e-mail.
func (a Associate) FullName() string {
	if name := texts.Of(a.AssociateName); name != "" {
		return name
	}
	if name := joined(a.Name, a.LastName); name != "" {
		return name
	}
	return a.ContactEmail()
}

// owner returns what the associate's password must not contain.
func (a Associate) owner() []string {
	return []string{texts.Of(a.AssociateName), texts.Of(a.Name), texts.Of(a.LastName), texts.Of(a.EmailAccount)}
}

// ContactEmail returns the login e-mail, else the contact one; empty if there is none.
func (a Associate) ContactEmail() string {
	if email := texts.Of(a.EmailAccount); email != "" {
		return email
	}
	return texts.Of(a.Email)
}
