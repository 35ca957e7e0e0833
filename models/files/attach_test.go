package files_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

var (
	now   = dbtest.Today.Add(time.Hour)
	bruno = auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Acolhimento}}
)

// upload stores the row of a file, as an upload does, and returns its id.
func upload(t *testing.T, connection *db.Connection, name string) int64 {
	t.Helper()
	var id int64
	err := connection.Pool.QueryRow(t.Context(), `insert into files (file_name, content_type, size, sha256, storage_key)
		values ($1, 'application/pdf', 10, repeat('0', 64), gen_random_uuid()::text) returning id`, name).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func count(t *testing.T, connection *db.Connection, table, where string, arguments ...any) int {
	t.Helper()
	var found int
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from "+table+" where "+where, arguments...).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

func paths(err error) string {
	var paths []string
	for _, field := range errs.FieldsOf(err) {
		paths = append(paths, field.Path)
	}
	slices.Sort(paths)
	return strings.Join(paths, " ")
}

// proof returns the input that attaches a file to João's unpaid service as its proof of payment.
func proof(file int64) files.AttachToServiceInput {
	return files.AttachToServiceInput{AttachInput: files.AttachInput{FileID: file}, Fields: files.Fields{Kind: patch.Of("proof")},
		ServiceID: dbtest.JoaosService.ID}
}

func TestAttachToUser(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	attached, err := files.AttachToUser(t.Context(), connection.DB, bruno.At(now), files.AttachToUserInput{
		AttachInput: files.AttachInput{FileID: upload(t, connection, "rg.pdf")}, UserID: dbtest.Miguel.ID,
		UserFileFields: files.UserFileFields{
			Fields: files.Fields{Kind: patch.Of(" documento ")}, DocKind: patch.Of(""),
			Subject: patch.Of[files.Subject]("patient"), DocType: patch.Of[files.DocType]("rg"), Side: patch.Of[files.Side]("front"),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	const stored = "id = $1 and user_id = $2 and kind = 'documento' and doc_kind is null and subject = 'patient' and doc_type = 'rg' and side = $3 and date_created = $4"
	if count(t, connection, "users_files", stored, attached.ID, dbtest.Miguel.ID, "front", now) != 1 {
		t.Errorf("stored otherwise: %+v", attached)
	}
	turned := files.ChangeUserFileInput{ID: attached.ID, UserFileFields: files.UserFileFields{Side: patch.Of[files.Side]("back")}}
	if _, err := files.ChangeUserFile(t.Context(), connection.DB, turned); err != nil {
		t.Fatal(err)
	}
	if count(t, connection, "users_files", stored, attached.ID, dbtest.Miguel.ID, "back", now) != 1 {
		t.Error("another side was not all that changed")
	}
	for field, fields := range map[string]files.UserFileFields{
		"kind": {Fields: files.Fields{Kind: patch.Of(strings.Repeat("a", 61))}}, "doc_kind": {DocKind: patch.Of(strings.Repeat("a", 61))},
		"subject": {Subject: patch.Of[files.Subject]("dog")}, "doc_type": {DocType: patch.Of[files.DocType]("")},
		"side": {Side: patch.Of[files.Side]("up")},
	} {
		input := files.ChangeUserFileInput{ID: attached.ID, UserFileFields: fields}
		if _, err := files.ChangeUserFile(t.Context(), connection.DB, input); paths(err) != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	if err := files.Detach[files.UserFile](t.Context(), connection.DB, attached.ID); err != nil {
		t.Fatal(err)
	}
	if count(t, connection, "users_files", "true") != 0 || count(t, connection, "files", "true") != 1 {
		t.Error("detaching left the attachment, or took the file")
	}
}

// A new attachment and a change are refused with every error, including binding errors.
func TestFields_AllProblems(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	fields := files.UserFileFields{Fields: files.Fields{Kind: patch.Of(strings.Repeat("a", 61))}, Subject: patch.Of[files.Subject]("dog")}
	fields.AddBindError("side", "não é um lado")
	_, err := files.AttachToUser(t.Context(), connection.DB, bruno.At(now), files.AttachToUserInput{UserFileFields: fields})
	if paths(err) != "file_id kind side subject user_id" {
		t.Errorf("a new one: %v", err)
	}
	input := files.AttachToUserInput{AttachInput: files.AttachInput{FileID: upload(t, connection, "rg.pdf")}, UserID: dbtest.Miguel.ID}
	attached, err := files.AttachToUser(t.Context(), connection.DB, bruno.At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := files.ChangeUserFile(t.Context(), connection.DB,
		files.ChangeUserFileInput{ID: attached.ID, UserFileFields: fields}); paths(err) != "kind side subject" {
		t.Errorf("a change: %v", err)
	}
}

func TestAttach_UnknownFileOrOwner(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	file := upload(t, connection, "a.pdf")
	attachUser := func(file, user int64) error {
		input := files.AttachToUserInput{AttachInput: files.AttachInput{FileID: file}, UserID: user}
		_, err := files.AttachToUser(t.Context(), connection.DB, bruno.At(now), input)
		return err
	}
	attachOrder := func(file, order int64) error {
		input := files.AttachToOrderInput{AttachInput: files.AttachInput{FileID: file}, OrderID: order}
		_, err := files.AttachToOrder(t.Context(), connection.DB, bruno.At(now), input)
		return err
	}
	attachService := func(file, service int64) error {
		input := files.AttachToServiceInput{AttachInput: files.AttachInput{FileID: file}, ServiceID: service}
		_, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), input)
		return err
	}
	for end, attach := range map[string]func(file, to int64) error{"user_id": attachUser, "order_id": attachOrder,
		"service_id": attachService} {
		for wrong, err := range map[string]error{"file_id": attach(99, 1), end: attach(file, 99), "file_id " + end: attach(0, -1)} {
			if paths(err) != wrong || !errs.HasCode(err, errs.CodeValidation) {
				t.Errorf("%s: %v", wrong, err)
			}
		}
		if err := attach(file, 1); err != nil {
			t.Errorf("%s: %v", end, err)
		}
	}
	unknown := proof(file)
	unknown.ServiceID = 99
	if _, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), unknown); paths(err) != "service_id" {
		t.Errorf("the proof of an unknown service: %v", err)
	}
	sampled := proof(file)
	sampled.IsSample = patch.Of(true)
	if _, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), sampled); paths(err) != "is_sample" {
		t.Errorf("a sample by who may not: %v", err)
	}
}

func TestAttachToService_ProofPaysGroup(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `insert into services (id, service_code, booking_group_code, associate_user_code, associate_name, professional_id, professional_name, type)
		select 900, 'S-2', booking_group_code, associate_user_code, associate_name, professional_id, professional_name, type from services where id = $1`, dbtest.JoaosService.ID)
	file := upload(t, connection, "pix.pdf")
	paid := func() int {
		return count(t, connection, "services", "id in (2, 900) and status = 'Pagamento Concluído'")
	}

	other := proof(file)
	other.Kind = patch.Of("pedido médico")
	attached, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), other)
	if err != nil || paid() != 0 {
		t.Fatalf("another kind paid %d (%v)", paid(), err)
	}
	if _, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), proof(99)); paths(err) != "file_id" || paid() != 0 {
		t.Errorf("a proof without a file paid %d (%v)", paid(), err)
	}
	if _, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), proof(file)); err != nil || paid() != 2 {
		t.Errorf("the proof paid %d (%v)", paid(), err)
	}

	// A new proof pays the service; an existing one does not pay again, and a former one does not undo a payment.
	execute(t, connection, "update services set status = 'Aguardando Pagamento' where id in (2, 900)")
	kind := func(kind string) {
		t.Helper()
		input := files.ChangeKindInput{ID: attached.ID, Fields: files.Fields{Kind: patch.Of(kind)}}
		if _, err := files.ChangeServiceFile(t.Context(), connection.DB, bruno.At(now), input); err != nil {
			t.Fatal(err)
		}
	}
	if kind("receita"); paid() != 0 {
		t.Error("another kind paid")
	}
	if kind("proof"); paid() != 2 {
		t.Errorf("what became the proof paid %d", paid())
	}
	execute(t, connection, "update services set status = 'Aguardando Pagamento' where id = 900")
	if kind("proof"); paid() != 1 {
		t.Error("the same proof paid again")
	}
	if kind("outro"); paid() != 1 || count(t, connection, "services_files", "id = $1 and kind = 'outro'", attached.ID) != 1 {
		t.Error("what is the proof no more changed the services")
	}
	if err := files.Detach[files.ServiceFile](t.Context(), connection.DB, attached.ID); err != nil || paid() != 1 {
		t.Errorf("detaching changed the services (%v)", err)
	}
}

// Two concurrent proofs of one group do not deadlock.
func TestAttachToService_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update services set booking_group_code = $1, status = 'Aguardando Pagamento'", dbtest.AnasService.BookingGroup)
	file := upload(t, connection, "pix.pdf")
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			input := proof(file)
			input.ServiceID = int64(1 + i%2)
			if _, err := files.AttachToService(t.Context(), connection.DB, bruno.At(now), input); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if count(t, connection, "services_files", "kind = 'proof'") != 20 ||
		count(t, connection, "services", "status = 'Pagamento Concluído'") != 2 {
		t.Error("a proof got lost")
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	id := upload(t, connection, "a.pdf")
	renamed, err := files.Rename(t.Context(), connection.DB, files.RenameInput{ID: id, FileName: patch.Of(" Laudo de João.pdf ")})
	if err != nil || renamed.FileName != "Laudo de João.pdf" || renamed.Size != 10 {
		t.Errorf("%+v: %v", renamed, err)
	}
	for _, wrong := range []string{"", "  ", "../senha", `a\b`, "a\r\nb.pdf", strings.Repeat("é", 256)} {
		if _, err := files.Rename(t.Context(), connection.DB, files.RenameInput{ID: id, FileName: patch.Of(wrong)}); paths(err) != "file_name" {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if count(t, connection, "files", "file_name = 'Laudo de João.pdf'") != 1 {
		t.Error("it has another name")
	}
}

func TestRemove_InUse(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	remove := func(id int64) error { return files.Remove(t.Context(), connection.DB, bruno.At(now), id) }
	for _, link := range []struct{ table, sql, unlink string }{
		{"users_files", "insert into users_files (file_id, user_id) values ($1, 1), ($1, 2)", "delete from users_files"},
		{"orders_files", "insert into orders_files (file_id, order_id) values ($1, 1)", "delete from orders_files"},
		{"services_files", "insert into services_files (file_id, service_id) values ($1, 1)", "delete from services_files"},
		{"products", "update products set image_file_id = $1 where id = 1", "update products set image_file_id = null"},
	} {
		id := upload(t, connection, "a.pdf")
		execute(t, connection, link.sql, id)
		if err := remove(id); !errs.HasCode(err, db.CodeLinkedRecords) || paths(err) != link.table ||
			count(t, connection, "files", "id = $1", id) != 1 {
			t.Errorf("%s: %v", link.table, err)
		}
		execute(t, connection, link.unlink)
		if err := remove(id); err != nil || count(t, connection, "files", "id = $1", id) != 0 {
			t.Errorf("%s: what is not in use any more stays: %v", link.table, err)
		}
	}
	if err := remove(99); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
}

// Attached again, also at the same time, a file has one attachment of a kind, which pays once.
func TestAttach_Again(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	file := upload(t, connection, "rg.pdf")
	kind := func(kind string) files.UserFileFields {
		return files.UserFileFields{Fields: files.Fields{Kind: patch.Of(kind)}}
	}
	front, back := kind("documento"), kind("documento")
	front.Side, back.Side = patch.Of[files.Side]("front"), patch.Of[files.Side]("back")
	for name, input := range map[string]files.AttachFileInput{
		"a person":             {Collection: files.OfUser, ID: dbtest.Ana.ID},
		"a person's document":  {Collection: files.OfUser, ID: dbtest.Ana.ID, UserFileFields: front},
		"its other side":       {Collection: files.OfUser, ID: dbtest.Ana.ID, UserFileFields: back},
		"another person":       {Collection: files.OfUser, ID: dbtest.Joao.ID},
		"an order":             {Collection: files.OfOrder, ID: dbtest.AnasOrder.ID},
		"a proof of a service": {Collection: files.OfService, ID: dbtest.JoaosService.ID, UserFileFields: kind(" proof ")},
		"another kind":         {Collection: files.OfService, ID: dbtest.JoaosService.ID, UserFileFields: kind("pedido")},
	} {
		input.FileID = file
		var wait sync.WaitGroup
		attached := make([]files.Attachment, 3)
		for i := range attached {
			wait.Go(func() {
				var err error
				if attached[i], err = files.Attach(t.Context(), connection.DB, bruno.At(now), input); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		wait.Wait()
		for _, one := range attached {
			if one.ID == 0 || one.ID != attached[0].ID || one.RecordID != input.ID || one.FileID != file || one.Collection != input.Collection ||
				!one.DateCreated.Equal(now) {
				t.Errorf("%s: %+v", name, attached)
			}
		}
	}
	for table, want := range map[string]int{"users_files": 4, "orders_files": 1, "services_files": 2} {
		if rows := count(t, connection, table, "file_id = $1", file); rows != want {
			t.Errorf("%d rows of %s, want %d", rows, table, want)
		}
	}
	wrong := files.AttachFileInput{FileID: file, Collection: files.OfUser, ID: dbtest.Ana.ID, UserFileFields: kind(strings.Repeat("x", 61))}
	if _, err := files.Attach(t.Context(), connection.DB, bruno.At(now), wrong); paths(err) != "kind" {
		t.Errorf("a wrong kind: %v", err)
	}
}
