package templates

import (
	"context"

	"acolhe/handlers/receive"
	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/templates"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/templates"
	"acolhe/web"
)

func (p Pages) logo(r *web.Request) error {
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) { return p.Printer.OpenLogo(ctx, r.By, kindOf(r)) })
}

func (p Pages) setLogo(r *web.Request) error {
	err := receive.Picture(r, p.Printer.Files, func(picture *files.Upload) error {
		_, err := p.Printer.SetLogo(r.Context(), r.By, kindOf(r), picture)
		return err
	})
	if reason := receive.Refused(err); reason != "" {
		return p.renderEditor(r, errs.Invalid(web.FileField, reason))
	}
	if err != nil {
		return err
	}
	r.Notify("Logotipo salvo. A próxima versão usa este.")
	return r.Redirect(view.Href(kindOf(r)))
}

func (p Pages) removeLogo(r *web.Request) error {
	if _, err := templates.RemoveLogo(r.Context(), p.DB, r.By, kindOf(r)); err != nil {
		return err
	}
	r.Notify("A próxima versão usa o logotipo da associação.")
	return r.Redirect(view.Href(kindOf(r)))
}
