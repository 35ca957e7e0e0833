// Package table holds the parts of a list of records: the table with its rows and cells, and around it filters, columns,
// selection with actions, and pager. A ledger is a table of amounts in groups, a matrix one with heads on two sides. Which
// columns and filters a list has is said by its definition (views/list).
package table
