package associates

import (
	"context"
	"fmt"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxNamed is the maximum number of linked records per collection in a refusal.
const maxNamed = 10

// Links are the records of one collection that prevent removing a person.
type Links struct {
	Collection string
	Count      int
	// IDs are the ids of the ten newest records; contracts have UUIDs, other records numbers.
	IDs []string
	// one and many are the Portuguese singular and plural of the records.
	one, many string
}

// Remove deletes an associate or a patient with their picture, their links to files and the contracts that they have not
// completed, and unlinks their contacts in reception, which keep the name. It returns 409 HAS_LINKED_RECORDS, with an entry
// for each collection, if orders, services, patients, completed contracts or those of another person refer to them, and 404
// NOT_FOUND for an unknown row. The row is locked, so that no reference can be added meanwhile. A session of an account with
// a second step must have passed it lately (401 SECOND_FACTOR_REQUIRED).
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lockExclusive(tx, id)
		if err != nil {
			return err
		}
		links, err := LinkedTo(ctx, tx, row)
		if err != nil {
			return err
		}
		if len(links) > 0 {
			return refusal(by, links)
		}
		if err := removeContracts(ctx, tx, by, row); err != nil {
			return err
		}
		err = tx.Table("reception").Where("associate_code = ?", row.UserCode).
			Updates(map[string]any{"associate_code": nil, "is_associate": false, "avatar_url": nil}).Error
		if err != nil {
			return err
		}
		if err := tx.Delete(&row).Error; err != nil {
			return err
		}
		return unattached.Remove(ctx, tx, by, row.AvatarFileID)
	})
}

// removeContracts removes the contracts of a person that are not completed with their events; a job removes the documents.
func removeContracts(ctx context.Context, tx *db.DB, by auth.Caller, row Associate) error {
	const open = "select id from contracts where user_code = ? and status <> 'completed'"
	// Locked, so that nobody who opens a link adds an event meanwhile.
	var documents []*int64
	err := tx.Raw("select filled_pdf_file_id from contracts where id in ("+open+") for update", row.UserCode).Scan(&documents).Error
	if err != nil {
		return err
	}
	for _, removal := range []string{"delete from sign_events where contract_id in", "delete from contracts where id in"} {
		if err := tx.Exec(removal+" ("+open+")", row.UserCode).Error; err != nil {
			return err
		}
	}
	for _, document := range documents {
		if err := unattached.Remove(ctx, tx, by, document); err != nil {
			return err
		}
	}
	return nil
}

// LinkedTo returns the records that prevent removing a person, with an entry for each collection with such records.
func LinkedTo(ctx context.Context, tx *db.DB, row Associate) ([]Links, error) {
	var parts []string
	for _, kind := range linkKinds() {
		parts = append(parts, fmt.Sprintf(`(select '%[1]s' as collection, id::text as name, count(*) over () as total, row_number() over (order by date_created desc, id desc) as place
			from %[1]s where %[2]s order by place limit %[3]d)`, kind.Collection, kind.where, maxNamed))
	}
	var rows []struct {
		Collection, Name string
		Total            int
	}
	err := tx.WithContext(ctx).Raw(strings.Join(parts, " union all ")+" order by collection, place",
		map[string]any{"code": row.UserCode, "id": row.ID}).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	var found []Links
	for _, kind := range linkKinds() {
		links := kind.Links
		for _, linked := range rows {
			if linked.Collection == kind.Collection {
				links.Count, links.IDs = linked.Total, append(links.IDs, linked.Name)
			}
		}
		if links.Count > 0 {
			found = append(found, links)
		}
	}
	return found, nil
}

// linkKind is a collection whose records can refer to a person, by the condition where.
type linkKind struct {
	Links
	where string
}

func linkKinds() []linkKind {
	return []linkKind{
		{Links{Collection: "orders", one: "pedido", many: "pedidos"}, "user_code = @code or user_id = @id"},
		{Links{Collection: "services", one: "serviço", many: "serviços"}, "associate_user_code = @code or patient_user_code = @code"},
		{Links{Collection: "users", one: "paciente", many: "pacientes"}, "responsible_code = @code"},
		{Links{Collection: "contracts", one: "contrato", many: "contratos"}, "user_code = @code and status = 'completed' or patient_user_code = @code"},
	}
}

// refusal returns the error for linked records, with the records that the caller may read.
func refusal(by auth.Caller, links []Links) error {
	said, fields := make([]string, len(links)), make([]errs.Field, len(links))
	for i, l := range links {
		said[i] = l.String()
		if !l.isVisibleTo(by) {
			said[i] = l.many + " que você não pode ver"
		}
		fields[i] = errs.Field{Path: l.Collection, Message: said[i]}
	}
	refused := errs.Conflict(db.CodeLinkedRecords, "Não é possível excluir: há "+strings.Join(said, "; ")+".")
	refused.Fields = fields
	return refused
}

// isVisibleTo reports whether the caller may read the records: contracts are for staff, and for tokens with the scope
// (specification, "Doc-sign access").
func (l Links) isVisibleTo(by auth.Caller) bool {
	if l.Collection == "contracts" {
		return by.Kind == auth.Operator || access.Can(by, access.DocSign, access.Read)
	}
	return access.Can(by, l.Collection, access.Read)
}

// String returns the number and the ids: "12 pedidos (nº 31, 30, 29 …)".
func (l Links) String() string {
	name, rest := l.one, ""
	if l.Count > 1 {
		name = l.many
	}
	if l.Count > len(l.IDs) {
		rest = " …"
	}
	return fmt.Sprintf("%d %s (nº %s%s)", l.Count, name, strings.Join(l.IDs, ", "), rest)
}
