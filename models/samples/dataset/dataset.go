// Package dataset generates the rows of a realistic association in the areas' own types: people,
// catalogue, orders, services and reception. A seed and a time determine every row; the caller sets
// the ids of rows. The rows follow the rules of the areas, which the tests of models/samples check.
package dataset

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"acolhe/models/operators"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/professionals/hours"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// sharedStream is the random stream of the rows that associates share; the streams of associates are numbered from 0.
const sharedStream = 1 << 63

const day = 24 * time.Hour

// brasilia is the civil time of the association. Brazil has had no daylight saving since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// mailDomain is reserved for examples, so that no mail reaches a real person.
const mailDomain = "@exemplo.org.br"

// Dataset holds the rows that all associates share, which are older than any associate, and
// generates those of each associate.
type Dataset struct {
	seed          uint64
	now           time.Time
	words         *vocabulary
	Operators     []operators.Operator
	Professionals []professionals.Professional
	Donations     []Donation
	Products      []products.Product
	Tags          []tags.Tag
}

// Donation is a row of donation_movements, for which no area has a type.
type Donation struct {
	ID             int64
	ProfessionalID int64
	Amount         money.Amount
	BalanceAfter   money.Amount
	Reason         string
	ActorKind      auth.Kind
	ActorCode      string
	ActorName      string
	IsSample       bool
	DateCreated    time.Time
}

// TableName returns the name of the table.
func (Donation) TableName() string { return "donation_movements" }

// New returns the dataset of a seed whose three years of history end now. Operators have no
// password and cannot sign in.
func New(seed uint64, now time.Time) *Dataset {
	words := readVocabulary()
	d := &Dataset{seed: seed, now: now, words: words,
		Operators: words.Operators, Professionals: words.Professionals, Products: words.Products, Tags: words.Tags}
	r, opened := d.stream(sharedStream), now.AddDate(-3, 0, -7)
	for i := range d.Operators {
		o := &d.Operators[i]
		o.UserCode, o.Email, o.Status = r.uuid(), plain(o.Name)+"."+plain(o.LastName)+mailDomain, operators.Active
		o.IsSample, o.DateCreated, o.DateUpdated = true, opened, opened
	}
	for i := range d.Professionals {
		p := &d.Professionals[i]
		p.IsSample, p.DateCreated, p.DateUpdated = true, opened, opened
		r.fillProfessional(p, 1001+i, now)
	}
	for i := range d.Products {
		p := &d.Products[i]
		p.IsSample, p.DateCreated, p.DateUpdated = true, opened, opened
	}
	for i := range d.Tags {
		t := &d.Tags[i]
		t.IsSample, t.DateCreated, t.DateUpdated = true, opened, opened
	}
	return d
}

// stream returns the random numbers of one stream of the seed.
func (d *Dataset) stream(number uint64) rng { return newRNG(d.seed, number, d.words) }

// fillProfessional adds the person to a position of the vocabulary, with a balance and in some
// cases a contested report.
func (r rng) fillProfessional(p *professionals.Professional, number int, now time.Time) {
	home, name := draw(r, r.words.Places), r.name(pick(r, genders))
	email := name.login() + "." + strings.ToLower(p.Code) + mailDomain
	p.Name, p.Email, p.PaymentDetails, p.Phone = name.String(), &email, new("Pix: "+email), new(r.mobile(home.AreaCode))
	p.Code, p.CouncilState, p.Active, p.IsCollaborator = fmt.Sprintf("%s-%d", p.Code, number), &home.State, true, r.percent(35)
	if p.Council != nil {
		p.CouncilNumber = new(fmt.Sprint(r.between(11000, 198000)))
	}
	p.DonationBalance, p.ContestReports = money.FromCents(int64(r.between(0, 40))*2500), json.RawMessage("[]")
	if r.percent(20) {
		p.ContestReports = encode([]map[string]string{{
			"text":  "Falta a consulta do dia 14, que foi paga em dinheiro na sede.",
			"month": now.AddDate(0, -1, 0).Format("2006-01"),
			"date":  now.AddDate(0, -1, 0).UTC().Format(time.RFC3339),
		}})
	}
	p.WeeklyHours = workingWeek
}

// workingHours are those of the appointments of a dataset, and workingWeek has them from Monday to Friday.
var (
	workingHours = hours.Spans{{From: 8 * 60, To: 18 * 60}}
	workingWeek  = hours.Week{Monday: workingHours, Tuesday: workingHours, Wednesday: workingHours, Thursday: workingHours,
		Friday: workingHours}
)

// SetProfessionalIDs sets the row ids of the professionals and creates the donations that explain their balances.
func (d *Dataset) SetProfessionalIDs(ids []int64) {
	by := d.Operators[0].Caller()
	d.Donations = nil
	for i := range d.Professionals {
		p := &d.Professionals[i]
		p.ID = ids[i]
		if p.DonationBalance.IsZero() {
			continue
		}
		d.Donations = append(d.Donations, Donation{
			ProfessionalID: p.ID, Amount: p.DonationBalance, BalanceAfter: p.DonationBalance, Reason: "Saldo inicial de doações",
			ActorKind: by.Kind, ActorCode: by.Code, ActorName: by.FullName(), IsSample: true, DateCreated: p.DateCreated,
		})
	}
}

// professionalsOf returns the professionals of a type.
func (d *Dataset) professionalsOf(kind string) []*professionals.Professional {
	var found []*professionals.Professional
	for i := range d.Professionals {
		if p := &d.Professionals[i]; p.Type == kind {
			found = append(found, p)
		}
	}
	return found
}

// encode returns the JSON of a value of this package, which always encodes.
func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}
