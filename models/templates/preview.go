package templates

import (
	"context"
	"encoding/json"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates/paper"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// SampleVariables are the variables of a kind with editable values for a preview.
type SampleVariables struct {
	Kind Kind `json:"kind"`
	// Variables are the values by name, as PreviewInput takes them.
	Variables map[string]string `json:"variables"`
	Catalogue []Variable        `json:"catalogue"`
}

// FindSampleVariables returns the variables of a kind; an unknown one is 404 NOT_FOUND.
func FindSampleVariables(kind Kind) (SampleVariables, error) {
	if err := kind.validate(); err != nil {
		return SampleVariables{}, err
	}
	return SampleVariables{kind, Samples(kind), Variables(kind)}, nil
}

// PreviewInput is the body of POST /doc-sign/templates/:kind/preview-pdf.
type PreviewInput struct {
	Kind Kind `json:"-" form:"-"`
	// ContentJSON is the draft if it is missing.
	ContentJSON json.RawMessage `json:"content_json,omitempty" form:"content_json"`
	// Variables replace the sample values.
	Variables map[string]string `json:"variables,omitempty" form:"-"`
}

// maxValue is the length of a value in a preview.
const maxValue = 500

// Preview renders a content, else the draft, with sample values and stores nothing. An unknown variable is drawn in
// red. It returns the errors of richtext.Parse, 400 VALIDATION_ERROR for unknown or long values, and 500
// PDF_RENDER_FAILED.
func (p Printer) Preview(ctx context.Context, by auth.Caller, input PreviewInput) ([]byte, error) {
	row, err := find(ctx, p.DB, input.Kind)
	if err != nil {
		return nil, err
	}
	content := row.draft()
	if len(input.ContentJSON) > 0 && string(input.ContentJSON) != "null" {
		if content, err = richtext.Parse(input.ContentJSON); err != nil {
			return nil, err
		}
	}
	values, err := input.values()
	if err != nil {
		return nil, err
	}
	association, location, err := ReadAssociation(ctx, p.Files, row.LogoFileID)
	if err != nil {
		return nil, err
	}
	now := by.Now.In(location)
	return paper.Render(sampleTerm(input.Kind, content.Fill(values), association, "Modelo "+input.Kind.described()+", prévia", now))
}

func (in PreviewInput) values() (map[string]string, error) {
	values := Samples(in.Kind)
	var problems errs.Problems
	for name, value := range in.Variables {
		_, isKnown := values[name]
		problems.Require(isKnown, "variables."+texts.Shorten(name, richtext.MaxName), "esta variável não existe")
		problems.Require(texts.Fits(value, maxValue), "variables."+texts.Shorten(name, richtext.MaxName), "deve ter no máximo 500 caracteres")
		values[name] = richtext.Clean(value)
	}
	return values, problems.Err()
}

// sampleTerm returns the unsigned term of an invented associate.
func sampleTerm(kind Kind, filled richtext.Content, association pdf.Association, line string, now time.Time) paper.Term {
	signer := paper.Party{Label: "Associado", Name: "Ana Beatriz Carvalho", Facts: []string{
		"CPF 100.200.310-10", "Nascimento: 11/04/1979", "Rua das Palmeiras, 88, Trindade", "Florianópolis/SC, 88036-000"}}
	term := paper.Term{Content: filled, VersionLine: line, Association: association, Signer: signer, Now: now}
	if kind == WithPatient {
		term.Signer.Label = "Responsável"
		term.Patient = &paper.Party{Label: "Paciente", Name: "Davi Carvalho Nóbrega", Facts: []string{
			"CPF 342.118.905-44", "Nascimento: 30/09/2015", "Parentesco: Filho"}}
	}
	return term
}
