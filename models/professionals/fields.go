package professionals

import (
	"context"
	"net/url"
	"strings"

	"acolhe/models/calendar"
	"acolhe/models/platform/db"
	"acolhe/models/professionals/catalog"
	"acolhe/models/professionals/hours"
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
	maxAddress = 300
	maxNotes   = 1000
)

// Fields are the writable fields of a professional. Register applies them to a row with defaults. The balance changes
// through its ledger.
type Fields struct {
	errs.BindErrors

	Name              patch.Field[string]       `json:"name" form:"name" null:"omit"`
	Email             patch.Field[string]       `json:"email" form:"email"`
	Phone             patch.Field[string]       `json:"phone" form:"phone"`
	Type              patch.Field[string]       `json:"type" form:"type" null:"omit"`
	Council           patch.Field[string]       `json:"council" form:"council"`
	CouncilNumber     patch.Field[string]       `json:"council_number" form:"council_number"`
	CouncilState      patch.Field[string]       `json:"council_state" form:"council_state"`
	ConsultationPrice patch.Field[money.Amount] `json:"consultation_price" form:"consultation_price"`
	IsCollaborator    patch.Field[bool]         `json:"is_collaborator" form:"is_collaborator" bool:"normalised"`
	IsPrescriber      patch.Field[bool]         `json:"is_prescriber" form:"is_prescriber" bool:"normalised"`
	Active            patch.Field[bool]         `json:"active" form:"active" bool:"normalised"`
	CalendarID        patch.Field[string]       `json:"calendar_id" form:"calendar_id"`
	PaymentDetails    patch.Field[string]       `json:"payment_details" form:"payment_details"`
	// WeeklyHours is only in the form of the panel.
	WeeklyHours patch.Field[hours.Week] `json:"-" form:"weekly_hours"`
	// The place and what to bring are only in the forms of the panel.
	VisitAddress patch.Field[string] `json:"-" form:"visit_address"`
	VideoLink    patch.Field[string] `json:"-" form:"video_link"`
	VisitNotes   patch.Field[string] `json:"-" form:"visit_notes"`
	// ContestReports replaces all contests; the server sets a missing date.
	ContestReports patch.Field[[]Contest] `json:"contest_reports" form:"-"`
}

// apply sets the fields in a professional and validates it.
func (f Fields) apply(ctx context.Context, tx *db.DB, p *Professional) error {
	before := *p
	f.set(p)
	p.normalise()
	problems := p.validate()
	if f.ContestReports.Sent {
		problems = append(problems, p.setContests(f.ContestReports.Value)...)
	}
	if err := p.checkChoices(ctx, tx, before, &problems); err != nil {
		return err
	}
	return f.BindErrors.Merge(problems).Err()
}

func (f Fields) set(p *Professional) {
	f.Name.Set(&p.Name)
	f.Email.SetNullable(&p.Email)
	f.Phone.SetNullable(&p.Phone)
	f.Type.Set(&p.Type)
	f.Council.SetNullable(&p.Council)
	f.CouncilNumber.SetNullable(&p.CouncilNumber)
	f.CouncilState.SetNullable(&p.CouncilState)
	f.ConsultationPrice.SetNullable(&p.ConsultationPrice)
	f.IsCollaborator.Set(&p.IsCollaborator)
	f.IsPrescriber.Set(&p.IsPrescriber)
	f.Active.Set(&p.Active)
	f.CalendarID.SetNullable(&p.CalendarID)
	f.PaymentDetails.SetNullable(&p.PaymentDetails)
	f.WeeklyHours.Set(&p.WeeklyHours)
	f.VisitAddress.SetNullable(&p.VisitAddress)
	f.VideoLink.SetNullable(&p.VideoLink)
	f.VisitNotes.SetNullable(&p.VisitNotes)
}

// checkChoices validates the type and the calendar. What a professional has already may be inactive or not listed.
func (p *Professional) checkChoices(ctx context.Context, tx *db.DB, before Professional, problems *errs.Problems) error {
	kind, known, err := catalog.Find(ctx, tx, p.Type)
	if err != nil {
		return err
	}
	problems.Require(known && kind.Active || before.Type != "" && p.Type == before.Type, "type", "escolha um dos tipos configurados")
	id := texts.Of(p.CalendarID)
	if id == "" || id == texts.Of(before.CalendarID) {
		return nil
	}
	canChoose, err := calendar.CanChoose(ctx, tx, id)
	problems.Require(canChoose, "calendar_id", "escolha uma das agendas da conta conectada")
	return err
}

// normalise converts the fields to their stored form; invalid values are left for check.
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
	texts.NilIfBlank(&p.Email, &p.Phone, &p.Council, &p.CouncilNumber, &p.CouncilState, &p.CalendarID, &p.PaymentDetails, &p.VisitAddress,
		&p.VideoLink, &p.VisitNotes)
}

func (p Professional) validate() errs.Problems {
	var problems errs.Problems
	problems.Require(texts.Fits(p.Code, maxCode), "professional_code", "é longo demais")
	problems.Require(p.Name != "" && texts.Fits(p.Name, maxName), "name", "informe um nome de até 200 caracteres")
	problems.Require(email.IsNilOrValid(p.Email), "email", "informe um e-mail válido")
	if p.Phone != nil {
		_, valid := brdoc.Phone(*p.Phone)
		problems.Require(valid, "phone", "informe um telefone com DDD")
	}
	problems.Require(p.CouncilState == nil || brdoc.IsState(*p.CouncilState), "council_state", "deve ser a sigla de um estado")
	problems.Require(texts.Fits(texts.Of(p.Council), maxCouncil), "council", "é longo demais")
	problems.Require(texts.Fits(texts.Of(p.CouncilNumber), maxNumber), "council_number", "é longo demais")
	problems.Require(texts.Fits(texts.Of(p.CalendarID), maxID), "calendar_id", "é longo demais")
	problems.Require(texts.Fits(texts.Of(p.PaymentDetails), maxPayment), "payment_details", "é longo demais")
	problems.Require(texts.Fits(texts.Of(p.VisitAddress), maxAddress), "visit_address", "é longo demais")
	problems.Require(texts.Fits(texts.Of(p.VisitNotes), maxNotes), "visit_notes", "é longo demais")
	problems.Require(p.VideoLink == nil || isSecureLink(*p.VideoLink), "video_link", "deve começar com https:// e ter até 500 letras")
	problems.Require(p.ConsultationPrice == nil || p.ConsultationPrice.CheckPrice() == nil, "consultation_price", money.ErrRange.Error())
	return problems
}

// isSecureLink reports whether a text is an address with https.
func isSecureLink(address string) bool {
	link, err := url.Parse(address)
	return err == nil && link.Scheme == "https" && link.Host != "" && texts.Fits(address, maxID)
}
