package recalls

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// State is what was done to notify a person: what the staff and the person did, never what was read.
type State string

// The states.
const (
	ToNotify     State = "to_notify"
	Sending      State = "sending"
	Sent         State = "sent"
	Failed       State = "failed"
	NoEmail      State = "no_email"
	Acknowledged State = "acknowledged"
	Called       State = "called"
	// InHouse is a person whose orders with the lot have not left: their units are replaced, and nobody is written to.
	InHouse State = "in_house"
)

// Group is a tab of the list of people.
type Group string

// The groups; empty is everybody.
const (
	Missing  Group = "missing"
	Notified Group = "notified"
	Unsent   Group = "unsent"
)

// states has the states of a group.
var states = map[Group][]State{
	Missing:  {ToNotify, Sending},
	Notified: {Sent, Acknowledged, Called},
	Unsent:   {Failed, NoEmail},
}

// Person is an order that has units of a lot, with what was done to notify its person.
type Person struct {
	stock.Went   `gorm:"embedded"`
	State        State      `gorm:"column:state"`
	DateLetter   *time.Time `gorm:"column:date_letter"`
	Acknowledged *time.Time `gorm:"column:date_acknowledged"`
	CalledAt     *time.Time `gorm:"column:date_called"`
	CalledByName *string    `gorm:"column:called_by_name"`
}

// ListInput selects the orders of a lot. Page counts from 1 in steps of Limit.
type ListInput struct {
	LotID int64
	Group Group
	Page  int
	Limit int
}

// List returns the orders that have units of a lot with what was done to notify their people, the latest first. A caller who may not
// read orders and associates gets none. An unknown group is 400 VALIDATION_ERROR.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (found []Person, err error) {
	query := people(tx.WithContext(ctx), by, input.LotID)
	if input.Group != "" {
		of, known := states[input.Group]
		if !known {
			return nil, errs.Invalid("aviso", "a lista não tem esta parte")
		}
		query = query.Where("state in ?", of)
	}
	err = query.Order("separated desc, order_id desc").Limit(input.Limit).Offset(max(0, input.Page-1) * input.Limit).Find(&found).Error
	return found, err
}

// Progress is how far the people of a lot are notified. All counts people without those of InHouse, the rest the people of a state;
// Units are what all have.
type Progress struct {
	All, Orders, Units int
	Of                 map[State]int
	// OrdersOf counts orders of a group.
	OrdersOf map[Group]int
}

// People returns the number of people of a group.
func (p Progress) People(group Group) (count int) {
	for _, state := range states[group] {
		count += p.Of[state]
	}
	return count
}

// IsOver reports whether no letter is on its way.
func (p Progress) IsOver() bool { return p.Of[Sending] == 0 }

// ReadProgress counts the people and orders of a lot by what was done to notify them.
func ReadProgress(ctx context.Context, tx *db.DB, by auth.Caller, lot int64) (progress Progress, err error) {
	var rows []struct {
		State                 State
		People, Orders, Units int
	}
	progress.Of, progress.OrdersOf = map[State]int{}, map[Group]int{}
	err = people(tx.WithContext(ctx), by, lot).Select("state, count(distinct user_id) as people, count(*) as orders, sum(quantity) as units").
		Group("state").Scan(&rows).Error
	for _, row := range rows {
		if row.State != InHouse {
			progress.All += row.People
		}
		progress.Orders, progress.Units = progress.Orders+row.Orders, progress.Units+row.Units
		progress.Of[row.State] += row.People
		for group, of := range states {
			for _, state := range of {
				if state == row.State {
					progress.OrdersOf[group] += row.Orders
				}
			}
		}
	}
	return progress, err
}

// people selects the orders of a lot, as the table people.
func people(tx *db.DB, by auth.Caller, lot int64) *db.DB {
	isAllowed := access.Can(by, "orders", access.Read) && access.Can(by, "users", access.Read)
	notified := tx.Table("recall_people p").Joins("left join mails m on m.id = p.mail_id").
		Where("p.lot_id = ? and p.user_id = went.user_id", lot).Order("p.id").Limit(1).
		Select(`p.date_letter, p.date_acknowledged, p.date_called, p.called_by_name, case
			when p.date_acknowledged is not null then 'acknowledged' when p.date_called is not null then 'called'
			when p.letter = 'none' then 'no_email' when p.letter = 'waiting' or m.status = 'queued' then 'sending'
			when m.status = 'failed' then 'failed' else 'sent' end as state`)
	rows := tx.Table("(?) as went", stock.WentRows(tx, lot)).Joins("left join lateral (?) p on true", notified).
		Select(`went.*, p.date_letter, p.date_acknowledged, p.date_called, p.called_by_name, coalesce(p.state,
			case when bool_or(went.has_left) over (partition by went.user_id) then 'to_notify' else 'in_house' end) as state`)
	return tx.Table("(?) as people", rows).Scopes(db.Allowed(isAllowed))
}
