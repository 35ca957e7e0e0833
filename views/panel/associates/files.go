package associates

import (
	"strconv"

	"acolhe/models/files"
	"acolhe/models/types/texts"
	filesview "acolhe/views/panel/files"
	"acolhe/views/ui/control"
)

// filesCard is the card of the files of an associate and patients.
func (s PageData) filesCard() filesview.Card {
	return filesview.Card{Place: filesview.Place{Owner: files.OfUser, ID: s.Associate.ID}, Title: "Documentos", Files: s.Files,
		Owner: s.fileOwner, People: s.people(),
		MayAdd: s.May.AddFiles, MayRemove: s.May.AddFiles, Now: s.Now}
}

// people are the associate and the patients, by their rows.
func (s PageData) people() []control.Option {
	options := []control.Option{{Value: strconv.FormatInt(s.Associate.ID, 10), Label: s.Associate.FullName()}}
	for _, patient := range s.Patients {
		options = append(options, control.Option{Value: strconv.FormatInt(patient.ID, 10), Label: patient.FullName() + " (paciente)"})
	}
	return options
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
