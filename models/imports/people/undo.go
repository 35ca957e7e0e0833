package people

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// Undo removes the people that a row made, or gives a joined one its former values, unless others have built on them.
func Undo(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) (kept string, err error) {
	people := row.Made.Patients
	if row.Outcome == staging.WasCreated {
		people = append(slices.Clone(people), *row.RecordID)
	}
	if kept, err = builtOn(ctx, tx, people); err != nil || kept != "" {
		return kept, err
	}
	for _, id := range people {
		if err := associates.Remove(ctx, tx, by, id); err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return "", err
		}
	}
	if row.Outcome != staging.WasJoined {
		return "", nil
	}
	return "", restoreJoined(ctx, tx, by, row)
}

// restoreJoined gives a joined person the former values of columns that nobody has changed since.
func restoreJoined(ctx context.Context, tx *db.DB, by auth.Caller, row *staging.Row) error {
	stored, err := associates.FindFor(ctx, tx, by, *row.RecordID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	values := map[string]string{}
	for name, before := range row.Made.Before {
		if storedValue(stored, name) == row.Made.After[name] {
			values[name] = before
		}
	}
	if len(values) > 0 {
		if _, err := (associates.Accounts{}).Change(ctx, tx, by, changeInput(stored.ID, values)); err != nil {
			return err
		}
	}
	for _, text := range row.Made.Annotations {
		id, err := uuid.Parse(text)
		if err != nil {
			return err
		}
		_, err = associates.RemoveAnnotation(ctx, tx, by, associates.RemoveAnnotationInput{ID: stored.ID, AnnotationID: id})
		if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
			return err
		}
	}
	return nil
}

// builtOn names what others have added to people since: orders, services, terms, contacts, files; empty for nothing.
func builtOn(ctx context.Context, tx *db.DB, ids []int64) (string, error) {
	if len(ids) == 0 {
		return "", nil
	}
	var found struct{ Orders, Services, Contracts, Contacts, Files, Logins int }
	err := tx.WithContext(ctx).Raw(`with people as (select id, user_code, account_password from users where id in @ids)
		select (select count(*) from orders o join people p on o.user_code = p.user_code or o.user_id = p.id) as orders,
			(select count(*) from services s join people p on s.associate_user_code = p.user_code or s.patient_user_code = p.user_code) as services,
			(select count(*) from contracts c join people p on c.user_code = p.user_code or c.patient_user_code = p.user_code) as contracts,
			(select count(*) from reception r join people p on r.associate_code = p.user_code) as contacts,
			(select count(*) from users_files f join people p on f.user_id = p.id) as files,
			(select count(*) from people where account_password is not null) as logins`, map[string]any{"ids": ids}).Scan(&found).Error
	var parts []string
	for _, one := range []struct {
		count     int
		one, many string
	}{
		{found.Orders, "pedido", "pedidos"}, {found.Services, "serviço", "serviços"}, {found.Contracts, "termo", "termos"},
		{found.Contacts, "atendimento", "atendimentos"}, {found.Files, "arquivo", "arquivos"},
		{found.Logins, "acesso com senha", "acessos com senha"},
	} {
		if one.count > 0 {
			parts = append(parts, fmtbr.Plural(one.count, one.one, one.many))
		}
	}
	if len(parts) == 0 {
		return "", err
	}
	return "já tem " + fmtbr.And(parts), err
}

// ListBuilt returns up to 100 created people of an import with whom others have worked, and their number.
func ListBuilt(ctx context.Context, tx *db.DB, id int64) (built []staging.Built, count int, err error) {
	var found []struct {
		staging.Built
		Count int
	}
	err = tx.WithContext(ctx).Raw(`select r.line, u.id, coalesce(u.associate_name, u.name, '') as name, count(*) over () as count
		from import_rows r join users u on u.id = r.record_id
		where r.import_id = ? and r.outcome = 'created' and (u.account_password is not null
			or exists (select from orders o where o.user_code = u.user_code) or exists (select from services s where s.associate_user_code = u.user_code)
			or exists (select from contracts c where c.user_code = u.user_code) or exists (select from reception p where p.associate_code = u.user_code)
			or exists (select from users_files f where f.user_id = u.id))
		order by r.line limit ?`, id, staging.MaxListed).Scan(&found).Error
	for _, one := range found {
		built, count = append(built, one.Built), one.Count
	}
	return built, count, err
}
