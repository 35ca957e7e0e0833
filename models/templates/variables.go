package templates

import (
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Variable is a value that a template may contain.
type Variable struct {
	Name  string `json:"name"`
	Label string `json:"label"`
	// Sample is the value in previews.
	Sample string `json:"sample"`
}

// notInformed is the value of a variable that the registration lacks.
const notInformed = "não informado"

// Variables lists the variables of a kind, in the order of the menu.
func Variables(kind Kind) []Variable {
	person, variables := "associado", forSelf
	if kind == WithPatient {
		person, variables = "responsável", forPatient
	}
	var all []Variable
	for _, variable := range append(append([]Variable{}, common...), variables...) {
		variable.Label = strings.ReplaceAll(variable.Label, "associado", person)
		all = append(all, variable)
	}
	return all
}

var (
	common = []Variable{
		{"associado_nome", "Nome do associado", "Ana Beatriz Carvalho"},
		{"associado_primeiro_nome", "Primeiro nome do associado", "Ana"},
		{"associado_cpf", "CPF do associado", "100.200.310-10"},
		{"associado_rg", "RG do associado", "12.345.678-9 SSP/SC"},
		{"associado_nascimento", "Nascimento do associado", "11/04/1979"},
		{"associado_nacionalidade", "Nacionalidade do associado", "brasileira"},
		{"associado_estado_civil", "Estado civil do associado", "casada"},
		{"associado_profissao", "Profissão do associado", "professora"},
		{"associado_endereco", "Endereço do associado", "Rua das Palmeiras, 88, Trindade, Florianópolis/SC, 88036-000"},
		{"associado_email", "E-mail do associado", "ana@exemplo.org.br"},
		{"associado_telefone", "Telefone do associado", "(48) 99999-0001"},
		{"cidade", "Cidade", "Florianópolis"},
		{"data", "Data por extenso", "22 de novembro de 2026"},
		{"data_curta", "Data", "22/11/2026"},
		{"associacao_nome", "Nome da associação", "Associação Acolhe"},
		{"associacao_cnpj", "CNPJ da associação", "12.345.678/0001-95"},
		{"associacao_endereco", "Endereço da associação", "Rua Felipe Schmidt, 515, Centro, Florianópolis/SC"},
		{"associacao_telefone", "Telefone da associação", "(48) 3224-0190"},
	}
	forSelf = []Variable{
		{"animal_nome", "Nome do animal", "Luna"},
		{"animal_especie", "Espécie do animal", "Cão"},
	}
	forPatient = []Variable{
		{"paciente_nome", "Nome do paciente", "Davi Carvalho Nóbrega"},
		{"paciente_primeiro_nome", "Primeiro nome do paciente", "Davi"},
		{"paciente_cpf", "CPF do paciente", "342.118.905-44"},
		{"paciente_nascimento", "Nascimento do paciente", "30/09/2015"},
		{"paciente_parentesco", "Parentesco do paciente", "Filho"},
	}
)

// Samples returns the values of the variables in previews, by name.
func Samples(kind Kind) map[string]string {
	values := map[string]string{}
	for _, variable := range Variables(kind) {
		values[variable.Name] = variable.Sample
	}
	return values
}

// Parties are those of a term.
type Parties struct {
	Associate associates.Associate
	// Patient is the person or pet that the associate acts for; nil for oneself.
	Patient     *associates.Associate
	Association pdf.Association
	// Now is in the association's time zone.
	Now time.Time
}

// Values returns the values of all variables of a kind; one that the registration lacks is "não informado".
func Values(kind Kind, p Parties) map[string]string {
	found := p.associate()
	for name, value := range p.association() {
		found[name] = value
	}
	for name, value := range p.patient() {
		found[name] = value
	}
	values := map[string]string{}
	for _, variable := range Variables(kind) {
		value := strings.Join(strings.Fields(found[variable.Name]), " ")
		if value == "" {
			value = notInformed
		}
		values[variable.Name] = value
	}
	return values
}

func (p Parties) associate() map[string]string {
	a := p.Associate
	return map[string]string{
		"associado_nome": a.FullName(), "associado_primeiro_nome": fmtbr.FirstName(a.FullName()),
		"associado_cpf":           fmtbr.CPF(texts.Of(a.AssociateCPF)),
		"associado_rg":            fmtbr.Join(" ", texts.Of(a.RG), texts.Of(a.RGIssuer)),
		"associado_nascimento":    birthday(a),
		"associado_nacionalidade": texts.Of(a.Nationality),
		"associado_estado_civil":  texts.Of(a.MaritalStatus),
		"associado_profissao":     texts.Of(a.Occupation),
		"associado_endereco":      fmtbr.Join(", ", addressLines(a)...),
		"associado_email":         a.ContactEmail(),
		"associado_telefone":      fmtbr.Phone(texts.Of(a.Phone)),
		"cidade":                  texts.Of(a.City),
	}
}

func (p Parties) association() map[string]string {
	return map[string]string{
		"data": fmtbr.LongDate(p.Now, p.Now.Location()), "data_curta": fmtbr.Date(p.Now, p.Now.Location()),
		"associacao_nome": p.Association.Name, "associacao_cnpj": fmtbr.CNPJ(p.Association.CNPJ),
		"associacao_endereco": p.Association.Address, "associacao_telefone": fmtbr.Phone(p.Association.Phone),
	}
}

func (p Parties) patient() map[string]string {
	if p.Patient == nil {
		return nil
	}
	patient := *p.Patient
	return map[string]string{
		"animal_nome": patient.FullName(), "animal_especie": texts.Of(patient.Species),
		"paciente_nome": patient.FullName(), "paciente_primeiro_nome": fmtbr.FirstName(patient.FullName()),
		"paciente_cpf": fmtbr.CPF(texts.Of(patient.CPF)), "paciente_nascimento": birthday(patient),
		"paciente_parentesco": texts.Of(patient.Relationship),
	}
}

func birthday(a associates.Associate) string {
	if a.BirthDate == nil {
		return ""
	}
	return a.BirthDate.Shown()
}

// addressLines returns the street and the city of an address, without missing parts.
func addressLines(a associates.Associate) []string {
	street := fmtbr.Join(", ", texts.Of(a.Street), texts.Of(a.Number), texts.Of(a.Complement), texts.Of(a.Neighborhood))
	city := fmtbr.Join("/", texts.Of(a.City), texts.Of(a.State))
	return []string{street, fmtbr.Join(", ", city, fmtbr.CEP(texts.Of(a.CEP)))}
}
