package associates_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

func TestRemove_LinkedRecords(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	contract := signContract(t, connection, dbtest.Carla.UserCode)
	for name, c := range map[string]struct {
		id   int64
		want []string
	}{
		"Ana":    {dbtest.Ana.ID, []string{"orders: 1 pedido (nº 1)", "services: 1 serviço (nº 1)", "users: 1 paciente (nº 2)"}},
		"Miguel": {dbtest.Miguel.ID, []string{"services: 1 serviço (nº 1)"}},
		"Carla":  {dbtest.Carla.ID, []string{"contracts: 1 contrato (nº " + contract + ")"}},
	} {
		err := associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), c.id)
		if !errs.HasCode(err, "HAS_LINKED_RECORDS") {
			t.Errorf("%s: %v", name, err)
		}
		var said []string
		for _, field := range errs.FieldsOf(err) {
			said = append(said, field.Path+": "+field.Message)
		}
		if !slices.Equal(said, c.want) {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
		if count(t, connection, "id = ?", c.id) != 1 {
			t.Errorf("%s is gone", name)
		}
	}
}

func TestRemove_ManyLinkedRecords(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	err := connection.DB.Exec(`insert into orders (user_id, user_code, name_associate, items, total)
		select user_id, user_code, name_associate, items, total from orders, generate_series(1, 11) where id = 1`).Error
	if err != nil {
		t.Fatal(err)
	}
	refused := associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Ana.ID)
	message := errs.For(errs.FieldsOf(refused), "orders")
	if !strings.HasPrefix(message, "12 pedidos (nº 1011, 1010, ") || !strings.HasSuffix(message, " …)") {
		t.Errorf("said %q", message)
	}
}

func TestRemove_OwnRowsAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for _, statement := range []string{
		"update reception set associate_code = '" + dbtest.Carla.UserCode + "', associate_name = 'Carla', is_associate = true, avatar_url = '/x' where id = 2",
		"insert into files (id, file_name, content_type, size, sha256, driver, storage_key) values (900, 'rg.png', 'image/png', 1, repeat('0', 64), 'local', 'k')",
		"insert into users_files (file_id, user_id, kind) values (900, 5, 'document')",
	} {
		if err := connection.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	if err := associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Carla.ID); err != nil {
		t.Fatal(err)
	}
	var links, waiting int64
	connection.DB.Table("users_files").Where("user_id = 5").Count(&links)
	connection.DB.Table("reception").Where("id = 2 and associate_code is null and not is_associate and avatar_url is null and associate_name = 'Carla'").Count(&waiting)
	if count(t, connection, "id = 5") != 0 || links != 0 || waiting != 1 {
		t.Errorf("left: %d links, %d waiting", links, waiting)
	}
	if err := associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Carla.ID); !errs.HasCode(err,
		errs.CodeNotFound) {
		t.Errorf("twice: %v", err)
	}
}

// Contracts that were not completed go with the associate who has nothing else, with their events and documents.
func TestRemove_OpenContracts(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute := func(statement string, arguments ...any) {
		t.Helper()
		if err := connection.DB.Exec(statement, arguments...).Error; err != nil {
			t.Fatal(err)
		}
	}
	execute("insert into files (id, file_name, content_type, size, sha256, driver, storage_key) values (900, 'termo.pdf', 'application/pdf', 1, repeat('0', 64), 'local', 'k')")
	for _, status := range []string{"pending", "voided", "voided"} {
		execute(`insert into contracts (status, kind, user_code, content_json, content_sha256, signing_token, signing_token_encrypted, encryption_key_id, signing_expires,
			voided_at, filled_pdf_file_id) values (@status, 'self', @code, '{"type": "doc"}', repeat('0', 64), sha256(gen_random_uuid()::text::bytea), 'x', 'k', now(),
			case @status when 'voided' then now() end, 900)`, map[string]any{"status": status, "code": dbtest.Carla.UserCode})
	}
	execute("insert into sign_events (contract_id, kind, occurred_at) select id, 'form.viewed', now() from contracts")
	execute("update contracts set patient_user_code = ? where status = 'pending'", dbtest.Miguel.UserCode)
	camila := dbtest.Camila.Caller().At(now)
	if err := connection.DB.Exec("delete from services").Error; err != nil {
		t.Fatal(err)
	}
	if err := associates.Remove(t.Context(), connection.DB, camila, dbtest.Miguel.ID); errs.For(errs.FieldsOf(err), "contracts") == "" {
		t.Errorf("the patient of another person's contract: %v", err)
	}
	if err := associates.Remove(t.Context(), connection.DB, camila, dbtest.Carla.ID); err != nil {
		t.Fatal(err)
	}
	var left, jobs int64
	connection.DB.Raw("select (select count(*) from contracts) + (select count(*) from sign_events)").Scan(&left)
	connection.DB.Raw("select count(*) from river_job where kind = 'remove_unattached' and args ->> 'file' = '900'").Scan(&jobs)
	if count(t, connection, "id = ?", dbtest.Carla.ID) != 0 || left != 0 || jobs != 3 {
		t.Errorf("left are %d contracts and events, %d documents are removed", left, jobs)
	}
}

// If an order is placed while its associate is removed, either the order and the associate remain, or both are missing.
func TestRemove_ConcurrentOrder(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	total := money.MustParse("10")
	input := orders.PlaceInput{User: patch.Of(dbtest.Carla.ID),
		Fields: orders.Fields{Total: patch.Of(money.Claimed{Amount: total}), Items: patch.Of([]orders.Item{{Code: "A", Amount: total, Quantity: 1}})}}
	placing := connection.DB.WithContext(t.Context()).Begin()
	if _, err := orders.Place(t.Context(), placing, dbtest.Bruno.Caller().At(now), input); err != nil {
		t.Fatal(err)
	}
	removed := make(chan error)
	go func() {
		removed <- associates.Remove(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), dbtest.Carla.ID)
	}()
	dbtest.AwaitLock(t, connection.Pool, 1)
	if err := placing.Commit().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-removed; !errs.HasCode(err, "HAS_LINKED_RECORDS") || len(errs.FieldsOf(err)) != 1 {
		t.Errorf("removed: %v", err)
	}

	// In reverse: the row is locked for the removal, and the order has no associate.
	keep := errors.New("keep Carla")
	other := connection.DB.Exec("delete from orders where user_id = ?", dbtest.Carla.ID).Error
	if other != nil {
		t.Fatal(other)
	}
	placed := make(chan error)
	err := connection.DB.Transaction(func(tx *db.DB) error {
		if err := associates.Remove(t.Context(), tx, dbtest.Camila.Caller().At(now), dbtest.Carla.ID); err != nil {
			return errors.Join(keep, err)
		}
		go func() {
			_, err := orders.Place(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
			placed <- err
		}()
		dbtest.AwaitLock(t, connection.Pool, 1)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-placed; paths(err) != "user_code" {
		t.Errorf("placed: %v", err)
	}
}
