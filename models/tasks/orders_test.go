package tasks_test

import (
	"slices"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
)

// manyOrders returns a database with many paid orders of Acre, whose ids begin at 2001.
func manyOrders(t *testing.T) *db.Connection {
	t.Helper()
	conn := dbtest.New(t)
	do(t, conn, `insert into orders (id, user_id, user_code, name_associate, items, total, status, address)
		select 2000 + n, user_id, user_code, name_associate, items, total, 'Pago', '{"state": "AC"}' from orders, generate_series(1, $1) n where id = 2`, many)
	return conn
}

func ordersOfAcre(kind tasks.Kind) tasks.Input {
	return tasks.Input{Kind: kind, Tag: "Urgente", Step: tasks.Step{Status: orders.Picking}, Orders: orders.ListInput{State: "AC"}}
}

func storedOfOrders(t *testing.T, conn *db.Connection, input tasks.Input) tasks.Task {
	t.Helper()
	result, err := tasks.Apply(t.Context(), conn.DB, dbtest.Bruno.Caller(), input)
	if err != nil || result.Task == nil || result.Task.Total != many {
		t.Fatalf("Apply returns %+v (%v), want a task for %d", result, err, many)
	}
	return *result.Task
}

// Orders that have gone on meanwhile are refused one by one, and a restart continues after the last chunk.
func TestWorkChunk_MovesOrders(t *testing.T) {
	t.Parallel()
	conn := manyOrders(t)
	task := storedOfOrders(t, conn, ordersOfAcre(tasks.MoveOrders))
	if _, err := newWorker(conn).WorkChunk(t.Context(), task.ID); err != nil || count(t, conn, "orders where status = 'Em separação'") != 200 {
		t.Fatalf("after a chunk: %v", err)
	}
	do(t, conn, "update orders set status = 'Cancelado' where id = 2650")
	do(t, conn, "delete from orders where id = 2649")
	ended := finish(t, conn, task.ID)
	if ended.Status != tasks.Done || ended.Changed != many-2 || ended.Refused != 2 ||
		count(t, conn, "orders where status = 'Em separação'") != many-2 {
		t.Errorf("it ended as %+v", ended)
	}
	if changes := count(t, conn, "order_changes where order_id > 2000 and actor_name = 'Bruno Acioli'"); changes != many-2 ||
		count(t, conn, "undos") != 0 {
		t.Errorf("%d changes are in the histories", changes)
	}
	var refused []tasks.Row
	err := tasks.EachFailure(t.Context(), conn.DB, ended, func(refusal tasks.Row) error {
		refused = append(refused, refusal)
		return nil
	})
	want := []tasks.Row{{RowID: 2649, Reason: "Registro não encontrado."}, {RowID: 2650, Name: dbtest.Joao.FullName(), Reason: "O pedido está em “Cancelado”."}}
	if err != nil || !slices.Equal(refused, want) {
		t.Errorf("refused were %+v (%v)", refused, err)
	}
}

func TestWorkChunk_TagsOrders(t *testing.T) {
	t.Parallel()
	conn := manyOrders(t)
	do(t, conn, `update orders set tags = '["Urgente"]' where id = 2001`)
	if ended := finish(t, conn, storedOfOrders(t, conn, ordersOfAcre(tasks.AddOrderTag)).ID); ended.Changed != many-1 ||
		ended.PassedOver != 1 {
		t.Errorf("it ended as %+v", ended)
	}
	do(t, conn, `update orders set tags = '[]' where id = 2002`)
	if ended := finish(t, conn, storedOfOrders(t, conn, ordersOfAcre(tasks.RemoveOrderTag)).ID); ended.Changed != many-1 ||
		count(t, conn, "orders where tags <> '[]'") != 0 {
		t.Errorf("it ended as %+v", ended)
	}
}

func TestApply_OrdersRefused(t *testing.T) {
	t.Parallel()
	conn := manyOrders(t)
	for name, c := range map[string]struct {
		by     dbtest.Operator
		code   string
		change func(*tasks.Input)
	}{
		"Profissional":    {dbtest.Renata, errs.CodeForbidden, func(*tasks.Input) {}},
		"asks for more":   {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Step.Status = orders.Sent }},
		"no payment":      {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Step.Status = orders.Paid }},
		"no reason":       {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Step.Status = orders.Cancelled }},
		"no orders found": {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Orders.State = "RR" }},
		"no filter":       {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Orders.State = "ZZ" }},
		"one unknown":     {dbtest.Bruno, errs.CodeNotFound, func(in *tasks.Input) { in.Orders = orders.ListInput{IDs: idsFrom(2002)} }},
		"too many picked": {dbtest.Bruno, errs.CodeValidation, func(in *tasks.Input) { in.Orders.IDs = make([]int64, tasks.MaxPicked+1) }},
	} {
		input := ordersOfAcre(tasks.MoveOrders)
		c.change(&input)
		if result, err := tasks.Apply(t.Context(), conn.DB, c.by.Caller(), input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %+v (%v), want %s", name, result, err, c.code)
		}
	}
	if stored := count(t, conn, "tasks") + count(t, conn, "river_job") + count(t, conn, "orders where status = 'Em separação'"); stored != 0 {
		t.Errorf("%d tasks, jobs and moved orders are stored", stored)
	}
}

// idsFrom returns as many ids as there are orders, from the first one on.
func idsFrom(first int64) []int64 {
	ids := make([]int64, many)
	for i := range ids {
		ids[i] = first + int64(i)
	}
	return ids
}
