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
	association := pdf.Association{Name: "Associação Acolhe", CNPJ: "12345678000195", Address: "Rua Felipe Schmidt, 515, Centro, Florianópolis/SC, 88010-001", Phone: "4832240190"}
	term := sampleTerm(kind, Default(kind).Fill(Samples(kind)), association, VersionLine(kind, 4, now), now)
	term.Code, term.VerifyURL = "7K4M-2QXD", "https://acolhe.org.br/verificar/7K4M-2QXD"
	term.Signature = &Signature{Method: Draw, Name: term.Signer.Name, Image: drawn(900, 300), At: now}
	return term
}

func anAudit() Audit {
	term := aTerm(WithPatient)
	at := term.Now
	agent := "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36"
	return Audit{
		Association: term.Association, Document: "Termo de associação e responsabilidade, com paciente, versão 4",
		ContractID: "5f0c2a18-7d44-4b0e-9c1d-2f86a1b7e3d0", Code: term.Code, VerifyURL: term.VerifyURL,
		SignerName: "Sandra Regina Albuquerque", SignerCPF: "273.637.920-97", Email: "sandra.albuquerque@exemplo.org.br",
		PatientName: "Helena Albuquerque dos Santos", Signature: *term.Signature, TimeZone: "America/Sao_Paulo",
		Consent: "Li o termo e quero assinar eletronicamente, com a mesma validade da assinatura em papel.",
		Events: []AuditEvent{
			{"Termo criado", at.Add(-15 * time.Minute), "189.34.112.87", "Chrome 146, Android 15", agent},
			{"Link enviado por e-mail", at.Add(-14 * time.Minute), "", "Servidor da associação", ""},
			{"Termo aberto", at.Add(-7 * time.Minute), "189.34.112.87", "Chrome 146, Android 15", agent},
			{"Assinatura iniciada", at.Add(-time.Minute), "189.34.112.87", "Chrome 146, Android 15", agent},
			{"Assinatura concluída", at, "189.34.112.87", "Chrome 146, Android 15", agent},
		},
		Hashes: []AuditHash{{"Termo assinado, 4 páginas, 182.416 bytes", strings.Repeat("9b2f6c0e", 8)}, {"Texto da versão 4 do modelo", strings.Repeat("41c7e9a0", 8)},
			{"Histórico da assinatura, último elo da cadeia", strings.Repeat("e07d15b3", 8)}},
		Now: at,
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
