package listing

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ExistsInput is the query of GET /services/exists: a service_code, or a professional (row id or professional_code) and a
// consultation_date with an offset.
type ExistsInput struct {
	ServiceCode      string `form:"service_code"`
	ProfessionalID   string `form:"professional_id"`
	ConsultationDate string `form:"consultation_date"`
}

// Existence reports whether a service exists, with its id; of several it is the one booked first.
type Existence struct {
	Exists bool   `json:"exists"`
	ID     *int64 `json:"id"`
}

// FindExisting reports whether there is a service that the caller may see with this code, or with this professional at
// this time. It returns 400 VALIDATION_ERROR unless the query is one or the other.
func FindExisting(ctx context.Context, tx *db.DB, by auth.Caller, input ExistsInput) (Existence, error) {
	query := bookings.Allowed(tx.WithContext(ctx), by)
	if input.ServiceCode != "" {
		if input.ProfessionalID+input.ConsultationDate != "" {
			return Existence{}, errs.Invalid("service_code", "envie o código ou o profissional com a data, não os dois")
		}
		return existing(query.Where("service_code = ?", input.ServiceCode))
	}
	moment, err := input.moment()
	if err != nil {
		return Existence{}, err
	}
	professional, err := bookings.ProfessionalID(ctx, tx, by, input.ProfessionalID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return Existence{}, nil
	}
	if err != nil {
		return Existence{}, err
	}
	return existing(query.Where("professional_id = ? and consultation_date = ?", professional, moment))
}

// moment returns the time of the query, in the microseconds of the database.
func (in ExistsInput) moment() (time.Time, error) {
	var p errs.Problems
	p.Require(in.ProfessionalID != "", "professional_id", "informe o service_code, ou o profissional e a data")
	moment, err := time.Parse(time.RFC3339Nano, in.ConsultationDate)
	p.Require(err == nil, "consultation_date", "informe a data e a hora com o fuso: 2026-11-20T14:30:00-03:00")
	return moment.Truncate(time.Microsecond), p.Err()
}

func existing(query *db.DB) (Existence, error) {
	var ids []int64
	err := query.Order("id").Limit(1).Pluck("id", &ids).Error
	if err != nil || len(ids) == 0 {
		return Existence{}, err
	}
	return Existence{Exists: true, ID: &ids[0]}, nil
}
