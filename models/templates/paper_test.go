package templates

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"acolhe/models/platform/pdf"
	"acolhe/models/types/errs"
)

func rendered(t *testing.T, term Term) []byte {
	t.Helper()
	file, err := Render(term)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func pagesOf(file []byte) int { return bytes.Count(file, []byte("/Type /Page\n")) }

// long returns a content of about four pages with every kind of node.
func long(t *testing.T) Content {
	t.Helper()
	var nodes []string
	add := func(node string) { nodes = append(nodes, node) }
	add(`{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"Termo longo"}]}`)
	words := strings.Repeat("Declaro que li, entendi e aceito este termo de associação. ", 8)
	for range 11 {
		add(`{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Cláusula com ç, ã e õ"}]}`)
		add(`{"type":"paragraph","attrs":{"textAlign":"justify"},"content":[{"type":"text","text":"` + words + `"},{"type":"text","marks":[{"type":"italic"}],"text":"em itálico, "},` +
			`{"type":"text","marks":[{"type":"bold"},{"type":"underline"}],"text":"em negrito e sublinhado"},{"type":"hardBreak"},{"type":"text","text":"{{associado_nome}}"}]}`)
		add(`{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"item"}]},` +
			`{"type":"orderedList","attrs":{"start":2,"type":"a"},"content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":"subitem"}]}]}]}]}]}`)
	}
	add(`{"type":"horizontalRule"}`)
	add(`{"type":"logo"}`)
	return parsed(t, `{"type":"doc","content":[`+strings.Join(nodes, ",")+`]}`)
}

func fourPages(t *testing.T) Term {
	t.Helper()
	term := aTerm(WithPatient)
	term.Content = long(t).Fill(Samples(WithPatient))
	return term
}

func TestRender_SameBytes(t *testing.T) {
	t.Parallel()
	for name, render := range map[string]func() ([]byte, error){
		"four pages": func() ([]byte, error) { return Render(fourPages(t)) },
		"self":       func() ([]byte, error) { return Render(aTerm(Self)) },
		"audit":      func() ([]byte, error) { return RenderAudit(anAudit()) },
	} {
		first, err := render()
		if err != nil {
			t.Fatal(name, err)
		}
		for range 3 {
			if again, err := render(); err != nil || !bytes.Equal(first, again) {
				t.Errorf("%s: two renderings differ, %v", name, err)
			}
		}
		if readable := bytes.ReplaceAll(first, []byte{0}, nil); bytes.Contains(readable, []byte("Ana Beatriz")) || bytes.Contains(readable, []byte("Sandra")) {
			t.Errorf("%s: the file tells names outside of its pages", name)
		}
	}
	if pages := pagesOf(rendered(t, fourPages(t))); pages != 4 {
		t.Errorf("%d pages", pages)
	}
	later := aTerm(Self)
	later.Now = later.Now.AddDate(0, 0, 1)
	if bytes.Equal(rendered(t, later), rendered(t, aTerm(Self))) {
		t.Error("a term of another day is the same")
	}
}

// hostileNames are names that people have, or send.
var hostileNames = []string{
	"Zoë 🌿👩‍👩‍👧 Müller", "محمد بن سلمان", "שרה כהן", "李小龍", strings.Repeat("W", 300), strings.Repeat("Maria da Conceição ", 16),
	"", " ", "\u202eana\u202c", "a\u0301\u0327", "Ana\nBeatriz\tSouza", "{{associado_nome}}", `\)(<>%/[]{}`, "\U0010ffff\U000e0041", "ﷺ\ufeff\u200b", "Łukasz Dvořák",
}

func TestRender_HostileNames(t *testing.T) {
	t.Parallel()
	for _, name := range hostileNames {
		term := aTerm(WithPatient)
		term.Signer.Name, term.Patient.Name, term.Association.Name = name, name, name
		term.Signer.Facts = []string{name, name}
		term.Content = Default(WithPatient).Fill(map[string]string{"associado_nome": name, "paciente_nome": name, "associacao_nome": name})
		for _, method := range []Method{Draw, Type} {
			term.Signature.Method, term.Signature.Name = method, name
			if file := rendered(t, term); !bytes.HasPrefix(file, []byte("%PDF-")) || pagesOf(file) > 6 {
				t.Errorf("%.20q: %d pages", name, pagesOf(file))
			}
		}
		audit := anAudit()
		audit.SignerName, audit.PatientName, audit.Consent, audit.Events[0].UserAgent, audit.Events[0].IP = name, name, name, name, name
		if _, err := RenderAudit(audit); err != nil {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}

// A picture that cannot be drawn is an error, or left out if it is the logo; never a panic.
func TestRender_Pictures(t *testing.T) {
	t.Parallel()
	good := drawn(600, 200)
	for name, file := range map[string][]byte{
		"empty": nil, "text": []byte("assinatura"), "header only": good[:33], "truncated": good[:len(good)/2], "forged": resized(good, 4000, 4000), "huge": resized(good, 1<<30, 1<<30),
	} {
		term := aTerm(Self)
		term.Signature.Image = file
		if _, err := Render(term); !errs.HasCode(err, CodeRenderFailed) {
			t.Errorf("%s: %v", name, err)
		}
		term = aTerm(Self)
		term.Association.Logo = file
		rendered(t, term)
	}
	term := aTerm(Self)
	term.Association.Logo = logo(t)
	if file := rendered(t, term); bytes.Count(file, []byte("/Subtype /Image")) < 2 {
		t.Error("the logo or the signature is missing")
	}
}

func logo(t *testing.T) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 80, 80))
	for x := range 80 {
		for y := range 80 {
			picture.Set(x, y, color.NRGBA{0, 106, 66, 255})
		}
	}
	return pictureOf(t, picture)
}

// Every accepted document can be drawn.
func FuzzRender(f *testing.F) {
	f.Add([]byte(all))
	f.Fuzz(func(t *testing.T, raw []byte) {
		content, err := ParseContent(json.RawMessage(raw))
		if err != nil {
			return
		}
		if _, err := Render(Term{Content: content, Association: pdf.Association{Name: "Acolhe"}, Now: aTerm(Self).Now}); err != nil {
			t.Fatal(err)
		}
	})
}

// tool runs a tool on a file and returns what it prints.
func tool(t *testing.T, file []byte, name string, arguments ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "termo.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, argument := range arguments {
		arguments[i] = strings.ReplaceAll(argument, "FILE", path)
	}
	output, err := exec.CommandContext(t.Context(), name, arguments...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, output)
	}
	return string(output)
}

func TestTool_Render(t *testing.T) {
	t.Parallel()
	term := fourPages(t)
	term.Association.Logo = logo(t)
	audit, err := RenderAudit(anAudit())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file []byte
		want []string
	}{
		"four pages": {rendered(t, term), []string{"Termo longo", "Cláusula com ç, ã e õ", "em itálico, em negrito e sublinhado", "Ana Beatriz Carvalho", "Davi Carvalho Nóbrega", "• item", "b. subitem",
			"Assinado eletronicamente por Ana Beatriz Carvalho", "em 22/11/2026, às 14:51, horário de Brasília.", "acolhe.org.br/verificar com o código 7K4M-2QXD.", "Página 4 de", "CNPJ 12.345.678/0001-95"}},
		"patient": {rendered(t, aTerm(WithPatient)), []string{"Termo de associação e responsabilidade", "Modelo com paciente, versão 4, publicada em 22/11/2026", "Parentesco: Filho", "Lei Geral de Proteção de Dados", "Florianópolis, 22 de novembro de 2026."}},
		"audit": {audit, []string{"Comprovante de assinatura", "5f0c2a18-7d44-4b0e-9c1d-2f86a1b7e3d0", "Sandra Regina Albuquerque, CPF 273.637.920-97", "22/11/2026 14:36:07", "Chrome 146, Android 15",
			strings.Repeat("9b2f6c0e", 8), "AppleWebKit/537.36", "Página 2 de 2", "UTC−03:00"}},
	} {
		if shown := tool(t, c.file, "qpdf", "--check", "FILE"); strings.Contains(shown, "WARNING") {
			t.Errorf("%s: %s", name, shown)
		}
		text := strings.Join(strings.Fields(tool(t, c.file, "pdftotext", "-layout", "FILE", "-")), " ")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in %s", name, want, text)
			}
		}
		if fonts := tool(t, c.file, "pdffonts", "FILE"); strings.Contains(fonts, "Helvetica") {
			t.Errorf("%s: a font is not embedded:\n%s", name, fonts)
		}
	}
}
