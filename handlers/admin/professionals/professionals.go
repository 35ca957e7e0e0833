// Package professionals serves the search of professionals in the forms of administrators.
package professionals

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/professionals"
	"acolhe/web"
)

// Limit is the number of professionals that a search shows.
const Limit = 8

// Pages serves the search.
type Pages struct{ DB *db.DB }

// Routes returns the routes of the search.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Page(view.Path, web.Administrator(), p.search)}
}

func (p Pages) search(r *web.Request) error {
	found, err := professionals.Search(r.Context(), p.DB, r.By, r.Query("q"), Limit)
	if err != nil {
		return err
	}
	return r.Render(view.Options(r.Query("lista"), found))
}

// Find returns the professional with this code, and whether there is one.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, code string) (found professionals.Professional, exists bool, err error) {
	found, err = professionals.FindByCode(ctx, tx, by, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		return found, false, nil
	}
	return found, err == nil, err
}

// CodeOf returns the code of the only professional whose code or name matches the text; with none or several it
// returns 400 VALIDATION_ERROR.
func CodeOf(ctx context.Context, tx *db.DB, by auth.Caller, typed string) (string, error) {
	exact, exists, err := Find(ctx, tx, by, strings.TrimSpace(typed))
	if exists || err != nil {
		return exact.Code, err
	}
	found, err := professionals.Search(ctx, tx, by, typed, 2)
	if err == nil && len(found) != 1 {
		err = errs.Invalid("internal_code", "profissional não encontrado; escolha um da lista")
	}
	if err != nil {
		return "", err
	}
	return found[0].Code, nil
}
