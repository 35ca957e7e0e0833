package api_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Prepared statements of many shapes would fill PostgreSQL's memory, so that no statement with a shape chosen by a
// caller is prepared: the second address of a pair prepares no further statement.
func TestReads_ShapeOfTheCallerIsNotPrepared(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for first, second := range map[string]string{
		"/api/v1/items/orders?sort=total":                                  "/api/v1/items/orders?sort=-status,total",
		"/api/v1/items/orders?fields=id,total":                             "/api/v1/items/orders?fields=id,donation",
		"/api/v1/items/orders?filter[donation][_gt]=1&meta=*":              "/api/v1/items/orders?filter[total][_gt]=1&meta=*",
		"/api/v1/items/orders?groupBy=status&aggregate[sum]=donation":      "/api/v1/items/orders?groupBy=email&aggregate[max]=total",
		"/api/v1/items/users?with_patients=true":                           "/api/v1/items/users?with_patients=true&filter[city][_null]=true",
		"/api/v1/items/orders?export=csv&filter[donation][_lt]=9":          "/api/v1/items/orders?export=csv&filter[total][_lt]=9",
		"/api/v1/items/orders/1?fields=id,donation":                        "/api/v1/items/orders/1?fields=id,total",
		"/api/v1/items/orders?offset=1":                                    "/api/v1/items/orders?offset=2",
		"/api/v1/orders?search=ana":                                        "/api/v1/orders?search=ana+beatriz",
		"/api/v1/search?q=ana":                                             "/api/v1/search?q=ana+beatriz",
		"/api/v1/users/search?q=ana":                                       "/api/v1/users/search?q=ana+beatriz",
		"/painel/pedidos?q=ana":                                            "/painel/pedidos?uf=SC&ordem=-total&prescritor=x",
		"/painel/associados?q=ana":                                         "/painel/associados?uf=SC&ordem=-criado&etiqueta=x",
		"/painel/produtos?q=cbd":                                           "/painel/produtos?etiqueta=x&ordem=-preco",
		"/admin/operadores?q=ca":                                           "/admin/operadores?q=ca+to",
		"/admin/correio?q=ca":                                              "/admin/correio?q=ca+to",
		"/api/v1/orders?status=Pago&sort=total":                            "/api/v1/orders?search=x&tag=y",
		"/api/v1/items/users?search=ana&fields=id":                         "/api/v1/items/users?search=ana+b&fields=cpf",
		"/api/v1/items/products?filter={\"_or\":[{\"code\":{\"_eq\":1}}]}": "/api/v1/items/products?filter={\"_or\":[{\"name\":{\"_eq\":1}}]}",
	} {
		for range 3 {
			camila.GET(first)
		}
		known := map[string]bool{}
		for _, statement := range preparedStatements(t, app) {
			known[statement] = true
		}
		camila.GET(second)
		for _, statement := range preparedStatements(t, app) {
			if !known[statement] {
				t.Errorf("%s prepared %s", second, statement)
			}
		}
	}
}

// preparedStatements returns the prepared statements of the connections in the server's pool.
func preparedStatements(t *testing.T, app *handlertest.App) []string {
	t.Helper()
	var statements []string
	for _, connection := range app.Pool.AcquireAllIdle(t.Context()) {
		rows, err := connection.Query(t.Context(), "select statement from pg_prepared_statements", pgx.QueryExecModeExec)
		if err != nil {
			t.Fatal(err)
		}
		held, err := pgx.CollectRows(rows, pgx.RowTo[string])
		connection.Release()
		if err != nil {
			t.Fatal(err)
		}
		statements = append(statements, held...)
	}
	return statements
}
