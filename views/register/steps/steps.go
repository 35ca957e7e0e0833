// Package steps shows the steps of the registration: their table, their order for an associate, and the pages of their
// questions, of the term and of the beginning. Their rules are those of models/registration.
package steps

import (
	"net/url"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/registration"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/register"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// UndoPath undoes the removal of a document.
const UndoPath = register.Home + "/desfazer"

// RemovePatientPath removes a patient.
const RemovePatientPath = register.Home + "/pacientes/remover"

// Kind is the kind of content of a step.
type Kind int

// The kinds of steps.
const (
	Questions Kind = iota
	Address
	Choice
	Check
	Photos
	Sign
	Prescription
	Finish
	Consents
)

// Step is a page of the registration. In texts {nome} is the first name of the associate, {paciente} that of the
// patient.
type Step struct {
	Slug        string
	Phase       int
	Kind        Kind
	Title, Lead string
	Fields      []Field
	// For are the types of treatment with the step; all if empty.
	For []associates.ResponsibleType
	// Subject is the person of the step's document, or registration.Patient for fields of a patient.
	Subject string
	// Patient is the row of a patient other than the treated one, or NewPatient; empty for the treated one.
	Patient string
}

// NewPatient is the patient of a step that adds one.
const NewPatient = "novo"

// Field is a question of a step.
type Field struct {
	Name, Label, Hint string
	Kind              control.Kind
	Autocomplete      string
	Optional          bool
	Options           []control.Option
	// Prompt is the choice of no option; "Escolha…" if it is empty.
	Prompt string
	// Open shows all options.
	Open bool
	// Other is the label of the field for what is not among the options; empty without one.
	Other string
}

// OtherOption is the option after which the field of Other is asked; OtherName returns the name of that field.
const OtherOption = "Outra"

// OtherName returns the name of the field of Other.
func (f Field) OtherName() string { return f.Name + "_other" }

// TakeOther puts what was written for the option "Outra" in its place.
func (s Step) TakeOther(posted web.FormData) {
	for _, field := range s.Fields {
		if written := strings.TrimSpace(posted.Or(field.OtherName(), "")); field.Other != "" && written != "" && posted.Or(field.Name, "") == OtherOption {
			posted[field.Name] = []string{written}
		}
	}
}

// Href returns the address of the step.
func (s Step) Href() string { return s.At("") }

// At returns the address of an action of the step.
func (s Step) At(action string) string {
	href := register.Home + "/" + s.Slug + action
	if s.Patient == "" {
		return href
	}
	return href + "?" + url.Values{PatientField: {s.Patient}}.Encode()
}

// WithType returns the address of the step with a kind of document.
func (s Step) WithType(docType string) string {
	if s.Patient == "" {
		return s.Href() + "?tipo=" + docType
	}
	return s.Href() + "&tipo=" + docType
}

// PatientField is the part of a step's address that names the patient.
const PatientField = "de"

// IsOfPatient reports whether the fields are those of a patient.
func (s Step) IsOfPatient() bool { return s.Subject == registration.Patient && s.Kind == Questions }

var animal = []associates.ResponsibleType{associates.ForPet}
var otherPerson = []associates.ResponsibleType{associates.ForOtherPerson}

// table are all steps in their order.
var table = []Step{
	{Slug: "nome", Phase: registration.OwnData, Title: "Qual é o seu nome?", Lead: "Escreva como está no seu documento.", Fields: []Field{
		{Name: "associate_name", Label: "Nome completo", Kind: control.Name},
		{Name: "social_name", Label: "Nome social", Hint: "Se quer ser chamado por outro nome. É o que a equipe usa.", Optional: true,
			Autocomplete: "nickname"},
		{Name: "associate_cpf", Label: "CPF", Hint: "11 números. Exemplo: 123.456.789-09", Kind: control.CPF},
	}},
	{Slug: "nascimento", Phase: registration.OwnData, Title: "Quando você nasceu?", Lead: "Para se cadastrar é preciso ter 18 anos ou mais.",
		Fields: []Field{
			{Name: "birth_date", Label: "Data de nascimento", Hint: "Dia, mês e ano. Exemplo: 23/02/1968", Kind: control.BirthDate},
		}},
	{Slug: "genero", Phase: registration.OwnData, Title: "Como você se identifica?", Lead: "Só entra em números gerais, sem o seu nome.",
		Fields: []Field{
			{Name: "gender", Label: "Gênero", Options: GenderOptions(), Optional: true, Open: true},
		}},
	{Slug: "rg", Phase: registration.OwnData, Title: "Qual é o seu RG?",
		Lead: "Ele entra no termo de associação. Se não tem RG, deixe em branco.", Fields: []Field{
			{Name: "rg", Label: "Número do RG", Optional: true, Autocomplete: "off"},
			{Name: "rg_issuer", Label: "Órgão emissor", Hint: "Exemplo: SSP/SC", Optional: true, Autocomplete: "off"},
		}},
	{Slug: "dados-do-termo", Phase: registration.OwnData, Title: "Mais três dados para o termo",
		Lead: "O que você não quiser dizer pode ficar em branco.", Fields: []Field{
			{Name: "nationality", Label: "Nacionalidade", Hint: "Exemplo: brasileira", Optional: true, Autocomplete: "off"},
			{Name: "marital_status", Label: "Estado civil", Options: maritalOptions(), Prompt: "Prefiro não dizer", Optional: true},
			{Name: "occupation", Label: "Profissão ou ocupação", Hint: "Exemplo: professora, aposentado", Optional: true,
				Autocomplete: "organization-title"},
		}},
	{Slug: "celular", Phase: registration.OwnData, Title: "Qual é o seu celular?", Lead: "A equipe fala com você por ele, também no WhatsApp.",
		Fields: []Field{
			{Name: "phone", Label: "Celular com DDD", Hint: "Exemplo: (48) 99104-2277. Não tem celular? Escreva o de alguém de confiança.", Kind: control.Phone},
		}},
	{Slug: "endereco", Phase: registration.OwnData, Kind: Address, Title: "Onde você mora?", Lead: "Seus pedidos vão para este endereço.",
		Fields: []Field{
			{Name: "cep", Label: "CEP", Hint: "8 números. Com ele achamos sua rua.", Kind: control.CEP},
			{Name: "street", Label: "Rua", Autocomplete: "address-line1"},
			{Name: "neighborhood", Label: "Bairro", Autocomplete: "address-level3"},
			{Name: "city", Label: "Cidade", Autocomplete: "address-level2"},
			{Name: "state", Label: "Estado", Options: stateOptions()},
			{Name: "number", Label: "Número", Autocomplete: "off"},
			{Name: "complement", Label: "Complemento", Autocomplete: "address-line2", Optional: true},
		}},
	{Slug: "conferir-dados", Phase: registration.OwnData, Kind: Check, Title: "Confira seus dados", Lead: locking},

	{Slug: "tratamento", Phase: registration.Treatment, Kind: Choice, Title: "Para quem é o tratamento?",
		Lead:   "A pessoa responsável pelo cadastro é você, {nome}.",
		Fields: []Field{{Name: "responsible_type", Label: "Para quem é o tratamento?"}}},
	{Slug: "paciente", Phase: registration.Treatment, For: otherPerson, Subject: registration.Patient, Title: "Quem vai se tratar?",
		Lead: "Escreva como está no documento da pessoa.", Fields: []Field{
			{Name: "name", Label: "Nome", Autocomplete: "off"}, {Name: "last_name", Label: "Sobrenome", Autocomplete: "off"},
			{Name: "cpf", Label: "CPF", Hint: "11 números. Exemplo: 123.456.789-09", Kind: control.CPF},
			{Name: "birth_date", Label: "Data de nascimento", Hint: "Dia, mês e ano. Exemplo: 02/06/1942", Kind: control.BirthDate,
				Autocomplete: "off"},
			{Name: "relationship", Label: "Essa pessoa é: (sua mãe, seu pai…)", Options: relationOptions()},
		}},
	{Slug: "animal", Phase: registration.Treatment, For: animal, Subject: registration.Patient, Title: "Qual animal vai se tratar?",
		Lead: "Conte quem é o animal.", Fields: []Field{
			{Name: "name", Label: "Nome do animal", Autocomplete: "off"},
			{Name: "species", Label: "Espécie", Options: speciesOptions(), Other: "Se é outra, qual?"},
			{Name: "birth_date", Label: "Data de nascimento", Hint: "Se não souber o dia, deixe em branco.", Kind: control.BirthDate,
				Autocomplete: "off", Optional: true},
		}},
	{Slug: "conferir-tratamento", Phase: registration.Treatment, Kind: Check, Title: "Confira quem vai se tratar", Lead: locking},

	{Slug: "permissoes", Phase: registration.Documents, Kind: Consents, Title: "O que você permite?",
		Lead: "Marque só o que você aceita. Você pode mudar de ideia quando quiser, em Perfil."},
	{Slug: "documentos", Phase: registration.Documents, Kind: Photos, Subject: registration.Responsible, Title: "Fotos do seu documento",
		Lead: "Tire o documento do plástico. Coloque na mesa, perto da janela. O documento inteiro tem de aparecer."},
	{Slug: "documento-paciente", Phase: registration.Documents, Kind: Photos, For: otherPerson, Subject: registration.Patient,
		Title: "Documento de {paciente}", Lead: "De {paciente}, que vai se tratar. Tire o documento do plástico. Coloque na mesa, perto da janela. O documento inteiro tem de aparecer."},
	{Slug: "conferir-documentos", Phase: registration.Documents, Kind: Check, Title: "Confira os documentos",
		Lead: "Dá para ler tudo nas fotos? Depois daqui, elas vão para a equipe conferir."},

	{Slug: "assinatura", Phase: registration.Signature, Kind: Sign, Title: "Agora, assine o termo"},

	{Slug: "receita", Phase: registration.Prescription, Kind: Prescription, Title: "Receita de {paciente}",
		Lead: "Precisa ter data, nome do paciente, assinatura e CRM do médico."},
	{Slug: "concluir", Phase: registration.Prescription, Kind: Finish, Title: "Confira antes de concluir",
		Lead: "Estes dados já estão no termo que você assinou. Achou um erro? Avise a equipe."},
}

const locking = "Leia com calma. Depois desta página, só a equipe pode mudar estes dados."

// PhaseName returns the name of a phase of the registration.
func PhaseName(phase int) string {
	return []string{"Seus dados", "Quem vai se tratar", "Documentos", "Assinatura", "Receita"}[phase-1]
}

// Named inserts the names of the associate and the treated patient.
func Named(text string, progress registration.Progress) string {
	return named(text, progress, progress.TreatedPerson())
}

// named inserts the names of the associate and a patient.
func named(text string, progress registration.Progress, person registration.Person) string {
	return strings.NewReplacer("{nome}", register.FirstName(progress.Row), "{paciente}", NameOf(person, progress)).Replace(text)
}

// NameOf returns the name of a patient, else the first name of the associate.
func NameOf(person registration.Person, progress registration.Progress) string {
	for _, patient := range progress.Patients {
		if patient.ID == person.PatientID && patient.Name != nil {
			return *patient.Name
		}
	}
	return register.FirstName(progress.Row)
}

// Shown returns the stored value of a field in the format of the form.
func Shown(row associates.Associate, name string) string {
	switch name {
	case "associate_cpf":
		return fmtbr.CPF(texts.Of(row.AssociateCPF))
	case "cpf":
		return fmtbr.CPF(texts.Of(row.CPF))
	case "cep":
		return fmtbr.CEP(texts.Of(row.CEP))
	case "phone":
		return fmtbr.Phone(texts.Of(row.Phone))
	case "birth_date":
		if row.BirthDate == nil {
			return ""
		}
		return row.BirthDate.Shown()
	case "responsible_type":
		return texts.Of(row.ResponsibleType)
	case "gender":
		return texts.Of(row.Gender)
	}
	return texts.Of(map[string]*string{
		"associate_name": row.AssociateName, "social_name": row.SocialName, "name": row.Name, "last_name": row.LastName,
		"relationship": row.Relationship, "species": row.Species,
		"street": row.Street, "number": row.Number, "complement": row.Complement, "neighborhood": row.Neighborhood, "city": row.City,
		"state":         row.State,
		"email_account": row.EmailAccount, "rg": row.RG, "rg_issuer": row.RGIssuer, "nationality": row.Nationality,
		"marital_status": row.MaritalStatus, "occupation": row.Occupation,
	}[name])
}

// Relation returns the species of an animal, else what a patient is to the associate.
func Relation(patient associates.Associate) string {
	if patient.Species != nil {
		return *patient.Species
	}
	return texts.Of(patient.Relationship)
}
