package bookings

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/tags"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of the columns, and of what one booking may hold.
const (
	maxItems        = 50
	maxName         = 250
	maxProfessional = 200
	maxObservations = 10_000
	maxPaymentType  = 60
	maxEventID      = 1024
	maxLink         = 2000
	firstYear       = 2000
	lastYear        = 2100
)

// CommonInput holds the fields that the services of one booking share. Name and e-mail default to the
// associate's, the patient's name to the patient's; without a booking_group_code a new group begins,
// with one the services join it. The status defaults to Aguardando Pagamento.
type CommonInput struct {
	AssociateUserCode uuid.UUID  `json:"associate_user_code" form:"associate_user_code"`
	AssociateName     *string    `json:"associate_name" form:"associate_name"`
	AssociateEmail    *string    `json:"associate_email" form:"associate_email"`
	PatientUserCode   *uuid.UUID `json:"patient_user_code" form:"patient_user_code"`
	PatientName       *string    `json:"patient_name" form:"patient_name"`
	BookingGroupCode  *uuid.UUID `json:"booking_group_code" form:"booking_group_code"`
	Observations      *string    `json:"observations" form:"observations"`
	Tags              []string   `json:"tags" form:"tags"`
	PaymentType       *string    `json:"payment_type" form:"payment_type"`
	Status            Status     `json:"status" form:"status"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// ItemInput is one appointment, amounts in reais. A price that is left out is the professional's.
// CreateCalendarEvent requests an event in the professional's calendar; while the calendar module is
// off it has no effect.
type ItemInput struct {
	ProfessionalID      int64         `json:"professional_id" form:"professional_id"`
	ConsultationDate    *time.Time    `json:"consultation_date" form:"consultation_date"`
	Price               *money.Amount `json:"price" form:"price"`
	Donation            money.Amount  `json:"donation" form:"donation"`
	PricePaid           *money.Amount `json:"price_paid" form:"price_paid"`
	CreateCalendarEvent bool          `json:"create_calendar_event" form:"create_calendar_event"`
}

// BookInput is the body of POST /services: one booking of one or several appointments.
type BookInput struct {
	CommonInput
	Items []ItemInput `json:"items" form:"items"`
}

// BookOneInput is a booking of one appointment, the body of POST /items/services.
type BookOneInput struct {
	CommonInput
	ItemInput
}

// ChangeInput changes what is sent of a service; associate and patient stay. Name, e-mail and type of
// the professional follow a change of professional_id, unless they are sent with it.
type ChangeInput struct {
	ID                   int64                     `json:"-" form:"-"`
	ConsultationDate     patch.Field[time.Time]    `json:"consultation_date" form:"consultation_date"`
	Price                patch.Field[money.Amount] `json:"price" form:"price"`
	Donation             patch.Field[money.Amount] `json:"donation" form:"donation"`
	PricePaid            patch.Field[money.Amount] `json:"price_paid" form:"price_paid"`
	Observations         patch.Field[string]       `json:"observations" form:"observations"`
	Tags                 patch.Field[[]string]     `json:"tags" form:"tags"`
	PaymentType          patch.Field[string]       `json:"payment_type" form:"payment_type"`
	ProfessionalID       patch.Field[int64]        `json:"professional_id" form:"professional_id"`
	ProfessionalName     patch.Field[string]       `json:"professional_name" form:"professional_name"`
	ProfessionalEmail    patch.Field[string]       `json:"professional_email" form:"professional_email"`
	Type                 patch.Field[string]       `json:"type" form:"type"`
	Status               patch.Field[Status]       `json:"status" form:"status"`
	EventID              patch.Field[string]       `json:"event_id" form:"event_id"`
	EventLink            patch.Field[string]       `json:"event_link" form:"event_link"`
	CommissionValidation patch.Field[Validation]   `json:"commission_validation" form:"commission_validation"`
	// ReplaceCalendarEvent confirms that a service with a calendar event may move.
	ReplaceCalendarEvent bool `json:"replace_calendar_event" form:"replace_calendar_event"`
}

func (in ChangeInput) apply(s *Service) {
	in.ConsultationDate.SetNullable(&s.ConsultationDate)
	in.Price.SetNullable(&s.Price)
	in.Donation.Set(&s.Donation)
	in.PricePaid.SetNullable(&s.PricePaid)
	in.Observations.SetNullable(&s.Observations)
	in.Tags.Set(&s.Tags)
	in.PaymentType.SetNullable(&s.PaymentType)
	in.ProfessionalID.Set(&s.ProfessionalID)
	in.ProfessionalName.Set(&s.ProfessionalName)
	in.ProfessionalEmail.SetNullable(&s.ProfessionalEmail)
	in.Type.Set(&s.Type)
	in.Status.Set(&s.Status)
	in.EventID.SetNullable(&s.EventID)
	in.EventLink.SetNullable(&s.EventLink)
	in.CommissionValidation.SetNullable(&s.CommissionValidation)
}

// normalise brings the fields into the form in which they are stored; invalid values stay for check.
func (s *Service) normalise() {
	for _, address := range []*string{s.AssociateEmail, s.ProfessionalEmail} {
		if address != nil {
			*address, _ = email.Normalize(*address)
		}
	}
	s.AssociateName, s.ProfessionalName = strings.TrimSpace(s.AssociateName), strings.TrimSpace(s.ProfessionalName)
	texts.NilIfBlank(&s.AssociateEmail, &s.PatientName, &s.ProfessionalEmail, &s.Observations, &s.PaymentType, &s.EventID, &s.EventLink)
	// PostgreSQL keeps microseconds; the digits that it drops must not count as a change.
	if s.ConsultationDate != nil {
		moment := s.ConsultationDate.UTC().Truncate(time.Microsecond)
		s.ConsultationDate = &moment
	}
	// Lists are stored and answered as [], never as null.
	if s.Tags == nil {
		s.Tags = []string{}
	}
}

// checkCommon reports every wrong field that the services of one booking share.
func (s Service) checkCommon(p *errs.Problems) {
	p.Require(texts.Fits(s.AssociateName, maxName), "associate_name", "deve ter no máximo 250 caracteres")
	p.Require(email.IsNilOrValid(s.AssociateEmail), "associate_email", "informe um e-mail válido")
	p.Require(texts.Fits(texts.Of(s.PatientName), maxName), "patient_name", "deve ter no máximo 250 caracteres")
	p.Require(texts.Fits(texts.Of(s.Observations), maxObservations), "observations", "são longas demais")
	p.Require(texts.Fits(texts.Of(s.PaymentType), maxPaymentType), "payment_type", "deve ter no máximo 60 caracteres")
	p.Require(slices.Contains(s.Status.Values(), string(s.Status)), "status", "deve ser Aguardando Pagamento ou Pagamento Concluído")
	p.Require(len(s.Tags) <= tags.MaxTags, "tags", "tem etiquetas demais")
	for i, tag := range s.Tags {
		p.Require(strings.TrimSpace(tag) != "" && texts.Fits(tag, tags.MaxLength), fmt.Sprintf("tags[%d]", i), "deve ter de 1 a 60 caracteres")
	}
}

// checkOwn reports every wrong field of one service; path is its prefix in the body.
func (s Service) checkOwn(p *errs.Problems, path string) {
	for _, price := range []struct {
		name   string
		amount *money.Amount
	}{{"price", s.Price}, {"donation", &s.Donation}, {"price_paid", s.PricePaid}} {
		p.Require(price.amount == nil || price.amount.CheckPrice() == nil, path+price.name, money.ErrRange.Error())
	}
	date := s.ConsultationDate
	p.Require(date == nil || date.Year() >= firstYear && date.Year() <= lastYear, path+"consultation_date", "deve estar entre os anos 2000 e 2100")
	p.Require(s.ProfessionalID > 0, path+"professional_id", "escolha o profissional")
}

// checkChanged reports every wrong field that only a change can set.
func (s Service) checkChanged(p *errs.Problems) {
	p.Require(s.ProfessionalName != "" && texts.Fits(s.ProfessionalName, maxProfessional), "professional_name", "informe um nome de até 200 caracteres")
	p.Require(email.IsNilOrValid(s.ProfessionalEmail), "professional_email", "informe um e-mail válido")
	p.Require(s.EventID == nil || len(*s.EventID) <= maxEventID && eventIDs.MatchString(*s.EventID), "event_id", "deve ser o código do evento na agenda: até 1024 letras sem acento, números e - _ @ . :")
	p.Require(texts.Fits(texts.Of(s.EventLink), maxLink) && isLink(s.EventLink), "event_link", "deve ser um endereço http ou https")
	validation := s.CommissionValidation
	p.Require(validation == nil || slices.Contains(validation.Values(), string(*validation)), "commission_validation", "deve ser approved, contested ou null")
}

// eventIDs matches the ids that calendars give to events.
var eventIDs = regexp.MustCompile(`^[A-Za-z0-9_@.:-]+$`)

// isLink reports whether an address is http or https: pages link to it, and javascript: must not be.
func isLink(address *string) bool {
	if address == nil {
		return true
	}
	link, err := url.Parse(*address)
	return err == nil && (link.Scheme == "https" || link.Scheme == "http") && link.Hostname() != ""
}
