// Package dataset generates the rows of a believable association in the areas' own types: people, catalogue, orders,
// services and reception. A seed and a moment determine every row; the ids of rows come from the caller. It keeps the
// rules of the areas but does not own them: the tests of models/samples check the rows against them.
package dataset

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"acolhe/models/operators"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// sharedStream is the random stream of the rows that associates share; the streams of associates are numbered from 0.
const sharedStream = 1 << 63

const day = 24 * time.Hour

// brasilia is the civil time of the association. Brazil has had no daylight saving since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// mailDomain is reserved for examples, so that no message reaches a stranger.
const mailDomain = "@exemplo.org.br"

// Dataset holds the rows that all associates share, and generates those of each associate. Everything shared is a
// week older than the oldest associate may be.
type Dataset struct {
	seed          uint64
	now           time.Time
	Operators     []operators.Operator
	Professionals []professionals.Professional
	Donations     []Donation
	Products      []products.Product
	Tags          []tags.Tag
}

// Donation is a row of donation_movements, which no area has a type for yet.
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

// TableName is the specification's name of the table.
func (Donation) TableName() string { return "donation_movements" }

// New returns the dataset of a seed whose three years of history end now. Operators have no password, so that nobody
// signs in as one.
func New(seed uint64, now time.Time) *Dataset {
	d := &Dataset{seed: seed, now: now}
	r, opened := newRNG(seed, sharedStream), now.AddDate(-3, 0, -7)
	for _, o := range staff {
		o.UserCode, o.Email, o.Status = r.uuid(), plain(o.Name)+"."+plain(o.LastName)+mailDomain, operators.Active
		o.IsSample, o.DateCreated, o.DateUpdated = true, opened, opened
		d.Operators = append(d.Operators, o)
	}
	for i, p := range positions {
		d.Professionals = append(d.Professionals, r.professional(i, p, opened))
	}
	for i := range d.Professionals {
		d.addBalance(r, &d.Professionals[i])
	}
	for _, p := range catalogue {
		d.Products = append(d.Products, p.row(opened))
	}
	for _, set := range tagSets {
		for _, name := range set.names {
			d.Tags = append(d.Tags, tags.Tag{Name: name, Color: &set.color, Collection: &set.collection, IsSample: true, DateCreated: opened, DateUpdated: opened})
		}
	}
	return d
}

func (r rng) professional(i int, held position, opened time.Time) professionals.Professional {
	place := draw(r, weightedPlaces)
	name := r.name(pick(r, genders))
	email := fmt.Sprintf("%s.%s%s", name.login(), strings.ToLower(held.prefix), mailDomain)
	p := professionals.Professional{
		Code: fmt.Sprintf("%s-%04d", held.prefix, 1001+i), Name: name.String(), Email: &email, Type: held.kind,
		Council: texts.Optional(held.council), CouncilState: &place.state, ConsultationPrice: money.FromCents(held.price),
		IsPrescriber: held.prescribes, Active: true, PaymentDetails: new("Pix: " + email),
		IsSample: true, DateCreated: opened, DateUpdated: opened,
	}
	if p.Council != nil {
		p.CouncilNumber = new(fmt.Sprint(r.between(11000, 198000)))
	}
	return p
}

// addBalance adds the donations of a professional and, to some, a contested report.
func (d *Dataset) addBalance(r rng, p *professionals.Professional) {
	p.DonationBalance = money.FromCents(int64(r.between(0, 40)) * 2500)
	p.ContestReports = json.RawMessage("[]")
	if r.percent(20) {
		at := d.now.AddDate(0, -1, 0)
		p.ContestReports = encode([]map[string]string{{
			"text":  "Falta a consulta do dia 14, que foi paga em dinheiro na sede.",
			"month": at.Format("2006-01"),
			"date":  at.UTC().Format(time.RFC3339),
		}})
	}
	p.Phone = new(r.mobile(pick(r, places).areaCode))
	p.IsCollaborator = r.percent(35)
}

// SetProfessionalIDs sets the row ids of the professionals, and creates the donations that their balances come from.
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

// registration returns how a prescriber is quoted: `CRM/SP 123456`.
func registration(p *professionals.Professional) string {
	return *p.Council + "/" + *p.CouncilState + " " + *p.CouncilNumber
}

// encode returns the JSON of one of this package's own values, which always encode.
func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}
