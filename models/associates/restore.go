package associates

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RestoreWindow is how long a removed annotation can be restored: longer than the page offers it.
const RestoreWindow = 30 * time.Second

// removedAnnotation is an annotation that can still be restored.
type removedAnnotation struct {
	UserID       int64      `gorm:"primaryKey"`
	AnnotationID uuid.UUID  `gorm:"primaryKey"`
	Annotation   Annotation `gorm:"serializer:json"`
	Position     int
	RemovedAt    time.Time
}

func (r removedAnnotation) mayComeBack(now time.Time) bool {
	return now.Sub(r.RemovedAt) <= RestoreWindow
}

// RestoreAnnotation puts a removed annotation back where it stood, within RestoreWindow; one that
// is there already is left as it is. After the window it answers 409 CONFLICT, and 404 NOT_FOUND
// for one that was never removed or was cleaned up since.
func RestoreAnnotation(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveAnnotationInput) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var removed removedAnnotation
		err := changeAnnotations(ctx, tx, input.ID, by.Now, func(notes []Annotation) (_ []Annotation, err error) {
			if _, isThere := annotationOf(notes, input.AnnotationID); isThere {
				return notes, nil
			}
			if removed, err = findRemoved(tx, input); err != nil {
				return nil, err
			}
			if !removed.mayComeBack(by.Now) {
				return nil, errs.Conflict(errs.CodeConflict, "O prazo para desfazer acabou: a anotação foi apagada.")
			}
			position := min(removed.Position, len(notes))
			return slices.Insert(slices.Clone(notes), position, removed.Annotation), nil
		})
		if err != nil || removed.UserID == 0 {
			return err
		}
		return tx.Delete(&removed).Error
	})
}

// MayRestoreAnnotation reports whether RestoreAnnotation would bring the annotation back.
func MayRestoreAnnotation(ctx context.Context, tx *db.DB, input RemoveAnnotationInput, now time.Time) (bool, error) {
	removed, err := findRemoved(tx.WithContext(ctx), input)
	if errs.HasCode(err, errs.CodeNotFound) {
		return false, nil
	}
	return removed.mayComeBack(now), err
}

func keepRemoved(tx *db.DB, removed removedAnnotation) error {
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&removed).Error
}

func findRemoved(tx *db.DB, input RemoveAnnotationInput) (removedAnnotation, error) {
	return db.First[removedAnnotation](tx.Where("user_id = ? and annotation_id = ?", input.ID, input.AnnotationID), errs.NotFound("Anotação não encontrada."))
}
