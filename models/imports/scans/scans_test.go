package scans_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"acolhe/models/imports/scans"
	"acolhe/models/types/errs"
)

// written returns a ZIP with files of these names.
func written(t *testing.T, change func(*zip.Writer), names ...string) []byte {
	t.Helper()
	var content bytes.Buffer
	out := zip.NewWriter(&content)
	for _, name := range names {
		file, err := out.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			continue
		}
		if _, err := file.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if change != nil {
		change(out)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// Hostile files are refused with words.
func TestRead_Refuses(t *testing.T) {
	t.Parallel()
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf("scan-%d.pdf", i)
	}
	bomb := func(out *zip.Writer) {
		file, err := out.Create("bomba.pdf")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(make([]byte, 20<<20)); err != nil {
			t.Fatal(err)
		}
	}
	encrypted := func(out *zip.Writer) {
		if _, err := out.CreateHeader(&zip.FileHeader{Name: "a.pdf", Flags: 1}); err != nil {
			t.Fatal(err)
		}
	}
	// A file that says to be larger than all that may be unpacked.
	large := func(out *zip.Writer) {
		for i := range 3 {
			header := &zip.FileHeader{Name: fmt.Sprintf("grande-%d.pdf", i), Method: zip.Store, CompressedSize64: 1 << 30, UncompressedSize64: 1 << 30}
			if _, err := out.CreateRaw(header); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		content []byte
		words   string
	}{
		"no ZIP":                {[]byte("%PDF-1.4"), "Envie um ZIP"},
		"a cut ZIP":             {[]byte("PK\x03\x04rest"), "Envie um ZIP"},
		"nothing":               {written(t, nil), "Nenhum arquivo"},
		"folders alone":         {written(t, nil, "pasta/", "__MACOSX/x.pdf", ".DS_Store", "a/Thumbs.db"), "Nenhum arquivo"},
		"a path out of it":      {written(t, nil, "../../etc/passwd"), "caminho que não se aceita"},
		"a path of Windows":     {written(t, nil, `..\..\a.pdf`), "caminho que não se aceita"},
		"an absolute path":      {written(t, nil, "/etc/passwd"), "caminho que não se aceita"},
		"a control character":   {written(t, nil, "a\x00.pdf"), "caminho que não se aceita"},
		"a long path":           {written(t, nil, strings.Repeat("a", 500)+".pdf"), "caminho que não se aceita"},
		"a name twice":          {written(t, nil, "a.pdf", "A.PDF"), "dois arquivos com o nome"},
		"10,000 files":          {written(t, nil, many...), "Até 5.000 por vez"},
		"a bomb":                {written(t, bomb), "se expande demais"},
		"a password":            {written(t, encrypted), "pede senha"},
		"more than 2 GB inside": {written(t, large), "passa de 2 GB"},
	} {
		archive, err := scans.Read(bytes.NewReader(c.content), int64(len(c.content)))
		if err == nil {
			t.Errorf("%s is accepted with %d files", name, len(archive.Files))
			continue
		}
		words := errs.As(err).Message
		for _, field := range errs.FieldsOf(err) {
			words += field.Message
		}
		if !strings.Contains(words, c.words) {
			t.Errorf("%s is refused with %q", name, words)
		}
	}
}

// A file that unpacks to more than it says is cut off by its reader.
func TestRead_LyingSize(t *testing.T) {
	t.Parallel()
	content := written(t, func(out *zip.Writer) {
		file, err := out.Create("a.pdf")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(bytes.Repeat([]byte("abc"), 100_000)); err != nil {
			t.Fatal(err)
		}
	})
	directory := bytes.LastIndex(content, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(content[directory+24:], 10)
	archive, err := scans.Read(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := archive.Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	var read bytes.Buffer
	if count, err := read.ReadFrom(reader); err == nil || count > 1<<20 {
		t.Errorf("it read %d bytes (%v)", count, err)
	}
}

// Names say whose a file is, the surest first, and what it is.
func TestNames(t *testing.T) {
	t.Parallel()
	const code = "0a000000-0000-4000-8000-000000000001"
	for name, want := range map[string][2]string{
		"529.982.247-25 RG frente.jpg":                     {"52998224725", scans.RGFront},
		"Documentos/Ana/52998224725_receita.pdf":           {"52998224725", scans.Prescription},
		"52998224725/laudo.pdf":                            {"52998224725", scans.Report},
		"529.982.247-26 receita.pdf":                       {"529", scans.Prescription},
		code + ".pdf":                                      {code, scans.Other},
		"1984 comprovante.pdf":                             {"1984", scans.Other},
		"receita ana melo 2023.pdf":                        {"ana melo", scans.Prescription},
		"RG Joao Santos.jpg":                               {"Joao Santos", scans.RGFront},
		"João Pereira dos Santos/IMG_2231.jpg":             {"João Pereira dos Santos", scans.Other},
		"IMG_2231.jpg":                                     {"", scans.Other},
		"digitalizados/Silva/termo-souza.pdf":              {"souza", scans.Other},
		"2023-05-01 Ana Melo exame.pdf":                    {"Ana Melo", scans.Exam},
		"scans/WhatsApp Image 2023-05-01 at 10.00.00.jpeg": {"", scans.Other},
		"Maria das Dores/identidade verso.png":             {"Maria das Dores", scans.RGBack},
		"CNH_digitalizada_da_Iara_Couto.pdf":               {"digitalizada da Iara Couto", scans.CNH},
	} {
		if whose, document := scans.OwnerOf(name), scans.DocumentOf(name); whose != want[0] || document != want[1] {
			t.Errorf("%s is of %q and a %q, want %q", name, whose, document, want)
		}
	}
}

func FuzzOwnerOf(f *testing.F) {
	f.Add("a/529.982.247-25.pdf")
	f.Fuzz(func(_ *testing.T, name string) {
		scans.OwnerOf(name)
		scans.DocumentOf(name)
	})
}
