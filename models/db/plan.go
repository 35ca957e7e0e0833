package db

// PlannedAnew runs statements whose plan should fit their own values, such as searches for
// words. From the sixth run on a connection PostgreSQL may settle on one plan for whatever
// values come, and frequent words then take seconds instead of milliseconds.
func PlannedAnew(tx *DB, run func(tx *DB) error) error {
	return tx.Transaction(func(tx *DB) error {
		if err := tx.Exec("set local plan_cache_mode = force_custom_plan").Error; err != nil {
			return err
		}
		return run(tx)
	})
}
