package notices

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Days are the days for which notices are shown.
const Days = 30

const (
	// maxLines is the number of lines that a list shows, maxJoined that of the latest notices which it joins.
	maxLines  = 50
	maxJoined = 1000
	// maxCounted is the number of the latest unread notices that are counted.
	maxCounted = 300
)

// Line is what a list shows: the notices of a cause that are unread, or those that are read, as one.
type Line struct {
	// ID is the latest of the notices, Count their number.
	ID      int64 `gorm:"column:id"`
	Kind    Kind  `gorm:"column:kind"`
	Cause   string
	Count   int
	Unread  bool
	Author  *string
	Detail  *string
	Date    time.Time `gorm:"column:date_created"`
	UserID  *int64
	OrderID *int64
	// ServiceID is a contested service, or one whose event failed; ServiceDate its date.
	ServiceID   *int64
	ServiceDate *time.Time
	ContractID  *uuid.UUID `gorm:"type:uuid"`
	ItemID      *int64
	EndpointID  *int64
	// Subject is the name of the person or thing that the latest notice is about.
	Subject *string
}

// Filter chooses the lines of a list.
type Filter string

// The filters: unread ones, those for the caller alone, all.
const (
	Unread Filter = "novos"
	Mine   Filter = "meus"
	All    Filter = "todos"
)

// List returns the latest 50 lines for the caller.
func List(ctx context.Context, tx *db.DB, by auth.Caller, filter Filter) ([]Line, error) {
	tx = tx.WithContext(ctx)
	latest := visible(tx, by).Select("n.id, n.cause, "+isUnread+" as unread", by.ID, readBy(tx, by)).Order("n.id desc").Limit(maxJoined)
	switch filter {
	case Unread:
		latest = latest.Scopes(unreadBy(by))
	case Mine:
		latest = latest.Where("n.operator_id = ?", by.ID)
	}
	joined := tx.Table("(?) as l", latest).Select("max(id) as id, cause, unread, count(*)").Group("cause, unread")
	query := tx.Table("(?) as l", joined).
		Select(`n.id, n.kind, n.cause, l.count, l.unread, n.author, n.detail, n.date_created, n.user_id, n.order_id, n.service_id, s.consultation_date as service_date,
			n.contract_id, n.item_id, n.endpoint_id,
			coalesce(c.signer_name, w.name, i.associate_name, i.name, i.email, coalesce(s.patient_name, s.associate_name), concat_ws(' ', u.name, u.last_name)) as subject`).
		Joins("join notices n on n.id = l.id").
		Joins("left join services s on s.id = n.service_id").
		Joins("left join contracts c on c.id = n.contract_id").
		Joins("left join webhook_endpoints w on w.id = n.endpoint_id").
		Joins("left join reception i on i.id = n.item_id").
		Joins("left join users u on u.id = n.user_id").
		Order("l.id desc").Limit(maxLines)
	return db.Collect[Line](query.Model(&Line{}))
}

// Find returns the line that a notice belongs to, read or not. It returns 404 NOT_FOUND for one that the caller may not see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Line, error) {
	lines, err := List(ctx, tx, by, All)
	if err != nil {
		return Line{}, err
	}
	for _, line := range lines {
		if line.ID == id {
			return line, nil
		}
	}
	return Line{}, errs.NotFound("Este aviso não existe mais.")
}

// SelectUnread selects the number of unread lines for the caller, for use in other statements.
func SelectUnread(tx *db.DB, by auth.Caller) *db.DB {
	latest := visible(tx, by).Select("n.cause").Scopes(unreadBy(by)).Order("n.id desc").Limit(maxCounted)
	return tx.Table("(?) as l", latest).Select("count(distinct cause)")
}

// CountUnread returns the number of unread lines for the caller.
func CountUnread(ctx context.Context, tx *db.DB, by auth.Caller) (count int, err error) {
	err = db.ScanRow(SelectUnread(tx.WithContext(ctx), by), &count)
	return count, err
}

// visible selects the notices of the caller, without those of kinds that they have switched off.
func visible(tx *db.DB, by auth.Caller) *db.DB {
	allowed := KindsFor(by)
	off := tx.Table("notice_choices c").Select("1").Where("c.operator_id = ? and c.kind = n.kind and c.delivery = ?", by.ID, Off)
	return tx.Table("notices n").Scopes(db.Allowed(len(allowed) > 0)).
		Where("n.kind in ? and (n.operator_id is null or n.operator_id = ?)", allowed, by.ID).
		Where("n.date_created > ? and not exists (?)", civil.StartOfDay(by.Now).AddDate(0, 0, -Days), off)
}

// isUnread is for an operator, and the notices that they read beyond their mark.
const isUnread = "(n.id > coalesce((select m.read_to from notice_marks m where m.operator_id = ?), 0) and not exists (?))"

func unreadBy(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Where(isUnread, by.ID, readBy(query.Session(&db.Session{NewDB: true}), by))
	}
}

func readBy(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Table("notice_reads r").Select("1").Where("r.operator_id = ? and r.notice_id = n.id", by.ID)
}

// Read marks the notices of a cause up to the one with this id as read by the caller.
func Read(ctx context.Context, tx *db.DB, by auth.Caller, line Line) error {
	return read(tx.WithContext(ctx), by, func(query *db.DB) *db.DB { return query.Where("n.cause = ? and n.id <= ?", line.Cause, line.ID) })
}

// ReadAll marks all notices up to the one with this id, the latest on the caller's page, as read.
func ReadAll(ctx context.Context, tx *db.DB, by auth.Caller, upTo int64) error {
	return read(tx.WithContext(ctx), by, func(query *db.DB) *db.DB { return query.Where("n.id <= ?", upTo) })
}

func read(tx *db.DB, by auth.Caller, which db.Scope) error {
	if len(KindsFor(by)) == 0 {
		return errs.Forbidden("Só a equipe tem avisos.")
	}
	unread := visible(tx, by).Select("n.id, ?::bigint, ?::timestamptz", by.ID, by.Now).Scopes(unreadBy(by), which)
	err := tx.Exec("insert into notice_reads (notice_id, operator_id, date_created) ? on conflict do nothing", unread).Error
	if err != nil {
		return err
	}
	return moveMark(tx, by)
}

// settles is after how long no transaction adds a notice with a lower id any more.
const settles = time.Hour

// moveMark moves the mark of the caller up to their first unread notice, so that every page that counts them reads none of those before.
func moveMark(tx *db.DB, by auth.Caller) error {
	firstUnread := visible(tx, by).Select("min(n.id) - 1").Scopes(unreadBy(by))
	err := tx.Exec(`insert into notice_marks (operator_id, read_to)
		select ?, least((?), settled.id) from (select max(id) as id from notices where date_created < ?) as settled where settled.id is not null
		on conflict (operator_id) do update set read_to = greatest(notice_marks.read_to, excluded.read_to)`,
		by.ID, firstUnread, by.Now.Add(-settles)).Error
	if err != nil {
		return err
	}
	return tx.Exec("delete from notice_reads r using notice_marks m where r.operator_id = ? and m.operator_id = r.operator_id and r.notice_id <= m.read_to",
		by.ID).Error
}
