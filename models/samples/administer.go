package samples

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Counts are the sample rows of every table that may hold some.
type Counts struct {
	Tables []TableCount `json:"tables"`
	Total  int          `json:"total"`
}

// Store counts and removes the sample data for administrators.
type Store struct {
	Pool *pgxpool.Pool
	DB   *db.DB
}

// Count counts the sample rows. It returns 403 FORBIDDEN unless the caller is an administrator.
func (s Store) Count(ctx context.Context, by auth.Caller) (Counts, error) {
	if err := require(by); err != nil {
		return Counts{}, err
	}
	tables, err := Count(ctx, s.Pool)
	if err != nil {
		return Counts{}, err
	}
	counts := Counts{Tables: tables}
	for _, table := range tables {
		counts.Total += table.Count
	}
	return counts, nil
}

// Remove removes the sample rows as the function Remove does, and records a security event. It returns 403 FORBIDDEN
// unless the caller is an administrator.
func (s Store) Remove(ctx context.Context, by auth.Caller) (Removal, error) {
	return s.remove(ctx, by, Remove)
}

// RemoveLinked is Remove with the function RemoveLinked.
func (s Store) RemoveLinked(ctx context.Context, by auth.Caller) (Removal, error) {
	return s.remove(ctx, by, RemoveLinked)
}

func (s Store) remove(ctx context.Context, by auth.Caller, verb func(context.Context, *pgxpool.Pool) (Removal, error)) (Removal, error) {
	if err := require(by); err != nil {
		return Removal{}, err
	}
	removed, err := verb(ctx, s.Pool)
	if err != nil || removed.Total == 0 {
		return removed, err
	}
	return removed, security.Record(ctx, s.DB, by,
		security.Event{Kind: security.SamplesRemoved, Details: map[string]any{"rows": removed.Total}})
}

func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe vê e remove os dados de exemplo.")
}
