package samples

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/types/money"
)

// houseStream is the stream of chance of what the associates share; theirs are numbered from 0.
const houseStream = 1 << 63

// brasilia is the civil time of the association. Brazil has kept no daylight saving since 2019.
var brasilia = time.FixedZone("BRT", -3*60*60)

// mailDomain is reserved for examples, so that no message reaches a stranger.
const mailDomain = "@exemplo.org.br"

// house is what the associates share: who works there and what is offered.
type house struct {
	plan          Plan
	operators     []operator
	professionals []professional
	products      []product
}

// operator is somebody of the staff. Sample operators have no password, so nobody signs in as one.
type operator struct {
	code           uuid.UUID
	name, lastName string
	role           string
}

func (o operator) String() string { return o.name + " " + o.lastName }

// professional is somebody whom associates consult.
type professional struct {
	id         int64
	code       string
	name       string
	email      string
	kind       string
	council    string
	number     string
	state      string
	price      money.Amount
	prescribes bool
}

// registration is how a prescriber is quoted: `CRM/SP 123456`.
func (p professional) registration() string { return p.council + "/" + p.state + " " + p.number }

// product is something that is sold, with its price in cents and its parcel in grams and centimetres.
type product struct {
	code, name, description string
	cents                   int64
	grams                   int
	width, height, length   int
	active                  bool
}

// foundHouse makes and copies the staff, the professionals, the products and the tags.
func foundHouse(ctx context.Context, copied *copier, plan Plan) (*house, error) {
	c := chanceOf(plan.Seed, houseStream)
	h := &house{plan: plan, products: catalogue}
	for _, o := range staff {
		o.code = c.uuid()
		h.operators = append(h.operators, o)
	}
	for i, post := range posts {
		h.professionals = append(h.professionals, c.professional(i, post))
	}
	ids, err := reserveIDs(ctx, copied.tx, "professionals", len(h.professionals))
	if err != nil {
		return nil, err
	}
	for i := range h.professionals {
		h.professionals[i].id = ids[i]
	}
	return h, h.copyAll(ctx, copied, c)
}

func (c chance) professional(i int, p post) professional {
	home := draw(c, weightedPlaces)
	name := c.name(pick(c, []string{"female", "male"}))
	made := professional{
		code: fmt.Sprintf("%s-%04d", p.prefix, 1001+i), name: name.String(), kind: p.kind,
		email:   fmt.Sprintf("%s.%s%s", name.login(), strings.ToLower(p.prefix), mailDomain),
		council: p.council, state: home.state,
		price:      money.FromCents(p.price),
		prescribes: p.prescribes,
	}
	if p.council != "" {
		made.number = fmt.Sprint(c.between(11000, 198000))
	}
	return made
}

func (h *house) copyAll(ctx context.Context, copied *copier, c chance) error {
	// Everything shared is as old as the history.
	opened := h.plan.Now.AddDate(-3, 0, -7)
	var operators, professionals, movements, products []record
	for _, o := range h.operators {
		operators = append(operators, o.record(opened))
	}
	for _, p := range h.professionals {
		balance := money.FromCents(int64(c.between(0, 40)) * 2500)
		professionals = append(professionals, p.record(c, opened, balance, h.plan.Now))
		if !balance.IsZero() {
			movements = append(movements, p.firstDonation(balance, h.operators[0], opened))
		}
	}
	for _, p := range h.products {
		products = append(products, p.record(opened))
	}
	for _, t := range []struct {
		table   string
		records []record
	}{
		{"system_users", operators},
		{"professionals", professionals},
		{"donation_movements", movements},
		{"products", products},
	} {
		if err := copied.copy(ctx, t.table, t.records); err != nil {
			return err
		}
	}
	return copyTags(ctx, copied, opened)
}

// copyTags leaves out the tags that are there under the same name already.
func copyTags(ctx context.Context, copied *copier, opened time.Time) error {
	for _, set := range []struct {
		collection, color string
		names             []string
	}{
		{"users", "#0f766e", userTags},
		{"orders", "#1d4ed8", orderTags},
		{"services", "#7c3aed", serviceTags},
		{"reception", "#b45309", receptionTags},
	} {
		done, err := copied.tx.Exec(ctx, `
			insert into tags (name, color, collection, is_sample, date_created, date_updated)
			select name, $2, $3, true, $4, $4 from unnest($1::text[]) as name
			on conflict do nothing`, set.names, set.color, set.collection, opened)
		if err != nil {
			return err
		}
		copied.counts["tags"] += int(done.RowsAffected())
	}
	return nil
}

func (o operator) record(opened time.Time) record {
	return record{
		{"user_code", o.code},
		{"name", o.name},
		{"last_name", o.lastName},
		{"email", plain(o.name) + "." + plain(o.lastName) + mailDomain},
		{"permissions", asJSON([]string{o.role})},
		{"status", "active"},
		{"is_sample", true},
		{"date_created", opened},
		{"date_updated", opened},
	}
}

func (p professional) record(c chance, opened time.Time, balance money.Amount, now time.Time) record {
	contests := []any{}
	if c.percent(20) {
		at := now.AddDate(0, -1, 0)
		contests = append(contests, map[string]string{
			"text":  "Falta a consulta do dia 14, que foi paga em dinheiro na sede.",
			"month": at.Format("2006-01"),
			"date":  at.UTC().Format(time.RFC3339),
		})
	}
	return record{
		{"id", p.id},
		{"professional_code", p.code},
		{"name", p.name},
		{"email", p.email},
		{"phone", c.mobile(pick(c, places).areaCode)},
		{"type", p.kind},
		{"council", given(p.council)},
		{"council_number", given(p.number)},
		{"council_state", given(p.state)},
		{"consultation_price", p.price},
		{"is_collaborator", c.percent(35)},
		{"is_prescriber", p.prescribes},
		{"active", true},
		{"payment_details", "Pix: " + p.email},
		{"donation_balance", balance},
		{"contest_reports", asJSON(contests)},
		{"is_sample", true},
		{"date_created", opened},
		{"date_updated", opened},
	}
}

func (p professional) firstDonation(balance money.Amount, by operator, opened time.Time) record {
	return record{
		{"professional_id", p.id},
		{"amount", balance},
		{"balance_after", balance},
		{"reason", "Saldo inicial de doações"},
		{"actor_kind", "operator"},
		{"actor_code", by.code.String()},
		{"actor_name", by.String()},
		{"is_sample", true},
		{"date_created", opened},
	}
}

func (p product) record(opened time.Time) record {
	return record{
		{"code", p.code},
		{"name", p.name},
		{"description", p.description},
		{"price", money.FromCents(p.cents)},
		{"weight_g", p.grams},
		{"width_cm", p.width},
		{"height_cm", p.height},
		{"length_cm", p.length},
		{"active", p.active},
		{"is_sample", true},
		{"date_created", opened},
		{"date_updated", opened},
	}
}
