package samples

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/money"
)

const (
	statusAssociado = string(associates.Associado)
	statusActive    = string(associates.Active)
	statusPatient   = string(associates.Patient)
)

// maxPatients bounds the patients of one associate; it also spaces the numbers that CPFs are made of.
const maxPatients = 2

// user is an associate or a patient: one row of users.
type user struct {
	id          int64
	code        uuid.UUID
	status      string
	phase       string
	responsible *uuid.UUID
	treats      string

	name         fullName
	gender       string
	birth        time.Time
	cpf          string
	email        string
	areaCode     string
	phone        string
	home         orders.Address
	marital      string
	occupation   string
	relationship string
	species      string
	kilos        int

	illness      condition
	allergy      string
	prescriber   *professional
	prescription map[string]any
	consented    bool
	source       string
	annotations  []annotation
	tags         []string
	papers       papers
	joined       time.Time
	changed      time.Time
}

// annotation is an entry of users.annotations, as the server writes it.
type annotation struct {
	ID          uuid.UUID `json:"id"`
	UserName    string    `json:"userName"`
	UserCode    uuid.UUID `json:"user_code"`
	DateCreated time.Time `json:"date_created"`
	Text        string    `json:"text"`
}

// age is in whole years, give or take a leap day.
func (u *user) age(now time.Time) int { return int(now.Sub(u.birth) / (365 * day)) }

// display is the name that orders and services copy.
func (u *user) display() string { return u.name.String() }

// associate makes the n-th associate: who they are, how far they came, and what is known of them there.
func (h *house) associate(c chance, n int) *user {
	gender := draw(c, []weighted[string]{{56, "female"}, {42, "male"}, {1, "other"}, {1, "not_informed"}})
	name := c.name(gender)
	home := draw(c, weightedPlaces)
	a := &user{
		code: c.uuid(), name: name, gender: gender,
		email:    fmt.Sprintf("%s.%d%s", name.login(), n+1, mailDomain),
		areaCode: home.areaCode,
		joined:   c.joined(h.plan.Now),
	}
	a.status, a.phase = c.standing(h.plan.Now.Sub(a.joined))
	a.changed = c.moment(a.joined, h.plan.Now)
	if a.phase == "1" && c.percent(50) {
		// Only the e-mail is known of those who stopped at the first page.
		a.name = fullName{}
		return a
	}
	a.birth = c.birth(h.plan.Now, 18, 88)
	a.cpf = cpf(h.plan.Seed, n*(maxPatients+1))
	a.phone = c.mobile(home.areaCode)
	if a.phase == "1" {
		return a
	}
	a.home = c.address(home)
	a.marital, a.occupation, a.source = pick(c, maritalStatuses), c.occupation(a.age(h.plan.Now)), pick(c, sources)
	a.consented = true
	a.treats = draw(c, []weighted[string]{{71, "self"}, {22, "other_person"}, {7, "pet"}})
	if a.treats == "self" {
		h.treat(c, a, pick(c, conditions), "medic")
	}
	h.annotate(c, a)
	return a
}

// joined is within the last three years, more often lately: the association grows.
func (c chance) joined(now time.Time) time.Time {
	u := c.Float64()
	age := time.Duration(u * (0.5 + u/2) * float64(3*365*24*time.Hour))
	return now.Add(-age - 3*time.Hour).Truncate(time.Second)
}

// standing is the status and the funnel phase after so long: most arrive, a few are forgotten on the way.
func (c chance) standing(age time.Duration) (status, phase string) {
	underway := 14
	if age < 45*24*time.Hour {
		underway = 60
	}
	if c.percent(underway) {
		return statusActive, draw(c, []weighted[string]{{24, "1"}, {20, "2"}, {20, "3"}, {16, "4"}, {9, "5"}, {11, "assinatura_termo"}})
	}
	if c.percent(3) {
		return statusAssociado, "assinatura_termo"
	}
	return statusAssociado, "5"
}

func (c chance) birth(now time.Time, youngest, oldest int) time.Time {
	days := c.between(youngest*366, oldest*365)
	y, m, d := now.AddDate(0, 0, -days).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// treat gives the user a health record; its prescription is there once the funnel is through.
func (h *house) treat(c chance, u *user, ill condition, prescriberKind string) {
	u.illness = ill
	if c.percent(20) {
		u.allergy = pick(c, allergies)
	}
	if u.status == statusActive {
		return
	}
	var able []*professional
	for i := range h.professionals {
		if p := &h.professionals[i]; p.prescribes && p.kind == prescriberKind {
			able = append(able, p)
		}
	}
	u.prescriber = pick(c, able)
	issued := c.moment(u.joined, h.plan.Now)
	u.prescription = map[string]any{
		"product": pick(c, oilsFor(prescriberKind)).name,
		"dosage":  fmt.Sprintf("%d gotas, %d vezes ao dia", c.between(3, 15), c.between(1, 3)),
		"issued":  issued.Format(time.DateOnly),
		"expires": issued.AddDate(0, 6, 0).Format(time.DateOnly),
	}
}

func (h *house) annotate(c chance, a *user) {
	for range draw(c, []weighted[int]{{65, 0}, {22, 1}, {9, 2}, {4, 3}}) {
		by := h.operators[c.IntN(2)]
		a.annotations = append(a.annotations, annotation{
			ID: c.uuid(), UserName: by.String(), UserCode: by.code,
			DateCreated: c.visit(a.joined, h.plan.Now).UTC(), Text: pick(c, annotationTexts),
		})
	}
	if c.percent(25) {
		a.tags = []string{pick(c, userTags)}
	}
}

// patients makes those for whom an associate seeks treatment: another person, sometimes two, or a pet.
func (h *house) patients(c chance, a *user, n int) []*user {
	if a.treats != "other_person" && a.treats != "pet" {
		return nil
	}
	count := 1
	if c.percent(15) {
		count = maxPatients
	}
	var patients []*user
	for i := range count {
		p := &user{
			code: c.uuid(), status: statusPatient, responsible: &a.code,
			joined: a.joined.Add(time.Duration(20*(i+1)) * time.Minute), home: a.home,
		}
		p.changed = p.joined
		if a.treats == "pet" {
			h.pet(c, p, a)
		} else {
			h.dependent(c, p, a)
			p.cpf = cpf(h.plan.Seed, n*(maxPatients+1)+1+i)
		}
		patients = append(patients, p)
	}
	return patients
}

func (h *house) dependent(c chance, p, responsible *user) {
	p.gender = pick(c, []string{"female", "male"})
	p.name = fullName{c.name(p.gender).first, responsible.name.last}
	kin := draw(c, kinOf(responsible.age(h.plan.Now)))
	p.relationship = kin.her
	if p.gender == "male" {
		p.relationship = kin.him
	}
	p.birth = c.birth(h.plan.Now, kin.youngest, kin.oldest)
	ill := pick(c, conditions)
	if kin.oldest < 18 {
		ill = pick(c, childConditions)
	}
	h.treat(c, p, ill, "medic")
}

// kin is a patient's relation to the responsible, for her and for him, and how old such a patient may be.
type kin struct {
	her, him         string
	youngest, oldest int
}

// kinOf gives the relations that fit a responsible of that age, children first.
func kinOf(age int) []weighted[kin] {
	peer := kin{"Irmã", "Irmão", max(18, age-8), age + 8}
	spouse := kin{"Cônjuge", "Cônjuge", max(18, age-8), age + 8}
	switch {
	case age < 22:
		return []weighted[kin]{{60, peer}, {40, kin{"Mãe", "Pai", age + 20, age + 35}}}
	case age <= 60:
		return []weighted[kin]{
			{65, kin{"Filha", "Filho", 1, min(17, age-20)}}, {20, kin{"Mãe", "Pai", age + 20, age + 30}}, {10, spouse}, {5, peer},
		}
	}
	return []weighted[kin]{{50, kin{"Neta", "Neto", 2, 17}}, {40, spouse}, {10, peer}}
}

func (h *house) pet(c chance, p, responsible *user) {
	p.name = fullName{pick(c, petNames), responsible.name.last}
	p.relationship = "Tutor(a)"
	p.species = draw(c, []weighted[string]{{75, "Cão"}, {25, "Gato"}})
	p.kilos = c.between(3, 38)
	p.birth = c.birth(h.plan.Now, 1, 15)
	h.treat(c, p, pick(c, petConditions), "veterinarian")
}

// cpf gives the number of a slot with its check digits. Slots never meet: the step shares no factor with 10⁹, so each
// slot below that has nine digits of its own. Numbers of equal digits are no CPFs and lead on to the next ones.
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

func (u *user) record() record {
	account, associateName, associateCPF, patientCPF := given(u.email), given(u.display()), given(u.cpf), any(nil)
	if u.status == statusPatient {
		account, associateName, associateCPF, patientCPF = nil, nil, nil, given(u.cpf)
	}
	return append(record{
		{"id", u.id},
		{"user_code", u.code},
		{"status", u.status},
		{"associate_status", given(u.phase)},
		{"email_account", account},
		{"email", given(u.email)},
		{"responsible_code", orNull(u.responsible)},
		{"responsible_type", given(u.treats)},
		{"associate_name", associateName},
		{"associate_cpf", associateCPF},
		{"cpf", patientCPF},
		{"is_sample", true},
		{"date_created", u.joined},
		{"date_updated", u.changed},
	}, slices.Concat(u.identity(), u.health(), u.papers.record())...)
}

func (u *user) identity() record {
	return record{
		{"name", given(u.name.first)},
		{"last_name", given(u.name.last)},
		{"birth_date", dateOrNull(u.birth)},
		{"gender", given(u.gender)},
		{"nationality", "Brasileira"},
		{"marital_status", given(u.marital)},
		{"occupation", given(u.occupation)},
		{"phone", given(u.phone)},
		{"street", given(u.home.Street)},
		{"number", given(u.home.Number)},
		{"complement", given(u.home.Complement)},
		{"neighborhood", given(u.home.Neighborhood)},
		{"city", given(u.home.City)},
		{"state", given(u.home.State)},
		{"cep", given(u.home.CEP)},
		{"relationship", given(u.relationship)},
		{"how_found", given(u.source)},
		{"contact_consent", u.consented},
		{"tags", listJSON(u.tags)},
		{"annotations", listJSON(u.annotations)},
	}
}

func (u *user) health() record {
	var consentedAt, prescriber, registration, prescription, kilos any
	if u.consented {
		consentedAt = u.joined
	}
	if u.prescriber != nil {
		prescriber, registration = u.prescriber.name, u.prescriber.registration()
		prescription = asJSON(u.prescription)
	}
	if u.species != "" {
		kilos = money.FromCents(int64(u.kilos) * 100)
	}
	return record{
		{"privacy_consent_at", consentedAt},
		{"species", given(u.species)},
		{"weight_kg", kilos},
		{"health_condition", given(u.illness.name)},
		{"icd_code", given(u.illness.icd)},
		{"medications", given(u.illness.medications)},
		{"allergies", given(u.allergy)},
		{"prescriber", prescriber},
		{"prescriber_code", registration},
		{"prescription", prescription},
	}
}
