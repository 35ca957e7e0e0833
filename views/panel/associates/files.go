package associates

import (
	"acolhe/models/files"
	"acolhe/models/types/texts"
	filesview "acolhe/views/panel/files"
)

// filesCard is the card of the files of an associate and patients.
func (s PageData) filesCard() filesview.Card {
	return filesview.Card{Place: filesview.Place{Owner: files.OfUser, ID: s.Associate.ID}, Title: "Documentos", Files: s.Files, Owner: s.fileOwner,
		MayAdd: s.May.AddFiles, MayRemove: s.May.AddFiles, Now: s.Now}
}

// fileLine describes a file in one line: document, owner and size.
func (s PageData) fileLine(file files.Listed) string { return s.filesCard().Line(file) }

// fileOwner returns the patient of a file, or nothing for a file of the associate.
func (s PageData) fileOwner(file files.Listed) string {
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
