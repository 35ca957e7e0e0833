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

// Limits of the columns and of a booking.
const (
	MaxItems        = 50
	maxName         = 250
	maxProfessional = 200
	maxObservations = 10_000
	maxPaymentType  = 60
	maxEventID      = 1024
	maxLink         = 2000
	FirstYear       = 2000
	LastYear        = 2100
)

// CommonFields are the writable fields that all services of a booking share. Booking applies them, and ItemFields, to
// rows with defaults.
type CommonFields struct {
	errs.BindErrors

	Observations patch.Field[string]   `json:"observations" form:"observations"`
	Tags         patch.Field[[]string] `json:"tags" form:"tags"`
	PaymentType  patch.Field[string]   `json:"payment_type" form:"payment_type"`
	Status       patch.Field[Status]   `json:"status" form:"status" null:"omit"`
}

// ItemFields are the writable fields of one appointment; amounts are in reais.
type ItemFields struct {
	ProfessionalID   patch.Field[int64]        `json:"professional_id" form:"professional_id" null:"omit"`
	ConsultationDate patch.Field[time.Time]    `json:"consultation_date" form:"consultation_date"`
	Price            patch.Field[money.Amount] `json:"price" form:"price"`
	Donation         patch.Field[money.Amount] `json:"donation" form:"donation" null:"omit"`
	PricePaid        patch.Field[money.Amount] `json:"price_paid" form:"price_paid"`
}

// CommonInput holds the input that the services of one booking share. Name and e-mail default to the associate's, the
// patient's name to the patient's. Without a booking_group_code the services begin a new group, with one they join it.
// The status defaults to Aguardando Pagamento. A change cannot move a booking to other people or another group.
type CommonInput struct {
	AssociateUserCode uuid.UUID  `json:"associate_user_code" form:"associate_user_code"`
	AssociateName     *string    `json:"associate_name" form:"associate_name"`
	AssociateEmail    *string    `json:"associate_email" form:"associate_email"`
	PatientUserCode   *uuid.UUID `json:"patient_user_code" form:"patient_user_code"`
	PatientName       *string    `json:"patient_name" form:"patient_name"`
	BookingGroupCode  *uuid.UUID `json:"booking_group_code" form:"booking_group_code"`
	CommonFields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
	// Series makes the items a series; nil for none.
	Series *Series `json:"-" form:"-"`
	// FromItem is the reception item that the booking is made from, which then ends as Agendamento; 0 for none.
	FromItem int64 `json:"-" form:"recepcao"`
}

// Series is what the services of a series share. In a package they are one booking, else each is one, to be paid by itself.
type Series struct {
	Code      uuid.UUID
	Every     string
	IsPackage bool
}

// apply makes a service one of the series.
func (s *Series) apply(service *Service) {
	if s == nil {
		return
	}
	service.SeriesCode, service.SeriesEvery = &s.Code, &s.Every
	if !s.IsPackage {
		service.BookingGroupCode = uuid.New()
	}
}

// ItemInput is one appointment. The price defaults to the professional's. CreateCalendarEvent requests an event in the
// professional's calendar, else in the association's default, which a job makes; it has no effect without a date or a
// calendar, and while the calendar module is off.
type ItemInput struct {
	ItemFields
	CreateCalendarEvent bool `json:"create_calendar_event" form:"create_calendar_event"`
}

// Required names the members that must be sent.
func (ItemInput) Required() []string { return []string{"professional_id"} }

// BookInput is the body of POST /services: one booking of one or several appointments, given by items or by
// professional_ids, each of which is an appointment without a date at the default price.
type BookInput struct {
	CommonInput
	Items           []ItemInput `json:"items" form:"items"`
	ProfessionalIDs []int64     `json:"professional_ids" form:"professional_ids"`
}

// BookOneInput is a booking of one appointment, the body of POST /items/services.
type BookOneInput struct {
	CommonInput
	ItemInput
}

// Required names the members that must be sent.
func (BookOneInput) Required() []string { return []string{"associate_user_code", "professional_id"} }

// ChangeInput changes the sent fields of a service. Version is the version of the opened form. Name, e-mail and type of
// the professional follow a change of professional_id, unless they are sent too. A new service has none of these
// fields: it copies its professional and has neither an event nor a commission.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	CommonFields
	ItemFields
	ProfessionalName     patch.Field[string]     `json:"professional_name" form:"professional_name" null:"omit"`
	ProfessionalEmail    patch.Field[string]     `json:"professional_email" form:"professional_email"`
	Type                 patch.Field[string]     `json:"type" form:"type" null:"omit"`
	EventID              patch.Field[string]     `json:"event_id" form:"event_id"`
	EventLink            patch.Field[string]     `json:"event_link" form:"event_link"`
	CommissionValidation patch.Field[Validation] `json:"commission_validation" form:"commission_validation"`
	// ReplaceCalendarEvent confirms a new date for a service with a calendar event.
	ReplaceCalendarEvent bool `json:"replace_calendar_event" form:"replace_calendar_event"`
}

func (f CommonFields) apply(s *Service) {
	f.Observations.SetNullable(&s.Observations)
	f.Tags.Set(&s.Tags)
	f.PaymentType.SetNullable(&s.PaymentType)
	f.Status.Set(&s.Status)
}

func (f ItemFields) apply(s *Service) {
	f.ProfessionalID.Set(&s.ProfessionalID)
	f.ConsultationDate.SetNullable(&s.ConsultationDate)
	f.Price.SetNullable(&s.Price)
	f.Donation.Set(&s.Donation)
	f.PricePaid.SetNullable(&s.PricePaid)
}

func (in ChangeInput) apply(s *Service) {
	in.CommonFields.apply(s)
	in.ItemFields.apply(s)
	in.ProfessionalName.Set(&s.ProfessionalName)
	in.ProfessionalEmail.SetNullable(&s.ProfessionalEmail)
	in.Type.Set(&s.Type)
	in.EventID.SetNullable(&s.EventID)
	in.EventLink.SetNullable(&s.EventLink)
	in.CommissionValidation.SetNullable(&s.CommissionValidation)
	s.normalise()
}

// normalise converts the fields to their stored form; invalid values are left for check.
func (s *Service) normalise() {
	for _, address := range []*string{s.AssociateEmail, s.ProfessionalEmail} {
		if address != nil {
			*address, _ = email.Normalize(*address)
		}
	}
	s.AssociateName, s.ProfessionalName = strings.TrimSpace(s.AssociateName), strings.TrimSpace(s.ProfessionalName)
	texts.NilIfBlank(&s.AssociateEmail, &s.PatientName, &s.ProfessionalEmail, &s.Observations, &s.PaymentType, &s.EventID, &s.EventLink)
	// PostgreSQL keeps microseconds; digits beyond them must not count as a change.
	if s.ConsultationDate != nil {
		moment := s.ConsultationDate.UTC().Truncate(time.Microsecond)
		s.ConsultationDate = &moment
	}
	// JSON answers contain [], never null.
	if s.Tags == nil {
		s.Tags = []string{}
	}
}

// validateCommon reports every wrong field among those that the services of one booking share.
func (s Service) validateCommon(p *errs.Problems) {
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

// validateItem returns every wrong field of one service. Years are those of the association's zone, as in reports.
func (s Service) validateItem(zone *time.Location) (p errs.Problems) {
	for _, price := range []struct {
		name   string
		amount *money.Amount
	}{{"price", s.Price}, {"donation", &s.Donation}, {"price_paid", s.PricePaid}} {
		p.Require(price.amount == nil || price.amount.CheckPrice() == nil, price.name, money.ErrRange.Error())
	}
	if s.ConsultationDate != nil {
		year := s.ConsultationDate.In(zone).Year()
		p.Require(year >= FirstYear && year <= LastYear, "consultation_date", "deve estar entre os anos 2000 e 2100")
	}
	p.Require(s.ProfessionalID > 0, "professional_id", "escolha o profissional")
	return p
}

// validateRest reports every wrong field that only ChangeInput has.
func (s Service) validateRest(p *errs.Problems) {
	p.Require(s.ProfessionalName != "" && texts.Fits(s.ProfessionalName, maxProfessional), "professional_name",
		"informe um nome de até 200 caracteres")
	p.Require(email.IsNilOrValid(s.ProfessionalEmail), "professional_email", "informe um e-mail válido")
	p.Require(s.EventID == nil || len(*s.EventID) <= maxEventID &&
		eventIDs.MatchString(*s.EventID), "event_id", "deve ser o código do evento na agenda: até 1024 letras sem acento, números e - _ @ . :")
	p.Require(texts.Fits(texts.Of(s.EventLink), maxLink) && isLink(s.EventLink), "event_link", "deve ser um endereço http ou https")
	validation := s.CommissionValidation
	p.Require(validation == nil || slices.Contains(validation.Values(), string(*validation)), "commission_validation",
		"deve ser approved, contested ou null")
}

// eventIDs matches the ids of calendar events.
var eventIDs = regexp.MustCompile(`^[A-Za-z0-9_@.:-]+$`)

// isLink reports whether an address is http or https. Pages link to it, so that javascript: must be refused.
func isLink(address *string) bool {
	if address == nil {
		return true
	}
	link, err := url.Parse(*address)
	return err == nil && (link.Scheme == "https" || link.Scheme == "http") && link.Hostname() != ""
}
