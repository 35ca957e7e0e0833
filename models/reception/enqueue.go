package reception

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// EnqueueInput is a new item; the status defaults to the configured entry. The associate is found by code, else by
// e-mail; AssociateName is the typed name of an unknown person. A change cannot move an item to another associate;
// other routes do that.
type EnqueueInput struct {
	AssociateCode *uuid.UUID `json:"associate_code" form:"associate_code"`
	AssociateName *string    `json:"associate_name" form:"associate_name"`
	Fields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Enqueue adds an item to the queue. It returns 400 VALIDATION_ERROR for wrong fields, an
// unknown status, associate or attendant among them.
func Enqueue(ctx context.Context, tx *db.DB, by auth.Caller, input EnqueueInput) (Item, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Item{}, err
	}
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	item := Item{
		Source: FromPanel, AssociateCode: input.AssociateCode, AssociateName: input.AssociateName,
		IsSample: input.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now,
	}
	if by.Kind == auth.Token {
		item.Source = FromAPI
	}
	if input.Status.Value == "" && !input.Status.Null {
		input.Status = patch.Of(triage.DefaultEntry(statuses))
	}
	if err := input.apply(&item, statuses, by.Now); err != nil {
		return item, err
	}
	if err := item.link(ctx, tx, by); err != nil {
		return item, err
	}
	return item, store(ctx, tx, by, &item)
}

// store creates an item with the first event of its history.
func store(ctx context.Context, tx *db.DB, by auth.Caller, item *Item) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(item).Error; err != nil {
			return err
		}
		if item.Notes != nil {
			if _, err := storeNote(tx, by, item.ID, *item.Notes); err != nil {
				return err
			}
		}
		return record(tx, by, item.ID, []Event{{Action: Entered, To: &item.Status}})
	})
}

// link sets the associate of a new item, found by code, else by e-mail.
func (i *Item) link(ctx context.Context, tx *db.DB, by auth.Caller) error {
	var associate associates.Associate
	var err error
	switch {
	case i.AssociateCode != nil:
		associate, err = associates.FindByCodeFor(ctx, tx, by.AsSystem(), *i.AssociateCode)
		if errs.HasCode(err, errs.CodeNotFound) {
			return errs.Invalid("associate_code", "este associado não existe")
		}
	case i.Email != nil:
		associate, err = associates.FindByEmailFor(ctx, tx, by.AsSystem(), *i.Email)
		if errs.HasCode(err, errs.CodeNotFound) {
			return nil
		}
	default:
		return nil
	}
	if err == nil {
		i.linkTo(associate)
	}
	return err
}

// linkTo links an item to an associate. A typed name, which the associate's replaces, is kept as the item's own if that
// is empty.
func (i *Item) linkTo(associate associates.Associate) {
	name := associate.FullName()
	if !i.IsAssociate && i.Name == nil && texts.Of(i.AssociateName) != name {
		i.Name = i.AssociateName
	}
	i.AssociateCode, i.AssociateName, i.AvatarURL, i.IsAssociate = &associate.UserCode, &name, associate.AvatarURL, true
}

// PublicLimit limits the contacts of one address by the public form (specification, "Limits").
func PublicLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "triage", Limit: 5, Per: 15 * time.Minute}
}

// PublicQuota is how many contacts one address sends in a day by the page of the form.
func PublicQuota() ratelimit.Quota {
	return ratelimit.Quota{Name: "triage", Count: 500, One: "mensagem", Many: "mensagens"}
}

// PublicInput is the body of POST /reception/public: an answer for each question of the form by its id; answers to the
// association's own questions are in custom_fields.
type PublicInput struct {
	CustomFields map[string]json.RawMessage `json:"custom_fields"`
	// Answers holds the answers to the other questions.
	Answers map[string]json.RawMessage `json:"-"`
}

// Keep stores the answer to a question of the form.
func (in *PublicInput) Keep(id string, raw json.RawMessage) {
	if in.Answers == nil {
		in.Answers = map[string]json.RawMessage{}
	}
	in.Answers[id] = raw
}

// EnqueuePublic adds a contact of the public form to the queue, with the default entry status, linked to the associate
// of its e-mail. It returns 400 VALIDATION_ERROR with every wrong or missing answer, and for unknown questions.
func EnqueuePublic(ctx context.Context, tx *db.DB, by auth.Caller, input PublicInput) (Item, error) {
	form, err := triage.ReadFormSchema(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	var problems errs.Problems
	answers := triage.ReadAnswers(form.Fields, input.Answers, "", &problems)
	own := triage.ReadAnswers(form.CustomFields, input.CustomFields, "custom_fields.", &problems)
	fields := fieldsOf(answers, own)
	fields.Status = patch.Of(triage.DefaultEntry(statuses))
	for _, problem := range problems {
		fields.AddBindError(problem.Path, problem.Message)
	}
	item := Item{Source: FromPublic, DateCreated: by.Now, DateUpdated: by.Now}
	if err := fields.apply(&item, statuses, by.Now); err != nil {
		return item, err
	}
	if err := item.link(ctx, tx, by); err != nil {
		return item, err
	}
	return item, store(ctx, tx, by, &item)
}

// fieldsOf returns the columns with the answers; answers to questions without a column are stored with the
// association's own, of which they replace none.
func fieldsOf(answers, own map[string]any) Fields {
	var fields Fields
	for id, column := range map[string]*patch.Field[string]{"name": &fields.Name, "email": &fields.Email, "phone": &fields.Phone,
		"message": &fields.Message} {
		if text, isText := answers[id].(string); isText {
			*column = patch.Of(text)
			delete(answers, id)
		}
	}
	maps.Copy(answers, own)
	if len(answers) > 0 {
		fields.Tags = patch.Of(Tags{"custom_fields": answers})
	}
	return fields
}
