-- Indexes for the filters and orders of the list of associates, which excludes patients.

-- +goose Up
create index users_state_idx on users (state, date_created desc, id desc) where status <> 'patient';
create index users_date_updated_idx on users (date_updated desc, id desc) where status <> 'patient';
create index users_city_idx on users (fold(city), id) where status <> 'patient';
-- Rows without a name or city are last in both directions, so descending orders have their own indexes.
create index users_associate_name_descending_idx on users (fold(associate_name) desc nulls last, id desc) where status <> 'patient';
create index users_city_descending_idx on users (fold(city) desc nulls last, id desc) where status <> 'patient';
create index users_city_search_idx on users using gin (fold(city) gin_trgm_ops);
create index users_prescriber_search_idx on users using gin (fold(prescriber) gin_trgm_ops) where prescriber is not null;

-- +goose Down
drop index users_prescriber_search_idx, users_city_search_idx, users_city_descending_idx, users_associate_name_descending_idx,
  users_city_idx, users_date_updated_idx, users_state_idx;
