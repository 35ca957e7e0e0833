// Package register shows the pages of associates: their account, the steps of the registration, and their own page once
// it is complete. The steps are a table; their rules are those of models/registration.
package register

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
)

// Home is the first page of the surface.
const Home = "/cadastro"

// UndoPath undoes the removal of a document.
const UndoPath = Home + "/desfazer"

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
}

// Field is a question of a step.
type Field struct {
	Name, Label, Hint string
	Kind              ui.Kind
	Autocomplete      string
	Optional          bool
	Options           []ui.Option
}

// Href returns the address of the step.
func (s Step) Href() string { return Home + "/" + s.Slug }

// IsOfPatient reports whether the fields are those of a patient.
func (s Step) IsOfPatient() bool { return s.Subject == registration.Patient && s.Kind == Questions }

var animal = []associates.ResponsibleType{associates.ForPet}
var otherPerson = []associates.ResponsibleType{associates.ForOtherPerson}

// steps are all steps in their order.
var steps = []Step{
	{Slug: "nome", Phase: registration.OwnData, Title: "Qual é o seu nome?", Lead: "Escreva como está no seu documento.", Fields: []Field{
		{Name: "associate_name", Label: "Nome completo", Kind: ui.Name},
		{Name: "associate_cpf", Label: "CPF", Hint: "11 números. Exemplo: 123.456.789-09", Kind: ui.CPF},
	}},
	{Slug: "nascimento", Phase: registration.OwnData, Title: "Quando você nasceu?", Lead: "Para se cadastrar é preciso ter 18 anos ou mais.", Fields: []Field{
		{Name: "birth_date", Label: "Data de nascimento", Hint: "Dia, mês e ano. Exemplo: 23/02/1968", Kind: ui.BirthDate},
	}},
	{Slug: "celular", Phase: registration.OwnData, Title: "Qual é o seu celular?", Lead: "A equipe fala com você por ele, também no WhatsApp.", Fields: []Field{
		{Name: "phone", Label: "Celular com DDD", Hint: "Exemplo: (48) 99104-2277", Kind: ui.Phone},
	}},
	{Slug: "endereco", Phase: registration.OwnData, Kind: Address, Title: "Onde você mora?", Lead: "Seus pedidos vão para este endereço.", Fields: []Field{
		{Name: "cep", Label: "CEP", Hint: "8 números. Com ele achamos sua rua.", Kind: ui.CEP},
		{Name: "street", Label: "Rua", Autocomplete: "address-line1"},
		{Name: "neighborhood", Label: "Bairro", Autocomplete: "address-level3"},
		{Name: "city", Label: "Cidade", Autocomplete: "address-level2"},
		{Name: "state", Label: "Estado", Options: stateOptions()},
		{Name: "number", Label: "Número", Autocomplete: "off"},
		{Name: "complement", Label: "Complemento", Autocomplete: "address-line2", Optional: true},
	}},
	{Slug: "conferir-dados", Phase: registration.OwnData, Kind: Check, Title: "Confira seus dados", Lead: locking},

	{Slug: "tratamento", Phase: registration.Treatment, Kind: Choice, Title: "Para quem é o tratamento?",
		Lead: "A pessoa responsável pelo cadastro é você, {nome}.", Fields: []Field{{Name: "responsible_type", Label: "Para quem é o tratamento?"}}},
	{Slug: "paciente", Phase: registration.Treatment, For: otherPerson, Subject: registration.Patient, Title: "Quem vai se tratar?",
		Lead: "Escreva como está no documento da pessoa.", Fields: []Field{
			{Name: "name", Label: "Nome", Autocomplete: "off"}, {Name: "last_name", Label: "Sobrenome", Autocomplete: "off"},
			{Name: "cpf", Label: "CPF", Hint: "11 números. Exemplo: 123.456.789-09", Kind: ui.CPF},
			{Name: "birth_date", Label: "Data de nascimento", Hint: "Dia, mês e ano. Exemplo: 02/06/1942", Kind: ui.BirthDate, Autocomplete: "off"},
			{Name: "relationship", Label: "O que essa pessoa é sua?", Options: relationOptions()},
		}},
	{Slug: "animal", Phase: registration.Treatment, For: animal, Subject: registration.Patient, Title: "Qual animal vai se tratar?",
		Lead: "Conte quem é o animal.", Fields: []Field{
			{Name: "name", Label: "Nome do animal", Autocomplete: "off"},
			{Name: "species", Label: "Espécie", Hint: "Exemplo: cachorro, gato", Autocomplete: "off"},
			{Name: "birth_date", Label: "Data de nascimento", Hint: "Se não souber o dia, deixe em branco.", Kind: ui.BirthDate, Autocomplete: "off", Optional: true},
		}},
	{Slug: "conferir-tratamento", Phase: registration.Treatment, Kind: Check, Title: "Confira quem vai se tratar", Lead: locking},

	{Slug: "documentos", Phase: registration.Documents, Kind: Photos, Subject: registration.Responsible, Title: "Fotos do seu documento",
		Lead: "Tire do plástico, em lugar claro, sem cortar as bordas."},
	{Slug: "documento-paciente", Phase: registration.Documents, Kind: Photos, For: otherPerson, Subject: registration.Patient,
		Title: "Documento de {paciente}", Lead: "De {paciente}, que vai se tratar. Tire do plástico, em lugar claro."},
	{Slug: "conferir-documentos", Phase: registration.Documents, Kind: Check, Title: "Confira os documentos", Lead: "Dá para ler tudo nas fotos? Depois daqui, elas vão para a equipe conferir."},

	{Slug: "assinatura", Phase: registration.Signature, Kind: Sign, Title: "Agora, assine o termo"},

	{Slug: "receita", Phase: registration.Prescription, Kind: Prescription, Title: "Receita médica de {paciente}",
		Lead: "Precisa ter data, nome do paciente, assinatura e CRM do médico."},
	{Slug: "concluir", Phase: registration.Prescription, Kind: Finish, Title: "Confira antes de concluir", Lead: "O que está bloqueado entrou no termo assinado. Achou um erro? Peça a correção à equipe."},
}

const locking = "Confira. Depois daqui, só a equipe altera estes dados."

// Steps returns all steps.
func Steps() []Step { return slices.Clone(steps) }

// stepsOf returns the steps of an associate, with those of the patient if there is one.
func stepsOf(row associates.Associate) []Step {
	return slices.DeleteFunc(Steps(), func(step Step) bool {
		return len(step.For) > 0 && (row.ResponsibleType == nil || !slices.Contains(step.For, *row.ResponsibleType))
	})
}

// After returns the step after another one for an associate.
func After(row associates.Associate, step Step) Step {
	own := stepsOf(row)
	at := slices.IndexFunc(own, func(other Step) bool { return other.Slug == step.Slug })
	return own[min(at+1, len(own)-1)]
}

// before returns the address of the step before another one in its phase, else that of the overview.
func before(row associates.Associate, step Step) string {
	own := stepsOf(row)
	at := slices.IndexFunc(own, func(other Step) bool { return other.Slug == step.Slug })
	if at <= 0 || own[at-1].Phase != step.Phase {
		return Home
	}
	return own[at-1].Href()
}

// Applies reports whether an associate has the step.
func (s Step) Applies(row associates.Associate) bool {
	return slices.ContainsFunc(stepsOf(row), func(other Step) bool { return other.Slug == s.Slug })
}

// Resume returns the step at which an associate continues: the first incomplete one of the phase, else its last.
func Resume(progress registration.Progress) Step {
	missing := progress.Missing(progress.Phase)
	own := slices.DeleteFunc(stepsOf(progress.Row), func(step Step) bool { return step.Phase != progress.Phase })
	for _, step := range own {
		if len(step.missing(missing)) > 0 {
			return step
		}
	}
	return own[len(own)-1]
}

// missing returns the problems that a step can solve, under the names of its fields.
func (s Step) missing(all errs.Problems) (own errs.Problems) {
	for _, problem := range all {
		name := strings.TrimPrefix(problem.Path, "patient.")
		isField := slices.ContainsFunc(s.Fields, func(field Field) bool { return field.Name == name })
		switch {
		case isField && s.IsOfPatient() == (name != problem.Path):
			own.Add(name, problem.Message)
		case s.IsOfPatient() && problem.Path == "patients":
			own.Add(s.Fields[0].Name, problem.Message)
		case s.Kind == Photos && strings.HasPrefix(problem.Path, "documents."+s.Subject+"."):
			own.Add(strings.TrimPrefix(problem.Path, "documents."+s.Subject+"."), problem.Message)
		case s.Kind == Prescription && problem.Path == "prescription":
			own.Add("prescription", problem.Message)
		}
	}
	return own
}

// Missing returns the missing answers of an associate on the step.
func (s Step) Missing(progress registration.Progress) errs.Problems {
	return s.missing(progress.Missing(s.Phase))
}

// done returns the progress of its phase after the step, in percent.
func (s Step) done(row associates.Associate) int {
	own := slices.DeleteFunc(stepsOf(row), func(step Step) bool { return step.Phase != s.Phase })
	at := slices.IndexFunc(own, func(other Step) bool { return other.Slug == s.Slug })
	return max(10, at*100/len(own))
}

// phaseName returns the name of a phase of the registration.
func phaseName(phase int) string {
	return []string{"Seus dados", "Quem vai se tratar", "Documentos", "Assinatura", "Receita"}[phase-1]
}

// Named inserts the names of the associate and the patient.
func Named(text string, progress registration.Progress) string {
	own := firstName(progress.Row)
	patient := own
	if treated, found := registration.Treated(progress.Row, progress.Patients); found && treated.Name != nil {
		patient = *treated.Name
	}
	return strings.NewReplacer("{nome}", own, "{paciente}", patient).Replace(text)
}

func firstName(row associates.Associate) string {
	first, _, _ := strings.Cut(texts.Of(row.Name), " ")
	return first
}

// shown returns the stored value of a field in the format of the form.
func shown(row associates.Associate, name string) string {
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
	}
	return texts.Of(map[string]*string{
		"associate_name": row.AssociateName, "name": row.Name, "last_name": row.LastName, "relationship": row.Relationship, "species": row.Species,
		"street": row.Street, "number": row.Number, "complement": row.Complement, "neighborhood": row.Neighborhood, "city": row.City, "state": row.State,
		"email_account": row.EmailAccount,
	}[name])
}
