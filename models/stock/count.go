package stock

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// StockCount is a row of stock_counts: one count of the stock, which all who count at the same time share.
type StockCount struct {
	ID             int64      `gorm:"primaryKey"`
	StartedByName  string     `gorm:"column:started_by_name"`
	DateStarted    time.Time  `gorm:"column:date_started"`
	FinishedByName *string    `gorm:"column:finished_by_name"`
	DateFinished   *time.Time `gorm:"column:date_finished"`
}

// TableName returns the name of the table.
func (StockCount) TableName() string { return "stock_counts" }

// CountLine is a row of stock_count_lines: what one person counted of a lot. It never changes.
type CountLine struct {
	ID      int64 `gorm:"primaryKey"`
	CountID int64 `gorm:"column:count_id"`
	LotID   int64 `gorm:"column:lot_id"`
	// Expected is what the lot had by its records when it was counted, which may be before the line arrived.
	Quantity   int        `gorm:"column:quantity"`
	Expected   int        `gorm:"column:expected"`
	Reason     *string    `gorm:"column:reason"`
	IsDecision bool       `gorm:"column:is_decision"`
	Submission uuid.UUID  `gorm:"column:submission"`
	ActorCode  *uuid.UUID `gorm:"column:actor_code"`
	ActorName  string     `gorm:"column:actor_name"`
	// DateCreated is when the line arrived.
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (CountLine) TableName() string { return "stock_count_lines" }

// Difference is what the lot has more than its records, below 0 what is missing.
func (l CountLine) Difference() int { return l.Quantity - l.Expected }

func (l CountLine) isBy(other CountLine) bool {
	if l.ActorCode == nil || other.ActorCode == nil {
		return l.ActorCode == other.ActorCode && l.ActorName == other.ActorName
	}
	return *l.ActorCode == *other.ActorCode
}

// CountInput is what one person counted of a lot.
type CountInput struct {
	errs.BindErrors
	LotID    int64 `form:"lot_id"`
	Quantity int   `form:"quantity"`
	// Expected is what the records had when it was counted; omitted, it is what they have now.
	Expected patch.Field[int] `form:"expected"`
	Reason   string           `form:"reason"`
	// Submission identifies the form: sent twice, it is stored once.
	Submission uuid.NullUUID `form:"submission"`
}

// errKnown ends the transaction of a line that is stored already.
var errKnown = errors.New("stock: the line is stored already")

// CountLot stores what the caller counted of a lot, in the open count, or in a new one if none is open. Several people may count
// at the same time: each line is kept, and FinishCount joins them. A submission that is stored already changes nothing. It returns
// 400 VALIDATION_ERROR with every wrong field, and 404 NOT_FOUND.
func CountLot(ctx context.Context, tx *db.DB, by auth.Caller, input CountInput) (lot Lot, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if lot, err = FindLot(ctx, tx, by, input.LotID); err != nil {
			return err
		}
		line := input.line(by, lot)
		if err := input.Merge(input.validate(line)).Err(); err != nil {
			return err
		}
		return storeLine(tx, by, line)
	})
	if errors.Is(err, errKnown) {
		err = nil
	}
	return lot, err
}

func (in CountInput) line(by auth.Caller, lot Lot) CountLine {
	expected := lot.Quantity
	in.Expected.Set(&expected)
	line := CountLine{LotID: lot.ID, Quantity: in.Quantity, Expected: expected, Submission: in.Submission.UUID,
		ActorCode: by.OperatorCode(), ActorName: by.FullName(), DateCreated: by.Now}
	if line.Difference() != 0 {
		line.Reason = texts.Optional(strings.TrimSpace(in.Reason))
	}
	if !in.Submission.Valid {
		line.Submission = uuid.New()
	}
	return line
}

func (in CountInput) validate(line CountLine) (problems errs.Problems) {
	isCounted := in.Quantity >= 0 && in.Quantity <= maxQuantity && !in.HasBindErrors()
	problems.Require(isCounted || in.HasBindErrors(), "quantity", "informe quantas unidades há, de 0 a 1.000.000")
	problems.Require(line.Expected >= 0 && line.Expected <= maxQuantity, "quantity", "abra o lote de novo")
	problems.Require(!isCounted || line.Difference() == 0 || line.Reason != nil, "reason", "diga o motivo da diferença")
	problems.Require(texts.Fits(texts.Of(line.Reason), maxReason), "reason", "é longo demais")
	return problems
}

// storeLine stores a line in the open count, and returns errKnown if it is stored already.
func storeLine(tx *db.DB, by auth.Caller, line CountLine) (err error) {
	var known int64
	if err := tx.Model(&CountLine{}).Where("submission = ?", line.Submission).Count(&known).Error; err != nil {
		return err
	}
	if known > 0 {
		return errKnown
	}
	if line.CountID, err = openCount(tx, by); err != nil {
		return err
	}
	stored := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "submission"}}, DoNothing: true}).Create(&line)
	if stored.Error == nil && stored.RowsAffected == 0 {
		return errKnown // another request with the same line was first
	}
	return stored.Error
}

// openCount returns the open count, a new one if none is. The shared lock keeps it open until the line is stored.
func openCount(tx *db.DB, by auth.Caller) (int64, error) {
	for {
		var open []int64
		err := tx.Raw("select id from stock_counts where date_finished is null for share").Scan(&open).Error
		if err != nil {
			return 0, err
		}
		if len(open) > 0 {
			return open[0], nil
		}
		started := StockCount{StartedByName: by.FullName(), DateStarted: by.Now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&started).Error; err != nil {
			return 0, err
		}
	}
}

// CountedLot is a lot of a count: the latest line of each person since the last decision, which is the first of them.
type CountedLot struct {
	Lot     Lot
	Product string
	Lines   []CountLine
}

// IsDisputed reports whether people counted different numbers and nobody has decided.
func (c CountedLot) IsDisputed() bool {
	return slices.ContainsFunc(c.Lines, func(line CountLine) bool { return line.Difference() != c.Lines[0].Difference() })
}

// Latest is the line that arrived last.
func (c CountedLot) Latest() CountLine { return c.Lines[len(c.Lines)-1] }

// add adds a line to those of the lot, in the order of their ids.
func (c *CountedLot) add(line CountLine) {
	if line.IsDecision {
		c.Lines = nil
	}
	// An own line replaces the own one before it, but no decision: after that it disputes it, or agrees.
	c.Lines = slices.DeleteFunc(c.Lines, func(other CountLine) bool { return !other.IsDecision && other.isBy(line) })
	c.Lines = append(c.Lines, line)
}

// Counting is a count with its lots, the latest counted first. Its id is 0 if no count is open.
type Counting struct {
	StockCount
	Lots []CountedLot
	// All counts the lots with units and the counted ones.
	All int
}

// Disputed are the lots whose numbers need a decision.
func (c Counting) Disputed() (found []CountedLot) {
	for _, one := range c.Lots {
		if one.IsDisputed() {
			found = append(found, one)
		}
	}
	return found
}

// Differences are the lots that agree on another number than that of the records.
func (c Counting) Differences() (found []CountedLot) {
	for _, one := range c.Lots {
		if !one.IsDisputed() && one.Latest().Difference() != 0 {
			found = append(found, one)
		}
	}
	return found
}

// ReadCounting returns the open count for a caller who may read products; without one its id is 0.
func ReadCounting(ctx context.Context, tx *db.DB, by auth.Caller) (counting Counting, err error) {
	tx = tx.WithContext(ctx)
	var open []StockCount
	if err = tx.Scopes(visibleTo(by)).Where("date_finished is null").Limit(1).Find(&open).Error; err != nil {
		return counting, err
	}
	if len(open) > 0 {
		counting.StockCount = open[0]
		if counting.Lots, err = countedLots(tx, open[0].ID); err != nil {
			return counting, err
		}
	}
	all := tx.Model(&Lot{}).Scopes(visibleTo(by)).
		Where("quantity > 0 or id in (select lot_id from stock_count_lines where count_id = ?)", counting.ID)
	err = all.Select("count(*)").Row().Scan(&counting.All)
	return counting, err
}

// countedLots reads the lots of a count, the latest counted first.
func countedLots(tx *db.DB, count int64) ([]CountedLot, error) {
	var lines []CountLine
	if err := tx.Where("count_id = ?", count).Order("id").Find(&lines).Error; err != nil {
		return nil, err
	}
	byLot := map[int64]*CountedLot{}
	for _, line := range lines {
		if byLot[line.LotID] == nil {
			byLot[line.LotID] = &CountedLot{}
		}
		byLot[line.LotID].add(line)
	}
	var rows []struct {
		Lot  `gorm:"embedded"`
		Name string
	}
	err := tx.Table("lots").Joins("join products p on p.id = lots.product_id").Select("lots.*, p.name").
		Where("lots.id in ?", slices.Collect(maps.Keys(byLot))).Find(&rows).Error
	found := make([]CountedLot, len(rows))
	for i, row := range rows {
		found[i] = CountedLot{Lot: row.Lot, Product: row.Name, Lines: byLot[row.Lot.ID].Lines}
	}
	slices.SortFunc(found, func(a, b CountedLot) int { return int(b.Latest().ID - a.Latest().ID) })
	return found, err
}

// DecideInput decides which of the numbers of a lot is right.
type DecideInput struct {
	errs.BindErrors
	// LineID is the line with the right number.
	LineID int64 `form:"line_id"`
	// Seen is the latest line of the lot that the decider saw.
	Seen       int64         `form:"seen"`
	Submission uuid.NullUUID `form:"submission"`
}

// DecideCount settles a lot that people counted differently: the number of one line holds. It returns 404 NOT_FOUND for a line
// of no open count, and 409 CONFLICT if the lot was counted again meanwhile.
func DecideCount(ctx context.Context, tx *db.DB, by auth.Caller, input DecideInput) (lot Lot, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		chosen, err := db.First[CountLine](tx.Scopes(visibleTo(by)).Where("id = ?", input.LineID), errNoLine())
		if err != nil {
			return err
		}
		if _, err := lockOpenCount(tx, chosen.CountID); err != nil {
			return err
		}
		if lot, err = FindLot(ctx, tx, by, chosen.LotID); err != nil {
			return err
		}
		var latest int64
		newest := tx.Model(&CountLine{}).Where("count_id = ? and lot_id = ? and submission <> ?", chosen.CountID, lot.ID, input.Submission.UUID)
		if err := newest.Select("max(id)").Row().Scan(&latest); err != nil {
			return err
		}
		if latest > input.Seen {
			return errs.Conflict(errs.CodeConflict, "Alguém contou o lote "+lot.Number+" de novo. Confira os números.")
		}
		again := CountInput{Quantity: chosen.Quantity, Expected: patch.Of(chosen.Expected), Reason: texts.Of(chosen.Reason), Submission: input.Submission}
		line := again.line(by, lot)
		line.IsDecision = true
		return storeLine(tx, by, line)
	})
	if errors.Is(err, errKnown) {
		err = nil
	}
	return lot, err
}

func errNoLine() error { return errs.NotFound("Contagem não encontrada.") }

// lockOpenCount keeps other lines out of a count until the transaction ends.
func lockOpenCount(tx *db.DB, id int64) (StockCount, error) {
	locked := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and date_finished is null", id)
	return db.First[StockCount](locked, errNoLine())
}

// FinishCount ends a count: each lot whose number differs from its records gets one movement. A count that is finished already
// stays as it is. It returns 404 NOT_FOUND for an unknown one, and 409 CONFLICT while a lot has different numbers, or has fewer
// units left than are missing.
func FinishCount(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		known, err := db.First[StockCount](tx.Scopes(visibleTo(by)).Where("id = ?", id), errNoLine())
		if err != nil || known.DateFinished != nil {
			return err
		}
		count, err := lockOpenCount(tx, id)
		if errs.HasCode(err, errs.CodeNotFound) {
			return nil // finished meanwhile
		}
		if err != nil {
			return err
		}
		counting := Counting{StockCount: count}
		if counting.Lots, err = countedLots(tx, id); err != nil {
			return err
		}
		if disputed := counting.Disputed(); len(disputed) > 0 {
			return errs.Conflict(errs.CodeConflict, "O lote "+disputed[0].Lot.Number+" tem números diferentes. Decida qual vale antes de terminar.")
		}
		if err := counting.apply(tx, by); err != nil {
			return err
		}
		return tx.Model(&count).Updates(map[string]any{"finished_by_name": by.FullName(), "date_finished": by.Now}).Error
	})
}

// apply stores the movements of a count, in the order of the lots, so that no two transactions wait for each other.
func (c Counting) apply(tx *db.DB, by auth.Caller) error {
	differing := c.Differences()
	slices.SortFunc(differing, func(a, b CountedLot) int { return int(a.Lot.ID - b.Lot.ID) })
	for _, one := range differing {
		err := move(tx, by, Movement{LotID: one.Lot.ID, Kind: Counted, Quantity: one.Latest().Difference(), Reason: new(one.reason())})
		if errs.For(errs.FieldsOf(err), "quantity") != "" {
			return errs.Conflict(errs.CodeConflict, "Saíram unidades do lote "+one.Lot.Number+" depois da contagem. Conte de novo.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reason is the reason of the movement of a lot, with the names of those who counted: Quebra · contado por Ana, Bia.
func (c CountedLot) reason() string {
	var reasons, names []string
	for _, line := range c.Lines {
		reasons, names = append(reasons, texts.Of(line.Reason)), append(names, line.ActorName)
	}
	slices.Sort(reasons)
	slices.Sort(names)
	return texts.Truncate(strings.Join(slices.Compact(reasons), ", ")+" · contado por "+strings.Join(slices.Compact(names), ", "), maxReason)
}

// ListCountable lists the lots with units that the caller may see, with their products, for a count without internet.
func ListCountable(ctx context.Context, tx *db.DB, by auth.Caller) ([]CountedLot, error) {
	return findCountable(tx.WithContext(ctx).Scopes(visibleTo(by)).Where("lots.quantity > 0").Order("lots.expires_on, lots.id"))
}

// FindCountable returns the lots with a number, which lots of several products may have, with their products, for a caller who may read
// products; without any it is 404 NOT_FOUND.
func FindCountable(ctx context.Context, tx *db.DB, by auth.Caller, number string) ([]CountedLot, error) {
	found, err := findCountable(tx.WithContext(ctx).Scopes(visibleTo(by)).Where("upper(lots.number) = upper(?)", number).Order("p.name, lots.id"))
	if err == nil && len(found) == 0 {
		err = errNoLot()
	}
	return found, err
}

func findCountable(lots *db.DB) ([]CountedLot, error) {
	var rows []struct {
		Lot  `gorm:"embedded"`
		Name string
	}
	err := lots.Table("lots").Joins("join products p on p.id = lots.product_id").Select("lots.*, p.name").Limit(maxLots).Find(&rows).Error
	found := make([]CountedLot, len(rows))
	for i, row := range rows {
		found[i] = CountedLot{Lot: row.Lot, Product: row.Name}
	}
	return found, err
}
