package reception

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/reception/triage"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
)

// Attendant is an operator who may attend to items.
type Attendant struct {
	UserCode uuid.UUID `gorm:"column:user_code"`
	Name     string    `gorm:"column:name"`
	LastName string    `gorm:"column:last_name"`
	// Open is the number of their open items.
	Open int `gorm:"column:open"`
}

// FullName returns the name with the last name.
func (a Attendant) FullName() string { return fmtbr.Join(" ", a.Name, a.LastName) }

// maxAttendants is the maximum number of attendants on offer.
const maxAttendants = 200

// Attendants returns the active operators whose role may change the queue, by name, if the caller may see the queue.
func Attendants(ctx context.Context, tx *db.DB, by auth.Caller) ([]Attendant, error) {
	var roles []auth.Role
	for _, role := range access.Roles() {
		if access.Can(auth.Caller{Kind: auth.Operator, Roles: []auth.Role{role.ID}}, "reception", access.Update) {
			roles = append(roles, role.ID)
		}
	}
	var found []Attendant
	err := tx.WithContext(ctx).Table("system_users as s").Scopes(db.Allowed(access.Can(by, "reception", access.Read))).
		Where("s.status = ? and exists (select from jsonb_array_elements_text(s.permissions) held where held in ?)", operators.Active, roles).
		Select("s.user_code, s.name, s.last_name, (select count(*) from reception r where r.attendant = s.user_code and r.completed_at is null) as open").
		Order("fold(s.name), s.id").Limit(maxAttendants).Scan(&found).Error
	return found, err
}

// AttendantInput is the body of PATCH /reception/:id/attendant: the user_code of an operator, or null for nobody.
type AttendantInput struct {
	ID        int64                  `json:"-" form:"-"`
	Attendant patch.Field[uuid.UUID] `json:"attendant" form:"attendant"`
}

// Required names the members that must be sent.
func (AttendantInput) Required() []string { return []string{"attendant"} }

// Assign sets the attendant of an item. It returns 400 VALIDATION_ERROR for an unknown operator, and 404 NOT_FOUND for
// an unknown item.
func Assign(ctx context.Context, tx *db.DB, by auth.Caller, input AttendantInput) (Item, error) {
	if !input.Attendant.Sent {
		return Item{}, errs.Invalid("attendant", "informe o código de quem atende, ou null para ninguém")
	}
	return Change(ctx, tx, by, ChangeInput{ID: input.ID, Fields: Fields{Attendant: input.Attendant}})
}

// The refusals of a claim: a colleague attends to the item, or it is completed.
const (
	CodeAlreadyClaimed = "ALREADY_CLAIMED"
	CodeItemCompleted  = "ITEM_COMPLETED"
)

// Claim makes the calling operator the attendant of an open item. An item with the default entry status moves to the
// first status that is neither that nor done. An item of the same operator is not changed. Of two concurrent claims one
// succeeds.
//
// It returns 403 FORBIDDEN for a caller other than an operator, 404 NOT_FOUND for an item that the caller may not
// see, 409 ALREADY_CLAIMED with the colleague's name, and 409 ITEM_COMPLETED.
func Claim(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Item, error) {
	attendant := by.OperatorCode()
	if attendant == nil {
		return Item{}, errs.Forbidden("Só a equipe atende quem espera na recepção.")
	}
	statuses, err := triage.Statuses(ctx, tx)
	if err != nil {
		return Item{}, err
	}
	mine := func(query *db.DB) *db.DB { return Visible(query, by) }
	return change(ctx, tx, by, target{id: id, scopes: []db.Scope{mine}}, func(tx *db.DB, item *Item) error {
		switch {
		case item.CompletedAt != nil:
			return errs.Conflict(CodeItemCompleted, "O atendimento de "+item.DisplayName()+" já terminou.")
		case item.Attendant != nil && *item.Attendant != *attendant:
			return alreadyClaimed(tx, by, *item)
		}
		item.Attendant = attendant
		if item.Status == triage.DefaultEntry(statuses) {
			item.Status = attended(statuses)
		}
		return nil
	})
}

// attended returns the first status of items with an attendant, or the default entry if none is configured.
func attended(statuses []triage.Status) string {
	at := slices.IndexFunc(statuses, func(s triage.Status) bool { return !s.IsDefaultEntry && !s.IsDone })
	if at < 0 {
		return triage.DefaultEntry(statuses)
	}
	return statuses[at].Value
}

// alreadyClaimed returns the refusal with the attendant's name and the time since the claim, if the history has it.
func alreadyClaimed(tx *db.DB, by auth.Caller, item Item) error {
	var claim struct {
		Name        string
		DateCreated *time.Time
	}
	err := tx.Raw(`select s.name, (select max(date_created) from reception_changes where item_id = ? and action = ? and to_value = s.user_code::text) as date_created
		from system_users s where s.user_code = ?`, item.ID, Assigned, item.Attendant).Scan(&claim).Error
	if err != nil {
		return err
	}
	if claim.DateCreated == nil {
		return errs.Conflict(CodeAlreadyClaimed, claim.Name+" já está atendendo "+item.DisplayName()+".")
	}
	return errs.Conflict(CodeAlreadyClaimed, claim.Name+" assumiu "+item.DisplayName()+" "+claimedSince(*claim.DateCreated, by.Now)+".")
}

// claimedSince returns the time since the claim of a colleague: seconds before the caller's, or minutes and more ago.
func claimedSince(claimed, now time.Time) string {
	if past := now.Sub(claimed); past < time.Minute {
		return fmtbr.Plural(max(1, int(past.Seconds())), "segundo", "segundos") + " antes de você"
	}
	return fmtbr.Since(claimed, now)
}
