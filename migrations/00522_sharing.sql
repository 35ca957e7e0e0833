-- What leaves the program by month, and tokens whose columns are limited.

-- +goose Up
alter table users_api add column without_health boolean not null default false;

-- Kept by triggers (derived/sharing.sql): webhook (endpoint), token (id), export (list), mail (kind), calendar.
create table sharing_months (
  kind   text not null,
  source text not null,
  month  date not null,
  count  bigint not null,
  constraint sharing_months_pkey primary key (kind, source, month),
  constraint sharing_months_count_check check (count >= 0)
);

-- +goose Down
drop table sharing_months;
alter table users_api drop column without_health;
