package tokens

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
)

// Record is a token in the generic collection: with the code of its author, without its hash.
type Record struct {
	Token
	CreatedBy *uuid.UUID `json:"created_by" gorm:"column:created_by"`
}

// Collection returns users_api. Only the routes under /auth/tokens issue tokens, because their
// answer shows the plaintext once. Deleting a token revokes it.
func Collection() *items.Collection {
	return items.Describe[Record](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "fold(name || ' ' || token_prefix)"},
		Writing: items.Writing{Delete: items.Deletes(revoke), CreateRoute: "POST /auth/tokens"},
	})
}

func revoke(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	_, err := Revoke(ctx, tx, by, id)
	return err
}
