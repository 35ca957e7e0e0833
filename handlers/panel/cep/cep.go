// Package cep serves the address of a CEP while a form is filled in.
package cep

import (
	"acolhe/models/cep"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/cep"
	"acolhe/web"
)

// Pages serves addresses.
type Pages struct {
	DB        *db.DB
	Directory cep.Directory
}

// Show answers with the address fields of a form. An unknown CEP or an unreachable directory is not an error:
// the address is then typed.
func (p Pages) Show(r *web.Request) error {
	found, err := p.Directory.Lookup(r.Context(), p.DB, r.Param("cep"), r.Now)
	switch {
	case errs.HasCode(err, errs.CodeNotFound):
		return r.Render(view.Unknown())
	case errs.HasCode(err, cep.CodeProvider):
		return r.Render(view.NoAnswer())
	case err != nil:
		return err
	}
	return r.Render(view.Found(found))
}
