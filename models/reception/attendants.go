package reception

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
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
