package templates

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
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
	association := pdf.Association{Name: "Associação Acolhe", CNPJ: "12345678000195",
		Address: "Rua Felipe Schmidt, 515, Centro, Florianópolis/SC, 88010-001", Phone: "4832240190"}
	term := sampleTerm(kind, Default(kind).Fill(Samples(kind)), association, VersionLine(kind, 4, now), now)
	term.Code, term.VerifyURL = "7K4M-2QXD", "https://acolhe.org.br/verificar/7K4M-2QXD"
	term.Signature = &Signature{Method: Draw, Name: term.Signer.Name, Image: drawn(900, 300), At: now}
	return term
}

// A signed term names its signer as registered, beside the name that was typed.
func TestSignedFacts_TypedName(t *testing.T) {
	t.Parallel()
	term := aTerm(WithPatient)
	term.Signer.Name = "José da Conceição"
	term.Signature = &Signature{Method: Type, Name: "jose", At: term.Now}
	facts := term.signedFacts()
	if facts[0].Value != "José da Conceição" || facts[2].Value != "Nome digitado: jose" {
		t.Errorf("the facts are %+v", facts)
	}
}

// Wherever the text ends, its last three lines at least stand on the page of the signature, and the same term is the same bytes.
func TestRender_SignatureWithText(t *testing.T) {
	t.Parallel()
	line := func(words string) Node { return Node{Type: Paragraph, Children: []Node{{Type: Text, Text: words}}} }
	heading := Node{Type: Heading, Level: 2, Children: []Node{{Type: Text, Text: "Dos deveres"}}}
	long := line(strings.Repeat("O associado declara que leu e aceita este termo. ", 8))
	moved := map[string]int{}
	for name, end := range map[string][]Node{
		"lines": {line("Penúltima linha."), line("Florianópolis, 22 de novembro de 2026.")}, "a paragraph": {long},
		"a paragraph and the place": {long, line("Florianópolis, 22 de novembro de 2026.")},
		"a heading":                 {long, heading, line("Último item.")},
		"a list": {heading, {Type: BulletList,
			Children: []Node{{Type: ListItem, Children: []Node{line("Um.")}}, {Type: ListItem, Children: []Node{line("Dois.")}}}}},
	} {
		for count := 14; count < 25; count++ {
			term := aTerm(WithPatient)
			term.Content.Nodes, term.Signature.Method = nil, Type
			for range count {
				term.Content.Nodes = append(term.Content.Nodes, line("Uma linha do termo."))
			}
			term.Content.Nodes = append(term.Content.Nodes, end...)
			head, err := term.letterhead()
			if err != nil {
				t.Fatal(err)
			}
			once, err := term.drawBreaking(head, 0)
			if err != nil {
				t.Fatal(err)
			}
			if once.textLines.onPage < leastLines {
				moved[name]++
			}
			p, err := term.draw(head)
			if err != nil || p.textLines.onPage < leastLines {
				t.Errorf("%s after %d lines: %d lines with the signature: %v", name, count, p.textLines.onPage, err)
			}
			if name == "a list" && once.textLines.onPage < leastLines && p.textLines.onPage != 3 {
				t.Errorf("after %d lines the heading is left alone", count)
			}
		}
		if moved[name] == 0 {
			t.Errorf("%s: no text ends at the end of a page", name)
		}
	}
	term := aTerm(WithPatient)
	first, err := Render(term)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := Render(term); err != nil || !bytes.Equal(first, second) {
		t.Errorf("rendered again: %v", err)
	}
}

func BenchmarkRender(b *testing.B) {
	term := aTerm(WithPatient)
	for b.Loop() {
		if _, err := Render(term); err != nil {
			b.Fatal(err)
		}
	}
}
