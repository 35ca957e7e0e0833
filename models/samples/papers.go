package samples

import (
	"fmt"
	"strings"
)

// papersStream begins the streams of chance of papers and contacts, one for each household, so that these could be
// added without making anybody somebody else.
const papersStream = 1 << 62

// papers is what the association keeps of a person beside name, address and illness.
type papers struct {
	rg, rgIssuer, mother, socialName string
	secondPhone                      string
	emergencyName, emergencyPhone    string
	notes, breed, guardian           string
	// wrong names what did not pass the check of who is nearly through the funnel.
	wrong []string
}

var (
	healthNotes = strings.Split("Em acompanhamento com a neurologia do hospital universitário.|Já usou óleo importado por dois anos.|"+
		"Faz fisioterapia duas vezes por semana.|Prefere gotas a cápsulas: tem dificuldade para engolir.|"+
		"Exames do fígado em dia; repetir em seis meses.|Começou com dose baixa, aumentada a cada duas semanas.", "|")
	dogBreeds = []string{"Sem raça definida", "Labrador", "Poodle", "Shih-tzu", "Pinscher", "Golden retriever", "Dachshund"}
	catBreeds = []string{"Sem raça definida", "Siamês", "Persa"}
)

// keepPapers fills in the papers of a household. Those who stopped at the first page of the funnel have none yet.
func (h *house) keepPapers(a *user, patients []*user, n int) {
	c := chanceOf(h.plan.Seed, papersStream+uint64(n))
	if a.home.City != "" {
		a.papers = c.papersOf(a)
		a.papers.emergencyName, a.papers.emergencyPhone = c.name(pick(c, []string{"female", "male"})).String(), c.mobile(a.areaCode)
	}
	for _, p := range patients {
		if p.species != "" {
			p.papers = c.papersOfPet(p)
			continue
		}
		p.papers = c.papersOf(p)
		p.papers.secondPhone = ""
		if p.age(h.plan.Now) < 18 {
			p.papers.guardian = a.display()
		}
	}
	a.papers.wrong = c.wrongIn(a)
}

func (c chance) papersOf(u *user) papers {
	kept := papers{
		rg: fmt.Sprintf("%d.%03d.%03d", c.between(1, 59), c.IntN(1000), c.IntN(1000)), rgIssuer: "SSP/" + u.home.State,
		mother: c.name("female").String(),
	}
	if c.percent(30) {
		kept.secondPhone = c.mobile(u.areaCode)
	}
	if c.percent(2) {
		kept.socialName = c.name(pick(c, []string{"female", "male"})).first
	}
	if u.illness.name != "" && c.percent(35) {
		kept.notes = pick(c, healthNotes)
	}
	return kept
}

// wrongIn gives what did not pass: something of nearly every second of those whose papers are looked at.
func (c chance) wrongIn(a *user) []string {
	if a.status != statusActive || (a.phase != "4" && a.phase != "5") || !c.percent(45) {
		return nil
	}
	return pick(c, [][]string{{"rg"}, {"associate_cpf"}, {"rg", "mother_name"}, {"street", "number", "cep"}})
}

func (c chance) papersOfPet(p *user) papers {
	breeds := dogBreeds
	if p.species == "Gato" {
		breeds = catBreeds
	}
	return papers{breed: pick(c, breeds)}
}

func (p papers) record() record {
	return record{
		{"rg", given(p.rg)},
		{"rg_issuer", given(p.rgIssuer)},
		{"mother_name", given(p.mother)},
		{"social_name", given(p.socialName)},
		{"phone_secondary", given(p.secondPhone)},
		{"emergency_name", given(p.emergencyName)},
		{"emergency_phone", given(p.emergencyPhone)},
		{"health_notes", given(p.notes)},
		{"breed", given(p.breed)},
		{"guardian_name", given(p.guardian)},
		{"invalid_fields", listJSON(p.wrong)},
	}
}
