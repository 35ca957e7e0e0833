package associates

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/civil"
	"acolhe/models/types/page"
)

// MembershipStatus is how somebody stands with the association, as the staff speaks of it: each
// associate has one.
type MembershipStatus string

// The standings. Those who await the signature or have invalid papers are not members yet.
const (
	Member            MembershipStatus = "associado"
	Joining           MembershipStatus = "em-cadastro"
	AwaitingSignature MembershipStatus = "assinatura-pendente"
	InvalidDocuments  MembershipStatus = "documentos-invalidos"
)

// MembershipStatuses lists the standings.
func MembershipStatuses() []MembershipStatus {
	return []MembershipStatus{Member, Joining, AwaitingSignature, InvalidDocuments}
}

// Standing tells how the associate stands.
func (a Associate) Standing() MembershipStatus {
	switch {
	case a.Status == Associado:
		return Member
	case a.AssociateStatus != nil && *a.AssociateStatus == AwaitingTerm:
		return AwaitingSignature
	case len(a.InvalidFields) > 0:
		return InvalidDocuments
	}
	return Joining
}

// standing says in SQL what Associate.Standing says.
const standing = "associate_standing(status, associate_status, invalid_fields)"

// Phases lists the phases in their order.
func Phases() []Phase { return []Phase{"1", "2", "3", "4", "5", AwaitingTerm} }

// Patients filters by whether an associate has patients.
type Patients string

// The values of the filter.
const (
	WithPatients    Patients = "com"
	WithoutPatients Patients = "sem"
)

func (p Patients) sql() string {
	const patient = "exists (select 1 from users p where p.responsible_code = users.user_code)"
	if p == WithPatients {
		return patient
	}
	return "not " + patient
}

const maxDaysWithoutOrder = 3650

// condition is the SQL of a filter with its arguments; it counts when it is on.
type condition struct {
	on        bool
	sql       string
	arguments []any
}

func (in ListInput) filter(ctx context.Context, tx *db.DB, now time.Time) (*db.DB, error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	zone := time.UTC
	if in.From+in.To != "" {
		var err error
		if zone, err = settings.Location(ctx, tx); err != nil {
			return nil, err
		}
	}
	query := tx.WithContext(ctx).Model(&Associate{}).Where("status <> 'patient'")
	if page.HasNoTerms(in.Q) {
		query = query.Where("false")
	}
	for _, word := range page.SearchTerms(brdoc.JoinDigits(in.Q)) {
		query = holding(query, word)
	}
	for _, filter := range in.conditions(zone, now) {
		if filter.on {
			query = query.Where(filter.sql, filter.arguments...)
		}
	}
	return query, nil
}

func (in ListInput) conditions(zone *time.Location, now time.Time) []condition {
	withoutOrder := "status = 'Associado' and not exists (select 1 from last_orders l where l.user_id = users.id and l.taken_at >= ?)"
	return []condition{
		{in.Standing != "", standing + " = ?", []any{in.Standing}},
		{in.Phase != "", "associate_status = ?", []any{in.Phase}},
		{in.State != "", "state = ?", []any{in.State}},
		{in.City != "", "fold(city) like fold(?) || '%'", []any{in.City}},
		{in.Prescriber != "", "fold(prescriber) like '%' || fold(?) || '%'", []any{in.Prescriber}},
		{in.Tag != "", "tags @> jsonb_build_array(?::text)", []any{in.Tag}},
		{in.From != "", "date_created >= ?", []any{civil.Midnight(in.From, zone)}},
		{in.To != "", "date_created < ?", []any{civil.Midnight(in.To, zone).AddDate(0, 0, 1)}},
		{in.Patients != "", in.Patients.sql(), nil},
		{in.NoOrderFor > 0, withoutOrder, []any{in.quietSince(now)}},
	}
}

// quietSince is the moment since which NoOrderFor asks for no order.
func (in ListInput) quietSince(now time.Time) time.Time { return now.AddDate(0, 0, -in.NoOrderFor) }
