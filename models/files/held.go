package files

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Collections of records that hold files besides the owners of attachments.
const (
	OfProduct  Owner = "products"
	OfContract Owner = "contracts"
	// OfNothing filters the files that no record holds.
	OfNothing Owner = "none"
)

// Link is a record that holds a file.
type Link struct {
	Collection Owner `json:"collection"`
	// RecordID is the record, a number or a code; of a patient's file it is the responsible.
	RecordID string  `json:"record_id"`
	Name     string  `json:"name"`
	Kind     *string `json:"kind"`
	// AttachmentID is the attachment that DetachFile removes; null for a record that holds the file otherwise.
	AttachmentID *int64 `json:"attachment_id"`
}

// Held is a file with who sent it and the records that hold it, as far as the caller may read them.
type Held struct {
	File
	Uploader string
	Links    []Link `gorm:"->;serializer:json"`
	// IsUsed reports whether a record holds the file, whether the caller may read it or not.
	IsUsed bool
}

// HeldSort is an order of the list of files; a minus before it reverses it. The zero value is newest first.
type HeldSort string

func (s HeldSort) sql() (order string, known bool) {
	order, known = map[HeldSort]string{
		"": "date_created desc, id desc", "-created": "date_created desc, id desc", "created": "date_created, id",
		"size": "size, id", "-size": "size desc, id desc", "name": "fold(file_name), id", "-name": "fold(file_name) desc, id desc",
	}[s]
	return order, known
}

// HeldInput is the query of the list of files. An empty field does not filter.
type HeldInput struct {
	page.Window
	// Q is searched in the names.
	Q string
	// In keeps the files that a record of this collection holds, or OfNothing.
	In Owner
	// Kind is a kind of document of an attachment, such as prescription or proof.
	Kind string
	// Uploader is a part of the name of the operator who sent the file.
	Uploader string
	// Format is "image", "pdf" or "other".
	Format string
	// From and To are civil days of the upload, both included.
	From, To string
	Sort     HeldSort
}

// links selects what holds files, one row for each record. A patient's files count as the responsible's.
const links = `(select a.file_id, 'users' as collection, coalesce(r.id, u.id)::text as record_id,
		coalesce(nullif(u.associate_name, ''), trim(concat_ws(' ', u.name, u.last_name))) as name, coalesce(a.doc_type, a.doc_kind, a.kind) as kind, a.id as attachment_id
	from users_files a join users u on u.id = a.user_id left join users r on u.status = 'patient' and r.user_code = u.responsible_code
	union all select a.file_id, 'orders', o.id::text, o.name_associate, a.kind, a.id from orders_files a join orders o on o.id = a.order_id
	union all select a.file_id, 'services', s.id::text, coalesce(nullif(s.patient_name, ''), s.associate_name), a.kind, a.id from services_files a join services s on s.id = a.service_id
	union all select image_file_id, 'products', id::text, name, null, null from products where image_file_id is not null
	union all select held.file_id, 'contracts', c.id::text, c.signer_name, null, null from contracts c
		cross join lateral (values (c.filled_pdf_file_id), (c.signed_pdf_file_id), (c.audit_pdf_file_id), (c.logo_file_id)) held (file_id) where held.file_id is not null
	union all select u.avatar_file_id, 'users', coalesce(r.id, u.id)::text, coalesce(nullif(u.associate_name, ''), trim(concat_ws(' ', u.name, u.last_name))), 'avatar', null
		from users u left join users r on u.status = 'patient' and r.user_code = u.responsible_code where u.avatar_file_id is not null
	union all select distinct file_id, 'templates', ''::text, '', null, null::bigint from (select logo_file_id as file_id from sign_templates
		union all select logo_file_id from sign_template_versions union all select pdf_file_id from sign_template_versions) held where file_id is not null)`

// ListHeld returns a page of the files that the caller may see, with what holds them. It returns 400 VALIDATION_ERROR for
// an invalid value of a filter and for an unknown order.
func ListHeld(ctx context.Context, tx *db.DB, by auth.Caller, input HeldInput) (page.Of[Held], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Held]{}, err
	}
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Of[Held]{}, err
	}
	order, _ := input.Sort.sql()
	return db.ReadPage[Held](tx.WithContext(ctx).Model(&File{}).Scopes(visibleTo(by)), filtered.Scopes(holding(by)), window, order)
}

// EachHeld calls take with every file that ListHeld would find, in the same order.
func EachHeld(ctx context.Context, tx *db.DB, by auth.Caller, input HeldInput, take func(Held) error) error {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return err
	}
	order, _ := input.Sort.sql()
	return db.Each(filtered.Scopes(holding(by)).Order(order), take)
}

// FindHeld returns a file that the caller may see with what holds it; any other is 404 NOT_FOUND.
func FindHeld(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Held, error) {
	return db.First[Held](tx.WithContext(ctx).Model(&File{}).Scopes(visibleTo(by), holding(by)).Where("id = ?", id), errNotFound())
}

// CountHeld counts the files that ListHeld would find, up to a limit.
func CountHeld(ctx context.Context, tx *db.DB, by auth.Caller, input HeldInput, limit int) (page.Counted, error) {
	filtered, err := input.filter(ctx, tx, by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

func (in HeldInput) filter(ctx context.Context, tx *db.DB, by auth.Caller) (*db.DB, error) {
	var p errs.Problems
	_, isKnown := in.Sort.sql()
	p.Require(isKnown, "sort", "a lista não tem esta ordem")
	p.Require(in.In == "" || slices.Contains([]Owner{OfUser, OfOrder, OfService, OfProduct, OfContract, OfNothing}, in.In), "in",
		"deve ser uma das coleções")
	p.Require(slices.Contains([]string{"", "image", "pdf", "other"}, in.Format), "format", "deve ser um dos formatos")
	p.Require(in.From == "" || civil.IsDay(in.From), "from", "deve ser um dia")
	p.Require(in.To == "" || civil.IsDay(in.To), "to", "deve ser um dia")
	if err := p.Err(); err != nil {
		return nil, err
	}
	query := db.Matching(db.Unprepared(tx.WithContext(ctx)).Model(&File{}).Scopes(visibleTo(by)), "files.search_text", in.Q)
	switch {
	case in.In == OfNothing:
		query = query.Where("not exists (select from " + links + " l where l.file_id = files.id)")
	case in.In != "":
		query = query.Where("exists (select from "+links+" l where l.file_id = files.id and l.collection = ?)", in.In)
	}
	if in.Kind != "" {
		query = query.Where("exists (select from "+links+" l where l.file_id = files.id and l.kind = ?)", in.Kind)
	}
	if in.Uploader != "" {
		query = query.Where("uploaded_by in (?)", operators.SelectCodesNamed(tx, in.Uploader))
	}
	switch in.Format {
	case "image":
		query = query.Where("content_type like 'image/%'")
	case "pdf":
		query = query.Where("content_type = ?", media.PDF)
	case "other":
		query = query.Where("content_type not like 'image/%' and content_type <> ?", media.PDF)
	}
	span, err := settings.SpanOf(ctx, tx, civil.Days{From: in.From, To: in.To}, by.Now)
	return db.InSpan(query, "files.date_created", span), err
}

// holding selects the uploader of each file, and the records that hold it and that the caller may read.
func holding(by auth.Caller) db.Scope {
	readable := []string{""}
	for _, collection := range []Owner{OfUser, OfOrder, OfService, OfProduct} {
		if access.Can(by, string(collection), access.Read) {
			readable = append(readable, string(collection))
		}
	}
	if access.Can(by, access.DocSign, access.Read) {
		readable = append(readable, string(OfContract))
	}
	return func(query *db.DB) *db.DB {
		return query.Select(`files.*, (select trim(name || ' ' || last_name) from system_users o where o.user_code = files.uploaded_by) as uploader,
			exists (select from `+links+` l where l.file_id = files.id) as is_used,
			(select coalesce(jsonb_agg(to_jsonb(l) order by l.collection, l.record_id, l.kind, l.attachment_id), '[]')
				from (select distinct * from `+links+` l where l.file_id = files.id and l.collection in ?) l) as links`, readable)
	}
}

// Record is a record to which a file can be attached.
type Record struct {
	ID     int64
	Name   string
	Detail string
}

// RecordSearch is a search of the records of an owner; Limit is the most that it returns.
type RecordSearch struct {
	Owner Owner
	Words string
	Limit int
}

// SearchRecords returns the records of an owner that the caller may read and whose name matches the words; of orders and
// services also the one with this number or code. The newest come first.
func SearchRecords(ctx context.Context, tx *db.DB, by auth.Caller, search RecordSearch) ([]Record, error) {
	owner, words := search.Owner, search.Words
	table, known := map[Owner]*db.DB{
		OfUser: tx.Table("users").Select("id", "coalesce(nullif(associate_name, ''), trim(concat_ws(' ', name, last_name)), email) as name",
			"case when status = 'patient' then 'Paciente' else coalesce(email, '') end as detail"),
		OfOrder: tx.Table("orders").Select("id", "'Pedido nº ' || id as name", "name_associate as detail"),
		OfService: tx.Table("services").Select("id", "'Serviço ' || service_code as name",
			"concat_ws(' · ', coalesce(nullif(patient_name, ''), associate_name), professional_name) as detail"),
	}[owner]
	if !known {
		return nil, errs.NotFound("Página não encontrada.")
	}
	table = table.WithContext(ctx).Scopes(db.Allowed(access.Can(by, string(owner), access.Read)))
	if number := strings.TrimLeft(strings.TrimSpace(words), "#nº "); owner == OfOrder && isNumber(number) {
		table = table.Where("id = ?", number)
	} else {
		table = db.Matching(table, "search_text", words)
	}
	var found []Record
	err := table.Order("date_created desc, id desc").Limit(search.Limit).Find(&found).Error
	return found, err
}

func isNumber(text string) bool {
	const most = 18 // digits of a bigint
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == ""
}
