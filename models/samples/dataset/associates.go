package dataset

import (
	"fmt"
	"time"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/texts"
)

// maxPatients is the maximum number of patients of an associate. It also spaces the numbers from
// which CPFs are generated.
const maxPatients = 2

// person is an associate or a patient with the values that their other fields and rows are generated from.
type person struct {
	associates.Associate
	name fullName
	home orders.Address
	// age is in whole years, exact to a leap day.
	age int
}

// newPerson returns a row without personal data.
func newPerson(r rng, status associates.Status) *person {
	return &person{Associate: associates.Associate{
		UserCode: r.uuid(), Status: status, Nationality: new("Brasileira"),
		Annotations: []associates.Annotation{}, Tags: []string{}, InvalidFields: []string{}, IsSample: true,
	}}
}

func (p *person) setName(name fullName) {
	p.name, p.Name, p.LastName = name, texts.Optional(name.first), texts.Optional(name.last)
}

func (p *person) setHome(home orders.Address) {
	p.home, p.Street, p.Number, p.Complement = home, &home.Street, &home.Number, texts.Optional(home.Complement)
	p.Neighborhood, p.City, p.State, p.CEP = &home.Neighborhood, &home.City, &home.State, &home.CEP
}

// setBirth sets a birth date for an age of youngest to oldest years.
func (p *person) setBirth(r rng, now time.Time, youngest, oldest int) {
	days := r.between(youngest*366, oldest*365)
	birth := civil.Of(now.AddDate(0, 0, -days))
	p.BirthDate, p.age = &birth, days/365
}

// associate generates the n-th associate: identity, funnel phase and the data known in that phase.
func (d *Dataset) associate(r rng, n int) *person {
	gender := draw(r, []weighted[associates.Gender]{
		{56, associates.Female}, {42, associates.Male}, {1, associates.OtherGender}, {1, associates.NotInformed},
	})
	name, home := r.name(gender), draw(r, r.words.Places)
	a := newPerson(r, associates.Active)
	a.Gender = &gender
	a.EmailAccount = new(fmt.Sprintf("%s.%d%s", name.login(), n+1, mailDomain))
	a.Email = a.EmailAccount
	a.DateCreated = r.joined(d.now)
	r.advance(a, d.now.Sub(a.DateCreated))
	a.DateUpdated = r.moment(a.DateCreated, d.now)
	if *a.AssociateStatus == associates.FirstPhase && r.percent(50) {
		// Only the e-mail of associates who stopped at the first page is known.
		return a
	}
	a.setName(name)
	a.AssociateName = new(name.String())
	a.setBirth(r, d.now, 18, 88)
	a.AssociateCPF = new(cpf(d.seed, n*(maxPatients+1)))
	a.Phone = new(r.mobile(home.AreaCode))
	if *a.AssociateStatus == associates.FirstPhase {
		return a
	}
	a.setHome(r.address(home))
	a.MaritalStatus, a.Occupation, a.HowFound = new(pick(r, r.words.MaritalStatuses)), new(r.occupation(a.age)), new(pick(r, r.words.Sources))
	if r.percent(30) {
		a.PhoneSecondary = new(r.mobile(home.AreaCode))
	}
	a.EmergencyName, a.EmergencyPhone = new(r.name(pick(r, genders)).String()), new(r.mobile(home.AreaCode))
	a.ContactConsent, a.PrivacyConsentAt = true, &a.DateCreated
	treats := draw(r, []weighted[associates.ResponsibleType]{{71, associates.ForSelf}, {22, associates.ForOtherPerson},
		{7, associates.ForPet}})
	a.ResponsibleType = &treats
	if treats == associates.ForSelf {
		d.treat(r, a, pick(r, r.words.Conditions), "medic")
	}
	r.addDocuments(a)
	d.annotate(r, a)
	return a
}

// joined returns a time in the last three years, more often a recent one because the association
// grows.
func (r rng) joined(now time.Time) time.Time {
	u := r.Float64()
	age := time.Duration(u * (0.5 + u/2) * float64(3*365*day))
	return now.Add(-age - 3*time.Hour).Truncate(time.Second)
}

// advance sets the status and the funnel phase for the time since joining: most associates complete
// the funnel, a few stop on the way.
func (r rng) advance(a *person, age time.Duration) {
	underway, phase := 14, associates.Phase("5")
	if age < 45*day {
		underway = 60
	}
	switch {
	case r.percent(underway):
		phase = draw(r, []weighted[associates.Phase]{
			{24, associates.FirstPhase}, {20, "2"}, {20, "3"}, {16, "4"}, {9, "5"}, {11, associates.AwaitingTerm},
		})
	case r.percent(3):
		a.Status, phase = associates.Associado, associates.AwaitingTerm
	default:
		a.Status = associates.Associado
	}
	a.AssociateStatus = &phase
}

// treat adds a health record; associates who completed the funnel, and patients, have a prescription.
func (d *Dataset) treat(r rng, p *person, ill condition, prescriberType string) {
	p.HealthCondition, p.ICDCode, p.Medications = &ill.Name, texts.Optional(ill.ICD), texts.Optional(ill.Medications)
	p.HealthNotes, p.Allergies = r.sometimes(35, r.words.HealthNotes), r.sometimes(20, r.words.Allergies)
	if p.Status == associates.Active {
		return
	}
	prescriber := pick(r, d.professionalsOf(prescriberType))
	issued := r.moment(p.DateCreated, d.now)
	p.Prescriber = &prescriber.Name
	p.PrescriberCode = new(*prescriber.Council + "/" + *prescriber.CouncilState + " " + *prescriber.CouncilNumber)
	p.Prescription = encode(map[string]any{
		"product": pick(r, r.words.oilsFor(prescriberType)).Name,
		"dosage":  fmt.Sprintf("%d gotas, %d vezes ao dia", r.between(3, 15), r.between(1, 3)),
		"issued":  issued.Format(time.DateOnly),
		"expires": issued.AddDate(0, 6, 0).Format(time.DateOnly),
	})
}

func (d *Dataset) annotate(r rng, a *person) {
	for range draw(r, []weighted[int]{{65, 0}, {22, 1}, {9, 2}, {4, 3}}) {
		by := d.Operators[r.IntN(2)]
		a.Annotations = append(a.Annotations, associates.Annotation{
			ID: r.uuid(), UserName: by.Caller().FullName(), UserCode: by.UserCode.String(),
			DateCreated: r.visit(a.DateCreated, d.now).UTC(), Text: pick(r, r.words.Annotations),
		})
	}
	a.Tags = r.tagged(25, "users")
}

// addDocuments adds the documents of a person and, for most associates whose documents are being checked,
// the fields that failed the check.
func (r rng) addDocuments(p *person) {
	p.RG, p.RGIssuer = new(fmt.Sprintf("%d.%03d.%03d", r.between(1, 59), r.IntN(1000), r.IntN(1000))), new("SSP/"+*p.State)
	p.MotherName = new(r.name(associates.Female).String())
	if r.percent(2) {
		p.SocialName = new(r.name(pick(r, genders)).first)
	}
	isChecked := p.Status == associates.Active && (*p.AssociateStatus == "4" || *p.AssociateStatus == "5")
	if isChecked && r.percent(70) {
		p.InvalidFields = pick(r, [][]string{{"rg"}, {"associate_cpf"}, {"rg", "mother_name"}, {"street", "number", "cep"}})
	}
}

// occupation returns an occupation; most people of 63 years and more are retired.
func (r rng) occupation(age int) string {
	if age >= 63 && r.percent(75) {
		return "Aposentado(a)"
	}
	return pick(r, r.words.Occupations)
}

// address returns a street address in the place.
func (r rng) address(p place) orders.Address {
	a := orders.Address{
		Street: pick(r, r.words.Streets), Number: fmt.Sprint(r.between(1, 2400)), Neighborhood: pick(r, r.words.Neighborhoods),
		City: p.City, State: p.State, CEP: fmt.Sprintf("%05d%03d", r.between(p.CEPFrom, p.CEPTo), r.between(0, 899)),
	}
	if r.percent(4) {
		a.Number = "S/N"
	}
	if r.percent(35) {
		a.Complement = pick(r, r.words.Complements)
	}
	return a
}

// mobile returns a mobile number with the area code.
func (r rng) mobile(areaCode string) string {
	return fmt.Sprintf("%s9%d%07d", areaCode, r.between(6, 9), r.IntN(10_000_000))
}

// cpf returns the number of a slot with its check digits. No two slots share one: the step and 10⁹
// are coprime, so each slot below 10⁹ has its own nine digits. A number of equal digits is not a
// CPF and is replaced by the next one.
func cpf(seed uint64, slot int) string {
	const count, step = 1_000_000_000, 387_420_489
	nine := uint64(slot) + 1
	for {
		nine = (nine*step + seed%count) % count
		digits := fmt.Sprintf("%09d", nine)
		if nine%111_111_111 != 0 {
			return digits + brdoc.CPFCheckDigits(digits)
		}
	}
}
