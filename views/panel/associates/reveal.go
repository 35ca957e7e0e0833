package associates

import (
	"acolhe/models/associates"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// RevealSlug is in the addresses that show data that lists hide.
const RevealSlug = "/mostrar"

var revealSlugs = map[auth.Private]string{auth.CPF: "cpf", auth.Address: "endereco", auth.Health: "saude"}

// RevealedKind returns the kind of data of a slug; empty for an unknown one.
func RevealedKind(slug string) auth.Private {
	for kind, known := range revealSlugs {
		if known == slug {
			return kind
		}
	}
	return ""
}

// RevealHref returns the page that shows hidden data of a person.
func RevealHref(id int64, kind auth.Private) string {
	return Href(id) + RevealSlug + "/" + revealSlugs[kind]
}

func reveal(kind auth.Private) func(a *associates.Listed) string {
	return func(a *associates.Listed) string { return RevealHref(a.ID, kind) }
}

// address returns the address in one line; of a hidden one the city.
func address(a *associates.Listed) string {
	city := fmtbr.Join("/", texts.Of(a.City), texts.Of(a.State))
	line := a.AddressLine()
	if line == auth.Concealed && city != "" {
		return city
	}
	return fmtbr.Join(", ", line, city)
}
