package recalls

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Recall is a row of recalls: the letters about a lot.
type Recall struct {
	LotID         int64 `gorm:"column:lot_id;primaryKey"`
	Advice        string
	CreatedByName string
	DateCreated   time.Time
}

// TableName returns the name of the table.
func (Recall) TableName() string { return "recalls" }

// DefaultAdvice is what a letter asks for before it is edited.
const DefaultAdvice = "Pare de usar os frascos deste lote. Guarde-os fechados, sem jogar fora. A equipe fala com você para combinar a troca. " +
	"Não mude a dose de outro frasco sem falar com quem receitou."

// The length of an advice in characters.
const (
	minAdvice = 40
	maxAdvice = 2000
)

// AnnounceInput has letters sent about a lot. Advice is what they ask people to do; the first one stays for all letters of the lot.
type AnnounceInput struct {
	errs.BindErrors
	LotID  int64  `form:"-"`
	Advice string `form:"advice"`
}

// Announce has a letter sent to each person who has units of a recalled lot and none yet, in the background, and returns how many
// people that are. It returns 400 VALIDATION_ERROR for an advice that is too short or too long or has an address of a page, 403
// FORBIDDEN for a caller who may not read orders and associates, 404 NOT_FOUND, and 409 CONFLICT for a lot that is not recalled or
// without anybody to write to.
func Announce(ctx context.Context, tx *db.DB, by auth.Caller, input AnnounceInput) (people int64, err error) {
	if err := require(by); err != nil {
		return 0, err
	}
	lot, err := stock.FindLot(ctx, tx, by, input.LotID)
	if err != nil {
		return 0, err
	}
	if lot.BlockedAt == nil {
		return 0, errs.Conflict(errs.CodeConflict, "Antes, recolha o lote.")
	}
	if err := input.validate(); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row := Recall{LotID: lot.ID, Advice: input.Advice, CreatedByName: by.FullName(), DateCreated: by.Now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		// The lock keeps two who press the button at once from writing twice.
		if err := tx.Exec("select from recalls where lot_id = ? for update", lot.ID).Error; err != nil {
			return err
		}
		added := tx.Exec(`insert into recall_people (lot_id, user_id, date_created)
			select distinct cast(? as bigint), went.user_id, cast(? as timestamptz) from (?) went
			where not exists (select from recall_people p where p.lot_id = ? and p.user_id = went.user_id)`,
			lot.ID, by.Now, stock.Receivers(tx, lot.ID), lot.ID)
		if added.Error != nil {
			return added.Error
		}
		if people = added.RowsAffected; people == 0 {
			return errs.Conflict(errs.CodeConflict, "Não falta ninguém para avisar por carta.")
		}
		return jobs.Enqueue(ctx, tx, sendLetters{lot.ID}, nil)
	})
	return people, err
}

func (in *AnnounceInput) validate() error {
	in.Advice = strings.TrimSpace(in.Advice)
	count, lower := len([]rune(in.Advice)), strings.ToLower(in.Advice)
	var problems errs.Problems
	problems.Require(count >= minAdvice && count <= maxAdvice, "advice", "escreva de 40 a 2.000 caracteres")
	problems.Require(!strings.Contains(lower, "http://") && !strings.Contains(lower, "https://") && !strings.Contains(lower, "www."),
		"advice", "não use endereços de páginas: cartas falsas usam")
	return in.Merge(problems).Err()
}

// require returns 403 FORBIDDEN for a caller who may not change products and read the people who have a lot.
func require(by auth.Caller) error {
	if err := access.Require(by, "products", access.Update); err != nil {
		return err
	}
	if err := access.Require(by, "orders", access.Read); err != nil {
		return err
	}
	return access.Require(by, "users", access.Read)
}

// Find returns what the letters of a lot ask for; before the first one it has the default.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, lot int64) (Recall, error) {
	isAllowed := access.Can(by, "products", access.Read)
	found, err := db.First[Recall](tx.WithContext(ctx).Scopes(db.Allowed(isAllowed)).Where("lot_id = ?", lot), errs.NotFound("Nenhuma carta saiu."))
	if errs.HasCode(err, errs.CodeNotFound) {
		return Recall{Advice: DefaultAdvice}, nil
	}
	return found, err
}

// UnmarkCalled takes MarkCalled back. A person to whom no letter went is to be notified again. It returns the errors of MarkCalled
// for the caller and the lot.
func UnmarkCalled(ctx context.Context, tx *db.DB, by auth.Caller, lotID, person int64) error {
	if err := require(by); err != nil {
		return err
	}
	lot, err := stock.FindLot(ctx, tx, by, lotID)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		err := tx.Exec("delete from recall_people where lot_id = ? and user_id = ? and letter = 'none' and date_acknowledged is null", lot.ID, person).Error
		if err != nil {
			return err
		}
		return tx.Exec("update recall_people set date_called = null, called_by_name = null where lot_id = ? and user_id = ?", lot.ID, person).Error
	})
}

// MarkCalled records that a colleague notified a person who has units of the lot in another way, such as by telephone. It returns
// 403 FORBIDDEN, 404 NOT_FOUND for a person without units of the lot, and 409 CONFLICT for a lot that is not recalled.
func MarkCalled(ctx context.Context, tx *db.DB, by auth.Caller, lotID, person int64) error {
	if err := require(by); err != nil {
		return err
	}
	lot, err := stock.FindLot(ctx, tx, by, lotID)
	if err != nil {
		return err
	}
	if lot.BlockedAt == nil {
		return errs.Conflict(errs.CodeConflict, "Antes, recolha o lote.")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		called := tx.Exec("update recall_people set date_called = ?, called_by_name = ? where lot_id = ? and user_id = ?", by.Now, by.FullName(),
			lot.ID, person)
		if called.Error != nil || called.RowsAffected > 0 {
			return called.Error
		}
		row := Recall{LotID: lot.ID, Advice: DefaultAdvice, CreatedByName: by.FullName(), DateCreated: by.Now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		added := tx.Exec(`insert into recall_people (lot_id, user_id, letter, date_called, called_by_name, date_created)
			select distinct cast(? as bigint), went.user_id, 'none', cast(? as timestamptz), cast(? as text), cast(? as timestamptz)
			from (?) went where went.user_id = ?`, lot.ID, by.Now, by.FullName(), by.Now, stock.Receivers(tx, lot.ID), person)
		if added.Error == nil && added.RowsAffected == 0 {
			return errs.NotFound("Esta pessoa não tem unidades deste lote.")
		}
		return added.Error
	})
}
