// Package roles prepares the roles of the private cluster: the superuser, who creates the database, and the program, which owns it.
package roles

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
)

// The roles of the private cluster. The superuser creates the database and its extensions; the program connects as the
// other role, which owns the database and its tables and is no superuser, so that an error in a statement of the program
// reaches no file and no setting of the server.
const (
	Superuser = "acolhe"
	Program   = "acolhe_app"
)

// Prepare creates the program's role with a password if there is none, and makes it the owner of the database and of everything
// that the superuser of an earlier version created there. The address is that of the superuser. A standby has what its primary
// has.
func Prepare(ctx context.Context, address, database, password string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var isStandby, exists bool
	err = conn.QueryRow(ctx, "select pg_is_in_recovery(), exists (select from pg_roles where rolname = $1)", Program).
		Scan(&isStandby, &exists)
	if err != nil || isStandby {
		return err
	}
	statements := []string{
		"alter role " + Program + " login password '" + strings.ReplaceAll(password, "'", "''") + "'",
		"alter database " + database + " owner to " + Program,
		"create extension if not exists unaccent", "create extension if not exists pg_trgm", "create extension if not exists btree_gist",
		countStatements, takeOver,
	}
	if !exists {
		statements = append([]string{"create role " + Program}, statements...)
	}
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement, pgx.QueryExecModeSimpleProtocol); err != nil {
			return errors.Join(errors.New("o papel "+Program+" do PostgreSQL próprio não pôde ser preparado"), err)
		}
	}
	return nil
}

// countStatements lets the program's role read what the server counts of the role's own statements, if it counts them. The
// view is in a schema of its own, apart from the tables.
const countStatements = `do $$
begin
  if current_setting('pg_stat_statements.max', true) is not null then
    create schema if not exists monitoring;
    grant usage on schema monitoring to ` + Program + `;
    create extension if not exists pg_stat_statements with schema monitoring;
  end if;
end
$$`

// takeOver makes the program's role the owner of the superuser's tables, views, sequences and functions, without those of
// extensions. A sequence of an identity column follows its table.
const takeOver = `do $$
declare
  change text;
begin
  for change in
    select format('alter %s %s owner to ` + Program + `',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relowner = '` + Superuser + `'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ` + Program + `', p.oid::regprocedure)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proowner = '` + Superuser + `'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %s owner to ` + Program + `', t.oid::regtype)
      from pg_type t
      where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd') and t.typowner = '` + Superuser + `'::regrole
        and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute change;
  end loop;
end
$$`
