package api_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const files = "/api/v1/items/files"

// uploaded inserts the row of a file and returns its id.
func uploaded(t *testing.T, app *handlertest.App) int64 {
	t.Helper()
	var id int64
	err := app.Pool.QueryRow(t.Context(), `insert into files (file_name, content_type, size, sha256, storage_key)
		values ('rg.pdf', 'application/pdf', 10, repeat('0', 64), gen_random_uuid()::text) returning id`).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// attachments are the collections that attach a file, each with a body that names the owner.
func attachments() map[string]body {
	return map[string]body{
		"users_files":  {"user_id": dbtest.Ana.ID, "doc_kind": "exam", "subject": "responsible", "doc_type": "cnh", "side": "back"},
		"orders_files": {"order_id": dbtest.AnasOrder.ID}, "services_files": {"service_id": dbtest.JoaosService.ID},
	}
}

func attachment(file int64, to, changes body) body {
	sent := body{"file_id": file}
	maps.Copy(sent, to)
	maps.Copy(sent, changes)
	return sent
}

func TestFiles_AttachAndDetach(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	file := uploaded(t, app)
	for collection, to := range attachments() {
		t.Run(collection, func(t *testing.T) {
			path := "/api/v1/items/" + collection
			var created, changed body
			bruno.POST(path, attachment(file, to, body{"kind": " foto "})).Want(201).Data(&created)
			for field, want := range attachment(file, to, body{"kind": "foto", "is_sample": false}) {
				if jsonOf(created[field]) != jsonOf(want) {
					t.Errorf("%s is %v, want %v", field, created[field], want)
				}
			}
			one := path + "/" + jsonOf(created["id"])
			bruno.JSON("PATCH", one, body{"kind": nil}).Want(200).Data(&changed)
			if changed["kind"] != nil || changed["file_id"] != created["file_id"] {
				t.Errorf("changed to %v", changed)
			}
			bruno.JSON("PATCH", path, body{"query": body{"filter": body{"file_id": body{"_eq": file}}}, "data": body{"kind": "cópia"}}).Want(200)
			if app.Count(t, collection, "kind = 'cópia'") != 1 {
				t.Error("the batch changed nothing")
			}
			bruno.JSON("DELETE", fmt.Sprintf("%s/%d", files, file), "").WantCode(409, "HAS_LINKED_RECORDS")
			bruno.JSON("DELETE", one, "").Want(200)
			bruno.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
			bruno.JSON("PATCH", one, body{"kind": "x"}).WantCode(404, "NOT_FOUND")

			before := app.Count(t, collection, "true")
			bruno.POST(path, []body{attachment(file, to, nil), attachment(99, to, nil)}).WantCode(400, "VALIDATION_ERROR")
			if app.Count(t, collection, "true") != before {
				t.Error("half a batch was stored")
			}
			var many []struct{ ID int64 }
			bruno.POST(path, []body{attachment(file, to, nil), attachment(file, to, nil)}).Want(201).Data(&many)
			bruno.JSON("DELETE", path, []int64{many[0].ID, many[1].ID}).Want(200)
		})
	}
	bruno.JSON("DELETE", fmt.Sprintf("%s/%d", files, file), "").Want(200)
}

func TestServiceFiles_ProofPaysTheService(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.POST("/api/v1/items/services_files", body{"file_id": uploaded(t, app), "service_id": dbtest.JoaosService.ID, "kind": "proof"}).
		Want(201)
	var paid body
	bruno.GET(services + "/2").Want(200).Data(&paid)
	if paid["status"] != "Pagamento Concluído" {
		t.Errorf("the service is %v", paid["status"])
	}
}

func TestUpdateFile_NameOnly(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	one := fmt.Sprintf("%s/%d", files, uploaded(t, app))
	var renamed body
	bruno.JSON("PATCH", one, body{"file_name": "RG de Ana.pdf"}).Want(200).Data(&renamed)
	if renamed["file_name"] != "RG de Ana.pdf" {
		t.Errorf("%v", renamed)
	}
	for _, sent := range []body{{"file_name": ""}, {"file_name": "a/b"}, {"size": 1}, {"content_type": "text/html"}, {"sha256": "x"},
		{"driver": "s3"},
		{"storage_key": "x"}, {"uploaded_by": nil}, {"is_sample": true}} {
		bruno.JSON("PATCH", one, sent).WantCode(400, "VALIDATION_ERROR")
	}
	if app.Count(t, "files", "file_name = 'RG de Ana.pdf' and size = 10 and content_type = 'application/pdf' and not is_sample") != 1 {
		t.Error("something else changed")
	}
	bruno.POST(files, []body{{"file_name": "x"}}).WantCode(405, "METHOD_NOT_ALLOWED")
}

func TestFiles_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	collections := []string{"files", "users_files", "orders_files", "services_files"}
	kept := map[string]string{}
	for _, collection := range collections {
		kept[collection] = "/api/v1/items/" + collection + "/" + jsonOf(createIn(t, app, collection))
	}
	for name, c := range map[string]struct {
		client *handlertest.Client
		// create, update and delete, of each collection in turn
		want [4][3]int
	}{
		"Administrador": {app.As(t, dbtest.Camila), [4][3]int{{405, 200, 200}, {201, 200, 200}, {201, 200, 200}, {201, 200, 200}}},
		"Acolhimento":   {app.As(t, dbtest.Bruno), [4][3]int{{405, 200, 200}, {201, 200, 200}, {201, 200, 200}, {201, 200, 200}}},
		"Produção":      {app.As(t, dbtest.Priscila), [4][3]int{{403, 403, 403}, {403, 403, 403}, {403, 403, 403}, {403, 200, 403}}},
		"Financeiro":    {app.As(t, dbtest.Fernando), [4][3]int{{403, 403, 403}, {403, 403, 403}, {403, 403, 403}, {403, 403, 403}}},
		"Profissional":  {app.As(t, dbtest.Renata), [4][3]int{{403, 403, 403}, {403, 403, 403}, {403, 403, 403}, {403, 403, 403}}},
		"an associate":  {app.AsAssociate(t, dbtest.Ana), [4][3]int{{401, 401, 401}, {401, 401, 401}, {401, 401, 401}, {401, 401, 401}}},
		"nobody":        {app.Nobody(t), [4][3]int{{401, 401, 401}, {401, 401, 401}, {401, 401, 401}, {401, 401, 401}}},
		"files:write":   {app.WithToken(t, "files:write"), [4][3]int{{405, 403, 403}, {403, 403, 403}, {403, 403, 403}, {403, 403, 403}}},
		"one scope": {app.WithToken(t, "items:orders_files:*"),
			[4][3]int{{403, 403, 403}, {403, 403, 403}, {201, 200, 200}, {403, 403, 403}}},
	} {
		file := uploaded(t, app)
		for i, collection := range collections {
			path, want := "/api/v1/items/"+collection, c.want[i]
			field := "kind"
			if collection == "files" {
				field = "file_name"
			}
			answers := []*handlertest.Answer{
				c.client.POST(path, attachment(file, attachments()[collection], nil)),
				c.client.JSON("PATCH", kept[collection], body{field: name}),
				c.client.JSON("DELETE", path, body{"query": body{"filter": body{"id": body{"_eq": 0}}}}),
			}
			for verb, answer := range answers {
				if answer.StatusCode != want[verb] {
					t.Errorf("%s, %s, verb %d: %d, want %d: %s", name, collection, verb, answer.StatusCode, want[verb], answer.Body)
				}
			}
			if app.Count(t, collection, field+" = $1", name) == 1 != (want[1] == 200) {
				t.Errorf("%s changed %s, or did not", name, collection)
			}
		}
	}
}

// createIn creates a row in a collection of files and returns its id.
func createIn(t *testing.T, app *handlertest.App, collection string) int64 {
	t.Helper()
	file := uploaded(t, app)
	if collection == "files" {
		return file
	}
	var created struct{ ID int64 }
	app.As(t, dbtest.Camila).POST("/api/v1/items/"+collection, attachment(file, attachments()[collection], nil)).Want(201).Data(&created)
	return created.ID
}

func TestFiles_WrongAttachment(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	file := uploaded(t, app)
	for collection, to := range attachments() {
		path := "/api/v1/items/" + collection
		wrong := map[string]any{"file_id": 99, "kind": strings.Repeat("a", 61), "is_sample": false, "date_created": "2026-01-01T00:00:00Z",
			"id": 1}
		for field := range to {
			wrong[field] = map[bool]any{true: 99, false: "outro"}[strings.HasSuffix(field, "_id")]
		}
		if collection == "users_files" {
			wrong["doc_kind"] = strings.Repeat("a", 61)
		}
		for field, value := range wrong {
			if got := fieldsOf(bruno.POST(path, attachment(file, to, body{field: value})).WantCode(400, "VALIDATION_ERROR")); got != field {
				t.Errorf("%s: refused %q, want %q", collection, got, field)
			}
		}
		for _, sent := range []any{body{}, body{"file_id": file}, body{"file_id": "1"}, body{"file_id": 1e30}, `[]`, `null`, `{`} {
			bruno.POST(path, sent).WantCode(400, "VALIDATION_ERROR")
		}
		if app.Count(t, collection, "true") != 0 {
			t.Errorf("%s: something was stored", collection)
		}
		var created struct{ ID int64 }
		bruno.POST(path, attachment(file, to, body{"kind": "foto"})).Want(201).Data(&created)
		for _, sent := range []body{{"file_id": file}, {"user_id": 1}, {"order_id": 1}, {"service_id": 1}, {"is_sample": true},
			{"kind": strings.Repeat("a", 61)}, {"kind": 1}} {
			bruno.JSON("PATCH", fmt.Sprintf("%s/%d", path, created.ID), sent).WantCode(400, "VALIDATION_ERROR")
		}
		if app.Count(t, collection, "kind = 'foto' and not is_sample") != 1 {
			t.Errorf("%s: a refused change was written", collection)
		}
	}
}

// decisions.md: is_sample may be set on create by an administrator or a `*` token.
func TestCreateItem_Samples(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno, script := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno), app.WithToken(t, "*")
	restricted := app.WithToken(t, "items:products:*", "items:professionals:*")
	file := uploaded(t, app)
	rows := map[string]func(i int) body{
		"users":         func(i int) body { return body{"associate_name": fmt.Sprintf("Exemplo %d", i)} },
		"orders":        func(int) body { return anOrder(nil) },
		"services":      func(int) body { return aService(nil) },
		"products":      func(i int) body { return body{"code": fmt.Sprintf("EX-%d", i), "name": "Exemplo"} },
		"professionals": func(int) body { return body{"name": "Exemplo", "type": "medic"} },
		"reception":     func(int) body { return body{"name": "Exemplo"} },
		"tags":          func(i int) body { return body{"name": fmt.Sprintf("Exemplo %d", i)} },
		"system_users": func(i int) body {
			return body{"name": "Exemplo", "email": fmt.Sprintf("ex%d@acolhe.test", i), "permissions": []string{"Produção"}}
		},
	}
	for collection, to := range attachments() {
		rows[collection] = func(int) body { return attachment(file, to, nil) }
	}
	for collection, row := range rows {
		path := "/api/v1/items/" + collection
		sampled := func(i int) body {
			sent := row(i)
			sent["is_sample"] = true
			return sent
		}
		before := app.Count(t, collection, "true")
		camila.POST(path, sampled(1)).Want(201)
		script.POST(path, []body{sampled(2), sampled(3)}).Want(201)
		camila.POST(path, row(4)).Want(201)
		if sample, all := app.Count(t, collection, "is_sample"), app.Count(t, collection, "true")-before; sample != 3 || all != 4 {
			t.Errorf("%s: %d of %d are samples", collection, sample, all)
		}
		colleague := bruno
		if collection == "products" || collection == "professionals" {
			colleague = restricted
		}
		if collection == "system_users" {
			colleague.POST(path, sampled(5)).WantCode(403, "FORBIDDEN")
		} else if got := fieldsOf(colleague.POST(path, sampled(5)).WantCode(400, "VALIDATION_ERROR")); got != "is_sample" {
			t.Errorf("%s: refused %q", collection, got)
		}
		camila.JSON("PATCH", path+"/1", body{"is_sample": true}).WantCode(400, "VALIDATION_ERROR")
		if app.Count(t, collection, "is_sample") != 3 {
			t.Errorf("%s: somebody else created a sample", collection)
		}
	}
}
