package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
	"acolhe/models/platform/media/mediatest"
)

// filledFiles is the number of files of a filled Directus: more than a page of the move.
const filledFiles = 600

// oldPassword is the password of every account of a filled Directus.
const oldPassword = "Senha!antiga1"

// filling is a collection of a filled Directus: the columns of the table here that a Directus has too.
type filling struct {
	name string
	// names are fields that a Directus calls otherwise.
	names map[string]string
	// values are expressions for columns whose values a Directus spells in its own way.
	values map[string]string
}

// ourColumns are columns of this program alone.
var ourColumns = []string{"session_token", "session_expires", "password_reset_token", "password_reset_expires", "pending_email",
	"pending_email_token", "pending_email_expires", "chat_token", "invite_token", "invite_expires", "is_sample", "search_text", "refused",
	"second_step_at", "second_step_due", "avatar_file_id", "image_file_id", "paid_at", "slot_end", "reminded_at", "requested_date",
	"confirmation", "confirmation_reason", "confirmation_date", "cancelled_date", "calendar_sequence", "series_code", "series_every",
	"event_calendar_id", "event_state", "event_error", "statement_id", "position"}

// fillings are in the order in which rows refer to each other. Documents have their signs in some rows, e-mails capitals, and texts
// without content are empty, as people typed them.
var fillings = []filling{
	{name: "system_users"},
	{name: "tags"},
	{name: "products"},
	{name: "professionals"},
	{name: "users", values: map[string]string{
		"associate_cpf": `case when id % 7 = 0 then regexp_replace(associate_cpf, '(...)(...)(...)(..)', '\1.\2.\3-\4') else associate_cpf end`,
		"cep":           `case when id % 5 = 0 then regexp_replace(cep, '(.....)(...)', '\1-\2') else cep end`,
		"email_account": "case when id % 11 = 0 then initcap(email_account) else email_account end",
		"complement":    "case when id % 3 = 0 then coalesce(complement, '') else complement end",
	}},
	{name: "orders", names: map[string]string{"user_id": "user"}},
	{name: "services", names: map[string]string{"created_by_user_code": "user_created"}},
	{name: "reception"},
	{name: "users_files", names: map[string]string{"user_id": "user", "file_id": "file"}},
	{name: "orders_files", names: map[string]string{"order_id": "orders_id", "file_id": "directus_files_id"}},
	{name: "services_files"},
}

// directusTypes are the types of fields by those of columns.
var directusTypes = map[string]string{"bigint": "integer", "integer": "integer", "text": "text", "uuid": "uuid", "jsonb": "json",
	"numeric": "decimal", "boolean": "boolean", "date": "date", "timestamp with time zone": "timestamp"}

// specials are what Directus does with fields of a name or type.
var specials = map[string]string{"json": "cast-json", "csv": "cast-csv", "hash": "hash", "boolean": "cast-boolean"}

// filledColumn is a column here with its field there.
type filledColumn struct{ column, field, kind, value string }

// realDirectus is a running Directus with its PostgreSQL.
type realDirectus struct {
	caller
	t    *testing.T
	rows *pgxpool.Pool
}

// do sends a request that must succeed.
func (d realDirectus) do(method, path string, body, into any) {
	d.t.Helper()
	response, said, err := d.send(method, path, body)
	if err != nil {
		d.t.Fatal(err)
	}
	if response.StatusCode >= http.StatusBadRequest {
		d.t.Fatalf("%s %s: %s %.500s", method, path, response.Status, said)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(said, &struct{ Data any }{into}); err != nil {
		d.t.Fatalf("%s %s: %v", method, path, err)
	}
}

func (d realDirectus) exec(sql string, args ...any) {
	d.t.Helper()
	if _, err := d.rows.Exec(d.t.Context(), sql, args...); err != nil {
		d.t.Fatalf("%s: %v", sql, err)
	}
}

// fill replaces the collections with those of an association here: fields by the interface of Directus, rows into its database.
func (d realDirectus) fill(from *db.Connection) {
	d.t.Helper()
	var found []struct{ Collection string }
	d.do("GET", "/collections", nil, &found)
	for _, one := range slices.Backward(fillings) {
		if slices.ContainsFunc(found, func(f struct{ Collection string }) bool { return f.Collection == one.name }) {
			d.do("DELETE", "/collections/"+one.name, nil, nil)
		}
	}
	hash := d.addOperators()
	for _, one := range fillings {
		columns := d.columns(from, one)
		d.create(one, columns)
		if !strings.HasSuffix(one.name, "_files") {
			d.copy(from, one, columns)
		}
	}
	d.do("POST", "/relations", map[string]any{"collection": "orders", "field": "user", "related_collection": "users"}, nil)
	d.do("POST", "/relations", map[string]any{"collection": "users_files", "field": "file", "related_collection": "directus_files"}, nil)
	d.exec("update users set account_password = $1 where email_account is not null", hash)
	d.exec("update system_users set password = $1", hash)
	d.addFiles()
	for _, one := range fillings {
		d.exec(fmt.Sprintf("select setval(pg_get_serial_sequence('%[1]s', 'id'), (select coalesce(max(id), 0) + 1 from %[1]s))", one.name))
	}
	d.exec("analyze")
}

// columns returns the columns of a table here that a Directus has too.
func (d realDirectus) columns(from *db.Connection, of filling) []filledColumn {
	d.t.Helper()
	found, err := from.Pool.Query(d.t.Context(), `select column_name, data_type from information_schema.columns
		where table_schema = 'public' and table_name = $1 order by ordinal_position`, of.name)
	if err != nil {
		d.t.Fatal(err)
	}
	var columns []filledColumn
	var name, kind string
	if _, err := pgx.ForEachRow(found, []any{&name, &kind}, func() error {
		if slices.Contains(ourColumns, name) {
			return nil
		}
		one := filledColumn{column: name, field: name, kind: directusTypes[kind], value: pgx.Identifier{name}.Sanitize()}
		if renamed := of.names[name]; renamed != "" {
			one.field = renamed
		}
		switch {
		case of.values[name] != "":
			one.value = of.values[name]
		case name == "date_updated":
			one.value = "case when id % 2 = 0 then date_trunc('milliseconds', date_updated) end" // the others were never changed
		case kind == "timestamp with time zone":
			one.value = "date_trunc('milliseconds', " + name + ")"
		case of.name == "products" && name == "tags":
			one.kind, one.value = "csv", "(select string_agg(tag, ',') from jsonb_array_elements_text(tags) tag)"
		case strings.HasSuffix(name, "password"):
			one.kind = "hash"
		case strings.HasSuffix(of.name, "_files") && name == "file_id":
			one.kind = "uuid"
		}
		columns = append(columns, one)
		return nil
	}); err != nil {
		d.t.Fatal(err)
	}
	return columns
}

// create creates a collection with its fields.
func (d realDirectus) create(one filling, columns []filledColumn) {
	d.t.Helper()
	fields := make([]map[string]any, len(columns))
	for i, column := range columns {
		field := map[string]any{"field": column.field, "type": column.kind, "schema": map[string]any{}, "meta": map[string]any{}}
		special := specials[column.kind]
		switch column.field {
		case "id":
			field["schema"] = map[string]any{"is_primary_key": true, "has_auto_increment": true}
		case "date_created", "date_updated":
			special = strings.ReplaceAll(column.field, "_", "-")
		case "user_created":
			special = "user-created"
		}
		if column.kind == "decimal" {
			field["schema"] = map[string]any{"numeric_precision": 12, "numeric_scale": 2}
		}
		if special != "" {
			field["meta"] = map[string]any{"special": []string{special}}
		}
		fields[i] = field
	}
	d.do("POST", "/collections", map[string]any{"collection": one.name, "schema": map[string]any{}, "meta": map[string]any{},
		"fields": fields}, nil)
}

// copy copies the rows of a table here into the one of its collection.
func (d realDirectus) copy(from *db.Connection, one filling, columns []filledColumn) {
	d.t.Helper()
	values, fields := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		values[i], fields[i] = column.value, pgx.Identifier{column.field}.Sanitize()
	}
	reader, writer := io.Pipe()
	go func() {
		err := from.Pool.AcquireFunc(d.t.Context(), func(conn *pgxpool.Conn) error {
			_, err := conn.Conn().PgConn().CopyTo(d.t.Context(), writer,
				"copy (select "+strings.Join(values, ", ")+" from "+one.name+") to stdout")
			return err
		})
		writer.CloseWithError(err)
	}()
	err := d.rows.AcquireFunc(d.t.Context(), func(conn *pgxpool.Conn) error {
		_, err := conn.Conn().PgConn().CopyFrom(d.t.Context(), reader, "copy "+one.name+" ("+strings.Join(fields, ", ")+") from stdin")
		return err
	})
	if err != nil {
		d.t.Fatalf("%s: %v", one.name, err)
	}
}

// addOperators adds a person who signs in for each role, and returns the hash of their password.
func (d realDirectus) addOperators() (hash string) {
	d.t.Helper()
	var found []struct{ ID, Email string }
	d.do("GET", "/users?limit=-1&filter[email][_ends_with]=@mudanca.org.br", nil, &found)
	for _, user := range found {
		d.do("DELETE", "/users/"+user.ID, nil, nil)
	}
	d.do("GET", "/roles?limit=-1&filter[name][_neq]=Administrator", nil, &found)
	for _, role := range found {
		d.do("DELETE", "/roles/"+role.ID, nil, nil)
	}
	for i, name := range []string{"Acolhimento", "Produção", "Financeiro"} {
		var role struct{ ID string }
		d.do("POST", "/roles", map[string]any{"name": name}, &role)
		d.do("POST", "/users", map[string]any{"first_name": "Operadora", "last_name": name, "email": fmt.Sprintf("operadora%d@mudanca.org.br", i),
			"password": oldPassword, "role": role.ID, "status": "active"}, nil)
	}
	err := d.rows.QueryRow(d.t.Context(), "select password from directus_users where email = 'operadora0@mudanca.org.br'").Scan(&hash)
	if err != nil || !strings.HasPrefix(hash, "$argon2") {
		d.t.Fatalf("the hash is %q: %v", hash, err)
	}
	return hash
}

// filledPhoto is the photo of a filled Directus.
func filledPhoto(t *testing.T) []byte { return mediatest.JPEG(t, 640, 480) }

// addFiles uploads files and attaches them to people, orders and services.
func (d realDirectus) addFiles() {
	d.t.Helper()
	var found []struct{ ID string }
	for d.do("GET", "/files?limit=100&fields=id", nil, &found); len(found) > 0; d.do("GET", "/files?limit=100&fields=id", nil, &found) {
		ids := make([]string, len(found))
		for i, one := range found {
			ids[i] = one.ID
		}
		d.do("DELETE", "/files", ids, nil)
	}
	photo := filledPhoto(d.t)
	for n := range filledFiles {
		name, kind, content := fmt.Sprintf("receita %d.pdf", n), "application/pdf", mediatest.SizedPDF(20_000+n)
		if n%10 == 0 {
			name, kind, content = fmt.Sprintf("documento %d.jpg", n), "image/jpeg", photo
		}
		id := d.upload(name, kind, content)
		d.exec(fmt.Sprintf(`insert into users_files ("user", file, doc_kind, subject, date_created)
			select id, $1, 'prescription', 'responsible', '2026-03-02T10:00:00Z' from users where status <> 'patient' order by id offset %d limit 1`, n), id)
		if n < 100 {
			d.exec(fmt.Sprintf(`insert into orders_files (orders_id, directus_files_id, kind, date_created)
				select id, $1, 'invoice', '2026-03-02T10:00:00Z' from orders order by id offset %d limit 1`, n), id)
			d.exec(fmt.Sprintf(`insert into services_files (service_id, file_id, kind, date_created)
				select id, $1, 'proof', '2026-03-02T10:00:00Z' from services order by id offset %d limit 1`, n), id)
		}
	}
}

func (d realDirectus) upload(name, kind string, content []byte) (id string) {
	d.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreatePart(map[string][]string{
		"Content-Disposition": {fmt.Sprintf("form-data; name=%q; filename=%q", "file", name)}, "Content-Type": {kind}})
	if err != nil {
		d.t.Fatal(err)
	}
	_, _ = part.Write(content)
	_ = form.Close()
	request, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.address+"/files", &body)
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+d.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct{ Data struct{ ID string } }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || answer.Data.ID == "" {
		d.t.Fatalf("upload: %s %v", response.Status, err)
	}
	return answer.Data.ID
}
