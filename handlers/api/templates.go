package api

import (
	"context"
	"fmt"

	"acolhe/handlers/receive"
	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/templates"
	"acolhe/web"
)

func (a API) templateRoutes() []web.Route {
	const path = "/api/v1/doc-sign/templates"
	const one = path + "/:kind"
	return []web.Route{
		web.GET(path, web.TermsManager(), a.listTemplates),
		web.GET(path+"/versions/:versionId", web.TermsManager(), a.findTemplateVersion),
		web.GET(one, web.TermsManager(), a.findTemplate).
			Doc("The kinds are self and with_patient. Until a draft is saved it is the text that ships."),
		web.PUT(one+"/draft", web.TermsManager(), a.saveTemplateDraft).
			Doc("content_json is a rich-text document. Its nodes are heading, paragraph, text (bold, italic, underline), bulletList, orderedList, listItem, " +
				"horizontalRule, hardBreak, pageBreak, logo and variable with attrs.name; {{name}} inside a text is the same. " +
				"With the draft_version that was read, a draft that changed meanwhile is 409 CONFLICT."),
		web.POST(one+"/publish", web.TermsManager(), a.publishTemplate).
			Doc("Unknown variables are 422 TEMPLATE_INVALID_VARIABLES, an entry each. A PDF that cannot be made is 500 PDF_RENDER_FAILED and leaves nothing. " +
				"A draft that is published already answers its version."),
		web.GET(one+"/sample-variables", web.TermsManager(), a.findSampleVariables),
		web.Raw("POST", one+"/preview-pdf", web.TermsManager(), a.previewTemplate).Takes(templates.PreviewInput{}).Files("application/pdf").
			Doc("A test PDF of content_json, else of the draft; nothing is stored."),
		web.GET(one+"/versions", web.TermsManager(), a.listTemplateVersions),
		web.Raw("POST", one+"/logo", web.TermsManager(), a.setTemplateLogo).Uploads(struct{}{}).Returns(templates.Detail{}).
			Doc("A JPEG, PNG or WebP picture that the next version shows instead of the association's logo; it is stored smaller, as PNG. " +
				"Versions and contracts keep theirs."),
		web.DELETE(one+"/logo", web.TermsManager(), a.removeTemplateLogo).Doc("The next version shows the association's logo."),
		web.POST(one+"/reset", web.TermsManager(), a.resetTemplate).Doc("Contracts keep their texts and files."),
	}
}

// TemplateVersion is a version with the address of its PDF.
type TemplateVersion struct {
	templates.Version
	PDFURL string `json:"pdf_url"`
}

func kindOf(r *web.Request) templates.Kind { return templates.Kind(r.Param("kind")) }

func (a API) listTemplates(r *web.Request, _ web.None) ([]templates.Summary, error) {
	return templates.List(r.Context(), a.DB, r.By)
}

func (a API) findTemplate(r *web.Request, _ web.None) (templates.Detail, error) {
	return templates.Find(r.Context(), a.DB, r.By, kindOf(r))
}

func (a API) saveTemplateDraft(r *web.Request, input templates.DraftInput) (templates.Detail, error) {
	input.Kind = kindOf(r)
	return templates.SaveDraft(r.Context(), a.DB, r.By, input)
}

func (a API) publishTemplate(r *web.Request, input templates.PublishInput) (templates.Published, error) {
	input.Kind = kindOf(r)
	return a.Templates.Publish(r.Context(), r.By, input)
}

func (a API) findSampleVariables(r *web.Request, _ web.None) (templates.SampleVariables, error) {
	return templates.FindSampleVariables(kindOf(r))
}

func (a API) previewTemplate(r *web.Request) error {
	raw, err := r.Body()
	if err != nil {
		return err
	}
	input := templates.PreviewInput{Kind: kindOf(r)}
	if err := web.DecodeJSON(raw, &input); err != nil {
		return err
	}
	return serve.PDF(r, "Prévia.pdf", func(ctx context.Context) ([]byte, error) { return a.Templates.Preview(ctx, r.By, input) })
}

func (a API) listTemplateVersions(r *web.Request, _ web.None) ([]templates.Version, error) {
	return templates.Versions(r.Context(), a.DB, r.By, kindOf(r))
}

func (a API) findTemplateVersion(r *web.Request, _ web.None) (TemplateVersion, error) {
	id, err := r.ParamID("versionId")
	if err != nil {
		return TemplateVersion{}, err
	}
	version, err := templates.FindVersion(r.Context(), a.DB, r.By, id)
	return TemplateVersion{version, fmt.Sprintf("/api/v1/files/%d/download", version.PDFFileID)}, err
}

func (a API) setTemplateLogo(r *web.Request) error {
	var changed templates.Detail
	err := receive.Picture(r, a.Files, func(picture *files.Upload) (err error) {
		changed, err = a.Templates.SetLogo(r.Context(), r.By, kindOf(r), picture)
		return err
	})
	if err != nil {
		return err
	}
	return answerOf(r, changed, nil)
}

func (a API) removeTemplateLogo(r *web.Request, _ web.None) (web.Deleted, error) {
	changed, err := templates.RemoveLogo(r.Context(), a.DB, r.By, kindOf(r))
	return web.Deleted{ID: changed.ID}, err
}

func (a API) resetTemplate(r *web.Request, _ web.None) (templates.Detail, error) {
	return templates.Reset(r.Context(), a.DB, r.By, kindOf(r))
}
