package professionals

import (
	"context"
	"crypto/rand"

	"acolhe/models/platform/db"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// codeLength is the length of the random part of a generated code.
const codeLength = 10

// RegisterInput is a new professional. The code defaults to a generated one, the price to the type's. The code never
// changes, because services, operators and tokens refer to it.
type RegisterInput struct {
	ProfessionalCode string `json:"professional_code" form:"professional_code"`
	Fields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Required names the members that must be sent.
func (RegisterInput) Required() []string { return []string{"name", "type"} }

// Register stores a new professional. It returns 400 VALIDATION_ERROR for wrong fields, including an unknown or
// inactive type, and 409 CONFLICT for a code that another professional has.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input RegisterInput) (Professional, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Professional{}, err
	}
	professional := Professional{
		Code: input.ProfessionalCode, Active: true, ContestReports: []byte("[]"),
		IsSample: input.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now,
	}
	// For a new professional null means the default.
	input.Active.Sent = input.Active.HasValue()
	if err := input.apply(ctx, tx, &professional); err != nil {
		return professional, err
	}
	if professional.Code == "" {
		professional.Code = "P-" + rand.Text()[:codeLength]
	}
	if !input.ConsultationPrice.HasValue() {
		kind, _, err := catalog.Find(ctx, tx, professional.Type)
		if err != nil {
			return professional, err
		}
		professional.ConsultationPrice = kind.DefaultConsultationPrice
	}
	err := tx.WithContext(ctx).Create(&professional).Error
	return professional, err
}
