// Package templates serves the pages of administrators on the terms that associates sign.
package templates

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/seal"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/templates"
	"acolhe/views/layouts"
	"acolhe/views/panel/signatures"
	"acolhe/web"
)

// Pages serves the pages of templates.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Printer templates.Printer
	Sealer  seal.Sealer
}

var crumb = layouts.Crumb{Label: "Modelos de termo", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, version = view.Path + "/:kind", view.Path + "/:kind/versoes/:version"
	routes := []web.Route{
		web.Page(view.Path, web.TermsManager(), p.index),
		web.Form(view.SealPath, web.Administrator(), p.replaceSeal),
		web.Page(view.CertificatePath, web.Administrator(), p.certificate),
		web.Page(one, web.TermsManager(), p.edit),
		web.Page(one+"/previa.pdf", web.TermsManager(), p.preview),
		web.Page(one+"/logotipo.png", web.TermsManager(), p.logo),
		web.Form(one+"/logotipo", web.TermsManager(), p.setLogo),
		web.Form(one+"/logotipo/remover", web.TermsManager(), p.removeLogo),
		web.Form(one+"/publicar", web.TermsManager(), p.publish),
		web.Form(one+"/apagar", web.TermsManager(), p.reset),
		web.Page(version+"/modelo.pdf", web.TermsManager(), p.versionPDF),
		web.Form(version+"/restaurar", web.TermsManager(), p.restore),
	}
	for _, step := range []view.Step{view.Publish, view.Changes, view.Reset} {
		routes = append(routes, web.Page(one+"/"+string(step), web.TermsManager(), func(r *web.Request) error {
			return p.renderStep(r, view.StepData{Step: step})
		}))
	}
	return routes
}

func kindOf(r *web.Request) templates.Kind { return templates.Kind(r.Param("kind")) }

func (p Pages) index(r *web.Request) error { return p.renderIndex(r, nil) }

func (p Pages) renderIndex(r *web.Request, refused error) (err error) {
	data := view.IndexData{Refused: refused}
	if data.Kinds, err = templates.List(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	if data.CanSeal = access.IsAdministrator(r.By); data.CanSeal {
		if data.Certificate, err = p.Sealer.Certificate(r.Context(), r.By); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, "Modelos de termo")
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Index(around, data))
}

func (p Pages) edit(r *web.Request) error { return p.renderEditor(r, nil) }

// renderEditor shows the page of a kind, with the reason why a logo was not stored.
func (p Pages) renderEditor(r *web.Request, refused error) (err error) {
	data := view.EditorData{Refused: refused}
	if data.Detail, err = templates.Find(r.Context(), p.DB, r.By, kindOf(r)); err != nil {
		return err
	}
	if data.Samples, err = templates.FindSampleVariables(data.Kind); err != nil {
		return err
	}
	if data.Kinds, err = templates.List(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	around, err := p.Frame(r, data.Kind.Label(), crumb)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Editor(around, data))
}

// preview answers with the PDF of the saved draft. The query has the sample values that replace the usual ones.
func (p Pages) preview(r *web.Request) error {
	values := map[string]string{}
	for name, typed := range r.Queries() {
		values[name] = typed[0]
	}
	return serve.PDF(r, "previa.pdf", func(ctx context.Context) ([]byte, error) {
		return p.Printer.Preview(ctx, r.By, templates.PreviewInput{Kind: kindOf(r), Variables: values})
	})
}

// renderStep shows the form of a step.
func (p Pages) renderStep(r *web.Request, data view.StepData) (err error) {
	if data.Detail, err = templates.Find(r.Context(), p.DB, r.By, kindOf(r)); err != nil {
		return err
	}
	if data.CurrentVersion != nil {
		data.Differences = richtext.Compare(data.CurrentVersion.ContentJSON, data.DraftContentJSON)
	}
	if data.Step == view.Publish {
		if data.ToAsk, err = signing.CountToAsk(r.Context(), p.DB, r.By, signing.Kind(data.Kind)); err != nil {
			return err
		}
	}
	around, err := p.Frame(r, data.Title(), crumb, layouts.Crumb{Label: data.Kind.Label(), Href: view.Href(data.Kind)})
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.StepPage(around, data))
}

func (p Pages) publish(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	published, err := p.Printer.Publish(r.Context(), r.By, templates.PublishInput{Kind: kindOf(r), Notes: posted.Or("notes", "")})
	if err != nil {
		return p.renderStep(r, view.StepData{Step: view.Publish, Typed: posted, Refused: err})
	}
	r.Notify("Versão publicada. Novos links usam este texto.")
	if posted.Or("campaign", "") != "" {
		return r.Redirect(signatures.TabHref(signing.TabOutdated))
	}
	return r.Redirect(view.Href(published.Kind))
}

func (p Pages) reset(r *web.Request) error {
	kind := kindOf(r)
	if _, err := templates.Reset(r.Context(), p.DB, r.By, kind); err != nil {
		return p.renderStep(r, view.StepData{Step: view.Reset, Refused: err})
	}
	r.Notify("O modelo voltou ao texto padrão.")
	return r.Redirect(view.Href(kind))
}

// findVersion reads the version of the address, which must be of its kind.
func (p Pages) findVersion(r *web.Request) (templates.Version, error) {
	id, err := r.ParamID("version")
	if err != nil {
		return templates.Version{}, err
	}
	versions, err := templates.Versions(r.Context(), p.DB, r.By, kindOf(r))
	if err != nil {
		return templates.Version{}, err
	}
	for _, version := range versions {
		if version.ID == id {
			return version, nil
		}
	}
	return templates.Version{}, errs.NotFound("Versão não encontrada.")
}

func (p Pages) versionPDF(r *web.Request) error {
	version, err := p.findVersion(r)
	if err != nil {
		return err
	}
	return serve.Inline(r, func(ctx context.Context) (files.Content, error) {
		return p.Printer.Files.Open(ctx, r.By, version.PDFFileID)
	})
}

// restore makes the text of a version the draft.
func (p Pages) restore(r *web.Request) error {
	version, err := p.findVersion(r)
	if err != nil {
		return err
	}
	if _, err := templates.SaveDraft(r.Context(), p.DB, r.By,
		templates.DraftInput{Kind: kindOf(r), ContentJSON: version.ContentJSON.JSON()}); err != nil {
		return err
	}
	r.Notify("O texto da versão é o rascunho agora.")
	return r.Redirect(view.Href(kindOf(r)))
}

// maxCertificate is the size of the largest certificate that the seal accepts.
const maxCertificate = 64 << 10

// replaceSeal loads a certificate of the association.
func (p Pages) replaceSeal(r *web.Request) error {
	var input seal.ReplaceInput
	posted, err := r.ReadUpload(1, func(_ string, content io.Reader) error {
		file, err := io.ReadAll(io.LimitReader(content, maxCertificate+1))
		if len(file) == 0 || len(file) > maxCertificate {
			return errs.Invalid("pkcs12", "escolha um arquivo .p12 ou .pfx de até 64 KB")
		}
		input.PKCS12 = base64.StdEncoding.EncodeToString(file)
		return err
	})
	if err == nil {
		input.Password = posted.Or("password", "")
		_, err = p.Sealer.Replace(r.Context(), r.By, input)
	}
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.renderIndex(r, err)
	}
	r.Notify("Os próximos PDFs usam este certificado.")
	return r.Redirect(view.Path)
}

// certificate answers with the certificate of the seal, without its key.
func (p Pages) certificate(r *web.Request) error {
	found, err := p.Sealer.Certificate(r.Context(), r.By)
	if err != nil {
		return err
	}
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-pem-file")
		w.Header().Set("Content-Disposition", `attachment; filename="selo.pem"`)
		_, _ = w.Write([]byte(found.PEM)) // a client that disconnected needs no answer
	}))
}
