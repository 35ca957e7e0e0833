package reports

import (
	"context"
	"encoding/json"
	"slices"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/types/money"
)

// computer computes the rows of a report.
type computer struct {
	rules
	byType map[string]catalog.Type
	people map[int64]professionals.Professional
	// closed holds the lines of closed months by the id of their service.
	closed map[int64]Line
}

// rowsOf computes the rows of services.
func rowsOf(ctx context.Context, tx *db.DB, services []bookings.Service) ([]Row, error) {
	if len(services) == 0 {
		return []Row{}, nil
	}
	found, err := computerOf(ctx, tx, services)
	rows := make([]Row, len(services))
	for i, service := range services {
		rows[i] = found.row(service)
	}
	return rows, err
}

// computerOf reads what the rows of the services need.
func computerOf(ctx context.Context, tx *db.DB, services []bookings.Service) (c computer, err error) {
	if c.rules, err = findRules(ctx, tx); err != nil {
		return c, err
	}
	c.byType = map[string]catalog.Type{}
	for _, kind := range c.types {
		c.byType[kind.ID] = kind
	}
	var ids []int64
	for _, service := range services {
		ids = append(ids, service.ProfessionalID)
	}
	if c.people, err = peopleOf(ctx, tx, slices.Compact(slices.Sorted(slices.Values(ids)))); err != nil {
		return c, err
	}
	c.closed, err = linesOf(ctx, tx, services)
	return c, err
}

// row computes the share of a service. A service on a statement has the share of the statement.
func (c computer) row(s bookings.Service) Row {
	kind, person := c.byType[s.Type], c.people[s.ProfessionalID]
	row := Row{ID: s.ID, ServiceCode: s.ServiceCode, ConsultationDate: *s.ConsultationDate, AssociateName: s.AssociateName,
		PatientName:    s.PatientName,
		ProfessionalID: s.ProfessionalID, ProfessionalName: s.ProfessionalName, Type: s.Type, PaymentType: s.PaymentType, Status: s.Status,
		Price: s.Price, Donation: s.Donation, PricePaid: s.PricePaid,
		CommissionValidation: s.CommissionValidation, AssociationFee: kind.AssociationFee, DeductDonation: c.deducts, StatementID: s.StatementID}
	if line, found := c.closed[s.ID]; found {
		row.Share, row.Payable, row.AssociationFee, row.DeductDonation = line.Share, line.Payable, line.AssociationFee, line.DeductDonation
		return row
	}
	price := Prices{Paid: s.PricePaid, Agreed: s.Price, Professional: person.ConsultationPrice, Type: kind.DefaultConsultationPrice}.Resolve()
	donation := money.Zero
	if c.deducts {
		donation = s.Donation
	}
	row.Share = Divide(price, kind.AssociationFee, donation)
	row.Payable = row.Share.Payable
	return row
}

// rules are the settings that the share of a service depends on.
type rules struct {
	types   []catalog.Type
	deducts bool
}

func findRules(ctx context.Context, tx *db.DB) (r rules, err error) {
	if r.types, err = catalog.Types(ctx, tx); err != nil {
		return r, err
	}
	report, err := catalog.FindReportSettings(ctx, tx)
	r.deducts = report.DeductDonationFromPayable
	return r, err
}

// sumsOf adds up services by professional, validation and whether they are on a statement. It is the rule of
// Prices.Resolve, Divide and computer.row; @types holds fee and price of each type.
const sumsOf = `select sums.* from (
	select professional_id, validation, on_statement, count(*)::int as count,
		sum(received)::text as received, sum(fee)::text as fee, sum(donation)::text as donation, sum(payable)::text as payable
	from (
		select s.professional_id, coalesce(s.commission_validation, '') as validation, s.statement_id is not null as on_statement,
			coalesce((l.line ->> 'received')::numeric, resolved.price) as received, coalesce((l.line ->> 'fee')::numeric, charged.fee) as fee,
			coalesce((l.line ->> 'donation')::numeric, kept.donation) as donation,
			coalesce((l.line ->> 'payable')::numeric, resolved.price - charged.fee - kept.donation) as payable
		from (@services) s
		left join (select key as type, (value ->> 'fee')::numeric as fee, (value ->> 'price')::numeric as price
			from jsonb_each(cast(@types as jsonb))) t on t.type = s.type
		left join professionals p on p.id = s.professional_id
		left join (select id as statement_id, line, (line ->> 'service_id')::bigint as service_id
			from statements cross join lateral jsonb_array_elements(lines) line where id in (select statement_id from (@services) closed)) l on l.statement_id = s.statement_id and l.service_id = s.id
		cross join lateral (select case when s.price_paid > 0 then s.price_paid
			else coalesce(s.price, p.consultation_price, t.price, 0) end as price) resolved
		cross join lateral (select least(coalesce(t.fee, 0), resolved.price) as fee) charged
		cross join lateral (select least(case when cast(@deducts as boolean) then s.donation else 0 end,
			resolved.price - charged.fee) as donation) kept) shares
	group by professional_id, validation, on_statement) sums
join professionals person on person.id = sums.professional_id
order by fold(person.name), sums.professional_id, sums.validation, sums.on_statement`

// professionalSum is a Sum of a professional.
type professionalSum struct {
	ProfessionalID int64
	Sum            `gorm:"embedded"`
}

// sums adds up selected services, by the name of the professional.
func (r rules) sums(services *db.DB) ([]professionalSum, error) {
	types, err := r.encoded()
	if err != nil {
		return nil, err
	}
	selected := services.Select("id, professional_id, type, price, price_paid, donation, commission_validation, statement_id")
	found := []professionalSum{}
	fresh := db.Unprepared(services.Session(&db.Session{NewDB: true}))
	err = fresh.Raw(sumsOf, map[string]any{"services": selected, "types": types, "deducts": r.deducts}).Scan(&found).Error
	return found, err
}

// encoded returns the fees and prices as JSON by type.
func (r rules) encoded() (string, error) {
	type amounts struct {
		Fee   money.Amount  `json:"fee"`
		Price *money.Amount `json:"price"`
	}
	byType := map[string]amounts{}
	for _, kind := range r.types {
		byType[kind.ID] = amounts{kind.AssociationFee, kind.DefaultConsultationPrice}
	}
	encoded, err := json.Marshal(byType)
	return string(encoded), err
}
