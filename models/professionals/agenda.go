package professionals

import (
	"context"

	"acolhe/models/platform/db"
)

// maxInAgenda is the number of professionals of an agenda.
const maxInAgenda = 200

// AgendaInput selects the professionals of an agenda: the active ones and those with the ids WithIDs. ID 0 and an empty
// Type do not filter.
type AgendaInput struct {
	ID      int64
	Type    string
	WithIDs []int64
}

// InAgenda returns the professionals of an agenda by name, for any reader of services: services name their professional.
func InAgenda(ctx context.Context, tx *db.DB, input AgendaInput) ([]Professional, error) {
	query := tx.WithContext(ctx).Where("active or id in ?", input.WithIDs)
	if input.ID != 0 {
		query = query.Where("id = ?", input.ID)
	}
	if input.Type != "" {
		query = query.Where("type = ? or id in ?", input.Type, input.WithIDs)
	}
	var found []Professional
	err := query.Order(byName).Limit(maxInAgenda).Find(&found).Error
	return found, err
}
