package db

// WithCustomPlan runs statements that need a plan for their own values, such as searches. From the
// sixth run on a connection PostgreSQL may use a generic plan, with which common terms need seconds
// instead of milliseconds.
func WithCustomPlan(tx *DB, run func(tx *DB) error) error {
	return tx.Transaction(func(tx *DB) error {
		if err := tx.Exec("set local plan_cache_mode = force_custom_plan").Error; err != nil {
			return err
		}
		return run(tx)
	})
}
