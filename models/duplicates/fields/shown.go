package fields

import (
	"encoding/json"
	"strings"

	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
)

// ShownTo returns the value of the field for a caller, concealed if lists hide it from them.
func (f Field) ShownTo(by auth.Caller, of Record) string { return by.Conceal(f.private, f.shown(of)) }

// shown is the value of a field for people.
func (f Field) shown(of Record) string {
	var parts []string
	for _, column := range f.columns {
		value := of.Text(column)
		switch column {
		case "name", "last_name":
			if of.Text("associate_name") != "" {
				continue
			}
		case "associate_cpf", "cpf", "guardian_cpf":
			value = fmtbr.CPF(value)
		case "phone", "phone_secondary", "emergency_phone":
			value = fmtbr.Phone(value)
		case "cep":
			value = fmtbr.CEP(value)
		case "birth_date":
			if day, err := civil.Parse(value); err == nil {
				value = day.Shown()
			}
		case "status":
			value = map[string]string{"active": "Em cadastro", "Associado": "Associado"}[value]
		case "associate_status":
			if of.Text("status") == "Associado" {
				continue
			}
			value = phaseLabel(value)
		case "gender":
			value = map[string]string{"female": "Feminino", "male": "Masculino", "other": "Outro", "not_informed": "Não informado"}[value]
		case "responsible_type":
			value = map[string]string{"self": "A própria pessoa", "other_person": "Outra pessoa", "pet": "Animal"}[value]
		case "contact_consent":
			value = map[string]string{"true": "Sim"}[string(of[column])]
		case "avatar_url":
			value = map[bool]string{true: "Com foto", false: ""}[value != ""]
		case "prescription":
			value = prescriptionShown(of[column])
		case "prescriber_code":
			continue
		}
		parts = append(parts, value)
	}
	return fmtbr.Join(", ", parts...)
}

func phaseLabel(phase string) string {
	switch phase {
	case "":
		return ""
	case "assinatura_termo":
		return "a assinar o termo"
	}
	return "fase " + phase
}

// prescriptionShown names what the prescription of the wire says.
func prescriptionShown(raw json.RawMessage) string {
	var one struct{ Product, Expires string }
	if err := json.Unmarshal(raw, &one); err != nil {
		return "Várias"
	}
	until := ""
	if day, err := civil.Parse(one.Expires); err == nil {
		until = "até " + day.Shown()
	}
	if shown := strings.TrimSpace(fmtbr.Join(", ", one.Product, until)); shown != "" {
		return shown
	}
	if string(raw) == "null" || len(raw) == 0 {
		return ""
	}
	return "Com dados"
}
