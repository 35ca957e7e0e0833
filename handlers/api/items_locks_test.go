package api_test

import (
	"fmt"
	"sync"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// concurrentRequest is one of several concurrent requests.
type concurrentRequest struct {
	method, path, header, value string
	body                        any
}

// sendConcurrently sends concurrent requests, for some rounds, and returns the number of deadlocks that PostgreSQL
// resolved. No answer may be 5xx.
func sendConcurrently(t *testing.T, app *handlertest.App, rounds int, requests func(round int) []concurrentRequest) int {
	t.Helper()
	camila := app.As(t, dbtest.Camila)
	for round := range rounds {
		var sending sync.WaitGroup
		start := make(chan struct{})
		for _, one := range requests(round) {
			client := camila
			if one.header != "" {
				client = camila.With(one.header, one.value)
			}
			sending.Go(func() {
				<-start
				if answer := client.JSON(one.method, one.path, one.body); answer.StatusCode >= 500 {
					t.Errorf("round %d: %s %s is answered %d %s", round, one.method, one.path, answer.StatusCode, answer.Body)
				}
			})
		}
		close(start)
		sending.Wait()
	}
	var deadlocks int
	if err := app.Pool.QueryRow(t.Context(), "select deadlocks from pg_stat_database where datname = current_database()").
		Scan(&deadlocks); err != nil {
		t.Fatal(err)
	}
	return deadlocks
}

// Every route that changes operators locks rows in the same order, so that there are no deadlocks.
func TestUpdateOperators_LockOrder(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const list = "/api/v1/items/system_users"
	change(t, app, `update system_users set permissions = '["Administrador"]' where id in (3, 7)`)
	deadlocks := sendConcurrently(t, app, 40, func(round int) []concurrentRequest {
		data := body{"last_name": fmt.Sprint("R", round)}
		return []concurrentRequest{
			{"PATCH", list, "", "", body{"query": body{"filter": body{"id": body{"_in": []int{2, 3, 4}}}}, "data": data}},
			{"PATCH", list, "", "", body{"keys": []int{4, 3, 2}, "data": data}},
			{"PATCH", "/api/v1/system-users/3", "", "", body{"name": fmt.Sprint("N", round)}},
			{"PATCH", list + "/2", "If-Match", "*", body{"name": fmt.Sprint("M", round)}},
			{"PATCH", list + "/1", "", "", body{"name": fmt.Sprint("C", round)}},
		}
	})
	if deadlocks != 0 {
		t.Errorf("%d were ended for another", deadlocks)
	}
}

// Marking a file as proof and removing its service both lock the service first.
func TestServiceFiles_LockOrder(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	file := uploaded(t, app)
	deadlocks := sendConcurrently(t, app, 20, func(round int) []concurrentRequest {
		change(t, app, `insert into services (id, service_code, booking_group_code, associate_user_code, associate_name, professional_id, professional_name, type)
			select $1::bigint, 'S-' || $1::bigint, gen_random_uuid(), user_code, 'Ana', 1, 'Renata', 'medic' from users where id = 1`, 5000+round)
		change(t, app, "insert into services_files (id, file_id, service_id) values ($1, $2, $1)", 5000+round, file)
		one := fmt.Sprint(5000 + round)
		return []concurrentRequest{
			{"PATCH", "/api/v1/items/services_files/" + one, "", "", body{"kind": "proof"}},
			{"DELETE", "/api/v1/items/services/" + one, "", "", ""},
		}
	})
	if deadlocks != 0 {
		t.Errorf("%d were ended for another", deadlocks)
	}
}

// Rows of one request are inserted in the order of their list, and two lists may have opposite orders: one request
// waits, and its answer is that of a later request.
func TestCreateItems_Deadlock(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	sendConcurrently(t, app, 15, func(round int) []concurrentRequest {
		a, b := fmt.Sprint("A", round), fmt.Sprint("B", round)
		ana, joao := anOrder(nil), anOrder(body{"user_code": dbtest.Joao.UserCode})
		return []concurrentRequest{
			{"POST", "/api/v1/items/tags", "", "", []body{{"name": a}, {"name": b}}},
			{"POST", "/api/v1/items/tags", "", "", []body{{"name": b}, {"name": a}}},
			{"POST", "/api/v1/items/orders", "", "", []body{ana, joao, ana}}, {"POST", "/api/v1/items/orders", "", "", []body{joao, ana, joao}},
		}
	})
	if tags := app.Count(t, "tags", "name ~ '^[AB][0-9]+$'"); tags != 30 {
		t.Errorf("%d tags were created, want 30", tags)
	}
	if orders := app.Count(t, "orders", "id > 1000"); orders != 90 {
		t.Errorf("%d orders were placed, want 90", orders)
	}
}
