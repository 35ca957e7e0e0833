-- +goose Up
-- Whether the associate booked the service. It is null where that is not known, which is what a program before this one writes: a
-- service without an operator then counts as the associate's, as it did before.
alter table services add column booked_by_associate boolean;

drop index services_unpaid_own_idx;
create index services_unpaid_own_idx on services (date_created, id)
  where status = 'Aguardando Pagamento' and price > 0 and coalesce(booked_by_associate, created_by_user_code is null);

-- +goose Down
drop index services_unpaid_own_idx;
create index services_unpaid_own_idx on services (date_created, id)
  where status = 'Aguardando Pagamento' and price > 0 and created_by_user_code is null;
alter table services drop column booked_by_associate;
