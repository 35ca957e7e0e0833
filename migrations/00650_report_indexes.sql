-- What the day page and the report of a month read of 100,000 associates, from indexes alone.

-- +goose Up
create index services_report_idx on services (consultation_date, id)
  include (professional_id, type, price, price_paid, donation, commission_validation, statement_id)
  where status = 'Pagamento Concluído' and consultation_date is not null;

drop index services_undated_idx;
create index services_undated_idx on services (date_created, id) include (professional_id, cancelled_date) where consultation_date is null;

drop index users_underway_idx;
create index users_underway_idx on users (membership_status(status, associate_status, invalid_fields), date_updated desc, id desc) where status = 'active';

-- +goose Down
drop index users_underway_idx;
create index users_underway_idx on users (date_updated desc, id desc) where status = 'active';
drop index services_undated_idx;
create index services_undated_idx on services (date_created, id) include (professional_id) where consultation_date is null;
drop index services_report_idx;
