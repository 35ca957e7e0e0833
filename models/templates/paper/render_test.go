package paper

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/pdf"
	"acolhe/models/templates/richtext"
)

var brasilia = func() *time.Location {
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		panic(err)
	}
	return zone
}()

// aTerm returns a signed term with the text that ships.
func aTerm(t testing.TB) Term {
	t.Helper()
	raw, err := os.ReadFile("../default/with_patient.json")
	if err != nil {
		t.Fatal(err)
	}
	content, err := richtext.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	var drawing bytes.Buffer
	if err := png.Encode(&drawing, image.NewNRGBA(image.Rect(0, 0, 900, 300))); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 22, 14, 51, 7, 0, brasilia)
	return Term{
		Association: pdf.Association{Name: "Associação Acolhe", CNPJ: "12345678000195",
			Address: "Rua Felipe Schmidt, 515, Centro, Florianópolis/SC, 88010-001", Phone: "4832240190"},
		Content: content, VersionLine: "Modelo com paciente, versão 4, publicada em 22/11/2026",
		Signer: Party{Label: "Responsável", Name: "Ana Beatriz Carvalho", Facts: []string{
			"CPF 100.200.310-10", "Nascimento: 11/04/1979", "Rua das Palmeiras, 88, Trindade", "Florianópolis/SC, 88036-000"}},
		Patient: &Party{Label: "Paciente", Name: "Davi Carvalho Nóbrega", Facts: []string{
			"CPF 342.118.905-44", "Nascimento: 30/09/2015", "Parentesco: Filho"}},
		Code: "7K4M-2QXD", VerifyURL: "https://acolhe.org.br/verificar/7K4M-2QXD",
		Signature: &Signature{Method: Draw, Name: "Ana Beatriz Carvalho", Image: drawing.Bytes(), At: now},
		Now:       now,
	}
}

// A signed term names its signer as registered, beside the name that was typed.
func TestSignedFacts_TypedName(t *testing.T) {
	t.Parallel()
	term := aTerm(t)
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
	line := func(words string) richtext.Node {
		return richtext.Node{Type: richtext.Paragraph, Children: []richtext.Node{{Type: richtext.Text, Text: words}}}
	}
	heading := richtext.Node{Type: richtext.Heading, Level: 2, Children: []richtext.Node{{Type: richtext.Text, Text: "Dos deveres"}}}
	long := line(strings.Repeat("O associado declara que leu e aceita este termo. ", 8))
	moved := map[string]int{}
	for name, end := range map[string][]richtext.Node{
		"lines": {line("Penúltima linha."), line("Florianópolis, 22 de novembro de 2026.")}, "a paragraph": {long},
		"a paragraph and the place": {long, line("Florianópolis, 22 de novembro de 2026.")},
		"a heading":                 {long, heading, line("Último item.")},
		"a list": {heading, {Type: richtext.BulletList,
			Children: []richtext.Node{{Type: richtext.ListItem, Children: []richtext.Node{line("Um.")}}, {Type: richtext.ListItem, Children: []richtext.Node{line("Dois.")}}}}},
	} {
		for count := 14; count < 25; count++ {
			term := aTerm(t)
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
	term := aTerm(t)
	first, err := Render(term)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := Render(term); err != nil || !bytes.Equal(first, second) {
		t.Errorf("rendered again: %v", err)
	}
}

func BenchmarkRender(b *testing.B) {
	term := aTerm(b)
	for b.Loop() {
		if _, err := Render(term); err != nil {
			b.Fatal(err)
		}
	}
}
