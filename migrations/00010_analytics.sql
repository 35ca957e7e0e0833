-- The sums of the analytics by day, their steps and rankings; derived/analytics.sql fills them.

-- +goose Up
-- What the figures depend on beside the rows: the association's time zone and the settings of payments to
-- professionals. types holds fee and price of a type in reais, {"medic": {"fee": 60, "price": null}}.
create table analytics_rules (
  is_current boolean not null default true,
  zone       text not null,
  types      jsonb not null,
  deducts    boolean not null,
  constraint analytics_rules_pkey primary key (is_current),
  constraint analytics_rules_is_current_check check (is_current),
  constraint analytics_rules_types_check check (is_object(types))
);

create table associate_days (
  day    date not null,
  status text not null,
  state  text not null,
  age    text not null,
  gender text not null,
  count  bigint not null,
  constraint associate_days_pkey primary key (day, status, state, age, gender)
);

create table associate_steps (
  step         smallint not null,
  status       text not null,
  state        text,
  birth_date   date,
  gender       text,
  date_created timestamptz not null
);

create table order_days (
  day      date not null,
  status   text not null,
  state    text not null,
  count    bigint not null,
  donation bigint not null,
  discount bigint not null,
  freight  bigint not null,
  constraint order_days_pkey primary key (day, status, state)
);

create table order_product_days (
  day    date not null,
  status text not null,
  code   text not null,
  count  bigint not null,
  value  bigint not null,
  constraint order_product_days_pkey primary key (day, status, code)
);

create table order_steps (
  step           smallint not null,
  user_code      uuid not null,
  status         text not null,
  state          text,
  items          jsonb not null,
  total          numeric(12,2) not null,
  donation       numeric(12,2) not null,
  discount       numeric(12,2) not null,
  delivery_price numeric(12,2) not null,
  date_created   timestamptz not null
);

-- received is the resolved price, fee and kept what the association really keeps of it, as reports.Divide computes them;
-- donation is the column of the services, deducted or not.
create table service_days (
  day             date not null,
  status          text not null,
  type            text not null,
  professional_id bigint not null,
  count           bigint not null,
  received        bigint not null,
  fee             bigint not null,
  kept            bigint not null,
  donation        bigint not null,
  constraint service_days_pkey primary key (day, status, type, professional_id)
);

create table service_steps (
  step                smallint not null,
  id                  bigint not null,
  associate_user_code uuid not null,
  professional_id     bigint not null,
  type                text not null,
  consultation_date   timestamptz,
  price               numeric(12,2),
  donation            numeric(12,2) not null,
  price_paid          numeric(12,2),
  status              text not null,
  statement_id        bigint,
  date_created        timestamptz not null
);

create table reception_days (
  day       date not null,
  status    text not null,
  attendant text not null,
  reason    text not null,
  count     bigint not null,
  constraint reception_days_pkey primary key (day, status, attendant, reason)
);

create table reception_steps (
  step              smallint not null,
  status            text not null,
  attendant         uuid,
  completion_reason text,
  date_created      timestamptz not null
);

-- The persons with the most orders and services of a period (models/analytics, leaders.go), with their numbers and sums in
-- the tables *_days: the steps come on top. bound is a number that no person outside of the leaders has there; 0 if all
-- persons are leaders.
create table rankings (
  area   text not null,
  starts date not null,
  ends   date not null,
  bound  bigint not null,
  constraint rankings_pkey primary key (area, starts, ends)
);

create table ranking_leaders (
  area   text not null,
  starts date not null,
  ends   date not null,
  code   uuid not null,
  count  bigint not null,
  sum    bigint not null,
  constraint ranking_leaders_pkey primary key (area, starts, ends, code),
  constraint ranking_leaders_rankings_fkey foreign key (area, starts, ends) references rankings (area, starts, ends) on delete cascade
);

insert into analytics_rules (zone, types, deducts) values ('America/Sao_Paulo', '{}', false);
