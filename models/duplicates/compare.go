package duplicates

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"acolhe/models/duplicates/fields"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// Choice is a field of which the two records have different values.
type Choice struct {
	fields.Field
	Kept, Gone string
	// TakesGone is proposed: the record that goes has a value and the other has none.
	TakesGone bool
}

// Belonging is a kind of rows that belong to the records, with their numbers.
type Belonging struct {
	Label      string
	Kept, Gone int
}

// Patient is a patient of one of the records.
type Patient struct {
	ID        int64
	Name      string
	BirthDate *civil.Date
}

// PatientPair are two patients who may be one: that of the record that stays first.
type PatientPair struct{ Kept, Gone Patient }

// Comparison is two records side by side.
type Comparison struct {
	Kept, Gone Side
	// KeptSince and GoneSince are when they were registered.
	KeptSince, GoneSince time.Time
	Choices              []Choice
	// Same are the labels of the fields with the same value.
	Same       []string
	Belongings []Belonging
	Reasons    []Reason
	Patients   []PatientPair
	// Warnings are named before joining: open orders, two logins, two terms.
	Warnings []string
}

// Compare returns two records side by side. It returns 403 FORBIDDEN for callers who may not change associates, 404 NOT_FOUND
// if one does not exist, and 409 CONFLICT for records that Join refuses.
func Compare(ctx context.Context, tx *db.DB, by auth.Caller, two Two) (c Comparison, err error) {
	if err := require(by); err != nil {
		return c, err
	}
	var kept, gone fields.Record
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		kept, gone, err = lock(tx, two)
		return err
	})
	if err != nil {
		return c, err
	}
	if err := refuse(kept, gone); err != nil {
		return c, err
	}
	if kept.Text("status") == "patient" {
		return c, errs.NotFound("Associado não encontrado.")
	}
	c.Kept, c.Gone = sideOf(kept), sideOf(gone)
	c.KeptSince, c.GoneSince = momentOf(kept), momentOf(gone)
	c.choose(by, kept, gone)
	if err := c.count(ctx, tx, kept, gone); err != nil {
		return c, err
	}
	if c.Reasons, err = PairOf(ctx, tx, two.First, two.Second); err != nil {
		return c, err
	}
	if c.Patients, err = patientPairs(ctx, tx, kept, gone); err != nil {
		return c, err
	}
	return c, c.warn(ctx, tx, kept, gone)
}

func sideOf(of fields.Record) Side {
	var id int64
	_ = json.Unmarshal(of["id"], &id) // a number
	return Side{ID: id, Name: of.Name(), IsAssociate: of.Text("status") == "Associado"}
}

func momentOf(of fields.Record) time.Time {
	var at time.Time
	_ = json.Unmarshal(of["date_created"], &at) // a time
	return at
}

func (c *Comparison) choose(by auth.Caller, kept, gone fields.Record) {
	for _, field := range fields.All() {
		switch {
		case !field.IsSame(kept, gone):
			c.Choices = append(c.Choices, Choice{Field: field, Kept: field.ShownTo(by, kept), Gone: field.ShownTo(by, gone),
				TakesGone: field.PrefersGone(kept, gone)})
		case !field.IsEmpty(kept):
			c.Same = append(c.Same, field.Label)
		}
	}
}

func (c *Comparison) count(ctx context.Context, tx *db.DB, kept, gone fields.Record) error {
	for _, one := range kinds() {
		count := Belonging{Label: one.label}
		for _, side := range []struct {
			of   fields.Record
			into *int
		}{{kept, &count.Kept}, {gone, &count.Gone}} {
			err := tx.WithContext(ctx).Raw(fmt.Sprintf("select count(*) from %s where %s", one.from, one.where),
				map[string]any{"id": side.of.Text("id"), "code": side.of.Text("user_code")}).Scan(side.into).Error
			if err != nil {
				return err
			}
		}
		if count.Kept+count.Gone > 0 {
			c.Belongings = append(c.Belongings, count)
		}
	}
	return nil
}

// patientPairs are patients of either record with the same CPF, or the same given name and birth date.
func patientPairs(ctx context.Context, tx *db.DB, kept, gone fields.Record) ([]PatientPair, error) {
	var rows []struct {
		KeptID, GoneID       int64
		KeptName, GoneName   string
		KeptBirth, GoneBirth *civil.Date
	}
	err := tx.WithContext(ctx).Raw(`select distinct on (a.id) a.id as kept_id, b.id as gone_id, `+nameOf("a")+` as kept_name, `+nameOf("b")+` as gone_name,
			a.birth_date as kept_birth, b.birth_date as gone_birth
		from users a join users b on a.cpf = b.cpf or (a.birth_date = b.birth_date and split_part(fold(coalesce(a.associate_name, a.name, '')), ' ', 1) = split_part(fold(coalesce(b.associate_name, b.name, '')), ' ', 1))
		where a.responsible_code = ? and b.responsible_code = ? order by a.id, b.id`, kept.Text("user_code"), gone.Text("user_code")).Scan(&rows).
		Error
	pairs := make([]PatientPair, len(rows))
	for i, row := range rows {
		pairs[i] = PatientPair{Patient{row.KeptID, row.KeptName, row.KeptBirth}, Patient{row.GoneID, row.GoneName, row.GoneBirth}}
	}
	return pairs, err
}

// warn names what one should know before joining.
func (c *Comparison) warn(ctx context.Context, tx *db.DB, kept, gone fields.Record) error {
	var found struct {
		Orders                 string
		Open, Signed, Unsigned int
	}
	err := tx.WithContext(ctx).Raw(`select
			(select coalesce(string_agg('nº ' || id, ', ' order by id), '') from (select id from orders where user_id = @gone and status in ('Aguardando pagamento', 'Pago', 'Em separação') order by id limit 10) o) as orders,
			(select count(*) from orders where user_id = @gone and status in ('Aguardando pagamento', 'Pago', 'Em separação')) as open,
			(select count(distinct user_code) from contracts where user_code in (@keptcode, @gonecode) and status = 'completed') as signed,
			(select count(distinct user_code) from contracts where user_code in (@keptcode, @gonecode) and status = 'pending') as unsigned`,
		map[string]any{"gone": gone.Text("id"), "keptcode": kept.Text("user_code"), "gonecode": gone.Text("user_code")}).Scan(&found).Error
	if err != nil {
		return err
	}
	if found.Open > 0 {
		c.Warnings = append(c.Warnings, fmtbr.Plural(found.Open, "pedido em aberto passa",
			"pedidos em aberto passam")+" para o cadastro que fica: "+found.Orders+".")
	}
	if !kept.IsEmpty("email_account") && !gone.IsEmpty("email_account") {
		c.Warnings = append(c.Warnings, "Os dois entram no site. Fica só o e-mail de acesso escolhido, com a senha dele; os aparelhos do outro saem.")
	}
	if found.Signed > 1 {
		c.Warnings = append(c.Warnings, "Os dois assinaram o termo. Os dois termos ficam.")
	}
	if found.Unsigned > 1 {
		c.Warnings = append(c.Warnings, "Os dois têm um termo por assinar. O do cadastro que sai é anulado.")
	}
	return nil
}
