package bookings

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/externalservices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/reception/contacts"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// codeLength is the length of the random part of a service_code.
const codeLength = 12

// Book stores the services of one booking and completes the open reception items of its
// associate and patient, all or nothing. It returns 400 VALIDATION_ERROR for wrong fields, among them an unknown associate, an
// unknown or inactive professional, and another associate's patient or booking group, and 409 SLOT_TAKEN for a service that
// overlaps with another one while services.block_overlap is on. An associate books for themselves or an own patient, at the
// default prices: once the own data are complete (else 403 PHASE_LOCKED), at coming free times (else 409 SLOT_TAKEN), and not
// more than services.max_own_bookings (else 409 CONFLICT).
func Book(ctx context.Context, tx *db.DB, by auth.Caller, input BookInput) ([]Service, error) {
	if by.Kind == auth.Associate {
		return bookOfAssociate(ctx, tx, by, input)
	}
	items, err := input.items()
	if err != nil {
		return nil, err
	}
	return booking{common: input.CommonInput, items: items, by: by}.store(ctx, tx)
}

// items returns the items of the booking; each of ProfessionalIDs is an item without a date at the default price. It
// returns 400 VALIDATION_ERROR for none, too many or both lists.
func (in BookInput) items() ([]itemAt, error) {
	items := make([]itemAt, 0, len(in.Items)+len(in.ProfessionalIDs))
	for i, item := range in.Items {
		items = append(items, itemAt{item, itemsList, i})
	}
	for i, id := range in.ProfessionalIDs {
		item := ItemInput{ItemFields: ItemFields{ProfessionalID: patch.Of(id)}}
		items = append(items, itemAt{item, professionalsList, i})
	}
	var p errs.Problems
	p.Require(len(items) > 0, "items", "inclua pelo menos um serviço")
	p.Require(len(items) <= MaxItems, "items", fmt.Sprintf("deve ter no máximo %d serviços", MaxItems))
	p.Require(len(in.Items) == 0 || len(in.ProfessionalIDs) == 0, "professional_ids", "envie items ou professional_ids, não os dois")
	return items, p.Err()
}

// BookOne is Book for a single service.
func BookOne(ctx context.Context, tx *db.DB, by auth.Caller, input BookOneInput) (Service, error) {
	b := booking{common: input.CommonInput, items: []itemAt{{ItemInput: input.ItemInput}}, by: by}
	services, err := b.store(ctx, tx)
	if err != nil {
		return Service{}, err
	}
	return services[0], nil
}

// booking is the input of one booking with its caller.
type booking struct {
	common CommonInput
	items  []itemAt
	by     auth.Caller
}

// itemAt is an item with its place in the body: a list and its index there, or the body itself.
type itemAt struct {
	ItemInput
	list  string
	index int
}

// The lists of the body that hold items.
const (
	itemsList         = "items"
	professionalsList = "professional_ids"
)

// at returns the path of a field of the item in the body.
func (i itemAt) at(field string) string {
	switch i.list {
	case itemsList:
		return fmt.Sprintf("%s[%d].%s", i.list, i.index, field)
	case professionalsList:
		return fmt.Sprintf("%s[%d]", i.list, i.index)
	}
	return field
}

func (b booking) store(ctx context.Context, tx *db.DB) ([]Service, error) {
	if err := access.CheckSample(b.by, b.common.IsSample); err != nil {
		return nil, err
	}
	services := b.services()
	if err := b.check(ctx, tx, services); err != nil {
		return nil, err
	}
	associate, err := b.copyPeople(ctx, tx, services)
	if err != nil {
		return nil, err
	}
	if err := b.copyProfessionals(ctx, tx, services); err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := insert(ctx, tx, services); err != nil {
			return err
		}
		if err := enqueueEvents(ctx, tx, services...); err != nil {
			return err
		}
		if err := announce(ctx, tx, b.by, NewsBooked, services); err != nil {
			return err
		}
		return contacts.Complete(ctx, tx, b.by, b.outcome(associate, services[0]))
	})
	return services, err
}

// outcome is what the booking is for the reception.
func (b booking) outcome(associate associates.Associate, service Service) contacts.Outcome {
	outcome := contacts.Outcome{Associate: associate, Patient: service.PatientUserCode, Email: service.AssociateEmail,
		From: b.common.FromItem, Reason: triage.Servico}
	if outcome.From != 0 {
		outcome.Reason = triage.Agendamento
	}
	return outcome
}

// insert stores the services, or returns 409 SLOT_TAKEN.
func insert(ctx context.Context, tx *db.DB, services []Service) error {
	rows := make([]*Service, len(services))
	for i := range services {
		rows[i] = &services[i]
	}
	if err := SetSlotEnds(ctx, tx, rows); err != nil {
		return err
	}
	if err := tx.Create(&services).Error; err != nil {
		return err
	}
	return refuseTaken(ctx, tx, services)
}

// services returns the rows with the values of the input.
func (b booking) services() []Service {
	common, group := b.common, uuid.New()
	if common.BookingGroupCode != nil {
		group = *common.BookingGroupCode
	}
	if common.Status.Value == "" && !common.Status.Null {
		common.Status = patch.Of(AwaitingPayment)
	}
	services := make([]Service, len(b.items))
	for i, item := range b.items {
		services[i] = Service{
			ServiceCode: "S-" + rand.Text()[:codeLength], BookingGroupCode: group,
			AssociateUserCode: common.AssociateUserCode, AssociateName: texts.Of(common.AssociateName), AssociateEmail: common.AssociateEmail,
			PatientUserCode: common.PatientUserCode, PatientName: common.PatientName,
			CreatedByUserCode: b.by.OperatorCode(), BookedByAssociate: new(b.by.Kind == auth.Associate),
			IsSample: common.IsSample.Value, DateCreated: b.by.Now, DateUpdated: b.by.Now,
		}
		common.apply(&services[i])
		item.apply(&services[i])
		common.Series.apply(&services[i])
		services[i].normalise()
		services[i].setPaidAt("", b.by.Now)
	}
	return services
}

// check reports every wrong field; it does not read other rows.
func (b booking) check(ctx context.Context, tx *db.DB, services []Service) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	var p errs.Problems
	p.Require(b.common.AssociateUserCode != uuid.Nil, "associate_user_code", "escolha o associado")
	services[0].validateCommon(&p)
	for i, service := range services {
		for _, wrong := range service.validateItem(zone) {
			p.Add(b.items[i].at(wrong.Path), wrong.Message)
		}
	}
	return b.common.Merge(p).Err()
}

// copyPeople copies names and e-mail of the associate and the patient into the services. It returns the associate.
func (b booking) copyPeople(ctx context.Context, tx *db.DB, services []Service) (associates.Associate, error) {
	associate, err := associates.FindByCodeFor(ctx, tx, b.by.AsSystem(), b.common.AssociateUserCode)
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && associate.Status == associates.Patient {
		return associate, errs.Invalid("associate_user_code", "este associado não existe")
	}
	if err != nil {
		return associate, err
	}
	patientName, err := b.patientName(ctx, tx)
	if err != nil {
		return associate, err
	}
	for i := range services {
		service := &services[i]
		if service.AssociateName == "" {
			service.AssociateName = associate.FullName()
		}
		if service.AssociateEmail == nil {
			service.AssociateEmail = texts.Optional(associate.ContactEmail())
		}
		if service.PatientName == nil {
			service.PatientName = patientName
		}
	}
	return associate, b.checkGroup(ctx, tx)
}

// patientName returns the name of the patient, who must belong to the associate; nil without a patient.
func (b booking) patientName(ctx context.Context, tx *db.DB) (*string, error) {
	if b.common.PatientUserCode == nil {
		return nil, nil
	}
	patient, err := associates.FindByCodeFor(ctx, tx, b.by.AsSystem(), *b.common.PatientUserCode)
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return nil, err
	}
	if err != nil || patient.ResponsibleCode == nil || *patient.ResponsibleCode != b.common.AssociateUserCode {
		return nil, errs.Invalid("patient_user_code", "não é paciente deste associado")
	}
	name := patient.FullName()
	return &name, nil
}

// checkGroup refuses another associate's group, because a proof of payment pays a whole group.
func (b booking) checkGroup(ctx context.Context, tx *db.DB) error {
	if b.common.BookingGroupCode == nil {
		return nil
	}
	var others int64
	err := tx.WithContext(ctx).Model(&Service{}).
		Where("booking_group_code = ? and associate_user_code <> ?", *b.common.BookingGroupCode, b.common.AssociateUserCode).
		Count(&others).Error
	if err == nil && others > 0 {
		return errs.Invalid("booking_group_code", "este agendamento é de outro associado")
	}
	return err
}

// copyProfessionals copies each service's professional into it, and the default price if the input has no price.
func (b booking) copyProfessionals(ctx context.Context, tx *db.DB, services []Service) error {
	ids := make([]int64, len(services))
	for i, service := range services {
		ids[i] = service.ProfessionalID
	}
	found, err := professionals.ByIDs(ctx, tx, b.by.AsSystem(), ids)
	if err != nil {
		return err
	}
	var p errs.Problems
	for i := range services {
		service, professional := &services[i], found[ids[i]]
		p.Require(professional.Active, b.items[i].at("professional_id"), notOffered)
		service.snapshot(professional)
		if service.Price != nil {
			continue
		}
		price, err := professional.DefaultPrice(ctx, tx)
		if err != nil {
			return err
		}
		service.Price = &price
	}
	if err := p.Err(); err != nil {
		return err
	}
	return b.requestEvents(ctx, tx, services, found)
}

// requestEvents gives the services whose items request it an event: in the calendar of the professional, else in the
// default of the association; none without either, and none while the calendar is off.
func (b booking) requestEvents(ctx context.Context, tx *db.DB, services []Service, found map[int64]professionals.Professional) error {
	if !slices.ContainsFunc(b.items, func(item itemAt) bool { return item.CreateCalendarEvent }) {
		return nil
	}
	if isOn, err := externalservices.MakesEvents(ctx, tx); err != nil || !isOn {
		return err
	}
	chosen, err := externalservices.PrimaryCalendarID(ctx, tx)
	for i := range services {
		if b.items[i].CreateCalendarEvent {
			services[i].wantEvent(cmp.Or(found[services[i].ProfessionalID].CalendarID, chosen))
		}
	}
	return err
}

// notOffered is the message for an unknown or inactive professional.
const notOffered = "este profissional não existe ou está inativo"

// snapshot copies the current data of the professional.
func (s *Service) snapshot(professional professionals.Professional) {
	s.ProfessionalID = professional.ID
	s.ProfessionalName, s.ProfessionalEmail, s.Type = professional.Name, professional.Email, professional.Type
}
