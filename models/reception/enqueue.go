package reception

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of the columns.
const (
	maxName = 250
	maxText = 10_000
)

// EnqueueInput is a new item. The status defaults to the configured entry; the associate is named
// by code, or found by the e-mail; AssociateName is the name as typed until there is one.
type EnqueueInput struct {
	Name          *string    `json:"name" form:"name"`
	Email         *string    `json:"email" form:"email"`
	Phone         *string    `json:"phone" form:"phone"`
	Message       *string    `json:"message" form:"message"`
	Notes         *string    `json:"notes" form:"notes"`
	AssociateCode *uuid.UUID `json:"associate_code" form:"associate_code"`
	AssociateName *string    `json:"associate_name" form:"associate_name"`
	Status        string     `json:"status" form:"status"`
	Attendant     *uuid.UUID `json:"attendant" form:"attendant"`
	Tags          Tags       `json:"tags" form:"tags"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// ChangeInput changes what is sent of an item. Its associate and its completion have routes of their own.
type ChangeInput struct {
	ID        int64                        `json:"-" form:"-"`
	Name      patch.Field[string]          `json:"name" form:"name"`
	Email     patch.Field[string]          `json:"email" form:"email"`
	Phone     patch.Field[string]          `json:"phone" form:"phone"`
	Message   patch.Field[string]          `json:"message" form:"message"`
	Notes     patch.Field[string]          `json:"notes" form:"notes"`
	Status    patch.Field[string]          `json:"status" form:"status"`
	Position  patch.Field[decimal.Decimal] `json:"position" form:"position"`
	Attendant patch.Field[uuid.UUID]       `json:"attendant" form:"attendant"`
	Tags      patch.Field[Tags]            `json:"tags" form:"tags"`
}

// Enqueue adds an item to the queue. It answers 400 VALIDATION_ERROR for wrong fields, an
// unknown status, associate or attendant among them.
func Enqueue(ctx context.Context, tx *db.DB, by auth.Caller, input EnqueueInput) (Item, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Item{}, err
	}
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	item := Item{
		Name: input.Name, Email: input.Email, Phone: input.Phone, Message: input.Message, Notes: input.Notes, Source: FromPanel,
		AssociateCode: input.AssociateCode, AssociateName: input.AssociateName, Status: input.Status, Attendant: input.Attendant, Tags: input.Tags,
		IsSample: input.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now,
	}
	if by.Kind == auth.Token {
		item.Source = FromAPI
	}
	if item.Status == "" {
		item.Status = entry(statuses)
	}
	item.normalise()
	item.settle(statuses, by.Now)
	if err := item.check(statuses); err != nil {
		return item, err
	}
	if err := item.link(ctx, tx); err != nil {
		return item, err
	}
	err = tx.WithContext(ctx).Create(&item).Error
	return item, err
}

// Change changes an item. It answers as Enqueue does, and 404 NOT_FOUND for an unknown one. A change
// to a status that is done completes the item, a change back opens it again.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Item, error) {
	statuses, err := Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Item, item *Item) error {
		input.apply(item)
		item.DateUpdated = by.Now
		item.normalise()
		if !input.Status.Sent {
			return item.check(append(statuses, Status{Value: item.Status}))
		}
		item.settle(statuses, by.Now)
		return item.check(statuses)
	})
}

// Remove removes an item from the queue; an unknown one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Item](ctx, tx, id)
}

func (in ChangeInput) apply(item *Item) {
	in.Name.SetNullable(&item.Name)
	in.Email.SetNullable(&item.Email)
	in.Phone.SetNullable(&item.Phone)
	in.Message.SetNullable(&item.Message)
	in.Notes.SetNullable(&item.Notes)
	in.Status.Set(&item.Status)
	in.Position.SetNullable(&item.Position)
	in.Attendant.SetNullable(&item.Attendant)
	in.Tags.Set(&item.Tags)
}

// normalise brings what was typed to how it is stored; what is not right stays for check.
func (i *Item) normalise() {
	if i.Email != nil {
		*i.Email, _ = email.Normalize(*i.Email)
	}
	if i.Phone != nil {
		*i.Phone = phone(*i.Phone)
	}
	texts.NilIfBlank(&i.Name, &i.AssociateName, &i.Email, &i.Phone, &i.Message, &i.Notes)
	if i.Tags == nil {
		i.Tags = Tags{}
	}
}

// phone returns a number as it is stored, without the 0 that is dialled before an area code; text that
// is no phone number is returned unchanged.
func phone(typed string) string {
	if national, valid := brdoc.Phone(strings.TrimPrefix(strings.TrimLeft(typed, " ("), "0")); valid {
		return national
	}
	return typed
}

// settle completes an item whose status is done, and opens one whose status is not.
func (i *Item) settle(statuses []Status, now time.Time) {
	status, _ := find(statuses, i.Status)
	switch {
	case !status.IsDone:
		i.CompletedAt = nil
	case i.CompletedAt == nil:
		i.CompletedAt = &now
	}
}

func (i Item) check(statuses []Status) error {
	var p errs.Problems
	_, known := find(statuses, i.Status)
	p.Require(known, "status", "escolha uma das situações configuradas")
	isNamed := i.Name != nil || i.Email != nil || i.Phone != nil || i.AssociateCode != nil || i.AssociateName != nil
	p.Require(isNamed, "name", "diga quem espera")
	i.checkPosition(&p)
	i.Tags.check(&p)
	p.Require(texts.Fits(texts.Of(i.Name), maxName), "name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.AssociateName), maxName), "associate_name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.Message), maxText), "message", "é longa demais")
	p.Require(texts.Fits(texts.Of(i.Notes), maxText), "notes", "são longas demais")
	p.Require(email.IsNilOrValid(i.Email), "email", "informe um e-mail válido")
	if i.Phone != nil {
		_, valid := brdoc.Phone(*i.Phone)
		p.Require(valid, "phone", "informe um telefone com DDD")
	}
	return p.Err()
}

// checkPosition bounds the digits and the exponent of the position.
func (i Item) checkPosition(p *errs.Problems) {
	const most = 20
	if i.Position != nil {
		exponent := i.Position.Exponent()
		p.Require(exponent > -most && exponent < most && i.Position.NumDigits() <= most, "position", "deve ser um número de até 20 algarismos")
	}
}

// link ties a new item to its associate: the one of the code, else the one of the e-mail.
func (i *Item) link(ctx context.Context, tx *db.DB) error {
	var associate associates.Associate
	var err error
	switch {
	case i.AssociateCode != nil:
		associate, err = associates.FindByCode(ctx, tx, *i.AssociateCode)
		if errs.HasCode(err, errs.CodeNotFound) {
			return errs.Invalid("associate_code", "este associado não existe")
		}
	case i.Email != nil:
		associate, err = associates.FindByEmail(ctx, tx, *i.Email)
		if errs.HasCode(err, errs.CodeNotFound) {
			return nil
		}
	default:
		return nil
	}
	name := associate.FullName()
	i.AssociateCode, i.AssociateName, i.AvatarURL, i.IsAssociate = &associate.UserCode, &name, associate.AvatarURL, true
	return err
}
