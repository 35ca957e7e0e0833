package bookings

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/reception"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// codeLength is the length of the random part of a service_code.
const codeLength = 12

// Book stores the services of one booking and completes the open reception item of its
// e-mail, all or nothing. It returns 400 VALIDATION_ERROR for wrong fields, among them an unknown
// associate, an unknown or inactive professional, and another associate's patient or booking group.
func Book(ctx context.Context, tx *db.DB, by auth.Caller, input BookInput) ([]Service, error) {
	var p errs.Problems
	p.Require(len(input.Items) > 0, "items", "inclua pelo menos um serviço")
	p.Require(len(input.Items) <= maxItems, "items", fmt.Sprintf("deve ter no máximo %d serviços", maxItems))
	if err := p.Err(); err != nil {
		return nil, err
	}
	b := booking{common: input.CommonInput, by: by}
	for i, item := range input.Items {
		b.items = append(b.items, itemAt{item, fmt.Sprintf("items[%d].", i)})
	}
	return b.store(ctx, tx)
}

// BookOne is Book for a single service.
func BookOne(ctx context.Context, tx *db.DB, by auth.Caller, input BookOneInput) (Service, error) {
	b := booking{common: input.CommonInput, items: []itemAt{{input.ItemInput, ""}}, by: by}
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

// itemAt is an item with the path of its fields in the body.
type itemAt struct {
	ItemInput
	path string
}

func (b booking) store(ctx context.Context, tx *db.DB) ([]Service, error) {
	if err := access.CheckSample(b.by, b.common.IsSample); err != nil {
		return nil, err
	}
	services := b.services()
	if err := b.check(services); err != nil {
		return nil, err
	}
	if err := b.copyPeople(ctx, tx, services); err != nil {
		return nil, err
	}
	if err := b.copyProfessionals(ctx, tx, services); err != nil {
		return nil, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&services).Error; err != nil || services[0].AssociateEmail == nil {
			return err
		}
		return reception.CompleteOpen(ctx, tx, b.by, *services[0].AssociateEmail, reception.Servico)
	})
	return services, err
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
			CreatedByUserCode: b.by.OperatorCode(), IsSample: common.IsSample.Value, DateCreated: b.by.Now, DateUpdated: b.by.Now,
		}
		common.apply(&services[i])
		item.apply(&services[i])
		services[i].normalise()
		services[i].setPaidAt("", b.by.Now)
	}
	return services
}

// check reports every wrong field; it does not read other rows.
func (b booking) check(services []Service) error {
	var p errs.Problems
	p.Require(b.common.AssociateUserCode != uuid.Nil, "associate_user_code", "escolha o associado")
	services[0].validateCommon(&p)
	for i, service := range services {
		service.validateItem(&p, b.items[i].path)
	}
	return b.common.Merge(p).Err()
}

// copyPeople copies names and e-mail of the associate and the patient into the services.
func (b booking) copyPeople(ctx context.Context, tx *db.DB, services []Service) error {
	associate, err := associates.FindByCodeFor(ctx, tx, b.by.AsSystem(), b.common.AssociateUserCode)
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && associate.Status == associates.Patient {
		return errs.Invalid("associate_user_code", "este associado não existe")
	}
	if err != nil {
		return err
	}
	patientName, err := b.patientName(ctx, tx)
	if err != nil {
		return err
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
	return b.checkGroup(ctx, tx)
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
		p.Require(professional.Active, b.items[i].path+"professional_id", notOffered)
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
	return p.Err()
}

// notOffered is the message for an unknown or inactive professional.
const notOffered = "este profissional não existe ou está inativo"

// snapshot copies the current data of the professional.
func (s *Service) snapshot(professional professionals.Professional) {
	s.ProfessionalID = professional.ID
	s.ProfessionalName, s.ProfessionalEmail, s.Type = professional.Name, professional.Email, professional.Type
}
