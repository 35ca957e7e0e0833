package samples

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
)

// TableCount is the number of sample rows of a table; Label is the table's name for people.
type TableCount struct {
	Table string `json:"table"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

// Querier is a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// sampleTables lists every table with the column is_sample and its label. A table follows those that its rows refer to.
var sampleTables = []TableCount{
	{Table: "users", Label: "Associados e pacientes"},
	{Table: "system_users", Label: "Operadores"},
	{Table: "professionals", Label: "Profissionais"},
	{Table: "donation_movements", Label: "Movimentos de doação"},
	{Table: "files", Label: "Arquivos"},
	{Table: "products", Label: "Produtos"},
	{Table: "tags", Label: "Etiquetas"},
	{Table: "orders", Label: "Pedidos"},
	{Table: "order_changes", Label: "Histórico de pedidos"},
	{Table: "services", Label: "Serviços"},
	{Table: "reception", Label: "Recepção"},
	{Table: "contracts", Label: "Contratos"},
	{Table: "users_files", Label: "Arquivos de associados"},
	{Table: "orders_files", Label: "Arquivos de pedidos"},
	{Table: "services_files", Label: "Arquivos de serviços"},
}

// hasSamples reports whether a table has is_sample; in any other table all rows are real.
func hasSamples(table string) bool {
	return slices.ContainsFunc(sampleTables, func(t TableCount) bool { return t.Table == table })
}

// tableCounts lists the tables that have a count, in the order of sampleTables, and the sum.
func tableCounts(counts map[string]int) (tables []TableCount, total int) {
	tables = []TableCount{}
	for _, t := range sampleTables {
		if t.Count = counts[t.Table]; t.Count > 0 {
			tables = append(tables, t)
			total += t.Count
		}
	}
	return tables, total
}

// Count counts the sample rows of every table that may hold some.
func Count(ctx context.Context, q Querier) ([]TableCount, error) {
	var selects []string
	for _, t := range sampleTables {
		selects = append(selects, "select '"+t.Table+"', '"+t.Label+"', count(*) from "+t.Table+" where is_sample")
	}
	rows, err := q.Query(ctx, strings.Join(selects, " union all "))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[TableCount])
}

// Present reports whether there are sample associates, for pages that show it.
func Present(ctx context.Context, tx *db.DB) (bool, error) {
	var isPresent bool
	err := db.ScanRow(tx.WithContext(ctx).Raw("select (?) is not null", SelectFirst(tx)), &isPresent)
	return isPresent, err
}

// SelectFirst selects the id of the first sample associate, for use in other statements; null without any.
func SelectFirst(tx *db.DB) *db.DB {
	// The order is that of an index: otherwise the planner reads the table, which is fast only if most rows are samples.
	return tx.Raw("select id from users where is_sample order by id limit 1")
}
