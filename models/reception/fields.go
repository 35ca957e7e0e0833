package reception

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/reception/triage"
	"acolhe/models/tags"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
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
func (f Fields) apply(item *Item, statuses []triage.Status, now time.Time) error {
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
	problems := item.Validate()
	if f.Status.Sent {
		status, known := triage.Find(statuses, item.Status)
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
func (i *Item) settle(status triage.Status, now time.Time) {
	switch {
	case !status.IsDone:
		i.CompletedAt, i.CompletionReason = nil, nil
	case i.CompletedAt == nil:
		i.CompletedAt = &now
	}
}

// Validate returns the problems of the fields of an item.
func (i Item) Validate() errs.Problems {
	var p errs.Problems
	isNamed := i.Name != nil || i.Email != nil || i.Phone != nil || i.AssociateCode != nil || i.AssociateName != nil
	p.Require(isNamed, "name", "diga quem espera")
	i.checkPosition(&p)
	i.Tags.check(&p)
	tags.CheckTags(&p, "labels", i.Labels)
	p.Require(texts.Fits(texts.Of(i.Name), triage.MaxName), "name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.AssociateName), triage.MaxName), "associate_name", "é longo demais")
	p.Require(texts.Fits(texts.Of(i.Message), triage.MaxText), "message", "é longa demais")
	p.Require(texts.Fits(texts.Of(i.Notes), triage.MaxText), "notes", "são longas demais")
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

// Limits of the tags of an item.
const (
	maxTags   = 32 << 10
	maxDigits = 20
)

// Tags is an object that clients keep with an item; `custom_fields` holds the answers to the
// association's own questions by their ids (specification, "Triage"). Numbers keep their digits.
type Tags map[string]any

// UnmarshalJSON reads an object.
func (t *Tags) UnmarshalJSON(raw []byte) error {
	reader := json.NewDecoder(bytes.NewReader(raw))
	reader.UseNumber()
	members := map[string]any{}
	if err := reader.Decode(&members); err != nil {
		return err
	}
	*t = members
	return nil
}

func (t Tags) check(p *errs.Problems) {
	answers, sent := t["custom_fields"]
	_, isObject := answers.(map[string]any)
	p.Require(!sent || isObject, "tags.custom_fields", "deve ser um objeto com as respostas pelo código da pergunta")
	raw, err := json.Marshal(map[string]any(t))
	p.Require(err == nil && len(raw) <= maxTags, "tags", "são longas demais")
	p.Require(hasPlainNumbers(map[string]any(t)), "tags", "têm um número com mais de 20 algarismos ou com expoente")
}

// hasPlainNumbers reports whether no number has an exponent or more digits than maxDigits: such a number may be short
// in JSON and long in the database.
func hasPlainNumbers(value any) bool {
	switch value := value.(type) {
	case json.Number:
		return len(value) <= maxDigits && !bytes.ContainsAny([]byte(value), "eE")
	case map[string]any:
		for _, member := range value {
			if !hasPlainNumbers(member) {
				return false
			}
		}
	case []any:
		for _, element := range value {
			if !hasPlainNumbers(element) {
				return false
			}
		}
	}
	return true
}
