package record

import (
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/types/texts"
	filesview "acolhe/views/panel/files"
	prescriptionsview "acolhe/views/panel/prescriptions"
	"acolhe/views/ui/control"
)

// filesCard is the card of the files of an associate and patients.
func (s Data) filesCard() filesview.Card {
	return filesview.Card{Place: filesview.Place{Owner: files.OfUser, ID: s.Associate.ID}, Title: "Documentos", Files: s.Files,
		Owner: s.fileOwner, People: s.people(),
		MayAdd: s.May.AddFiles, MayRemove: s.May.AddFiles, Now: s.Now}
}

// people are the associate and the patients, by their rows.
func (s Data) people() []control.Option {
	options := []control.Option{{Value: strconv.FormatInt(s.Associate.ID, 10), Label: s.Associate.FullName()}}
	for _, patient := range s.Patients {
		options = append(options, control.Option{Value: strconv.FormatInt(patient.ID, 10), Label: patient.FullName() + " (paciente)"})
	}
	return options
}

// fileOwner returns the patient of a file, or nothing for a file of the associate.
func (s Data) fileOwner(file files.Listed) string {
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

// mayReport are the people of whom the caller may register an event.
func (s Data) mayReport() []associates.Associate {
	if !s.May.Change {
		return nil
	}
	return append([]associates.Associate{s.Associate}, s.Patients...)
}

// prescriptionsCard is the card of the registered prescriptions.
func (s Data) prescriptionsCard() prescriptionsview.Card {
	return prescriptionsview.Card{Prescriptions: s.Prescriptions, People: append([]associates.Associate{s.Associate}, s.Patients...),
		MayRegister: s.May.Change, Now: s.Now}
}
