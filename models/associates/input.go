package associates

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates/parse"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Profile has the fields that associates and patients share. Numbers may have punctuation; null and
// empty texts clear a field.
type Profile struct {
	errs.BindErrors

	Name          patch.Field[string]     `json:"name" form:"name" null:"omit"`
	LastName      patch.Field[string]     `json:"last_name" form:"last_name"`
	SocialName    patch.Field[string]     `json:"social_name" form:"social_name"`
	Email         patch.Field[string]     `json:"email" form:"email"`
	AvatarURL     patch.Field[string]     `json:"avatar_url" form:"avatar_url"`
	BirthDate     patch.Field[civil.Date] `json:"birth_date" form:"birth_date"`
	Gender        patch.Field[Gender]     `json:"gender" form:"gender"`
	RG            patch.Field[string]     `json:"rg" form:"rg"`
	RGIssuer      patch.Field[string]     `json:"rg_issuer" form:"rg_issuer"`
	Nationality   patch.Field[string]     `json:"nationality" form:"nationality"`
	MaritalStatus patch.Field[string]     `json:"marital_status" form:"marital_status"`
	Occupation    patch.Field[string]     `json:"occupation" form:"occupation"`
	MotherName    patch.Field[string]     `json:"mother_name" form:"mother_name"`

	Phone          patch.Field[string] `json:"phone" form:"phone"`
	PhoneSecondary patch.Field[string] `json:"phone_secondary" form:"phone_secondary"`
	EmergencyName  patch.Field[string] `json:"emergency_name" form:"emergency_name"`
	EmergencyPhone patch.Field[string] `json:"emergency_phone" form:"emergency_phone"`
	Street         patch.Field[string] `json:"street" form:"street"`
	Number         patch.Field[string] `json:"number" form:"number"`
	Complement     patch.Field[string] `json:"complement" form:"complement"`
	Neighborhood   patch.Field[string] `json:"neighborhood" form:"neighborhood"`
	City           patch.Field[string] `json:"city" form:"city"`
	State          patch.Field[string] `json:"state" form:"state"`
	CEP            patch.Field[string] `json:"cep" form:"cep"`

	HealthCondition patch.Field[string] `json:"health_condition" form:"health_condition"`
	ICDCode         patch.Field[string] `json:"icd_code" form:"icd_code"`
	Medications     patch.Field[string] `json:"medications" form:"medications"`
	Allergies       patch.Field[string] `json:"allergies" form:"allergies"`
	HealthNotes     patch.Field[string] `json:"health_notes" form:"health_notes"`
	Prescriber      patch.Field[string] `json:"prescriber" form:"prescriber"`
	PrescriberCode  patch.Field[string] `json:"prescriber_code" form:"prescriber_code"`
	// Prescription is any object or list; the association decides its content.
	Prescription patch.Field[json.RawMessage] `json:"prescription"`

	PrivacyConsentAt patch.Field[time.Time]         `json:"privacy_consent_at" form:"privacy_consent_at"`
	ContactConsent   patch.Field[bool]              `json:"contact_consent" form:"contact_consent"`
	HowFound         patch.Field[string]            `json:"how_found" form:"how_found"`
	Tags             patch.Field[[]string]          `json:"tags" form:"tags" null:"omit"`
	Annotations      patch.Field[[]AnnotationInput] `json:"annotations" null:"omit"`
}

// AnnotationInput is an element of a list of annotations: one with an id keeps its author and time, one without is new.
// Fields that the server sets are ignored.
type AnnotationInput struct {
	ID          uuid.NullUUID `json:"id" form:"id"`
	Text        string        `json:"text" form:"text"`
	UserName    *string       `json:"userName"`
	UserCode    *string       `json:"user_code"`
	DateCreated *time.Time    `json:"date_created"`
}

// Required names the members that must be sent.
func (AnnotationInput) Required() []string { return []string{"text"} }

// AccountInput has the fields of associates only. The full name and its parts complete each other
// (names.go).
type AccountInput struct {
	AssociateName   patch.Field[string]          `json:"associate_name" form:"associate_name" null:"omit"`
	AssociateCPF    patch.Field[string]          `json:"associate_cpf" form:"associate_cpf"`
	EmailAccount    patch.Field[string]          `json:"email_account" form:"email_account"`
	AccountPassword patch.Field[string]          `json:"account_password" form:"account_password" null:"omit"`
	ResponsibleType patch.Field[ResponsibleType] `json:"responsible_type" form:"responsible_type"`
}

// DependentInput has the fields of patients only.
type DependentInput struct {
	// Kind is Person or Animal, as chosen in the form of a patient; empty without a choice.
	Kind         string              `json:"-" form:"tipo"`
	CPF          patch.Field[string] `json:"cpf" form:"cpf"`
	Relationship patch.Field[string] `json:"relationship" form:"relationship"`
	GuardianName patch.Field[string] `json:"guardian_name" form:"guardian_name"`
	GuardianCPF  patch.Field[string] `json:"guardian_cpf" form:"guardian_cpf"`
	Species      patch.Field[string] `json:"species" form:"species"`
	Breed        patch.Field[string] `json:"breed" form:"breed"`
	WeightKg     patch.Field[Kilos]  `json:"weight_kg" form:"weight_kg"`
}

// applyTo applies the fields to the row.
func (in Profile) applyTo(r *update) {
	r.bindErrors = in.BindErrors
	for _, field := range []struct {
		path   string
		sent   patch.Field[string]
		column **string
		parse  parse.Parser
	}{
		{"name", in.Name, &r.row.Name, parse.Text(120)},
		{"last_name", in.LastName, &r.row.LastName, parse.Text(120)},
		{"social_name", in.SocialName, &r.row.SocialName, parse.Text(200)},
		{"email", in.Email, &r.row.Email, parse.Email},
		{"avatar_url", in.AvatarURL, &r.row.AvatarURL, parse.Picture},
		{"rg", in.RG, &r.row.RG, parse.Text(30)},
		{"rg_issuer", in.RGIssuer, &r.row.RGIssuer, parse.Text(30)},
		{"nationality", in.Nationality, &r.row.Nationality, parse.Text(60)},
		{"marital_status", in.MaritalStatus, &r.row.MaritalStatus, parse.Text(40)},
		{"occupation", in.Occupation, &r.row.Occupation, parse.Text(120)},
		{"mother_name", in.MotherName, &r.row.MotherName, parse.Text(200)},
		{"phone", in.Phone, &r.row.Phone, parse.Phone},
		{"phone_secondary", in.PhoneSecondary, &r.row.PhoneSecondary, parse.Phone},
		{"emergency_name", in.EmergencyName, &r.row.EmergencyName, parse.Text(200)},
		{"emergency_phone", in.EmergencyPhone, &r.row.EmergencyPhone, parse.Phone},
		{"street", in.Street, &r.row.Street, parse.Text(200)},
		{"number", in.Number, &r.row.Number, parse.Text(20)},
		{"complement", in.Complement, &r.row.Complement, parse.Text(120)},
		{"neighborhood", in.Neighborhood, &r.row.Neighborhood, parse.Text(120)},
		{"city", in.City, &r.row.City, parse.Text(120)},
		{"state", in.State, &r.row.State, parse.State},
		{"cep", in.CEP, &r.row.CEP, parse.CEP},
		{"health_condition", in.HealthCondition, &r.row.HealthCondition, parse.Text(4000)},
		{"icd_code", in.ICDCode, &r.row.ICDCode, parse.Text(100)},
		{"medications", in.Medications, &r.row.Medications, parse.Text(4000)},
		{"allergies", in.Allergies, &r.row.Allergies, parse.Text(4000)},
		{"health_notes", in.HealthNotes, &r.row.HealthNotes, parse.Text(10_000)},
		{"prescriber", in.Prescriber, &r.row.Prescriber, parse.Text(200)},
		{"prescriber_code", in.PrescriberCode, &r.row.PrescriberCode, parse.Text(60)},
		{"how_found", in.HowFound, &r.row.HowFound, parse.Text(200)},
	} {
		r.text(field.path, field.sent, field.column, field.parse)
	}
	r.date("birth_date", in.BirthDate, &r.row.BirthDate)
	enum(r, "gender", in.Gender, &r.row.Gender)
	r.pastTime("privacy_consent_at", in.PrivacyConsentAt, &r.row.PrivacyConsentAt)
	in.ContactConsent.Set(&r.row.ContactConsent)
	r.prescription(in.Prescription)
	r.tags(in.Tags)
	r.annotations(in.Annotations)
}

// applyTo applies the fields of associates to the row; the password is hashed separately.
func (in AccountInput) applyTo(r *update) {
	r.text("associate_name", in.AssociateName, &r.row.AssociateName, parse.Text(200))
	r.text("associate_cpf", in.AssociateCPF, &r.row.AssociateCPF, parse.CPF)
	r.text("email_account", in.EmailAccount, &r.row.EmailAccount, parse.Email)
	enum(r, "responsible_type", in.ResponsibleType, &r.row.ResponsibleType)
}

// applyTo applies the fields of patients to the row.
func (in DependentInput) applyTo(r *update) {
	r.text("cpf", in.CPF, &r.row.CPF, parse.CPF)
	r.text("relationship", in.Relationship, &r.row.Relationship, parse.Text(60))
	r.text("guardian_name", in.GuardianName, &r.row.GuardianName, parse.Text(200))
	r.text("guardian_cpf", in.GuardianCPF, &r.row.GuardianCPF, parse.CPF)
	r.text("species", in.Species, &r.row.Species, parse.Text(60))
	r.text("breed", in.Breed, &r.row.Breed, parse.Text(60))
	in.WeightKg.SetNullable(&r.row.WeightKg)
}
