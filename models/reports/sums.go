package reports

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/money"
)

// rules are the settings that the share of a service depends on.
type rules struct {
	types   []professionals.Type
	deducts bool
}

func findRules(ctx context.Context, tx *db.DB) (r rules, err error) {
	if r.types, err = professionals.Types(ctx, tx); err != nil {
		return r, err
	}
	report, err := professionals.FindReportSettings(ctx, tx)
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
		left join (select key as type, (value ->> 'fee')::numeric as fee, (value ->> 'price')::numeric as price from jsonb_each(cast(@types as jsonb))) t on t.type = s.type
		left join professionals p on p.id = s.professional_id
		left join (select id as statement_id, line, (line ->> 'service_id')::bigint as service_id from statements cross join lateral jsonb_array_elements(lines) line
			where id in (select statement_id from (@services) closed)) l on l.statement_id = s.statement_id and l.service_id = s.id
		cross join lateral (select case when s.price_paid > 0 then s.price_paid else coalesce(s.price, p.consultation_price, t.price, 0) end as price) resolved
		cross join lateral (select least(coalesce(t.fee, 0), resolved.price) as fee) charged
		cross join lateral (select least(case when cast(@deducts as boolean) then s.donation else 0 end, resolved.price - charged.fee) as donation) kept) shares
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
