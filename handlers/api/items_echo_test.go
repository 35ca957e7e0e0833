package api_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/associates"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/patch"
)

// settable lists the JSON names of an input's fields, without the read-only ones.
func settable(input any) []string {
	var names []string
	for _, member := range reflect.VisibleFields(reflect.TypeOf(input).Elem()) {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		isReadOnly := member.Type == reflect.TypeFor[patch.ReadOnly]() || member.Type == reflect.TypeFor[patch.Standing]()
		if name != "" && name != "-" && !isReadOnly {
			names = append(names, name)
		}
	}
	return names
}

// decisions.md, "Generic items": an answered value may be sent back, null where the field is nullable.
func TestUpdateItem_AnswerSentBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	script := app.WithToken(t, "*")
	for _, collection := range areas.Described() {
		input := collection.UpdateInput()
		if input == nil {
			continue
		}
		list := "/api/v1/items/" + collection.Name()
		for _, row := range rowsOf(script, list) {
			one := list + "/" + string(row["id"])
			tag := script.GET(one).Want(200).Header.Get("ETag")
			fields := sharedFields(input, row)
			if answer := script.JSON("PATCH", one, body{}).Want(200); answer.Header.Get("ETag") != tag || len(fields) == 0 {
				t.Errorf("%s: a change of nothing has the tag %s after %s; fields: %v", one, answer.Header.Get("ETag"), tag, fields)
			}
			for _, field := range fields {
				if answer := script.JSON("PATCH", one, body{field: row[field]}); answer.StatusCode != 200 || answer.Header.Get("ETag") != tag {
					t.Errorf("%s: %s sent back as %s is answered %s with the tag %s after %s",
						one, field, row[field], answer.Body, answer.Header.Get("ETag"), tag)
				}
			}
		}
	}
}

func TestUpdateItem_Null(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	script := app.WithToken(t, "*")
	for _, collection := range areas.Described() {
		input := collection.UpdateInput()
		if input == nil {
			continue
		}
		list := "/api/v1/items/" + collection.Name()
		row := rowsOf(script, list)[0]
		one := list + "/" + string(row["id"])
		for _, field := range collection.Fields() {
			if !field.Nullable || !slices.Contains(sharedFields(input, row), field.Name) {
				continue
			}
			if answer := script.JSON("PATCH", one, body{field.Name: nil}); answer.StatusCode != 200 {
				t.Errorf("%s: %s: null is answered %s", one, field.Name, answer.Body)
			}
			script.JSON("PATCH", one, body{field.Name: row[field.Name]}).Want(200)
		}
	}
}

// A copy of a row accepts all its fields except unique ones and those with a rule of their own.
func TestCreateItem_AnswerSentBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	script := app.WithToken(t, "*")
	others := map[string]body{
		"users":         {"associate_cpf": nil, "email_account": nil, "annotations": nil},
		"system_users":  {"email": "nova@acolhe.test", "status": "pending"},
		"orders":        {"status": "Aguardando pagamento"},
		"products":      {"code": "NOVO"},
		"professionals": {"professional_code": "NOVO"},
		"tags":          {"name": "Nova"},
	}
	for _, collection := range areas.Described() {
		input := collection.CreateInput()
		if input == nil {
			continue
		}
		list := "/api/v1/items/" + collection.Name()
		row := rowsOf(script, list)[0]
		sent := body{}
		for _, field := range sharedFields(input, row) {
			sent[field] = row[field]
		}
		maps.Copy(sent, others[collection.Name()])
		if answer := script.POST(list, sent); answer.StatusCode != 201 {
			t.Errorf("%s: %v is answered %s", list, jsonOf(sent), answer.Body)
		}
	}
}

func TestUpdatePatient_AnswerSentBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const list = "/api/v1/users/1/patients"
	for _, row := range rowsOf(bruno, list) {
		for _, field := range sharedFields(&associates.PatientInput{}, row) {
			if answer := bruno.JSON("PATCH", list+"/"+string(row["id"]), body{field: row[field]}); answer.StatusCode != 200 {
				t.Errorf("%s sent back as %s is answered %s", field, row[field], answer.Body)
			}
		}
	}
}

func rowsOf(client *handlertest.Client, list string) []map[string]json.RawMessage {
	var rows []map[string]json.RawMessage
	client.GET(list).Want(200).Data(&rows)
	return rows
}

// sharedFields lists the fields of both an input and an answered row, without the read-only ones.
func sharedFields(input any, row map[string]json.RawMessage) []string {
	return slices.DeleteFunc(settable(input), func(name string) bool { return row[name] == nil })
}
