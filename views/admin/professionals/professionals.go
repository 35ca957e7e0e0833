// Package professionals shows the search of professionals in the forms of administrators.
package professionals

import (
	"acolhe/models/professionals"
	"acolhe/views/ui/control"
)

// Path is the address of the search.
const Path = "/admin/profissionais"

// Options returns the answer to a search, for the list of its control.
func Options(list string, found []professionals.Professional) control.Options {
	options := control.Options{List: list}
	for _, professional := range found {
		options.Options = append(options.Options, control.Option{Value: professional.Code, Label: professional.Name, Detail: Line(professional)})
	}
	return options
}

// Line returns a text that distinguishes a professional from others of the same name.
func Line(professional professionals.Professional) string {
	line := professional.Code
	if professional.Email != nil {
		line += " · " + *professional.Email
	}
	if !professional.Active {
		line += " · inativo"
	}
	return line
}
