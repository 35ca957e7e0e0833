package directus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"acolhe/models/directus/source"
)

// shownDifferences is the number of differences of a collection that are named.
const shownDifferences = 20

// Difference is a field that is not the same on both sides.
type Difference struct{ ID, Field, There, Here string }

// Comparison is what both sides have of a collection.
type Comparison struct {
	Label string
	// There and Here are the numbers of rows, Missing those of There that are not here, OnlyHere those that Directus does not
	// have, Different those with another content.
	There, Here, Missing, OnlyHere, Different int
	Examples                                  []Difference
}

// IsEqual reports whether both sides have the same rows with the same content.
func (c Comparison) IsEqual() bool { return c.Missing == 0 && c.OnlyHere == 0 && c.Different == 0 }

// Compare reads both sides whole and compares the mapped fields of each row; 10.50 in JSON is 10.5. Hashes of passwords are not compared,
// because the first sign-in changes them here. Operators who exist only here are no difference. The next run reads a collection that
// differs whole.
func (m Move) Compare(ctx context.Context) ([]Comparison, error) {
	var all []Comparison
	var absent source.AbsentError
	compared, err := m.compareFiles(ctx)
	if err != nil && !errors.As(err, &absent) {
		return nil, fmt.Errorf("%s: %w", filesLabel, err)
	}
	if err == nil {
		all = append(all, compared)
	}
	for _, one := range collections {
		run := &passage{Move: m, collection: one}
		if err := run.prepare(ctx); err != nil {
			return nil, err
		}
		compared, err := run.compare(ctx)
		if errors.As(err, &absent) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.label, err)
		}
		all = append(all, compared)
		if compared.Missing+compared.Different > 0 {
			if _, err := m.Pool.Exec(ctx, "update directus_marks set since = null where collection = $1", one.name); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func (p *passage) compare(ctx context.Context) (Comparison, error) {
	result := Comparison{Label: p.label}
	seen := map[string]bool{}
	err := source.EachPage(ctx, p.From, source.Query{Collection: p.name}, func(rows []source.Row) error {
		mapped := make([]source.Row, 0, len(rows))
		for _, row := range rows {
			stored := p.mapped(row, p.columns, p.files, p.Zone)
			delete(stored, "password")
			delete(stored, "account_password")
			mapped = append(mapped, stored)
			seen[stored.Text(p.key())] = true
		}
		result.There += len(rows)
		return p.comparePage(ctx, mapped, &result)
	})
	if err != nil {
		return result, err
	}
	return result, p.countHere(ctx, seen, &result)
}

// comparePage compares each row of a page on both sides. A page that cannot be read as rows is compared one by one,
// and a row that cannot is missing.
func (p *passage) comparePage(ctx context.Context, rows []source.Row, result *Comparison) error {
	if len(rows) == 0 {
		return nil
	}
	shape := shapeOf(p.collection, p.columns, rows)
	err := p.quietly(ctx, func(tx pgx.Tx) error {
		if p.key() != "id" {
			var err error
			if rows, err = withoutTaken(ctx, tx, rows); err != nil {
				return err
			}
		}
		return shape.differing(ctx, tx, rows, result)
	})
	if !isRefusal(err) {
		return err
	}
	if len(rows) == 1 {
		result.Missing++
		return nil
	}
	for _, row := range rows {
		if err := p.comparePage(ctx, []source.Row{row}, result); err != nil {
			return err
		}
	}
	return nil
}

// differing adds the rows of which the content is another here.
func (s statement) differing(ctx context.Context, tx pgx.Tx, rows []source.Row, result *Comparison) error {
	encoded, err := encode(rows)
	if err != nil {
		return err
	}
	table := pgx.Identifier{s.table}.Sanitize()
	found, err := tx.Query(ctx, fmt.Sprintf(`with there as (%s), here as (select %s from %s)
		select there.%[4]s::text, to_jsonb(there), to_jsonb(here) from there left join here using (%[4]s)
		where to_jsonb(there) is distinct from to_jsonb(here)`, s.source(), s.names(), table, s.key), encoded)
	if err != nil {
		return err
	}
	var id string
	var there, here []byte
	_, err = pgx.ForEachRow(found, []any{&id, &there, &here}, func() error {
		if here == nil {
			result.Missing++
			return nil
		}
		result.Different++
		return result.add(id, there, here)
	})
	return err
}

// add names the fields that differ.
func (c *Comparison) add(id string, there, here []byte) error {
	var left, right map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(there, &left), json.Unmarshal(here, &right)); err != nil {
		return err
	}
	for field, value := range left {
		if string(value) != string(right[field]) && len(c.Examples) < shownDifferences {
			c.Examples = append(c.Examples, Difference{id, field, string(value), string(right[field])})
		}
	}
	slices.SortStableFunc(c.Examples, func(a, b Difference) int { return len(a.ID) - len(b.ID) })
	return nil
}

// countHere counts the rows here, and those that Directus does not have.
func (p *passage) countHere(ctx context.Context, seen map[string]bool, result *Comparison) error {
	found, err := p.Pool.Query(ctx, "select "+p.key()+"::text from "+pgx.Identifier{p.name}.Sanitize())
	if err != nil {
		return err
	}
	var id string
	_, err = pgx.ForEachRow(found, []any{&id}, func() error {
		result.Here++
		if !seen[id] && p.key() == "id" {
			result.OnlyHere++
		}
		return nil
	})
	return err
}
