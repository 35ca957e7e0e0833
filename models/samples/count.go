package samples

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// TableCount is how many sample rows a table holds; Label names the table to people.
type TableCount struct {
	Table string `json:"table"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

// Querier is what Count reads through: a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// marked lists every table that carries is_sample, as people would read it. A table stands behind those that its rows
// cannot be without.
var marked = []TableCount{
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

// isMarked tells whether a table marks its sample rows; in any other table all rows are real.
func isMarked(table string) bool {
	return slices.ContainsFunc(marked, func(m TableCount) bool { return m.Table == table })
}

// Count tells the sample rows of every table that may hold some.
func Count(ctx context.Context, q Querier) ([]TableCount, error) {
	var selects []string
	for _, m := range marked {
		selects = append(selects, "select '"+m.Table+"', '"+m.Label+"', count(*) from "+m.Table+" where is_sample")
	}
	rows, err := q.Query(ctx, strings.Join(selects, " union all "))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[TableCount])
}
