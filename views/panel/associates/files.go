package associates

import (
	"cmp"

	"acolhe/models/files"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
)

// fileLabel returns the kind of document of a file: "RG (frente)", "Receita", or the stored kind.
func fileLabel(file files.PersonFile) string {
	kind := cmp.Or(texts.Of(file.DocType), texts.Of(file.DocKind))
	words, shipped := map[string]string{"": "Documento", "rg": "RG", "cnh": "CNH", "prescription": "Receita", "report": "Laudo", "exam": "Exame"}[kind]
	if !shipped {
		words = kind
	}
	if side := (map[string]string{"front": "frente", "back": "verso"})[texts.Of(file.Side)]; side != "" {
		words += " (" + side + ")"
	}
	return words
}

// fileLine describes a file in one line: document, owner and size.
func (s PageData) fileLine(file files.PersonFile) string {
	return fmtbr.Join("\u00a0· ", fileLabel(file), s.fileOwner(file), fmtbr.FileSize(file.Size))
}

// fileOwner returns the patient of a file, or nothing for a file of the associate.
func (s PageData) fileOwner(file files.PersonFile) string {
	for _, patient := range s.Patients {
		if patient.ID == file.UserID {
			return "de " + patient.FullName()
		}
	}
	if texts.Of(file.Subject) == "patient" {
		return "do paciente"
	}
	return ""
}
