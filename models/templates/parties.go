package templates

import (
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// VersionLine returns "Modelo com paciente, versão 4, publicada em 18/11/2026".
func VersionLine(kind Kind, number int, published time.Time) string {
	return fmt.Sprintf("Modelo %s, versão %d, publicada em %s", kind.described(), number, fmtbr.Date(published, published.Location()))
}

// SignerOf returns the signer's side of the frame.
func SignerOf(kind Kind, a associates.Associate) paper.Party {
	party := paper.Party{Label: "Associado", Name: a.FullName(), Facts: facts(cpf(a.AssociateCPF), labelled("Nascimento", birthday(a)))}
	if kind == WithPatient {
		party.Label = "Responsável"
	}
	party.Facts = append(party.Facts, facts(addressLines(a)...)...)
	return party
}

// PatientOf returns the patient's side of the frame, a person's or a pet's.
func PatientOf(p associates.Associate) paper.Party {
	label := "Paciente"
	if p.Species != nil {
		label = "Animal"
	}
	return paper.Party{Label: label, Name: p.FullName(), Facts: facts(cpf(p.CPF), labelled("Nascimento", birthday(p)),
		labelled("Parentesco", texts.Of(p.Relationship)), labelled("Espécie", texts.Of(p.Species)))}
}

func cpf(digits *string) string {
	if texts.Of(digits) == "" {
		return ""
	}
	return "CPF " + fmtbr.CPF(*digits)
}

func labelled(label, value string) string {
	if value == "" {
		return ""
	}
	return label + ": " + value
}

func facts(lines ...string) (present []string) {
	for _, line := range lines {
		if line != "" {
			present = append(present, line)
		}
	}
	return present
}
