package associates

// Status is the kind of a row.
type Status string

// The statuses of the specification; Active is an associate in the funnel.
const (
	Active    Status = "active"
	Associado Status = "Associado"
	Patient   Status = "patient"
)

// Values lists the statuses, for the API document.
func (Status) Values() []string {
	return []string{string(Active), string(Associado), string(Patient)}
}

// Gender is a gender of the form.
type Gender string

// The genders of decisions.md.
const (
	Female      Gender = "female"
	Male        Gender = "male"
	OtherGender Gender = "other"
	NotInformed Gender = "not_informed"
)

// Values lists the genders, for the API document.
func (Gender) Values() []string {
	return []string{string(Female), string(Male), string(OtherGender), string(NotInformed)}
}

// ResponsibleType is the kind of people for whom an associate seeks treatment.
type ResponsibleType string

// The types of decisions.md ("Associate funnel").
const (
	ForSelf        ResponsibleType = "self"
	ForOtherPerson ResponsibleType = "other_person"
	ForPet         ResponsibleType = "pet"
)

// Values lists the types, for the API document.
func (ResponsibleType) Values() []string {
	return []string{string(ForSelf), string(ForOtherPerson), string(ForPet)}
}
