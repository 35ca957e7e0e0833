package panel

import (
	"acolhe/models/cep"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/cep"
	"acolhe/web"
)

// findAddress answers the address fields of a form. That a code is unknown or the directory
// away is an answer too: a form goes on without it.
func (p Panel) findAddress(r *web.Request) error {
	found, err := p.CEP.Lookup(r.Context(), p.DB, r.Param("cep"), r.Now)
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
