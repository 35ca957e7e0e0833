package professionals

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of the columns.
const (
	maxCode    = 60
	maxName    = 200
	maxCouncil = 20
	maxNumber  = 30
	maxPayment = 2000
	maxID      = 500
)

// codeLength is the length of the random part of a generated code.
const codeLength = 10

// RegisterInput is a new professional. A code that is left out is generated, a price that is left
// out is the type's.
type RegisterInput struct {
	ProfessionalCode  string        `json:"professional_code" form:"professional_code"`
	Name              string        `json:"name" form:"name"`
	Email             *string       `json:"email" form:"email"`
	Phone             *string       `json:"phone" form:"phone"`
	Type              string        `json:"type" form:"type"`
	Council           *string       `json:"council" form:"council"`
	CouncilNumber     *string       `json:"council_number" form:"council_number"`
	CouncilState      *string       `json:"council_state" form:"council_state"`
	ConsultationPrice *money.Amount `json:"consultation_price" form:"consultation_price"`
	IsCollaborator    bool          `json:"is_collaborator" form:"is_collaborator"`
	IsPrescriber      bool          `json:"is_prescriber" form:"is_prescriber"`
	Active            *bool         `json:"active" form:"active"`
	CalendarID        *string       `json:"calendar_id" form:"calendar_id"`
	PaymentDetails    *string       `json:"payment_details" form:"payment_details"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// ChangeInput changes what is sent of a professional. The code stays, because services, operators
// and tokens refer to it. The balance has a ledger, and contested reports a route, of their own.
type ChangeInput struct {
	ID                int64                     `json:"-" form:"-"`
	Name              patch.Field[string]       `json:"name" form:"name"`
	Email             patch.Field[string]       `json:"email" form:"email"`
	Phone             patch.Field[string]       `json:"phone" form:"phone"`
	Type              patch.Field[string]       `json:"type" form:"type"`
	Council           patch.Field[string]       `json:"council" form:"council"`
	CouncilNumber     patch.Field[string]       `json:"council_number" form:"council_number"`
	CouncilState      patch.Field[string]       `json:"council_state" form:"council_state"`
	ConsultationPrice patch.Field[money.Amount] `json:"consultation_price" form:"consultation_price"`
	IsCollaborator    patch.Field[bool]         `json:"is_collaborator" form:"is_collaborator"`
	IsPrescriber      patch.Field[bool]         `json:"is_prescriber" form:"is_prescriber"`
	Active            patch.Field[bool]         `json:"active" form:"active"`
	CalendarID        patch.Field[string]       `json:"calendar_id" form:"calendar_id"`
	PaymentDetails    patch.Field[string]       `json:"payment_details" form:"payment_details"`
}

// Register stores a new professional. It answers 400 VALIDATION_ERROR for wrong fields, an
// unknown or inactive type among them, and 409 CONFLICT for a code that another has.
func Register(ctx context.Context, tx *db.DB, by auth.Caller, input RegisterInput) (Professional, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Professional{}, err
	}
	kind, known, err := FindType(ctx, tx, input.Type)
	if err != nil {
		return Professional{}, err
	}
	professional := input.professional(kind, by.Now)
	professional.normalise()
	if err := professional.check(known && kind.Active); err != nil {
		return professional, err
	}
	err = tx.WithContext(ctx).Create(&professional).Error
	return professional, err
}

// Change changes a professional. It answers as Register does, and 404 NOT_FOUND for an unknown one.
// An unchanged type may be inactive.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Professional, error) {
	return db.Change(ctx, tx, input.ID, "", func(tx *db.DB, before Professional, professional *Professional) error {
		input.apply(professional)
		professional.DateUpdated = by.Now
		professional.normalise()
		kind, known, err := FindType(ctx, tx, professional.Type)
		if err != nil {
			return err
		}
		return professional.check(professional.Type == before.Type || known && kind.Active)
	})
}

// Remove removes a professional; one with services is 409 HAS_LINKED_RECORDS and can only be set
// inactive. An unknown one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Professional](ctx, tx, id)
}

func (in RegisterInput) professional(kind Type, now time.Time) Professional {
	professional := Professional{
		Code: in.ProfessionalCode, Name: in.Name, Email: in.Email, Phone: in.Phone, Type: in.Type,
		Council: in.Council, CouncilNumber: in.CouncilNumber, CouncilState: in.CouncilState,
		IsCollaborator: in.IsCollaborator, IsPrescriber: in.IsPrescriber, Active: in.Active == nil || *in.Active,
		CalendarID: in.CalendarID, PaymentDetails: in.PaymentDetails, ContestReports: []byte("[]"),
		IsSample: in.IsSample.Value, DateCreated: now, DateUpdated: now,
	}
	if professional.Code == "" {
		professional.Code = "P-" + rand.Text()[:codeLength]
	}
	switch {
	case in.ConsultationPrice != nil:
		professional.ConsultationPrice = *in.ConsultationPrice
	case kind.DefaultConsultationPrice != nil:
		professional.ConsultationPrice = *kind.DefaultConsultationPrice
	}
	return professional
}

func (in ChangeInput) apply(p *Professional) {
	in.Name.Set(&p.Name)
	in.Email.SetNullable(&p.Email)
	in.Phone.SetNullable(&p.Phone)
	in.Type.Set(&p.Type)
	in.Council.SetNullable(&p.Council)
	in.CouncilNumber.SetNullable(&p.CouncilNumber)
	in.CouncilState.SetNullable(&p.CouncilState)
	in.ConsultationPrice.Set(&p.ConsultationPrice)
	in.IsCollaborator.Set(&p.IsCollaborator)
	in.IsPrescriber.Set(&p.IsPrescriber)
	in.Active.Set(&p.Active)
	in.CalendarID.SetNullable(&p.CalendarID)
	in.PaymentDetails.SetNullable(&p.PaymentDetails)
}

// normalise brings the fields into the form in which they are stored; invalid values stay for check.
func (p *Professional) normalise() {
	p.Code, p.Name = strings.TrimSpace(p.Code), strings.TrimSpace(p.Name)
	if p.Email != nil {
		*p.Email, _ = email.Normalize(*p.Email)
	}
	if p.Phone != nil {
		if national, valid := brdoc.Phone(*p.Phone); valid {
			*p.Phone = national
		}
	}
	if p.CouncilState != nil {
		*p.CouncilState = strings.ToUpper(strings.TrimSpace(*p.CouncilState))
	}
	texts.NilIfBlank(&p.Email, &p.Phone, &p.Council, &p.CouncilNumber, &p.CouncilState, &p.CalendarID, &p.PaymentDetails)
}

func (p Professional) check(typeOffered bool) error {
	var wrong errs.Problems
	wrong.Require(typeOffered, "type", "escolha um dos tipos configurados")
	wrong.Require(texts.Fits(p.Code, maxCode), "professional_code", "é longo demais")
	wrong.Require(p.Name != "" && texts.Fits(p.Name, maxName), "name", "informe um nome de até 200 caracteres")
	wrong.Require(email.IsNilOrValid(p.Email), "email", "informe um e-mail válido")
	if p.Phone != nil {
		_, valid := brdoc.Phone(*p.Phone)
		wrong.Require(valid, "phone", "informe um telefone com DDD")
	}
	wrong.Require(p.CouncilState == nil || brdoc.IsState(*p.CouncilState), "council_state", "deve ser a sigla de um estado")
	wrong.Require(texts.Fits(texts.Of(p.Council), maxCouncil), "council", "é longo demais")
	wrong.Require(texts.Fits(texts.Of(p.CouncilNumber), maxNumber), "council_number", "é longo demais")
	wrong.Require(texts.Fits(texts.Of(p.CalendarID), maxID), "calendar_id", "é longo demais")
	wrong.Require(texts.Fits(texts.Of(p.PaymentDetails), maxPayment), "payment_details", "é longo demais")
	if err := p.ConsultationPrice.CheckPrice(); err != nil {
		wrong.Add("consultation_price", err.Error())
	}
	return wrong.Err()
}
