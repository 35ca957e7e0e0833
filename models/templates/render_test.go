package templates

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"
	"time"

	"acolhe/models/platform/pdf"
)

var brasilia = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err)
	}
	return zone
}()

// drawn returns a PNG of a wave.
func drawn(width, height int) []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		middle := height/2 + int(float64(height/3)*math.Sin(float64(x)/40))
		for y := max(0, middle-3); y < min(height, middle+3); y++ {
			picture.Set(x, y, color.NRGBA{20, 32, 63, 255})
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		panic(err)
	}
	return file.Bytes()
}

func aTerm(kind Kind) Term {
	now := time.Date(2026, 11, 22, 14, 51, 7, 0, brasilia)
	association := pdf.Association{Name: "Associação Acolhe", CNPJ: "12345678000195", Address: "Rua Felipe Schmidt, 515, Centro, Florianópolis/SC, 88010-001", Phone: "4832240190"}
	term := sampleTerm(kind, Default(kind).Fill(Samples(kind)), association, VersionLine(kind, 4, now), now)
	term.Code, term.VerifyURL = "7K4M-2QXD", "https://acolhe.org.br/verificar/7K4M-2QXD"
	term.Signature = &Signature{Method: Draw, Name: term.Signer.Name, Image: drawn(900, 300), At: now}
	return term
}

func BenchmarkRender(b *testing.B) {
	term := aTerm(WithPatient)
	for b.Loop() {
		if _, err := Render(term); err != nil {
			b.Fatal(err)
		}
	}
}
