package handlers

import (
	"strconv"
	"strings"

	"acolhe/models/duplicates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	associatesview "acolhe/views/panel/associates"
	"acolhe/web"
)

// moved leads those of the staff who may read associates from the pages of a record that was joined to those of the one that
// stayed.
func moved(tx *db.DB) func(*web.Request) (string, error) {
	return func(r *web.Request) (string, error) {
		rest, isAssociate := strings.CutPrefix(r.Path(), associatesview.Path+"/")
		if !isAssociate || r.By.Kind != auth.Operator || !access.Can(r.By, "users", access.Read) {
			return "", nil
		}
		end := strings.IndexFunc(rest, func(letter rune) bool { return letter < '0' || letter > '9' })
		if end < 0 {
			end = len(rest)
		}
		id, err := strconv.ParseInt(rest[:end], 10, 64)
		if err != nil {
			return "", nil // the address of no record
		}
		kept, err := duplicates.MovedTo(r.Context(), tx, id)
		if kept == 0 || err != nil {
			return "", err
		}
		return associatesview.Href(kept) + rest[end:], nil
	}
}
