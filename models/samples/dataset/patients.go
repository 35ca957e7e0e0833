package dataset

import (
	"time"

	"acolhe/models/associates"
)

// patients generates the patients of an associate who seeks treatment for others: one or two
// people, or pets.
func (d *Dataset) patients(r rng, a *person, n int) []*person {
	if a.ResponsibleType == nil || *a.ResponsibleType == associates.ForSelf {
		return nil
	}
	count := 1
	if r.percent(15) {
		count = maxPatients
	}
	var patients []*person
	for i := range count {
		p := newPerson(r, associates.Patient)
		p.ResponsibleCode = &a.UserCode
		p.DateCreated = a.DateCreated.Add(time.Duration(20*(i+1)) * time.Minute)
		p.DateUpdated = p.DateCreated
		p.setHome(a.home)
		if *a.ResponsibleType == associates.ForPet {
			d.fillPet(r, p, a)
		} else {
			d.fillRelative(r, p, a)
			p.CPF = new(cpf(d.seed, n*(maxPatients+1)+1+i))
		}
		patients = append(patients, p)
	}
	return patients
}

func (d *Dataset) fillRelative(r rng, p, responsible *person) {
	p.Gender = new(pick(r, genders))
	p.setName(fullName{r.name(*p.Gender).first, responsible.name.last})
	kin := draw(r, relationsOf(responsible.age))
	p.Relationship = &kin.her
	if *p.Gender == associates.Male {
		p.Relationship = &kin.him
	}
	p.setBirth(r, d.now, kin.youngest, kin.oldest)
	ill := pick(r, r.words.Conditions)
	if kin.oldest < 18 {
		ill = pick(r, r.words.ChildConditions)
		p.GuardianName, p.Tags = responsible.AssociateName, []string{childTag}
	}
	d.treat(r, p, ill, "medic")
	r.addDocuments(p)
}

func (d *Dataset) fillPet(r rng, p, responsible *person) {
	p.setName(fullName{pick(r, r.words.PetNames), responsible.name.last})
	p.Relationship = new("Tutor(a)")
	p.Species, p.Breed = new("Cão"), new(pick(r, r.words.DogBreeds))
	if r.percent(25) {
		p.Species, p.Breed = new("Gato"), new(pick(r, r.words.CatBreeds))
	}
	p.WeightKg = new(associates.Kilos(r.between(3, 38)))
	p.setBirth(r, d.now, 1, 15)
	d.treat(r, p, pick(r, r.words.PetConditions), "veterinarian")
}

// relation is a patient's relation to the responsible associate, in the feminine and masculine
// form, with the age range of such patients.
type relation struct {
	her, him         string
	youngest, oldest int
}

// relationsOf returns the relations that fit the age of the responsible associate.
func relationsOf(age int) []weighted[relation] {
	peer := relation{"Irmã", "Irmão", max(18, age-8), age + 8}
	spouse := relation{"Cônjuge", "Cônjuge", max(18, age-8), age + 8}
	switch {
	case age < 22:
		return []weighted[relation]{{60, peer}, {40, relation{"Mãe", "Pai", age + 20, age + 35}}}
	case age <= 60:
		return []weighted[relation]{
			{65, relation{"Filha", "Filho", 1, min(17, age-20)}}, {20, relation{"Mãe", "Pai", age + 20, age + 30}}, {10, spouse}, {5, peer},
		}
	}
	return []weighted[relation]{{50, relation{"Neta", "Neto", 2, 17}}, {40, spouse}, {10, peer}}
}
