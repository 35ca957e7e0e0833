-- +goose Up
-- The processes that run jobs, each with its last sign of life. A runner that stopped in order has no row.
create table job_runners (
    id text primary key,
    seen_at timestamptz not null
);

-- +goose Down
drop table job_runners;
