package admin

import (
	"acolhe/models/professionals"
	"acolhe/views/ui"
)

// professionalsPath answers the search of professionals in the forms.
const professionalsPath = "/admin/profissionais"

func professionalOptions(found []professionals.Professional) []ui.Option {
	options := make([]ui.Option, len(found))
	for i, professional := range found {
		options[i] = ui.Option{Value: professional.Code, Label: professional.Name, Detail: professionalLine(professional)}
	}
	return options
}

// professionalLine tells a professional from others of the same name.
func professionalLine(professional professionals.Professional) string {
	line := professional.Code
	if professional.Email != nil {
		line += " · " + *professional.Email
	}
	if !professional.Active {
		line += " · inativo"
	}
	return line
}
