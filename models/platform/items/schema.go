package items

import (
	"context"
	"maps"
	"slices"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Schema describes the collections: their columns, who may do what with their rows, and their foreign keys.
type Schema struct {
	Collections []Description `json:"collections"`
	ForeignKeys []ForeignKey  `json:"foreign_keys"`
}

// Description is one collection. It holds no column that is hidden from everyone.
type Description struct {
	Collection string        `json:"collection"`
	Columns    []Column      `json:"columns"`
	Access     []Permissions `json:"access"`
}

// Column is a column of a collection.
type Column struct {
	Name string `json:"name"`
	// Type is that of the values in PostgreSQL.
	Type     string `json:"type"`
	Nullable bool   `json:"nullable"`
	// VisibleTo is partners for every caller, staff for those who are not bound to a professional, or administrators.
	VisibleTo string `json:"visible_to"`
}

// Permissions are the actions that a role may do on the rows of a collection, perhaps none.
type Permissions struct {
	Role    auth.Role       `json:"role"`
	Actions []access.Action `json:"actions"`
}

// ForeignKey says that a column holds the value of another collection's column.
type ForeignKey struct {
	Collection       string `json:"collection"`
	Column           string `json:"column"`
	TargetCollection string `json:"target_collection"`
	TargetColumn     string `json:"target_column"`
}

// Of returns the description of a collection; an unknown one is 404 NOT_FOUND.
func (s Schema) Of(collection string) (Description, error) {
	at := slices.IndexFunc(s.Collections, func(d Description) bool { return d.Collection == collection })
	if at < 0 {
		return Description{}, errs.NotFound("A coleção não existe.")
	}
	return s.Collections[at], nil
}

// Schema returns the collections by name, with the foreign keys among them. It returns 403 FORBIDDEN unless the caller
// is an administrator.
func (e *Engine) Schema(ctx context.Context, by auth.Caller) (Schema, error) {
	if !access.IsAdministrator(by) {
		return Schema{}, errs.Forbidden("Só quem administra o Acolhe vê a estrutura dos dados.")
	}
	schema := Schema{Collections: []Description{}, ForeignKeys: []ForeignKey{}}
	for _, name := range e.names() {
		schema.Collections = append(schema.Collections, e.collections[name].description())
	}
	keys, err := e.foreignKeys(ctx)
	schema.ForeignKeys = append(schema.ForeignKeys, keys...)
	return schema, err
}

func (c *Collection) description() Description {
	described := Description{Collection: c.name}
	for _, field := range c.views[administrators].fields {
		described.Columns = append(described.Columns,
			Column{Name: field.Name, Type: field.Kind.Type(), Nullable: field.Nullable, VisibleTo: field.seenBy.String()})
	}
	for _, role := range access.Roles() {
		described.Access = append(described.Access, Permissions{Role: role.ID, Actions: access.Allowed(role.ID, c.name)})
	}
	return described
}

func (a audience) String() string {
	return [...]string{partners: "partners", staff: "staff", administrators: "administrators"}[a]
}

// foreignKeys reads the declared foreign keys of one column between collections whose columns both are visible.
func (e *Engine) foreignKeys(ctx context.Context) ([]ForeignKey, error) {
	var declared []ForeignKey
	err := e.tx.WithContext(ctx).Raw(`select f.relname as collection, fa.attname as "column", t.relname as target_collection, ta.attname as target_column
		from pg_constraint c
		join pg_class f on f.oid = c.conrelid join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = c.conkey[1]
		join pg_class t on t.oid = c.confrelid join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = c.confkey[1]
		where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = current_schema()::regnamespace and f.relname in ? and t.relname in ?
		order by 1, 2, 3, 4`, e.names(), e.names()).Scan(&declared).Error
	var visible []ForeignKey
	for _, key := range declared {
		key.Column, key.TargetColumn = e.fieldOf(key.Collection, key.Column), e.fieldOf(key.TargetCollection, key.TargetColumn)
		if key.Column != "" && key.TargetColumn != "" {
			visible = append(visible, key)
		}
	}
	return visible, err
}

func (e *Engine) names() []string { return slices.Sorted(maps.Keys(e.collections)) }

// fieldOf returns the name of the field of a column, empty for a hidden one.
func (e *Engine) fieldOf(collection, column string) string {
	for _, field := range e.collections[collection].views[administrators].fields {
		if field.Column == column {
			return field.Name
		}
	}
	return ""
}
