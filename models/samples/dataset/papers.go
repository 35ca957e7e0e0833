package dataset

import (
	"fmt"
	"strings"

	"acolhe/models/associates"
)

// papersStream begins the random streams of documents and contacts, one for each associate, which are apart from
// those of the people so that these stayed the same when documents were added.
const papersStream = 1 << 62

var (
	healthNotes = strings.Split("Em acompanhamento com a neurologia do hospital universitário.|Já usou óleo importado por dois anos.|"+
		"Faz fisioterapia duas vezes por semana.|Prefere gotas a cápsulas: tem dificuldade para engolir.|"+
		"Exames do fígado em dia; repetir em seis meses.|Começou com dose baixa, aumentada a cada duas semanas.", "|")
	dogBreeds = []string{"Sem raça definida", "Labrador", "Poodle", "Shih-tzu", "Pinscher", "Golden retriever", "Dachshund"}
	catBreeds = []string{"Sem raça definida", "Siamês", "Persa"}
)

// addPapers adds documents, contacts and notes. Associates who stopped at the first page of the funnel have none.
func (d *Dataset) addPapers(a *person, patients []*person, n int) {
	r := newRNG(d.seed, papersStream+uint64(n))
	if a.City != nil {
		r.addDocuments(a)
		a.EmergencyName, a.EmergencyPhone = new(r.name(pick(r, genders)).String()), new(r.mobile(a.areaCode))
	}
	for _, p := range patients {
		if p.Species != nil {
			p.Breed = new(pick(r, breedsOf(*p.Species)))
			continue
		}
		r.addDocuments(p)
		p.PhoneSecondary = nil
		if p.age < 18 {
			p.GuardianName, p.Tags = a.AssociateName, []string{childTag}
		}
	}
	if invalid := r.invalidFields(a); invalid != nil {
		a.InvalidFields = invalid
	}
}

func (r rng) addDocuments(p *person) {
	p.RG, p.RGIssuer = new(fmt.Sprintf("%d.%03d.%03d", r.between(1, 59), r.IntN(1000), r.IntN(1000))), new("SSP/"+*p.State)
	p.MotherName = new(r.name(associates.Female).String())
	if r.percent(30) {
		p.PhoneSecondary = new(r.mobile(p.areaCode))
	}
	if r.percent(2) {
		p.SocialName = new(r.name(pick(r, genders)).first)
	}
	if p.HealthCondition != nil {
		p.HealthNotes = r.sometimes(35, healthNotes)
	}
}

// invalidFields returns the fields that failed the check, for nearly every second associate whose documents are being
// checked.
func (r rng) invalidFields(a *person) []string {
	isChecked := a.Status == associates.Active && (*a.AssociateStatus == "4" || *a.AssociateStatus == "5")
	if !isChecked || !r.percent(45) {
		return nil
	}
	return pick(r, [][]string{{"rg"}, {"associate_cpf"}, {"rg", "mother_name"}, {"street", "number", "cep"}})
}

func breedsOf(species string) []string {
	if species == "Gato" {
		return catBreeds
	}
	return dogBreeds
}
