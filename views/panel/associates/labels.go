package associates

import (
	"acolhe/models/associates"
	"acolhe/views/ui"
)

// formFields are the fields of the forms, in the order in which a change is told.
var formFields = []string{"associate_name", "name", "last_name", "social_name", "associate_cpf", "cpf", "rg", "rg_issuer", "birth_date", "gender",
	"nationality", "marital_status", "occupation", "mother_name", "relationship", "guardian_name", "guardian_cpf", "species", "breed", "weight_kg",
	"email", "email_account", "phone", "phone_secondary", "emergency_name", "emergency_phone",
	"cep", "street", "number", "complement", "neighborhood", "city", "state",
	"health_condition", "icd_code", "medications", "allergies", "health_notes", "responsible_type", "how_found"}

var associateLabels = map[string]string{
	"associate_name": "Nome completo", "name": "Nome", "last_name": "Sobrenome", "social_name": "Nome social", "associate_cpf": "CPF", "cpf": "CPF",
	"rg": "RG", "rg_issuer": "Órgão emissor", "birth_date": "Data de nascimento", "gender": "Gênero", "nationality": "Nacionalidade",
	"marital_status": "Estado civil", "occupation": "Ocupação", "mother_name": "Nome da mãe", "relationship": "Parentesco",
	"guardian_name": "Nome do responsável legal", "guardian_cpf": "CPF do responsável legal", "species": "Espécie", "breed": "Raça", "weight_kg": "Peso (kg)",
	"email": "E-mail de contato", "email_account": "E-mail de acesso", "phone": "Telefone", "phone_secondary": "Outro telefone",
	"emergency_name": "Contato de emergência", "emergency_phone": "Telefone de emergência", "cep": "CEP", "street": "Rua", "number": "Número",
	"complement": "Complemento", "neighborhood": "Bairro", "city": "Cidade", "state": "Estado", "health_condition": "Condição de saúde",
	"icd_code": "CID", "medications": "Medicamentos em uso", "allergies": "Alergias", "health_notes": "Observações de saúde",
	"prescriber": "Prescritor", "prescriber_code": "Prescritor", "responsible_type": "Tratamento para", "how_found": "Como conheceu a associação",
	"tags": "Etiquetas", "contact_consent": "Aceita contato",
}

// Label names a field as people call it.
func Label(name string) string { return associateLabels[name] }

func genderOptions() []ui.Option {
	var options []ui.Option
	for _, gender := range []associates.Gender{associates.Female, associates.Male, associates.OtherGender, associates.NotInformed} {
		options = append(options, ui.Option{Value: string(gender), Label: genderWord(&gender)})
	}
	return options
}

func treatmentOptions() []ui.Option {
	var options []ui.Option
	for _, kind := range []associates.ResponsibleType{associates.ForSelf, associates.ForOtherPerson, associates.ForPet} {
		options = append(options, ui.Option{Value: string(kind), Label: TreatmentName(&kind)})
	}
	return options
}
