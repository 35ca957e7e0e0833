package reception

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/tags"
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

// Fields are the writable fields of an item. Enqueue applies them to a row with defaults.
type Fields struct {
	errs.BindErrors

	Name      patch.Field[string]          `json:"name" form:"name"`
	Email     patch.Field[string]          `json:"email" form:"email"`
	Phone     patch.Field[string]          `json:"phone" form:"phone"`
	Message   patch.Field[string]          `json:"message" form:"message"`
	Notes     patch.Field[string]          `json:"notes" form:"notes"`
	Status    patch.Field[string]          `json:"status" form:"status" null:"omit"`
	Position  patch.Field[decimal.Decimal] `json:"position" form:"position"`
	Attendant patch.Field[uuid.UUID]       `json:"attendant" form:"attendant"`
	Tags      patch.Field[Tags]            `json:"tags" form:"tags"`
	Labels    patch.Field[[]string]        `json:"labels" form:"labels"`
}

// apply sets the fields in an item and validates it. A sent status must be configured: if it is done, the item is
// completed, else it is open. A stored status may be missing from the configuration.
func (f Fields) apply(item *Item, statuses []Status, now time.Time) error {
	f.Name.SetNullable(&item.Name)
	f.Email.SetNullable(&item.Email)
	f.Phone.SetNullable(&item.Phone)
	f.Message.SetNullable(&item.Message)
	f.Notes.SetNullable(&item.Notes)
	f.Status.Set(&item.Status)
	f.Position.SetNullable(&item.Position)
	f.Attendant.SetNullable(&item.Attendant)
	f.Tags.Set(&item.Tags)
	f.Labels.Set(&item.Labels)
	item.normalise()
	problems := item.validate()
	if f.Status.Sent {
		status, known := find(statuses, item.Status)
		problems.Require(known, "status", "escolha uma das situações configuradas")
		item.settle(status, now)
	}
	return f.BindErrors.Merge(problems).Err()
}

// normalise converts the fields to their stored form; invalid values are left for check.
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
	labels := []string{}
	for _, label := range i.Labels {
		if label = strings.TrimSpace(label); !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	i.Labels = labels
}

// phone returns the stored form of a number, without the 0 dialled before an area code; other text is returned
// unchanged.
func phone(typed string) string {
	if national, valid := brdoc.Phone(strings.TrimPrefix(strings.TrimLeft(typed, " ("), "0")); valid {
		return national
	}
	return typed
}

// settle completes an item with a status that is done, and opens any other.
func (i *Item) settle(status Status, now time.Time) {
	switch {
	case !status.IsDone:
		i.CompletedAt, i.CompletionReason = nil, nil
	case i.CompletedAt == nil:
		i.CompletedAt = &now
	}
}

func (i Item) validate() errs.Problems {
	var p errs.Problems
	isNamed := i.Name != nil || i.Email != nil || i.Phone != nil || i.AssociateCode != nil || i.AssociateName != nil
	p.Require(isNamed, "name", "diga quem espera")
	i.checkPosition(&p)
	i.Tags.check(&p)
	tags.CheckTags(&p, "labels", i.Labels)
	p.Require(texts.Fits(texts.Of(i.Name), maxName), "name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.AssociateName), maxName), "associate_name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.Message), maxText), "message", "é longa demais")
	p.Require(texts.Fits(texts.Of(i.Notes), maxText), "notes", "são longas demais")
	p.Require(email.IsNilOrValid(i.Email), "email", "informe um e-mail válido")
	if i.Phone != nil {
		_, valid := brdoc.Phone(*i.Phone)
		p.Require(valid, "phone", "informe um telefone com DDD")
	}
	return p
}

// checkPosition limits the digits and the exponent of the position.
func (i Item) checkPosition(p *errs.Problems) {
	const most = 20
	if i.Position != nil {
		exponent := i.Position.Exponent()
		p.Require(exponent > -most && exponent < most && i.Position.NumDigits() <= most, "position", "deve ser um número de até 20 algarismos")
	}
}
