package analytics

import (
	"context"

	"acolhe/models/analytics/periods"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// ReceptionInput is the query of GET /analytics/reception. Attendant is a user_code, or None.
type ReceptionInput struct {
	periods.Input
	Status    []string `form:"status"`
	Tags      []string `form:"tags"`
	Attendant string   `form:"attendant"`
}

// ReceptionSums are the contacts of a group that became an order or a service.
type ReceptionSums struct {
	ToOrders   int64 `json:"to_orders"`
	ToServices int64 `json:"to_services"`
}

// ReceptionPoint is an element of the contacts by date.
type ReceptionPoint struct {
	Date  civil.Date `json:"date"`
	Count int64      `json:"count"`
	ReceptionSums
}

// ReceptionGroup is an element of the contacts by attendant; its key is a user_code, or None.
type ReceptionGroup struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Count int64  `json:"count"`
	ReceptionSums
}

// ReceptionKPIs are the figures of contacts as a whole.
type ReceptionKPIs struct {
	Total int64 `json:"total"`
	ReceptionSums
}

// ReceptionSeries are the groups of contacts.
type ReceptionSeries struct {
	ByDate      []ReceptionPoint `json:"by_date"`
	ByAttendant []ReceptionGroup `json:"by_attendant"`
}

// Reception are the contacts of the reception that were created in a period.
type Reception struct {
	Period   periods.Period  `json:"period"`
	KPIs     ReceptionKPIs   `json:"kpis"`
	Series   ReceptionSeries `json:"series"`
	Rankings NoRankings      `json:"rankings"`

	Found Found `json:"-"`
}

var receptionDomain = domain{rollup: "reception_sums", figures: "reception_figures", groups: []string{"attendant"}, span: moments,
	sums: "coalesce(sum(count) filter (where reason = 'Pedido' or reason in (select label from completion_reasons where counts_as = 'order')), 0)::bigint as orders, " +
		"coalesce(sum(count) filter (where reason = 'Serviço' or reason in (select label from completion_reasons where counts_as = 'service')), 0)::bigint as services"}

// FindReception returns the sums of the reception. It returns 403 FORBIDDEN without the permission on reports, and 400
// VALIDATION_ERROR for a wrong period. Statuses are configured, so an unknown one has no contacts.
func FindReception(ctx context.Context, tx *db.DB, by auth.Caller, input ReceptionInput) (answer Reception, err error) {
	query, err := begin(ctx, tx, by, receptionDomain, input.Input)
	if err != nil {
		return answer, err
	}
	query.in("status", input.Status)
	query.tags = input.Tags
	switch input.Attendant {
	case "":
	case None:
		query.in("attendant", []string{""})
	default:
		query.in("attendant", []string{input.Attendant})
	}
	answer.Period = query.period
	if answer.Found, err = query.find(ctx, tx); err != nil {
		return answer, err
	}
	attendants, err := names(tx.WithContext(ctx).Table("system_users").
		Select("user_code::text as code, name || coalesce(' ' || last_name, '') as label"))
	answer.fill(attendants)
	return answer, err
}

func (r *Reception) fill(attendants map[string]string) {
	r.KPIs.Total, r.KPIs.ReceptionSums = r.Found.Total.Count, receptionSums(r.Found.Total)
	for _, first := range r.Period.Buckets() {
		figures := r.Found.Dates[first]
		r.Series.ByDate = append(r.Series.ByDate, ReceptionPoint{first, figures.Count, receptionSums(figures)})
	}
	r.Series.ByAttendant = []ReceptionGroup{}
	for _, group := range grouped(r.Found.Groups["attendant"], func(key string) string { return attendants[key] }) {
		if group.Key == NotInformed {
			group.Key, group.Label = None, "Sem atendente"
		}
		r.Series.ByAttendant = append(r.Series.ByAttendant, ReceptionGroup{group.Key, group.Label, group.Count, receptionSums(group.Figures)})
	}
}

func receptionSums(f Figures) ReceptionSums { return ReceptionSums{f.Orders, f.Services} }
