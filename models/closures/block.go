package closures

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Block is a blocked time of a professional. With RepeatUntil it repeats weekly, at the same time by the clock, until that
// day.
type Block struct {
	ID                int64       `gorm:"primaryKey"`
	ProfessionalID    int64       `gorm:"column:professional_id"`
	StartsAt          time.Time   `gorm:"column:starts_at"`
	EndsAt            time.Time   `gorm:"column:ends_at"`
	Reason            *string     `gorm:"column:reason"`
	RepeatUntil       *civil.Date `gorm:"column:repeat_until"`
	CreatedByUserCode *uuid.UUID  `gorm:"column:created_by_user_code"`
	DateCreated       time.Time   `gorm:"column:date_created"`
	DateUpdated       time.Time   `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Block) TableName() string { return "blocks" }

// Limits of a block.
const (
	maxReason  = 200
	longest    = 366 * 24 * time.Hour
	week       = 7
	maxBlocks  = 2000 // of one reading
	firstYear  = 2000
	lastYear   = 2100
	maxRepeats = 2 * 366 * 24 * time.Hour
)

// BlockInput is a blocked time, new with ID 0. Version is the version of the opened form.
type BlockInput struct {
	errs.BindErrors
	ID             int64       `form:"-"`
	Version        string      `form:"version"`
	ProfessionalID int64       `form:"professional_id"`
	StartsAt       time.Time   `form:"starts_at"`
	EndsAt         time.Time   `form:"ends_at"`
	Reason         string      `form:"reason"`
	RepeatUntil    *civil.Date `form:"repeat_until"`
}

// Save stores a blocked time. It returns 400 VALIDATION_ERROR with every wrong field, 404 NOT_FOUND for an unknown block, and
// 409 CONFLICT for a stale version.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input BlockInput) (Block, error) {
	if input.ID != 0 {
		return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Block, block *Block) error {
			return input.applyTo(ctx, tx, by, block)
		})
	}
	block := Block{CreatedByUserCode: by.OperatorCode(), DateCreated: by.Now}
	if err := input.applyTo(ctx, tx, by, &block); err != nil {
		return block, err
	}
	err := tx.WithContext(ctx).Create(&block).Error
	return block, err
}

// Draft returns the block that Save would store, or its error.
func Draft(ctx context.Context, tx *db.DB, by auth.Caller, input BlockInput) (block Block, err error) {
	return block, input.applyTo(ctx, tx, by, &block)
}

func (in BlockInput) applyTo(ctx context.Context, tx *db.DB, by auth.Caller, block *Block) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	block.ProfessionalID, block.StartsAt, block.EndsAt, block.RepeatUntil = in.ProfessionalID, in.StartsAt.UTC(), in.EndsAt.UTC(),
		in.RepeatUntil
	block.Reason, block.DateUpdated = texts.Optional(strings.TrimSpace(in.Reason)), by.Now
	return in.Merge(block.validate(zone)).Err()
}

func (b Block) validate(zone *time.Location) (p errs.Problems) {
	isIn := func(at time.Time) bool { return at.Year() >= firstYear && at.Year() <= lastYear }
	p.Require(b.ProfessionalID > 0, "professional_id", "escolha o profissional")
	p.Require(isIn(b.StartsAt), "starts_at", "informe o dia e a hora em que o bloqueio começa")
	p.Require(isIn(b.EndsAt), "ends_at", "informe o dia e a hora em que o bloqueio termina")
	if len(p) > 0 {
		return p
	}
	p.Require(b.EndsAt.After(b.StartsAt), "ends_at", "deve ser depois do começo")
	p.Require(b.EndsAt.Sub(b.StartsAt) <= longest, "ends_at", "um bloqueio dura no máximo um ano")
	p.Require(texts.Fits(texts.Of(b.Reason), maxReason), "reason", "deve ter no máximo 200 caracteres")
	if until := b.RepeatUntil; until != nil {
		p.Require(!until.Before(civil.Of(b.StartsAt.In(zone))), "repeat_until", "deve ser depois do começo")
		p.Require(until.In(zone).Sub(b.StartsAt) <= maxRepeats, "repeat_until", "um bloqueio se repete por no máximo dois anos")
		p.Require(b.EndsAt.Sub(b.StartsAt) <= week*24*time.Hour, "ends_at", "um bloqueio que se repete dura no máximo uma semana")
	}
	return p
}

// Occurrences returns the times of a block in order, in the zone.
func (b Block) Occurrences(zone *time.Location) []civil.Span {
	from, lasting := b.StartsAt.In(zone), b.EndsAt.Sub(b.StartsAt)
	spans := []civil.Span{{From: from, To: from.Add(lasting)}}
	if b.RepeatUntil == nil {
		return spans
	}
	for next := from.AddDate(0, 0, week); !b.RepeatUntil.Before(civil.Of(next)); next = next.AddDate(0, 0, week) {
		spans = append(spans, civil.Span{From: next, To: next.Add(lasting)})
	}
	return spans
}

func (b Block) within(period civil.Span) []Occurrence {
	var occurrences []Occurrence
	for _, span := range b.Occurrences(period.From.Location()) {
		if span.From.Before(period.To) && span.To.After(period.From) {
			occurrences = append(occurrences, Occurrence{b, span})
		}
	}
	return occurrences
}

// FindBlock returns a block for a caller who may read services; else it is 404 NOT_FOUND.
func FindBlock(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Block, error) {
	query := tx.WithContext(ctx).Scopes(db.Allowed(access.Can(by, "services", access.Read))).Where("id = ?", id)
	return db.First[Block](query, errNoBlock())
}

func errNoBlock() error { return errs.NotFound("Este bloqueio não existe mais.") }

// listBlocks returns the blocks that may have a time within the period. A block that repeats lasts a week at most.
func listBlocks(ctx context.Context, tx *db.DB, period civil.Span, professionals []int64) ([]Block, error) {
	query := tx.WithContext(ctx).Where("starts_at < ?", period.To).
		Where("ends_at > ? or repeat_until >= ?", period.From, civil.Of(period.From).Add(0, 0, -week))
	if len(professionals) > 0 {
		query = query.Where("professional_id in ?", professionals)
	}
	var blocks []Block
	err := query.Order("starts_at, id").Limit(maxBlocks).Find(&blocks).Error
	return blocks, err
}

// The kinds of undo of a block.
const (
	BlockChange  undo.Kind = "closures.block.change"
	BlockRemoval undo.Kind = "closures.block.remove"
)

// Changed is a block before a change, and the time of the change.
type Changed struct {
	Before  Block
	Changed time.Time
}

// ChangeWithUndo is Save for a stored block; it also returns the id of the undo.
func ChangeWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, input BlockInput) (block Block, undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := FindBlock(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		if block, err = Save(ctx, tx, by, input); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, BlockChange, Changed{before, by.Now.Truncate(time.Microsecond)})
		return err
	})
	return block, undoID, err
}

// UndoChange undoes ChangeWithUndo; a block that has changed since is 409 CONFLICT.
func UndoChange(ctx context.Context, tx *db.DB, by auth.Caller, kept Changed) error {
	_, err := db.Change(ctx, tx, kept.Before.ID, "", func(_ *db.DB, stored Block, block *Block) error {
		if !stored.DateUpdated.Equal(kept.Changed) {
			return errs.Conflict(errs.CodeConflict, "Este bloqueio mudou de novo: nada foi desfeito.")
		}
		*block = kept.Before
		block.DateUpdated = by.Now
		return nil
	})
	return err
}

// Remove removes a block and returns the id of the undo. An unknown one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		block, err := db.Lock[Block](tx, id)
		if err != nil {
			return err
		}
		if err := db.Remove[Block](ctx, tx, id); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, BlockRemoval, block)
		return err
	})
	return undoID, err
}

// Restore undoes Remove.
func Restore(ctx context.Context, tx *db.DB, _ auth.Caller, block Block) error {
	return tx.WithContext(ctx).Create(&block).Error
}
