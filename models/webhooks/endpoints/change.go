package endpoints

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	textlimits "acolhe/models/types/texts"
)

// Limits of an input. Those of the lists are higher than the numbers of values, to allow repetitions.
const (
	maxName = 120
	maxURL  = 2000
	maxList = 50
)

// Fields are the writable fields of an endpoint.
type Fields struct {
	errs.BindErrors

	Name          patch.Field[string]   `json:"name" form:"name" null:"omit"`
	URL           patch.Field[string]   `json:"url" form:"url" null:"omit"`
	Tables        patch.Field[[]Table]  `json:"tables" form:"tables" null:"omit"`
	Actions       patch.Field[[]Action] `json:"actions" form:"actions" null:"omit"`
	Enabled       patch.Field[bool]     `json:"enabled" form:"enabled"`
	WithoutHealth patch.Field[bool]     `json:"without_health" form:"without_health"`
}

// AddInput is a new endpoint; it is enabled unless told otherwise.
type AddInput struct{ Fields }

// ChangeInput changes the sent fields of an endpoint. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Required names the members that must be sent.
func (AddInput) Required() []string { return []string{"name", "url", "tables", "actions"} }

// Revealed is an endpoint with its new secret, which cannot be shown again.
type Revealed struct {
	Endpoint
	Secret string `json:"secret"`
}

// require refuses callers who are not administrators.
func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só administradores cuidam dos webhooks.")
}

// Add stores an endpoint with a new secret. It returns 400 VALIDATION_ERROR for wrong fields and for an address that is not
// public.
func (e Registry) Add(ctx context.Context, by auth.Caller, input AddInput) (Revealed, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Revealed{}, err
	}
	if err := require(by); err != nil {
		return Revealed{}, err
	}
	secret := newSecret()
	row := stored{
		Endpoint:        Endpoint{Tables: []Table{}, Actions: []Action{}, Enabled: true, DateCreated: by.Now, DateUpdated: by.Now},
		SecretEncrypted: e.Key.Encrypt([]byte(secret), purpose), EncryptionKeyID: e.Key.ID(),
	}
	if code := by.OperatorCode(); code != nil {
		row.CreatedBy = uuid.NullUUID{UUID: *code, Valid: true}
	}
	if err := input.apply(by, &row.Endpoint, e.problemOfURL(ctx, input.Fields)); err != nil {
		return Revealed{}, err
	}
	err := e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.WebhookCreated, row.Endpoint))
	})
	return Revealed{row.Endpoint, secret}, err
}

// Change changes an endpoint. What waits for one that is switched off is dead. It returns the errors of Add, 404 NOT_FOUND
// for an unknown endpoint, and 409 CONFLICT for a stale version.
func (e Registry) Change(ctx context.Context, by auth.Caller, input ChangeInput) (Endpoint, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Endpoint{}, err
	}
	if err := require(by); err != nil {
		return Endpoint{}, err
	}
	problem := e.problemOfURL(ctx, input.Fields)
	var changed Endpoint
	err := e.DB.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		var before Endpoint
		changed, err = db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, stored Endpoint, row *Endpoint) error {
			before, row.DateUpdated = stored, by.Now
			return input.apply(by, row, problem)
		})
		if err != nil || len(db.Differing(tx, &before, &changed)) == 0 {
			return err
		}
		if before.Enabled && !changed.Enabled {
			err = giveUp(tx, changed.ID)
		}
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.WebhookChanged, changed))
	})
	return changed, err
}

// Remove removes an endpoint with its deliveries. It returns 404 NOT_FOUND for an unknown one.
func (e Registry) Remove(ctx context.Context, by auth.Caller, id int64) (Endpoint, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Endpoint{}, err
	}
	found, err := Find(ctx, e.DB, by, id)
	if err != nil {
		return found, err
	}
	err = e.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := db.Remove[Endpoint](ctx, tx, id); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.WebhookRemoved, found))
	})
	return found, err
}

// RotateSecret replaces the secret of an endpoint; the old one signs beside it for overlap. It returns 404 NOT_FOUND for an
// unknown endpoint.
func (e Registry) RotateSecret(ctx context.Context, by auth.Caller, id int64) (Revealed, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Revealed{}, err
	}
	if err := require(by); err != nil {
		return Revealed{}, err
	}
	secret, expires := newSecret(), by.Now.Add(overlap)
	var changed stored
	err := e.DB.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		changed, err = db.Change(ctx, tx, id, "", func(_ *db.DB, before stored, row *stored) error {
			row.PreviousSecretEncrypted, row.PreviousSecretExpires = before.SecretEncrypted, &expires
			row.SecretEncrypted, row.DateUpdated = e.Key.Encrypt([]byte(secret), purpose), by.Now
			return nil
		})
		if err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.WebhookRotated, changed.Endpoint))
	})
	return Revealed{changed.Endpoint, secret}, err
}

// problemOfURL returns why the sent address is refused, or "". It resolves names, so it is not called in a transaction.
func (e Registry) problemOfURL(ctx context.Context, f Fields) string {
	if !f.URL.HasValue() || !textlimits.Fits(f.URL.Value, maxURL) {
		return ""
	}
	return e.Guard.Problem(ctx, strings.TrimSpace(f.URL.Value))
}

// apply sets the fields in an endpoint and validates it. A given problem is that of the address.
func (f Fields) apply(by auth.Caller, e *Endpoint, problem string) error {
	f.Name.Set(&e.Name)
	f.URL.Set(&e.URL)
	f.WithoutHealth.Set(&e.WithoutHealth)
	e.SetEnabled(f.Enabled.Or(e.Enabled), ByPerson, by.Now)
	problems := f.validate()
	if f.Tables.Sent && len(problems) == 0 {
		e.Tables = distinct(f.Tables.Value)
	}
	if f.Actions.Sent && len(problems) == 0 {
		e.Actions = distinct(f.Actions.Value)
	}
	e.Name, e.URL = strings.TrimSpace(e.Name), lowerScheme(strings.TrimSpace(e.URL))
	problems.Require(e.Name != "", "name", "informe um nome")
	problems.Require(textlimits.Fits(e.Name, maxName), "name", fmt.Sprintf("deve ter no máximo %d caracteres", maxName))
	problems.Require(e.URL != "", "url", "informe o endereço")
	problems.Require(textlimits.Fits(e.URL, maxURL), "url", fmt.Sprintf("deve ter no máximo %d caracteres", maxURL))
	problems.Require(problem == "", "url", problem)
	problems.Require(len(e.Tables) > 0 || f.Tables.Sent, "tables", "escolha ao menos uma tabela")
	problems.Require(len(e.Actions) > 0 || f.Actions.Sent, "actions", "escolha ao menos uma ação")
	return f.BindErrors.Merge(problems).Err()
}

// validate checks the sent lists.
func (f Fields) validate() (problems errs.Problems) {
	checkList(&problems, "tables", f.Tables, Tables(), "escolha ao menos uma tabela")
	checkList(&problems, "actions", f.Actions, Actions(), "escolha ao menos uma ação")
	problems.Require(!f.Enabled.Null, "enabled", "deve ser verdadeiro ou falso")
	problems.Require(!f.WithoutHealth.Null, "without_health", "deve ser verdadeiro ou falso")
	return problems
}

func checkList[T ~string](problems *errs.Problems, path string, sent patch.Field[[]T], known []T, missing string) {
	if !sent.Sent {
		return
	}
	problems.Require(len(sent.Value) > 0, path, missing)
	problems.Require(len(sent.Value) <= maxList, path, fmt.Sprintf("deve ter no máximo %d valores", maxList))
	for i, value := range sent.Value[:min(len(sent.Value), maxList)] {
		problems.Require(slices.Contains(known, value), fmt.Sprintf("%s[%d]", path, i), "deve ser um destes: "+strings.Join(texts(known), ", "))
	}
}

// distinct returns each value once, in their order.
func distinct[T comparable](values []T) []T {
	kept := make([]T, 0, len(values))
	for _, value := range values {
		if !slices.Contains(kept, value) {
			kept = append(kept, value)
		}
	}
	return kept
}

// eventOf returns an event with the endpoint's name and address, never its secret.
func eventOf(kind security.Kind, e Endpoint) security.Event {
	return security.Event{Kind: kind, Subject: e.Name, Details: map[string]any{"url": e.URL, "enabled": e.Enabled}}
}

// lowerScheme returns an address with its scheme in lower case: http://exemplo.org.br/X for HTTP://exemplo.org.br/X.
func lowerScheme(address string) string {
	scheme, rest, isFull := strings.Cut(address, "://")
	if !isFull {
		return address
	}
	return strings.ToLower(scheme) + "://" + rest
}
