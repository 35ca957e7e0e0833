package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates"
)

// termName is the name of this measurement for -only.
const termName = "PDF of a signed term of 4 pages"

// termLimit is the maximum median of a rendering (issue 15).
const termLimit = 30 * time.Millisecond

// termRuns is the number of renderings.
const termRuns = 40

// reportTerm prints how long rendering a term takes, with its seal and storage left out.
func reportTerm(out io.Writer) error {
	term, err := longTerm()
	if err != nil {
		return err
	}
	took, pages := make([]time.Duration, termRuns), 0
	for i := range took {
		begun := time.Now()
		file, err := templates.Render(term)
		if err != nil {
			return fmt.Errorf("%s: %w", termName, err)
		}
		took[i], pages = time.Since(begun), bytes.Count(file, []byte("/Type /Page\n"))
	}
	slices.Sort(took)
	fmt.Fprintf(out, "%s\n%d pages: median %s ms, fastest %s, slowest %s; limit of the median %s\n\n", termName, pages,
		milliseconds(took[termRuns/2]), milliseconds(took[0]), milliseconds(took[termRuns-1]), milliseconds(termLimit))
	return nil
}

// longTerm returns the text that ships, with its clauses twice, and a drawn signature.
func longTerm() (templates.Term, error) {
	content := templates.Default(templates.WithPatient).Fill(templates.Samples(templates.WithPatient))
	content.Nodes = append(content.Nodes, content.Nodes[2:len(content.Nodes)*3/4]...)
	picture := image.NewNRGBA(image.Rect(0, 0, 800, 240))
	for x := range 800 {
		for y := range 6 {
			picture.Set(x, 20+x/4+y, color.NRGBA{20, 32, 63, 255})
		}
	}
	var drawing bytes.Buffer
	err := png.Encode(&drawing, picture)
	now := time.Date(2026, 11, 22, 14, 51, 0, 0, time.UTC)
	const name = "Ana Beatriz Carvalho"
	return templates.Term{
		Association: pdf.Association{Name: "Associação Acolhe", CNPJ: "12345678000195", Address: "Rua Felipe Schmidt, 515, Florianópolis/SC"},
		Content:     content, VersionLine: templates.VersionLine(templates.WithPatient, 4, now),
		Signer: templates.Party{Label: "Responsável", Name: name}, Patient: &templates.Party{Label: "Paciente", Name: "Davi Carvalho Nóbrega"},
		Signature: &templates.Signature{Method: templates.Draw, Name: name, Image: drawing.Bytes(), At: now},
		Code:      "7K4M-2QXD", VerifyURL: "https://acolhe.org.br/verificar/7K4M-2QXD", Now: now,
	}, err
}
