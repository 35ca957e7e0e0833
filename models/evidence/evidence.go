// Package evidence adds up what an association shows to the health authority and its board: who has a valid prescription, what was
// supplied of which product, the lots, the losses, what patients felt, and the signed terms. It has numbers and no names.
package evidence

import (
	"context"
	"time"

	"acolhe/models/adverseevents"
	"acolhe/models/analytics/rollups"
	"acolhe/models/platform/db"
	"acolhe/models/stock"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// maxMonths is the largest number of months of a report, maxRows that of the rows of each part.
const (
	maxMonths = 24
	maxRows   = 2_000
)

// Period are the months of a report, both included.
type Period struct{ First, Last civil.Month }

// Supplied is what was supplied of a product in a month: the units of orders that were sent.
type Supplied struct {
	Month time.Time `gorm:"column:month"`
	Code  string    `gorm:"column:code"`
	Name  string    `gorm:"column:name"`
	// ProductID is 0 for a product that is gone.
	ProductID int64 `gorm:"column:product_id"`
	Units     int   `gorm:"column:units"`
	Orders    int   `gorm:"column:orders"`
}

// Lot is a lot with what became of it in the period.
type Lot struct {
	ID        int64      `gorm:"column:id"`
	Number    string     `gorm:"column:number"`
	Product   string     `gorm:"column:product"`
	ExpiresOn civil.Date `gorm:"column:expires_on"`
	Received  int        `gorm:"column:received"`
	Separated int        `gorm:"column:separated"`
	Lost      int        `gorm:"column:lost"`
	Corrected int        `gorm:"column:corrected"`
	Left      int        `gorm:"column:left_units"`
	IsBlocked bool       `gorm:"column:is_blocked"`
	// HasCertificate reports whether the certificate of the laboratory is stored.
	HasCertificate bool `gorm:"column:has_certificate"`
}

// Loss is a loss with its reason.
type Loss struct {
	LotID   int64     `gorm:"column:lot_id"`
	Number  string    `gorm:"column:number"`
	Product string    `gorm:"column:product"`
	Units   int       `gorm:"column:units"`
	Reason  string    `gorm:"column:reason"`
	Date    time.Time `gorm:"column:date_created"`
}

// Events counts adverse events of a severity and state.
type Events struct {
	Severity adverseevents.Severity
	State    adverseevents.State
	Count    int
}

// Report are the numbers of a period.
type Report struct {
	Period
	// Associates are the current members, Prescribed the patients with a prescription that is valid on the last day.
	Associates, Prescribed int
	Supplied               []Supplied
	Lots                   []Lot
	Losses                 []Loss
	Events                 []Events
	// Signed are the terms signed in the period, AllSigned all that are.
	Signed, AllSigned int
}

// Read adds up a period for a caller who may read reports; any other is 403 FORBIDDEN. A period that ends before it begins or has more
// than 24 months is 400 VALIDATION_ERROR.
func Read(ctx context.Context, tx *db.DB, by auth.Caller, period Period) (report Report, err error) {
	if err := access.Require(by, "reports", access.Read); err != nil {
		return report, err
	}
	zone, err := rollups.Refresh(ctx, tx, db.Read)
	if err != nil {
		return report, err
	}
	from, until := period.First.In(zone).From, period.Last.Add(1).In(zone).From
	if !from.Before(until) || from.AddDate(0, maxMonths, 0).Before(until) {
		return report, errs.Invalid("ate", "escolha de 1 a 24 meses")
	}
	report.Period = period
	r := reader{tx.WithContext(ctx), from, until}
	last := civil.Of(until.AddDate(0, 0, -1))
	for _, count := range []struct {
		query *db.DB
		to    *int
	}{
		{r.tx.Table("users").Where("status = 'Associado'"), &report.Associates},
		{r.tx.Table("prescriptions").Where("refused_reason is null and replaced_by_id is null and issued_on <= ? and valid_until >= ?", last, last).
			Distinct("user_id"), &report.Prescribed},
		{r.tx.Table("contracts").Where("status = 'completed' and completed_at >= ? and completed_at < ?", from, until), &report.Signed},
		{r.tx.Table("contracts").Where("status = 'completed' and completed_at < ?", until), &report.AllSigned},
	} {
		var rows int64
		if err := count.query.Count(&rows).Error; err != nil {
			return report, err
		}
		*count.to = int(rows)
	}
	if report.Supplied, err = r.supplied(); err != nil {
		return report, err
	}
	if report.Lots, err = r.lots(); err != nil {
		return report, err
	}
	if report.Losses, err = r.losses(); err != nil {
		return report, err
	}
	err = r.tx.Table("adverse_events").Where("date_created >= ? and date_created < ?", from, until).Group("severity, state").
		Select("severity, state, count(*) as count").Order("severity, state").Find(&report.Events).Error
	return report, err
}

// reader reads a period.
type reader struct {
	tx          *db.DB
	from, until time.Time
}

// supplied adds up the sums by day (models/analytics) in the month of the payment.
func (r reader) supplied() (found []Supplied, err error) {
	err = r.tx.Table("supply_sums as s").Joins("left join products p on p.code = s.code").
		Where("s.day >= ? and s.day < ?", civil.Of(r.from), civil.Of(r.until)).
		Group("1, 2, 3, 4").Having("sum(s.units) <> 0 or sum(s.orders) <> 0").Order("2, 1, 3, 4").Limit(maxRows).
		Select(`date_trunc('month', s.day::timestamp) as month, s.code, coalesce(p.name, nullif(s.name, ''), s.code) as name,
			coalesce(p.id, 0) as product_id, sum(s.units) as units, sum(s.orders) as orders`).
		Find(&found).Error
	return found, err
}

// lots are those with units or movements in the period.
func (r reader) lots() (found []Lot, err error) {
	moved := r.tx.Table("stock_movements").Where("date_created < ?", r.until).Group("lot_id").Select(`lot_id, sum(quantity) as left_units,
		coalesce(sum(quantity) filter (where date_created >= @from and kind = @receipt), 0) as received,
		coalesce(-sum(quantity) filter (where date_created >= @from and kind in (@separation, @return)), 0) as separated,
		coalesce(-sum(quantity) filter (where date_created >= @from and kind = @loss), 0) as lost,
		coalesce(sum(quantity) filter (where date_created >= @from and kind in (@correction, @count)), 0) as corrected,
		max(date_created) as moved`, map[string]any{"from": r.from, "receipt": stock.Receipt, "separation": stock.Separation, "return": stock.Return,
		"loss": stock.Loss, "correction": stock.Correction, "count": stock.Counted})
	err = r.tx.Table("(?) as m", moved).Joins("join lots l on l.id = m.lot_id").Joins("join products p on p.id = l.product_id").
		Where("m.left_units > 0 or m.moved >= ?", r.from).Order("p.name, l.expires_on, l.id").Limit(maxRows).
		Select(`l.id, l.number, p.name as product, l.expires_on, m.received, m.separated, m.lost, m.corrected, m.left_units,
			l.blocked_at is not null as is_blocked, l.certificate_file_id is not null as has_certificate`).Find(&found).Error
	return found, err
}

func (r reader) losses() (found []Loss, err error) {
	err = r.tx.Table("stock_movements m").Joins("join lots l on l.id = m.lot_id").Joins("join products p on p.id = l.product_id").
		Where("m.kind = ? and m.date_created >= ? and m.date_created < ?", stock.Loss, r.from, r.until).
		Order("m.date_created desc, m.id desc").Limit(maxRows).
		Select("l.id as lot_id, l.number, p.name as product, -m.quantity as units, coalesce(m.reason, '') as reason, m.date_created").Find(&found).Error
	return found, err
}

// AllEvents counts the adverse events of the period.
func (r Report) AllEvents() (count int) {
	for _, events := range r.Events {
		count += events.Count
	}
	return count
}
