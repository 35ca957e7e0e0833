package imports

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// undoRows is the number of rows that are undone in one transaction.
const undoRows = 100

func errRefusedRow(message string) error { return errs.Conflict(errs.CodeConflict, message) }

// Undo begins to undo an import as a whole. What others have built on stays. A session of an account with a second step must
// have passed it lately (401 SECOND_FACTOR_REQUIRED). It returns 409 CONFLICT for an import that cannot be undone any more.
func Undo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Import{}, err
	}
	return change(ctx, tx, by, at{id, []State{Done, Paused}}, func(tx *db.DB, row *Import) error {
		if row.State == Paused {
			row.DateEnded = &by.Now
		} else if !row.CanUndo(by.Now) {
			return errs.Conflict(errs.CodeConflict, "Esta importação não dá mais para desfazer.")
		}
		row.State, row.Undone, row.Kept, row.Reached = Undoing, 0, 0, 0
		row.OwnerID = &by.ID
		return enqueue(ctx, tx, id)
	})
}

// StopAndUndo stops a running import and undoes what it has stored.
func StopAndUndo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Import{}, err
	}
	return change(ctx, tx, by, at{id, []State{Running, Paused}}, func(tx *db.DB, row *Import) error {
		row.State, row.DateEnded, row.Undone, row.Kept, row.Reached = Undoing, &by.Now, 0, 0, 0
		row.OwnerID = &by.ID
		return enqueue(ctx, tx, id)
	})
}

// undoChunk undoes the last rows that are not undone, and reports whether there are more.
func (w Worker) undoChunk(ctx context.Context, id int64) (hasMore bool, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lock(tx, id)
		if err != nil || row.State != Undoing {
			return err
		}
		by, err := w.owner(ctx, tx, row)
		if err != nil {
			return err
		}
		var rows []*Row
		last := tx.Where("import_id = ? and outcome in ?", id, []Outcome{WasCreated, WasAttached, WasJoined})
		if err := last.Order("line desc").Limit(undoRows).Find(&rows).Error; err != nil {
			return err
		}
		for _, one := range rows {
			if err := one.undo(ctx, tx, by, row.Kind); err != nil {
				return err
			}
			if one.Outcome == WasKept {
				row.Kept++
			} else {
				row.Undone++
			}
		}
		if err := storeResults(tx, id, rows); err != nil {
			return err
		}
		if hasMore = len(rows) == undoRows; !hasMore {
			now := w.Now()
			row.State, row.DateUndone = Undone, &now
		}
		return tx.Save(&row).Error
	})
	return hasMore, err
}

// errKept ends the undo of a row that stays.
var errKept = errors.New("the record stays")

// undo undoes one row in a transaction of its own, or keeps it with the reason.
func (r *Row) undo(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) error {
	var kept string
	err := tx.Transaction(func(tx *db.DB) (err error) {
		if kept, err = targets[kind].undo(ctx, tx, by, r); err == nil && kept != "" {
			return errKept
		}
		return err
	})
	if message, _, isRefusal := refusalOf(err); isRefusal {
		kept, err = message, nil
	}
	r.Outcome = WasUndone
	if kept != "" {
		r.Outcome, r.Note = WasKept, &kept
	}
	if errors.Is(err, errKept) {
		return nil
	}
	return err
}

// undoPerson removes the people that a row made, or gives a joined one its former values, unless others have built on them.
func undoPerson(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) (kept string, err error) {
	people := row.Made.Patients
	if row.Outcome == WasCreated {
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
	if row.Outcome != WasJoined {
		return "", nil
	}
	return "", restoreJoined(ctx, tx, by, row)
}

// restoreJoined gives a joined person the former values of columns that nobody has changed since.
func restoreJoined(ctx context.Context, tx *db.DB, by auth.Caller, row *Row) error {
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

// Built are the created records of an import that stay if it is undone now.
type Built struct {
	Line int
	ID   int64
	Name string
}

// ListBuilt returns up to 100 records that an undo would keep, and their number.
func ListBuilt(ctx context.Context, tx *db.DB, row Import) (built []Built, count int, err error) {
	var found []struct {
		Built
		Count int
	}
	if of := targets[row.Kind].built; of != "" {
		err = tx.WithContext(ctx).Raw(`select r.line, r.record_id as id, b.name, count(*) over () as count from import_rows r
			cross join lateral (`+of+`) as b (name) where r.import_id = ? and r.outcome = 'created' order by r.line limit ?`, row.ID, MaxListed).
			Scan(&found).Error
		for _, one := range found {
			built, count = append(built, one.Built), one.Count
		}
		return built, count, err
	}
	if row.Kind != Associates {
		return nil, 0, nil
	}
	err = tx.WithContext(ctx).Raw(`select r.line, u.id, coalesce(u.associate_name, u.name, '') as name, count(*) over () as count
		from import_rows r join users u on u.id = r.record_id
		where r.import_id = ? and r.outcome = 'created' and (u.account_password is not null
			or exists (select from orders o where o.user_code = u.user_code) or exists (select from services s where s.associate_user_code = u.user_code)
			or exists (select from contracts c where c.user_code = u.user_code) or exists (select from reception p where p.associate_code = u.user_code)
			or exists (select from users_files f where f.user_id = u.id))
		order by r.line limit ?`, row.ID, MaxListed).Scan(&found).Error
	for _, one := range found {
		built, count = append(built, one.Built), one.Count
	}
	return built, count, err
}

// Reason names the outcome of a row for the result file.
func (r Row) Reason(fields []string) string {
	if r.Note != nil && *r.Note != "" {
		return *r.Note
	}
	return strings.Join(fields, "; ")
}
