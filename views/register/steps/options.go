package steps

import (
	"acolhe/models/associates"
	"acolhe/models/types/brdoc"
	"acolhe/views/ui/control"
)

func stateOptions() []control.Option { return control.OptionsOf(brdoc.States()) }

// relationOptions are the relations of a patient to the associate.
func relationOptions() []control.Option {
	return control.OptionsOf([]string{"Mãe", "Pai", "Filho ou filha", "Cônjuge", "Irmão ou irmã", "Avô ou avó", "Neto ou neta",
		"Outra pessoa de quem eu cuido"})
}

// speciesOptions are the species of most animals.
func speciesOptions() []control.Option {
	return control.OptionsOf([]string{"Cachorro", "Gato", "Cavalo", "Coelho", "Ave", OtherOption})
}

// GenderOptions are the genders with the words of the associate.
func GenderOptions() []control.Option {
	return []control.Option{{Value: string(associates.Female), Label: "Feminino"}, {Value: string(associates.Male), Label: "Masculino"},
		{Value: string(associates.OtherGender), Label: "Outro"}, {Value: string(associates.NotInformed), Label: "Prefiro não dizer"}}
}

func maritalOptions() []control.Option {
	return control.OptionsOf([]string{"Solteiro(a)", "Casado(a)", "União estável", "Divorciado(a)", "Separado(a)", "Viúvo(a)"})
}

// treatment is a card of the choice for whom the treatment is.
type treatment struct {
	value               associates.ResponsibleType
	label, detail, icon string
}

func treatments() []treatment {
	return []treatment{
		{associates.ForSelf, "Para mim", "Eu vou usar o tratamento.", "user-round"},
		{associates.ForOtherPerson, "Para outra pessoa", "Filho, mãe, pai, cônjuge ou alguém de quem eu cuido. Vale também se eu for me tratar.",
			"users-round"},
		{associates.ForPet, "Para um animal", "Meu cachorro, gato ou outro animal.", "paw-print"},
	}
}
