package systemerrors

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Sample is a kept event.
type Sample struct {
	ID        int64          `json:"id" gorm:"primaryKey"`
	ErrorHash string         `json:"error_hash" gorm:"column:error_hash"`
	Message   string         `json:"message" gorm:"column:message"`
	Stack     *string        `json:"stack" gorm:"column:stack"`
	URL       *string        `json:"url" gorm:"column:url"`
	Level     Level          `json:"level" gorm:"column:level"`
	Release   *string        `json:"release" gorm:"column:release"`
	Source    Source         `json:"source" gorm:"column:source"`
	RequestID *string        `json:"request_id" gorm:"column:request_id"`
	UserCode  *uuid.UUID     `json:"user_code" gorm:"column:user_code"`
	UserAgent *string        `json:"user_agent" gorm:"column:user_agent"`
	Extra     map[string]any `json:"extra" gorm:"serializer:json"`
	// Removed counts the personal data that were taken out, by kind.
	Removed     map[string]int `json:"removed" gorm:"serializer:json"`
	DateCreated time.Time      `json:"date_created" gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Sample) TableName() string { return "system_errors" }

var sampleRows = items.Describe[Sample](items.Rules{})

// EventsInput is the query of GET /admin/system-errors.
type EventsInput struct {
	page.Window
	Source Source `form:"source"`
	Level  Level  `form:"level"`
	// ErrorHash is that of the group; empty for any.
	ErrorHash string `form:"error_hash"`
}

// SelectEvents returns the kept events, newest first. A caller who is not an administrator sees none.
func SelectEvents(ctx context.Context, tx *db.DB, by auth.Caller, input EventsInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	var problems errs.Problems
	problems.Require(input.Source == "" || slices.Contains(input.Source.Values(), string(input.Source)), "source",
		"deve ser server ou browser")
	problems.Require(input.Level == "" || slices.Contains(input.Level.Values(), string(input.Level)), "level",
		"deve ser fatal, error, warning ou info")
	scope := func() *db.DB { return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Sample{}), by) }
	filtered := scope()
	for column, value := range map[string]string{"source": string(input.Source), "level": string(input.Level), "error_hash": input.ErrorHash} {
		if value != "" {
			filtered = filtered.Where(map[string]any{column: value})
		}
	}
	return items.Selected{Rows: sampleRows, Scope: scope(), Filtered: filtered, Window: window, Order: newestFirst}, problems.Err()
}

// SamplesInput is the query of the samples of a group.
type SamplesInput struct{ page.Window }

// SelectSamples returns the kept events of a group, newest first, or 404 NOT_FOUND as Find does.
func SelectSamples(ctx context.Context, tx *db.DB, by auth.Caller, hash string, input SamplesInput) (items.Selected, error) {
	if _, err := Find(ctx, tx, by, hash); err != nil {
		return items.Selected{}, err
	}
	return SelectEvents(ctx, tx, by, EventsInput{Window: input.Window, ErrorHash: hash})
}

// Shown is one of the kept events of a group, by its position from the newest on; nil without any. Who is the name of the
// person it happened to.
type Shown struct {
	Sample         *Sample
	Position, Kept int
	Who            *string
}

// FindSample returns the event at a position, or the nearest one.
func FindSample(ctx context.Context, tx *db.DB, by auth.Caller, hash string, position int) (Shown, error) {
	of := db.AdministratorsOnly(tx.WithContext(ctx).Model(&Sample{}), by).Where("error_hash = ?", hash).Session(&db.Session{})
	var kept int64
	if err := of.Count(&kept).Error; err != nil || kept == 0 {
		return Shown{}, err
	}
	shown := Shown{Position: max(0, min(position, int(kept)-1)), Kept: int(kept)}
	var rows []Sample
	if err := of.Order(newestFirst).Offset(shown.Position).Limit(1).Find(&rows).Error; err != nil || len(rows) == 0 {
		return shown, err
	}
	shown.Sample = &rows[0]
	if shown.Sample.UserCode == nil {
		return shown, nil
	}
	return shown, db.ScanRow(tx.WithContext(ctx).
		Raw(`select (select trim(name || ' ' || last_name) as name from system_users where user_code = @code
		union all select coalesce(associate_name, name) from users where user_code = @code limit 1)`,
			map[string]any{"code": *shown.Sample.UserCode}), &shown.Who)
}
