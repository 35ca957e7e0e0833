package associates

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/form"
	"acolhe/views/panel/cep"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Addresses that the forms of a person request while typing.
const (
	DuplicatesPath  = Path + "/repetidos"
	PrescribersPath = Path + "/prescritores"
)

// person is a row of either form.
type (
	person  = associates.Associate
	field   = form.Field[person]
	section = form.Section[person]
)

// Form returns the form of an associate.
func Form() form.Definition[person] {
	return form.Definition[person]{
		ID: "cadastro", This: "este cadastro", Path: Path, NewSlug: "novo", EditSlug: "/editar", NewTitle: "Novo associado", NewVerb: "Cadastrar",
		Verb:  "Salvar",
		Title: title, RowID: func(a *person) int64 { return a.ID }, Name: func(a *person) string { return a.FullName() },
		Sections: []section{
			{Title: "Identificação", Fields: []field{
				{Name: "associate_name", Label: "Nome completo", Also: []string{"name", "last_name"}, Attrs: warnsOfDuplicates(),
					Required: "informe o nome", Value: text(func(a *person) *string { return a.AssociateName })},
				{Name: "associate_cpf", Label: "CPF", Row: "cpf", Input: control.CPF, Optional: true, Attrs: warnsOfDuplicates(), Below: duplicates,
					Value: cpf(func(a *person) *string { return a.AssociateCPF })},
				associateBirthday(),
			}},
			{Title: "Contato", Fields: []field{
				associatePhone(), secondPhone(),
				{Name: "email_account", Label: "E-mail de acesso", Input: control.Email, Optional: true, Attrs: warnsOfDuplicates(),
					Value: text(func(a *person) *string { return a.EmailAccount })},
				{Name: "email", Label: "E-mail de contato", Input: control.Email, Optional: true, Attrs: warnsOfDuplicates(),
					Value: text(func(a *person) *string { return a.Email })},
			}},
			{Title: "Endereço", Around: control.AddressFields{URL: cep.Path, Down: cep.Unavailable}, Fields: []field{
				{Name: "cep", Label: "CEP", Row: "cep", Input: control.CEP, Optional: true, Below: addressStatus,
					Value: func(a *person) string { return fmtbr.CEP(texts.Of(a.CEP)) }},
				{Name: "state", Label: "Estado", Row: "cep", Kind: form.Select, Prompt: "UF", Width: control.Tiny,
					Options: control.OptionsOf(brdoc.States()), Optional: true, Value: text(func(a *person) *string { return a.State })},
				{Name: "city", Label: "Cidade", Row: "cep", Grows: true, Optional: true, Value: text(func(a *person) *string { return a.City })},
				{Name: "street", Label: "Rua", Row: "rua", Grows: true, Optional: true, Value: text(func(a *person) *string { return a.Street })},
				{Name: "number", Label: "Número", Row: "rua", Optional: true, Value: text(func(a *person) *string { return a.Number })},
				{Name: "neighborhood", Label: "Bairro", Row: "bairro", Grows: true, Optional: true,
					Value: text(func(a *person) *string { return a.Neighborhood })},
				{Name: "complement", Label: "Complemento", Row: "bairro", Grows: true, Optional: true,
					Value: text(func(a *person) *string { return a.Complement })},
			}},
			personal(),
			{Title: "Contato de emergência", Folds: true, Fields: []field{
				{Name: "emergency_name", Label: "Contato de emergência", Optional: true,
					Value: text(func(a *person) *string { return a.EmergencyName })},
				{Name: "emergency_phone", Label: "Telefone de emergência", Input: control.Phone, Optional: true,
					Value: phone(func(a *person) *string { return a.EmergencyPhone })},
			}},
			health(),
			{Title: "Cadastro", Folds: true, Fields: []field{
				{Name: "responsible_type", Label: "Tratamento para", Kind: form.Select, Prompt: "Escolha…", Options: treatmentOptions(), Optional: true,
					Value: func(a *person) string { return texts.Of(a.ResponsibleType) }},
				{Name: "how_found", Label: "Como conheceu a associação", Short: "Como conheceu", Suggestions: waysToFind(), Optional: true,
					Value: text(func(a *person) *string { return a.HowFound })},
				tagsField(),
				{Name: "contact_consent", Label: "Aceita contato", Kind: form.Check, Statement: "Aceita receber contato da associação",
					Value: func(a *person) string { return strconv.FormatBool(a.ContactConsent) }},
			}},
		},
	}
}

func title(a *person) string { return "Editar " + a.FullName() }

func socialName() field {
	return field{Name: "social_name", Label: "Nome social", Optional: true, Value: text(func(a *person) *string { return a.SocialName })}
}

func birthday() field {
	return field{Name: "birth_date", Label: "Data de nascimento", Row: "cpf", Input: control.BirthDate, Optional: true,
		Value: func(a *person) string { return shownDay(a.BirthDate) }}
}

// associateBirthday also warns of duplicates, because the same name and birth date are probably the same person.
func associateBirthday() field {
	day := birthday()
	day.Attrs = warnsOfDuplicates()
	return day
}

func gender() field {
	return field{Name: "gender", Label: "Gênero", Kind: form.Select, Prompt: "Escolha…", Options: genderOptions(), Optional: true,
		Value: func(a *person) string { return texts.Of(a.Gender) }}
}

func firstPhone() field {
	return field{Name: "phone", Label: "Telefone", Row: "telefone", Input: control.Phone, Inline: true, Optional: true,
		Value: phone(func(a *person) *string { return a.Phone })}
}

// associatePhone also warns of duplicates.
func associatePhone() field {
	phone := firstPhone()
	phone.Attrs = warnsOfDuplicates()
	return phone
}

func secondPhone() field {
	return field{Name: "phone_secondary", Label: "Outro telefone", Row: "telefone", Input: control.Phone, Optional: true,
		Value: phone(func(a *person) *string { return a.PhoneSecondary })}
}

// personal has the optional data of an associate.
func personal() section {
	return section{Title: "Dados pessoais", Folds: true, Fields: []field{
		socialName(),
		{Name: "rg", Label: "RG", Row: "rg", Optional: true, Value: text(func(a *person) *string { return a.RG })},
		{Name: "rg_issuer", Label: "Órgão emissor", Row: "rg", Optional: true, Value: text(func(a *person) *string { return a.RGIssuer })},
		gender(),
		{Name: "nationality", Label: "Nacionalidade", Suggestions: []string{"Brasileira"}, Optional: true,
			Value: text(func(a *person) *string { return a.Nationality })},
		{Name: "marital_status", Label: "Estado civil", Suggestions: maritalStatuses(), Optional: true,
			Value: text(func(a *person) *string { return a.MaritalStatus })},
		{Name: "occupation", Label: "Ocupação", Optional: true, Value: text(func(a *person) *string { return a.Occupation })},
		{Name: "mother_name", Label: "Nome da mãe", Optional: true, Value: text(func(a *person) *string { return a.MotherName })},
	}}
}

func health() section {
	return section{Title: "Saúde e prescritor", Folds: true, Fields: []field{
		{Name: "health_condition", Label: "Condição de saúde", Kind: form.Area, Optional: true,
			Value: text(func(a *person) *string { return a.HealthCondition })},
		{Name: "icd_code", Label: "CID", Optional: true, Value: text(func(a *person) *string { return a.ICDCode })},
		{Name: "medications", Label: "Medicamentos em uso", Short: "Medicamentos", Kind: form.Area, Optional: true,
			Value: text(func(a *person) *string { return a.Medications })},
		{Name: "allergies", Label: "Alergias", Kind: form.Area, Optional: true, Value: text(func(a *person) *string { return a.Allergies })},
		{Name: "health_notes", Label: "Observações de saúde", Kind: form.Area, Inline: true, Optional: true,
			Value: text(func(a *person) *string { return a.HealthNotes })},
		{Name: "prescriber_code", Label: "Prescritor", Also: []string{"prescriber"}, Hint: "Escolha quem já está cadastrado ou escreva o nome.",
			Control: prescriber,
			Value:   text(func(a *person) *string { return a.PrescriberCode }), Text: text(func(a *person) *string { return a.Prescriber })},
	}}
}

func tagsField() field {
	return field{Name: "tags", Label: "Etiquetas", Kind: form.Tags, Inline: true, Hint: "Nenhuma etiqueta para cadastros ainda.",
		Values: func(a *person) []string { return a.Tags }}
}

// The formats of columns.
func text(column func(a *person) *string) func(a *person) string {
	return func(a *person) string { return texts.Of(column(a)) }
}

func cpf(column func(a *person) *string) func(a *person) string {
	return func(a *person) string { return fmtbr.CPF(texts.Of(column(a))) }
}

func phone(column func(a *person) *string) func(a *person) string {
	return func(a *person) string { return fmtbr.Phone(texts.Of(column(a))) }
}

func prescriber(c form.Control) ui.Content {
	return control.Search{Name: c.Name, Label: c.Label, Value: c.Value, Text: c.Text, URL: PrescribersPath, Optional: true, Hint: c.Hint,
		Error: c.Error}
}

func addressStatus(form.State[person]) ui.Content { return control.AddressStatus() }

const duplicatesID = "repetidos"

// WarnsOfDuplicates makes a field of another form warn of associates with its value.
func WarnsOfDuplicates() templ.Attributes { return warnsOfDuplicates() }

// warnsOfDuplicates sends the form while typing, to warn of duplicates.
func warnsOfDuplicates() templ.Attributes {
	return templ.Attributes{"hx-post": DuplicatesPath, "hx-trigger": "input delay:400ms", "hx-target": "#" + duplicatesID,
		"hx-swap": "innerHTML"}
}
