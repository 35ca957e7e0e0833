package api_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestExportItems_Locale(t *testing.T) {
	t.Parallel()
	today, atNoon := handlertest.AtNoon(t)
	app := handlertest.New(t, atNoon)
	change(t, app, `update orders set name_associate = '=HYPERLINK("http://x")', prescriber = '+55', info = E'"a";b\nc', tags = '["um", "-dois"]' where id = 1`)
	camila := app.As(t, dbtest.Camila)
	const fields = "fields=id,total,date_created,is_sample,name_associate,prescriber,info,tags,freight_option&sort=id&limit=1"
	plain := camila.GET("/api/v1/items/orders?export=csv&" + fields).Want(200)
	want := "id,total,date_created,is_sample,name_associate,prescriber,info,tags,freight_option\r\n" +
		`1,430.90,2026-11-15T15:00:00Z,false,"'=HYPERLINK(""http://x"")",'+55,"""a"";b` + "\r\n" + `c","um, -dois",` + "\r\n"
	if plain.Body != want {
		t.Errorf("got %q\nwant %q", plain.Body, want)
	}
	brazilian := camila.GET("/api/v1/items/orders?export=csv&locale=pt-BR&" + fields).Want(200)
	start := "\ufeffid;total;date_created;is_sample;name_associate;prescriber;info;tags;freight_option\r\n1;430,90;15/11/2026 12:00:00;Não;"
	if !strings.HasPrefix(brazilian.Body, start) {
		t.Errorf("got %q\nwant %q", brazilian.Body, start)
	}
	name := "orders-" + today.Format(time.DateOnly) + ".csv"
	if disposition := plain.Header.Get("Content-Disposition"); disposition != "attachment; filename="+name ||
		plain.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s", disposition)
	}
}

func TestExportItems_EveryFormat(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	change(t, app, `insert into tags (name, collection) select 'T' || n, 'users' from generate_series(1, 2500) n`)
	bruno := app.As(t, dbtest.Bruno)
	const query = "/api/v1/items/tags?filter[name][_starts_with]=T&sort=-id&export="
	lines, err := csv.NewReader(strings.NewReader(bruno.GET(query + "csv").Want(200).Body)).ReadAll()
	if err != nil || len(lines) != 2501 || lines[1][1] != "T2500" || lines[2500][1] != "T1" {
		t.Errorf("csv: %d lines (%v)", len(lines), err)
	}
	var rows []struct{ Name string }
	bruno.GET(query + "json").Want(200).Data(&rows)
	if len(rows) != 2500 || rows[0].Name != "T2500" {
		t.Errorf("json: %d rows", len(rows))
	}
	book, err := excelize.OpenReader(bytes.NewReader([]byte(bruno.GET(query + "xlsx").Want(200).Body)))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	cells, err := book.GetRows("Sheet1")
	if err != nil || len(cells) != 2501 || cells[0][1] != "name" || cells[2500][1] != "T1" {
		t.Errorf("xlsx: %d rows (%v)", len(cells), err)
	}
	if two := bruno.GET(query + "csv&limit=2&offset=1&fields=name").Want(200).Body; two != "name\r\nT2499\r\nT2498\r\n" {
		t.Errorf("a limit: %q", two)
	}
	var none json.RawMessage
	bruno.GET("/api/v1/items/tags?filter[id]=0&export=json").Want(200).Data(&none)
	if string(none) != "[]" {
		t.Errorf("no rows: %s", none)
	}
	packed := bruno.With("Accept-Encoding", "gzip").GET(query + "csv").Want(200)
	if packed.Header.Get("Content-Encoding") != "gzip" || len(packed.Body) > 40_000 {
		t.Errorf("%s, %d bytes", packed.Header.Get("Content-Encoding"), len(packed.Body))
	}
}
