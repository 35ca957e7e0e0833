package adverseevents

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/prescriptions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

const (
	maxText = 2000
	maxUsed = 12
	// usedMonths are the months in which the orders are that a form offers.
	usedMonths = 12
)

// OwnQuota is what an associate, or the bearer of a link, reports in a day.
func OwnQuota() ratelimit.Quota {
	return ratelimit.Quota{Name: "adverse_events", Count: 30, One: "relato", Many: "relatos"}
}

// Input is a report. Person is the patient, Used are the keys of what they used, see Used.
type Input struct {
	errs.BindErrors
	Person      int64                   `form:"pessoa"`
	Symptoms    []string                `form:"symptoms"`
	Description string                  `form:"description"`
	StartedOn   patch.Field[civil.Date] `form:"started_on"`
	Severity    Severity                `form:"severity"`
	// IsFelt is "sim" or "nao".
	IsFelt string   `form:"is_felt"`
	Used   []string `form:"used"`
}

// Used is a product of an order that a patient may have used. Lots are those from which the order has it.
type Used struct {
	OrderID int64   `gorm:"column:order_id"`
	Code    string  `gorm:"column:code"`
	Name    string  `gorm:"column:name"`
	LotID   *int64  `gorm:"column:lot_id"`
	Number  *string `gorm:"column:number"`
}

// Key names the product of the order in a form.
func (u Used) Key() string { return strconv.FormatInt(u.OrderID, 10) + ":" + u.Code }

// Report stores a report about the calling associate, one of their patients, or for the staff about any person, and links it with the
// prescription that counts. It returns 400 VALIDATION_ERROR with every wrong field, 403 FORBIDDEN, and 404 NOT_FOUND for a person whom the
// caller may not see.
func Report(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Event, error) {
	person, err := PersonFor(ctx, tx, by, input.Person)
	if err != nil {
		return Event{}, err
	}
	origin := ByStaff
	if by.Kind == auth.Associate {
		origin = ByAssociate
	}
	return ReportFor(ctx, tx, by, Reported{person, origin, by.FullName()}, input)
}

// PersonFor returns a person about whom the caller may report: with the id 0 the calling associate.
func PersonFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (associates.Associate, error) {
	if by.Kind != auth.Associate {
		if err := access.Require(by, "users", access.Update); err != nil {
			return associates.Associate{}, err
		}
		return associates.FindFor(ctx, tx, by, id)
	}
	if id == 0 {
		id = by.ID
	}
	own := func(query *db.DB) *db.DB {
		return query.Where("id = ? or responsible_code = (select user_code from users where id = ?)", by.ID, by.ID)
	}
	return db.First[associates.Associate](tx.WithContext(ctx).Where("id = ?", id).Scopes(own), errs.NotFound("Pessoa não encontrada."))
}

// Reported is the person of a report, where it came from and who made it.
type Reported struct {
	Person associates.Associate
	Origin Origin
	Name   string
}

// ReportFor is Report about a person whom the caller has found, such as that of a letter's link.
func ReportFor(ctx context.Context, tx *db.DB, by auth.Caller, of Reported, input Input) (Event, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return Event{}, err
	}
	today := civil.Of(by.Now.In(zone))
	if err := input.validate(today); err != nil {
		return Event{}, err
	}
	row := Event{User: of.Person.ID, Symptoms: input.Symptoms, Description: input.Description, Severity: input.Severity, IsFelt: input.IsFelt == "sim",
		State: New, Origin: of.Origin, ReportedByName: of.Name, DateCreated: by.Now, DateUpdated: by.Now}
	if row.Symptoms == nil {
		row.Symptoms = []string{}
	}
	input.StartedOn.SetNullable(&row.StartedOn)
	used, err := ListUsed(ctx, tx, by, of.Person)
	if err != nil {
		return row, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if row.PrescriptionID, err = prescriptions.CurrentOf(ctx, tx, row.User, today); err != nil {
			return err
		}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		for _, one := range used {
			if !slices.Contains(input.Used, one.Key()) {
				continue
			}
			product := Product{EventID: row.ID, OrderID: &one.OrderID, Code: one.Code, Name: one.Name, LotID: one.LotID}
			if err := tx.Create(&product).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return row, err
}

func (in *Input) validate(today civil.Date) error {
	in.Description = strings.TrimSpace(in.Description)
	var problems errs.Problems
	for _, symptom := range in.Symptoms {
		problems.Require(slices.Contains(Symptoms(), symptom), "symptoms", "escolha da lista")
	}
	problems.Require(len(in.Symptoms) > 0 || in.Description != "", "symptoms", "marque o que a pessoa sentiu ou conte com suas palavras")
	problems.Require(len(in.Symptoms) <= len(Symptoms()), "symptoms", "escolha da lista")
	problems.Require(texts.Fits(in.Description, maxText), "description", "deve ter até 2.000 caracteres")
	problems.Require(slices.Contains([]Severity{Mild, Disturbing, Severe}, in.Severity), "severity", "diga como foi")
	problems.Require(in.IsFelt == "sim" || in.IsFelt == "nao", "is_felt", "diga se a pessoa ainda sente")
	if in.StartedOn.HasValue() {
		problems.Require(!today.Before(in.StartedOn.Value), "started_on", "esta data ainda não chegou")
		problems.Require(!in.StartedOn.Value.Before(today.Add(-5, 0, 0)), "started_on", "é antiga demais")
	}
	return in.Merge(problems).Err()
}

// ListUsed lists what a person may have used: the products of the latest orders of the last twelve months, of the person or of the
// associate who answers for them, at most twelve with their lots.
func ListUsed(ctx context.Context, tx *db.DB, by auth.Caller, person associates.Associate) (found []Used, err error) {
	lots := tx.Table("stock_movements m").Joins("join lots on lots.id = m.lot_id").Joins("join products p on p.id = lots.product_id").
		Where("m.order_id = o.id and p.code = item.code").Group("lots.id").Having("sum(m.quantity) < 0").Select("lots.id as lot_id, lots.number")
	err = tx.WithContext(ctx).Table("orders o").Joins("cross join lateral jsonb_to_recordset(o.items) as item(code text, name text)").
		Joins("left join lateral (?) lots on true", lots).
		Where("(o.user_id = ? or o.user_code = ?) and o.status <> 'Cancelado'", person.ID, person.ResponsibleCode).
		Where("o.date_created >= ?", by.Now.AddDate(0, -usedMonths, 0)).
		Where("item.code is not null").
		Select("o.id as order_id, item.code, coalesce(item.name, item.code) as name, lots.lot_id, lots.number").
		Order("o.id desc, item.code, lots.lot_id").Limit(maxUsed).
		Find(&found).Error
	return found, err
}
