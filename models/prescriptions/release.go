package prescriptions

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// ReleaseState is what became of a request.
type ReleaseState string

// The states of a request.
const (
	Waiting  ReleaseState = "waiting"
	Freed    ReleaseState = "freed"
	NotFreed ReleaseState = "refused"
)

// releaseDays is the number of days for which a freed order can be placed.
const releaseDays = 7

// maxReleases is the maximum number of requests of a person that are listed.
const maxReleases = 50

// Release is a row of prescription_releases: a request to let an order pass that its prescriptions do not allow, with its answer.
type Release struct {
	ID   int64 `gorm:"primaryKey"`
	User int64 `gorm:"column:user_id"`
	// OrderID is the order to change, else the one that was placed with the answer.
	OrderID         *int64         `gorm:"column:order_id"`
	Items           []ReleasedItem `gorm:"serializer:json"`
	Reason          string         `gorm:"column:reason"`
	State           ReleaseState   `gorm:"column:state"`
	RequestedBy     *int64         `gorm:"column:requested_by"`
	RequestedByName string         `gorm:"column:requested_by_name"`
	Answer          *string        `gorm:"column:answer"`
	DecidedByName   *string        `gorm:"column:decided_by_name"`
	DateDecided     *time.Time     `gorm:"column:date_decided"`
	DateUsed        *time.Time     `gorm:"column:date_used"`
	DateCreated     time.Time      `gorm:"column:date_created"`
	DateUpdated     time.Time      `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Release) TableName() string { return "prescription_releases" }

// ReleasedItem is a product of a request with its units.
type ReleasedItem struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Quantity int    `json:"quantity"`
}

// IsUsable reports whether an order can be placed with the answer: it is free, not used, and at most 7 days old.
func (r Release) IsUsable(now time.Time) bool {
	return r.State == Freed && r.DateUsed == nil && r.DateDecided != nil && now.Before(r.DateDecided.AddDate(0, 0, releaseDays))
}

// Order is the order that the request is for.
func (r Release) Order() Order {
	order := Order{User: r.User}
	if r.OrderID != nil {
		order.ID = *r.OrderID
	}
	for _, item := range r.Items {
		order.Lines = append(order.Lines, Line{Code: item.Code, Name: item.Name, Asked: item.Quantity})
	}
	return order
}

// covers reports whether the request has at least the units of each line that the prescriptions do not allow.
func (r Release) covers(lines []Line) bool {
	return !slices.ContainsFunc(lines, func(line Line) bool {
		return line.Problem != "" && !slices.ContainsFunc(r.Items, func(item ReleasedItem) bool {
			return item.Code == line.Code && item.Quantity >= line.Asked
		})
	})
}

// why is the reason that the history of the order keeps, shortened to what fits there: Liberado por Camila Torres: viagem de dois meses.
func (r Release) why() string {
	return texts.Shorten("Liberado por "+texts.Of(r.DecidedByName)+": "+texts.Of(r.Answer), maxReason-1)
}

// ReleaseInput asks to let an order pass.
type ReleaseInput struct {
	errs.BindErrors
	Order  Order  `form:"-"`
	Reason string `form:"prescription_reason"`
}

// RequestRelease stores a request to let an order pass; those who may free it get a notice. The same request that waits already is not
// stored again. It returns 400 VALIDATION_ERROR without a reason, 403 FORBIDDEN for a caller who may not write orders, and 409
// CONFLICT for an order that the rule does not block.
func RequestRelease(ctx context.Context, tx *db.DB, by auth.Caller, input ReleaseInput) (release Release, err error) {
	if by.Kind != auth.Operator || !access.Can(by, "orders", access.Update) {
		return release, errs.Forbidden("Só quem trabalha com pedidos pede liberação.")
	}
	reason := strings.TrimSpace(input.Reason)
	var problems errs.Problems
	problems.Require(reason != "" && texts.Fits(reason, maxReason), "prescription_reason", "escreva por que o pedido precisa passar da receita, em até 500 letras")
	if err := input.Merge(problems).Err(); err != nil {
		return release, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps the same request from being stored twice.
		if _, err := db.Lock[associates.Associate](tx, input.Order.User); err != nil {
			return err
		}
		allowance, err := ReadAllowance(ctx, tx, by, input.Order)
		if err != nil {
			return err
		}
		if !allowance.Blocks() {
			return errs.Conflict(errs.CodeConflict, "A receita permite este pedido. Salve sem pedir liberação.")
		}
		release = newRelease(by, input.Order, allowance, reason)
		waiting, err := findReleases(tx, input.Order.User, func(one Release) bool {
			return one.State == Waiting && one.isFor(input.Order) && slices.Equal(one.Items, release.Items)
		})
		if err != nil {
			return err
		}
		if len(waiting) > 0 {
			release = waiting[0]
			return nil
		}
		return tx.Create(&release).Error
	})
	return release, err
}

func newRelease(by auth.Caller, order Order, allowance Allowance, reason string) Release {
	release := Release{User: order.User, Reason: reason, State: Waiting, RequestedBy: new(by.ID), RequestedByName: by.FullName(),
		DateCreated: by.Now, DateUpdated: by.Now}
	if order.ID != 0 {
		release.OrderID = &order.ID
	}
	for _, line := range allowance.Lines {
		release.Items = append(release.Items, ReleasedItem{Code: line.Code, Name: line.Name, Quantity: line.Asked})
	}
	return release
}

// findReleases returns the latest requests of a person that match.
func findReleases(tx *db.DB, user int64, matches func(Release) bool) ([]Release, error) {
	var found []Release
	err := tx.Where("user_id = ?", user).Order("id desc").Limit(maxReleases).Find(&found).Error
	return slices.DeleteFunc(found, func(one Release) bool { return !matches(one) }), err
}

// ListReleases lists the latest requests of a person, for a caller who may read orders and associates.
func ListReleases(ctx context.Context, tx *db.DB, by auth.Caller, user int64) ([]Release, error) {
	return findReleases(tx.WithContext(ctx).Scopes(releasesVisibleTo(by)), user, func(Release) bool { return true })
}

// FindRelease returns a request for a caller who may read orders and associates; else it is 404 NOT_FOUND.
func FindRelease(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Release, error) {
	return db.First[Release](tx.WithContext(ctx).Scopes(releasesVisibleTo(by)).Where("id = ?", id), errs.NotFound("Pedido de liberação não encontrado."))
}

func releasesVisibleTo(by auth.Caller) db.Scope {
	return db.Allowed(by.Kind != auth.Associate && access.Can(by, "orders", access.Read) && access.Can(by, "users", access.Read))
}

// OpenRelease returns the latest request for the lines of an order that waits or can be used, with the id 0 if there is none.
func OpenRelease(ctx context.Context, tx *db.DB, by auth.Caller, order Order, lines []Line) (Release, error) {
	found, err := findReleases(tx.WithContext(ctx).Scopes(releasesVisibleTo(by)), order.User, func(one Release) bool {
		return one.isFor(order) && one.covers(lines) && (one.State == Waiting || one.IsUsable(by.Now))
	})
	if err != nil || len(found) == 0 {
		return Release{}, err
	}
	return found[0], nil
}

// isFor reports whether the request is for a change of this order, or for a new one.
func (r Release) isFor(order Order) bool {
	if r.OrderID == nil {
		return order.ID == 0
	}
	return *r.OrderID == order.ID
}

// AnswerInput frees an order or refuses to.
type AnswerInput struct {
	errs.BindErrors
	ID     int64        `form:"-"`
	State  ReleaseState `form:"state"`
	Answer string       `form:"answer"`
}

// AnswerRelease answers a request, and the requester gets a notice. It returns 400 VALIDATION_ERROR with every wrong field, 403
// FORBIDDEN for a caller who may not free orders, 404 NOT_FOUND, and 409 CONFLICT for one that is answered already.
func AnswerRelease(ctx context.Context, tx *db.DB, by auth.Caller, input AnswerInput) (Release, error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil {
		return Release{}, err
	}
	if !rule.CanFree(by) {
		return Release{}, rule.errFree()
	}
	answer := strings.TrimSpace(input.Answer)
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Release, release *Release) error {
		if release.State != Waiting {
			return errs.Conflict(errs.CodeConflict, texts.Of(release.DecidedByName)+" já respondeu.")
		}
		var problems errs.Problems
		problems.Require(input.State == Freed || input.State == NotFreed, "state", "escolha se o pedido passa")
		problems.Require(answer != "" && texts.Fits(answer, maxReason), "answer", "escreva o motivo, em até 500 letras")
		release.State, release.Answer, release.DecidedByName, release.DateDecided, release.DateUpdated = input.State, &answer, new(by.FullName()), &by.Now, by.Now
		return input.Merge(problems).Err()
	}, releasesVisibleTo(by))
}

// Pass is why an order may be stored: its reason for the history, empty if the prescriptions allow it.
type Pass struct {
	Reason  string
	release int64
}

// Use marks the answer that let the order pass as used by it.
func (p Pass) Use(tx *db.DB, order int64, now time.Time) error {
	if p.release == 0 {
		return nil
	}
	return tx.Model(&Release{}).Where("id = ?", p.release).Updates(map[string]any{"order_id": order, "date_used": now, "date_updated": now}).Error
}

// Cart is what a cart shows of the prescriptions.
type Cart struct {
	Allowance
	// MayFree reports whether the caller may let the order pass with a reason.
	MayFree bool
	// Release is the latest request for this order that waits or lets it pass, with the id 0 if there is none.
	Release Release
}

// ReadCart returns the associate of an order by the code, 404 NOT_FOUND for one whom the caller may not see, with what prescriptions
// allow of it, and who lets it pass if they do not.
func ReadCart(ctx context.Context, tx *db.DB, by auth.Caller, associate uuid.UUID, order Order) (of Associate, cart Cart, err error) {
	rule, err := ReadRule(ctx, tx, by.Now)
	if err != nil {
		return of, cart, err
	}
	of, err = associates.FindAs[Associate](ctx, rule.read(tx, order, false), by, "user_code", associate)
	if err != nil {
		return of, cart, err
	}
	order.User = of.ID
	if cart.Allowance = rule.allowance(of, order); cart.Blocks() {
		cart.MayFree = rule.CanFree(by)
		cart.Release, err = OpenRelease(ctx, tx, by, order, cart.Lines)
	}
	return of, cart, err
}
