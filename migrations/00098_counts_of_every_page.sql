-- What every page or every list of associates counts is read from an index alone: contested services without a statement,
-- terms to sign, and admitted associates by their last order, of which those who never ordered come first.

-- +goose Up
drop index services_contested_idx;
create index services_contested_idx on services (consultation_date, id)
	where commission_validation = 'contested' and status = 'Pagamento Concluído' and consultation_date is not null and statement_id is null;
create index contracts_to_sign_idx on contracts (signing_expires) where status = 'pending';
create index last_orders_admitted_idx on last_orders (coalesce(taken_at, '-infinity')) include (taken_at) where admitted;

-- +goose Down
drop index last_orders_admitted_idx;
drop index contracts_to_sign_idx;
drop index services_contested_idx;
create index services_contested_idx on services (consultation_date) where commission_validation = 'contested';
