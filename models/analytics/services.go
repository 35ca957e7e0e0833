package analytics

import (
	"context"

	"acolhe/models/analytics/periods"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// ServicesInput is the query of GET /analytics/services. Without Status only paid services count, because only they pay
// a professional. Professional is the row id or the professional_code.
type ServicesInput struct {
	periods.Input
	Status       []string `form:"status"`
	Tags         []string `form:"tags"`
	Type         string   `form:"type"`
	Professional string   `form:"professional_id"`
}

// ServiceSums are the sums of a group of services. Fees are what the association really keeps, never more than was
// received (models/reports).
type ServiceSums struct {
	Donations money.Amount `json:"donations_sum"`
	Payable   money.Amount `json:"payable_sum"`
	Fees      money.Amount `json:"association_fee_sum"`
}

// ServicePoint is an element of the services by date.
type ServicePoint struct {
	Date  civil.Date `json:"date"`
	Count int64      `json:"count"`
	ServiceSums
}

// ServiceGroup is an element of the services by type or professional; the key of a professional is the row id.
type ServiceGroup struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Count int64  `json:"count"`
	ServiceSums
}

// ServiceKPIs are the figures of services as a whole.
type ServiceKPIs struct {
	Total int64 `json:"total"`
	ServiceSums
	DonationsAverage money.Amount `json:"donations_avg"`
}

// ServiceSeries are the groups of services.
type ServiceSeries struct {
	ByDate         []ServicePoint `json:"by_date"`
	ByType         []ServiceGroup `json:"by_type"`
	ByProfessional []ServiceGroup `json:"by_professional"`
}

// ServiceRankings are the rankings of services.
type ServiceRankings struct {
	TopAssociates []Ranked `json:"top_associates"`
}

// Services are the services of a period: of their consultation date, else of the day they were created.
type Services struct {
	Period   periods.Period  `json:"period"`
	KPIs     ServiceKPIs     `json:"kpis"`
	Series   ServiceSeries   `json:"series"`
	Rankings ServiceRankings `json:"rankings"`

	Found Found `json:"-"`
}

var serviceDomain = domain{rollup: "service_sums", figures: "service_figures", groups: []string{"type", "professional_id"},
	sums: "sum(received)::bigint as received, sum(fee)::bigint as fee, sum(kept)::bigint as kept, sum(donation)::bigint as donation",
	ranked: persons{name: "services", table: "services", moment: "date_created", pending: "service_pending", code: "associate_user_code",
		label: "associate_name", sum: "received", counted: []condition{{"status in ?", []string{string(bookings.Paid)}}}},
	span: "(consultation_date >= @from and consultation_date < @to or consultation_date is null and date_created >= @from and date_created < @to)"}

// FindServices returns the sums of services. It returns 403 FORBIDDEN without the permission on reports, and 400
// VALIDATION_ERROR for a wrong period or status.
func FindServices(ctx context.Context, tx *db.DB, by auth.Caller, input ServicesInput) (answer Services, err error) {
	query, err := serviceQuery(ctx, tx, by, input)
	if err != nil {
		return answer, err
	}
	answer.Period = query.period
	if answer.Found, err = query.find(ctx, tx); err != nil {
		return answer, err
	}
	names, err := professionalNames(ctx, tx)
	if err != nil {
		return answer, err
	}
	answer.fill(names)
	answer.Rankings.TopAssociates, err = query.topPersons(ctx, tx)
	return answer, err
}

func serviceQuery(ctx context.Context, tx *db.DB, by auth.Caller, input ServicesInput) (query, error) {
	query, err := begin(ctx, tx, by, serviceDomain, input.Input)
	if err != nil {
		return query, err
	}
	if err := checkStatuses(input.Status, bookings.Paid.Values()...); err != nil {
		return query, err
	}
	query.in("status", input.Status)
	if len(input.Status) == 0 {
		query.where = append(query.where, serviceDomain.ranked.counted...)
	}
	query.tags = input.Tags
	query.isPlain = len(input.Status)+len(input.Tags) == 0 && input.Type == "" && input.Professional == ""
	if input.Type != "" {
		query.in("type", []string{input.Type})
	}
	if input.Professional != "" {
		query.where = append(query.where, condition{"professional_id = (select id from professionals where id::text = @it or professional_code = @it order by id::text = @it desc limit 1)",
			map[string]any{"it": input.Professional}})
	}
	return query, nil
}

func (s *Services) fill(names map[string]string) {
	total := s.Found.Total
	s.KPIs.Total, s.KPIs.ServiceSums, s.KPIs.DonationsAverage = total.Count, serviceSums(total), total.Average(total.Donation)
	for _, first := range s.Period.Buckets() {
		figures := s.Found.Dates[first]
		s.Series.ByDate = append(s.Series.ByDate, ServicePoint{first, figures.Count, serviceSums(figures)})
	}
	s.Series.ByType = serviceGroups(s.Found.Groups["type"], func(key string) string { return key })
	s.Series.ByProfessional = serviceGroups(s.Found.Groups["professional_id"], func(key string) string { return names[key] })
}

func serviceGroups(found map[string]Figures, label func(string) string) []ServiceGroup {
	groups := []ServiceGroup{}
	for _, group := range grouped(found, label) {
		groups = append(groups, ServiceGroup{group.Key, group.Label, group.Count, serviceSums(group.Figures)})
	}
	return groups
}

func serviceSums(f Figures) ServiceSums {
	return ServiceSums{money.FromCents(f.Donation), money.FromCents(f.Payable()), money.FromCents(f.Fee)}
}

// professionalNames returns the names of all professionals by their row id.
func professionalNames(ctx context.Context, tx *db.DB) (map[string]string, error) {
	return names(tx.WithContext(ctx).Table("professionals").Select("id::text as code, name as label"))
}
