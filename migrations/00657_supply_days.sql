-- +goose Up
-- What was supplied of a product on the day of the payment: the orders that were sent, and their units. The derived SQL fills it.
create table supply_days (
  day    date not null,
  code   text not null,
  name   text not null,
  units  bigint not null,
  orders bigint not null,
  constraint supply_days_pkey primary key (day, code, name)
);

alter table order_steps add column paid_at timestamptz;

-- +goose Down
drop view if exists rollup_differences, supply_sums, supply_pending, supply_figures;
drop table supply_days;
alter table order_steps drop column paid_at;
