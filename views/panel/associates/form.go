package associates

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
	"acolhe/web"
)

// Where the forms of a person ask while somebody types.
const (
	DuplicatesAddress  = "/painel/associados/repetidos"
	PrescribersAddress = "/painel/associados/prescritores"
)

const duplicatesID = "repetidos"

// Form is an associate or a patient as far as the form is filled.
type Form struct {
	// Row is what is stored; without an id it is a new one.
	Row associates.Associate
	// Responsible is, for a patient alone, who answers for them.
	Responsible associates.Associate
	// Version is the one that the form was opened with.
	Version string
	// Key names a new row, so that sending the form twice makes it once.
	Key string
	// Typed is the form as it was posted, drawn again as it was.
	Typed web.FormData
	// Tags are offered to be ticked.
	Tags tags.Catalogue
	// Duplicates are other associates of the same CPF or e-mail.
	Duplicates []associates.Associate
	// Refused says why nothing was stored.
	Refused error
}

func (f Form) isNew() bool { return f.Row.ID == 0 }

func (f Form) isPatient() bool { return f.Responsible.ID != 0 }

// Title is what the page is called.
func (f Form) Title() string {
	switch {
	case f.isPatient() && f.isNew():
		return "Novo paciente"
	case f.isNew():
		return "Novo associado"
	}
	return "Editar " + f.Row.FullName()
}

func (f Form) action() string {
	switch {
	case f.isPatient() && f.isNew():
		return PersonHref(f.Responsible.ID) + "/pacientes/novo"
	case f.isPatient():
		return PersonHref(f.Responsible.ID) + "/pacientes/" + strconv.FormatInt(f.Row.ID, 10) + "/editar"
	case f.isNew():
		return "/painel/associados/novo"
	}
	return PersonHref(f.Row.ID) + "/editar"
}

// back is where Cancelar leads.
func (f Form) back() string {
	switch {
	case f.isPatient():
		return PersonHref(f.Responsible.ID)
	case f.isNew():
		return "/painel/associados"
	}
	return PersonHref(f.Row.ID)
}

func (f Form) verb() string {
	if f.isNew() {
		return "Cadastrar"
	}
	return "Salvar"
}

// wasEditedMeanwhile reports that a colleague was quicker.
func (f Form) wasEditedMeanwhile() bool { return errs.IsStale(f.Refused) }

// problems says what is wrong in the words of the form, and in its order.
func (f Form) problems() ui.Problems {
	fields := slices.Clone(errs.FieldsOf(f.Refused))
	for i, field := range fields {
		if field.Message == civil.ErrNotDate.Error() {
			fields[i].Message = "deve ser uma data, como 14/03/1985"
		}
	}
	slices.SortStableFunc(fields, func(a, b errs.Field) int {
		return slices.Index(formFields, a.Path) - slices.Index(formFields, b.Path)
	})
	problems := ui.ProblemsOf(fields, Label)
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 && !f.wasEditedMeanwhile() {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

// input is one field, with what was typed or what is stored. Nothing is required but the name.
func (f Form) input(name string, kind ui.Kind) ui.Input {
	return ui.Input{Name: name, Label: Label(name), Kind: kind, Value: f.value(name), Error: f.problems().For(name),
		Optional: true, Autocomplete: "off"}
}

func (f Form) required(name string, kind ui.Kind) ui.Input {
	input := f.input(name, kind)
	input.Optional = false
	return input
}

// watched is an input whose value is sent while it is typed, to warn of the same person twice.
func (f Form) watched(name string, kind ui.Kind) ui.Input {
	input := f.input(name, kind)
	input.Attrs = map[string]any{"hx-post": DuplicatesAddress, "hx-trigger": "input delay:400ms", "hx-target": "#" + duplicatesID, "hx-swap": "innerHTML"}
	return input
}

func (f Form) long(name string) ui.Textarea {
	return ui.Textarea{Name: name, Label: Label(name), Value: f.value(name), Rows: 2, Optional: true, Error: f.problems().For(name)}
}

func (f Form) choice(name string, options []ui.Option) ui.Select {
	return ui.Select{Name: name, Label: Label(name), Value: f.value(name), Prompt: "Escolha…", Options: options, Optional: true, Error: f.problems().For(name)}
}

func (f Form) prescriber() ui.Search {
	return ui.Search{Name: "prescriber_code", Label: "Prescritor", Value: f.value("prescriber_code"), Text: f.Typed.Or("prescriber_code_texto", f.stored()["prescriber"]),
		URL: PrescribersAddress, Optional: true, Hint: "Escolha quem já está cadastrado ou escreva o nome.", Error: f.problems().For("prescriber")}
}

// tags are those of the catalogue and the others that the person has.
func (f Form) tags() ui.Checks {
	chosen := f.Row.Tags
	if f.Typed != nil {
		chosen = f.Typed["tags"]
	}
	checks := ui.Checks{Name: "tags", Label: "Etiquetas", Chosen: chosen, Optional: true, Error: f.problems().For("tags")}
	for _, name := range f.Tags.Names() {
		checks.Options = append(checks.Options, ui.Option{Value: name, Label: name})
	}
	for _, name := range chosen {
		if name != "" && !slices.Contains(f.Tags.Names(), name) {
			checks.Options = append(checks.Options, ui.Option{Value: name, Label: name})
		}
	}
	return checks
}

func (f Form) value(name string) string { return f.Typed.Or(name, f.stored()[name]) }

// stored is the row in the spelling of the form.
func (f Form) stored() map[string]string {
	a := f.Row
	values := map[string]string{
		"associate_name": texts.Of(a.AssociateName), "associate_cpf": fmtbr.CPF(texts.Of(a.AssociateCPF)), "email_account": texts.Of(a.EmailAccount),
		"name": texts.Of(a.Name), "last_name": texts.Of(a.LastName), "social_name": texts.Of(a.SocialName), "email": texts.Of(a.Email),
		"cpf": fmtbr.CPF(texts.Of(a.CPF)), "rg": texts.Of(a.RG), "rg_issuer": texts.Of(a.RGIssuer), "nationality": texts.Of(a.Nationality),
		"marital_status": texts.Of(a.MaritalStatus), "occupation": texts.Of(a.Occupation), "mother_name": texts.Of(a.MotherName),
		"phone": fmtbr.Phone(texts.Of(a.Phone)), "phone_secondary": fmtbr.Phone(texts.Of(a.PhoneSecondary)),
		"emergency_name": texts.Of(a.EmergencyName), "emergency_phone": fmtbr.Phone(texts.Of(a.EmergencyPhone)),
		"street": texts.Of(a.Street), "number": texts.Of(a.Number), "complement": texts.Of(a.Complement), "neighborhood": texts.Of(a.Neighborhood),
		"city": texts.Of(a.City), "state": texts.Of(a.State), "cep": fmtbr.CEP(texts.Of(a.CEP)),
		"relationship": texts.Of(a.Relationship), "guardian_name": texts.Of(a.GuardianName), "guardian_cpf": fmtbr.CPF(texts.Of(a.GuardianCPF)),
		"species": texts.Of(a.Species), "breed": texts.Of(a.Breed), "health_condition": texts.Of(a.HealthCondition), "icd_code": texts.Of(a.ICDCode),
		"medications": texts.Of(a.Medications), "allergies": texts.Of(a.Allergies), "health_notes": texts.Of(a.HealthNotes),
		"prescriber": texts.Of(a.Prescriber), "prescriber_code": texts.Of(a.PrescriberCode), "how_found": texts.Of(a.HowFound),
	}
	if a.BirthDate != nil {
		values["birth_date"] = a.BirthDate.Shown()
	}
	if a.Gender != nil {
		values["gender"] = string(*a.Gender)
	}
	if a.ResponsibleType != nil {
		values["responsible_type"] = string(*a.ResponsibleType)
	}
	if a.WeightKg != nil {
		values["weight_kg"] = strings.Replace(strconv.FormatFloat(float64(*a.WeightKg), 'f', -1, 64), ".", ",", 1)
	}
	return values
}
