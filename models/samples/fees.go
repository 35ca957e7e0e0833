package samples

import (
	"context"

	"github.com/jackc/pgx/v5"

	"acolhe/models/professionals/catalog"
)

// chargeFees stores fees of the types of professionals, so that the reports of sample services have something to subtract. An
// association with professionals or types of its own keeps what it has: a fee changes what is paid to people.
func chargeFees(ctx context.Context, tx pgx.Tx) error {
	value, err := catalog.Sample()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into system_configs (system, key, value_type, value, date_created, date_updated)
		select 'services', 'professional-types', 'array', cast($1 as jsonb), now(), now()
		where not exists (select from professionals where not is_sample)
		on conflict (system, key) do update set value = excluded.value where system_configs.value is null`, string(value))
	return err
}

// dropFees removes the fees that chargeFees stored, unless they were changed.
func dropFees(ctx context.Context, tx pgx.Tx) error {
	value, err := catalog.Sample()
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update system_configs set value = null where system = 'services' and key = 'professional-types'
		and value = cast($1 as jsonb) and updated_by is null`, string(value))
	return err
}
