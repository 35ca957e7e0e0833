-- Sums by civil day for the analytics (models/analytics), maintained by triggers. The figures of a row are those of the
-- views *_figures; the tables *_days hold their sums, and rows of each statement's changes until compact_rollups() adds
-- them up. Writers only insert, so that they never wait for each other. Amounts are in cents.

-- +goose Up

-- What the figures depend on beside the rows: the association's time zone and the settings of payments to
-- professionals. types holds fee and price of a type in reais, {"medic": {"fee": 60, "price": null}}.
create table analytics_rules (
  is_current boolean not null default true,
  zone       text    not null,
  types      jsonb   not null,
  deducts    boolean not null,
  constraint analytics_rules_pkey primary key (is_current),
  constraint analytics_rules_is_current_check check (is_current),
  constraint analytics_rules_types_check check (is_object(types))
);
insert into analytics_rules (zone, types, deducts) values ('America/Sao_Paulo', '{}', false);

create table associate_days (
  day       date    not null,
  status    text    not null,
  state     text    not null,
  age       text    not null,
  gender    text    not null,
  count     bigint  not null,
  is_compacted boolean not null default false
);
create table order_days (
  day        date    not null,
  status     text    not null,
  state      text    not null,
  count      bigint  not null,
  donation   bigint  not null,
  discount   bigint  not null,
  freight    bigint  not null,
  is_compacted boolean not null default false
);
create table order_product_days (
  day        date    not null,
  status     text    not null,
  code       text    not null,
  count      bigint  not null,
  value      bigint  not null,
  is_compacted boolean not null default false
);
-- received is the resolved price, fee and kept what the association really keeps of it, as reports.Divide computes them;
-- donation is the column of the services, deducted or not.
create table service_days (
  day             date    not null,
  status          text    not null,
  type            text    not null,
  professional_id bigint  not null,
  count           bigint  not null,
  received        bigint  not null,
  fee             bigint  not null,
  kept            bigint  not null,
  donation        bigint  not null,
  is_compacted      boolean not null default false
);
create table reception_days (
  day        date    not null,
  status     text    not null,
  attendant  text    not null,
  reason     text    not null,
  count      bigint  not null,
  is_compacted boolean not null default false
);
create index associate_days_day_idx on associate_days (day);
create index order_days_day_idx on order_days (day);
create index order_product_days_day_idx on order_product_days (day);
create index service_days_day_idx on service_days (day);
create index reception_days_day_idx on reception_days (day);
create index associate_days_uncompacted_idx on associate_days (day) where not is_compacted;
create index order_days_uncompacted_idx on order_days (day) where not is_compacted;
create index order_product_days_uncompacted_idx on order_product_days (day) where not is_compacted;
create index service_days_uncompacted_idx on service_days (day) where not is_compacted;
create index reception_days_uncompacted_idx on reception_days (day) where not is_compacted;

-- The age group on the day of registration; empty if it is unknown.
create function age_group(born date, registered date) returns text
  language sql immutable parallel safe
  return case
    when born is null or born > registered then ''
    else (case width_bucket(extract(year from age(registered, born)), array[18, 30, 45, 60, 75]::numeric[])
      when 0 then '0-17' when 1 then '18-29' when 2 then '30-44' when 3 then '45-59' when 4 then '60-74' else '75+' end)
  end;

-- Creates what maintains a rollup: the view of the figures of each row, and the triggers that insert the sums of the
-- changed rows. figures selects from %s, whose column step is 1 for a row that came and -1 for one that has gone.
-- +goose StatementBegin
create function create_rollup(source text, columns text, rollup text, keys text, sums text[], figures text) returns void language plpgsql as $create$
declare
  came text := 'select 1 as step, ' || columns || ' from came';
  gone text := 'select -1 as step, ' || columns || ' from gone';
  live text := 'select 1 as step, ' || columns || ' from ' || source;
  summed text := (select string_agg(format('sum(step * %s)', name), ', ') from unnest(sums) name);
  changed text := (select string_agg(format('sum(step * %s) <> 0', name), ' or ') from unnest(sums) name);
  change record;
begin
  execute format('create view %s as %s', replace(rollup, '_days', '_figures'), format(figures, live));
  for change in select * from (values ('insert', came), ('delete', gone), ('update', came || ' union all ' || gone)) as c (operation, rows) loop
    execute format($f$
      create function roll_%1$s_%2$s() returns trigger language plpgsql as $body$
      begin
        -- Rules and prices that the figures depend on change under the exclusive lock.
        perform pg_advisory_xact_lock_shared(hashtext('analytics'));
        insert into %1$s (%3$s, %4$s) select %3$s, %5$s from (%6$s) figures group by %3$s having %7$s;
        return null;
      end
      $body$ $f$, rollup, change.operation, keys, array_to_string(sums, ', '), summed, format(figures, change.rows), changed);
    execute format('create trigger roll_%1$s_%2$s after %2$s on %3$s referencing %4$s for each statement execute function roll_%1$s_%2$s()',
      rollup, change.operation, source,
      case change.operation when 'insert' then 'new table as came' when 'delete' then 'old table as gone' else 'old table as gone new table as came' end);
  end loop;
end
$create$;
-- +goose StatementEnd

select create_rollup('users', 'id, status, state, birth_date, gender, date_created', 'associate_days', 'day, status, state, age, gender', array['count'], $$
  select s.step, s.id, day, s.status, coalesce(s.state, '') as state, age_group(s.birth_date, day) as age, coalesce(s.gender, '') as gender, s.date_created as moment, 1 as count
  from (%s) s cross join analytics_rules r cross join lateral (select (s.date_created at time zone r.zone)::date as day) d
  where s.status <> 'patient'$$);

select create_rollup('orders', 'id, user_id, user_code, name_associate, address, total, donation, discount, delivery_price, tags, status, date_created',
  'order_days', 'day, status, state', array['count', 'donation', 'discount', 'freight'], $$
  select s.step, s.id, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(s.address ->> 'state', '') as state,
    s.tags, s.user_id, s.user_code, s.name_associate, s.date_created as moment, 1 as count, (s.total * 100)::bigint as total,
    (s.donation * 100)::bigint as donation, (s.discount * 100)::bigint as discount, (s.delivery_price * 100)::bigint as freight
  from (%s) s cross join analytics_rules r$$);

select create_rollup('orders', 'id, items, tags, status, date_created', 'order_product_days', 'day, status, code', array['count', 'value'], $$
  select s.step, s.id, (s.date_created at time zone r.zone)::date as day, s.status, item ->> 'code' as code, s.tags, s.date_created as moment,
    (item ->> 'quantity')::bigint as count, ((item ->> 'amount')::numeric * 100)::bigint * (item ->> 'quantity')::bigint as value
  from (%s) s cross join analytics_rules r cross join lateral jsonb_array_elements(s.items) item$$);

-- The rule of reports.Prices and reports.Divide. A service on a statement has the amounts of its line.
select create_rollup('services', 'id, associate_user_code, associate_name, professional_id, type, consultation_date, price, donation, price_paid, tags, status, statement_id, date_created',
  'service_days', 'day, status, type, professional_id', array['count', 'received', 'fee', 'kept', 'donation'], $$
  select s.step, s.id, (coalesce(s.consultation_date, s.date_created) at time zone r.zone)::date as day, s.status, s.type, s.professional_id,
    s.tags, s.associate_user_code, s.associate_name, s.consultation_date, s.date_created, 1 as count,
    (paid.received * 100)::bigint as received, (paid.fee * 100)::bigint as fee, (paid.kept * 100)::bigint as kept, (s.donation * 100)::bigint as donation
  from (%s) s cross join analytics_rules r
  left join professionals p on p.id = s.professional_id
  left join lateral (
    select line from statements, jsonb_array_elements(lines) line where statements.id = s.statement_id and (line ->> 'service_id')::bigint = s.id) closed on true
  cross join lateral (select case when s.price_paid > 0 then s.price_paid
    else coalesce(s.price, p.consultation_price, (r.types -> s.type ->> 'price')::numeric, 0) end as price) resolved
  cross join lateral (select least(coalesce((r.types -> s.type ->> 'fee')::numeric, 0), resolved.price) as fee) charged
  cross join lateral (select coalesce((line ->> 'received')::numeric, resolved.price) as received, coalesce((line ->> 'fee')::numeric, charged.fee) as fee,
    coalesce((line ->> 'donation')::numeric, least(case when r.deducts then s.donation else 0 end, resolved.price - charged.fee)) as kept) paid$$);

select create_rollup('reception', 'id, status, attendant, completion_reason, labels, date_created', 'reception_days', 'day, status, attendant, reason', array['count'], $$
  select s.step, s.id, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(s.attendant::text, '') as attendant,
    coalesce(s.completion_reason, '') as reason, s.labels as tags, s.date_created as moment, 1 as count
  from (%s) s cross join analytics_rules r$$);
drop function create_rollup;

-- A new price of a professional is that of their services without a price. The exclusive lock waits for changes of
-- services that have read the old price.
-- +goose StatementBegin
create function roll_prices() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
  insert into service_days (day, status, type, professional_id, count, received, fee, kept, donation)
  select day, status, type, professional_id, 0, sum(received), sum(fee), sum(kept), 0 from (
    select f.day, f.status, f.type, f.professional_id, f.received, f.fee, f.kept from service_figures f where f.professional_id = new.id
    union all
    select d.day, d.status, d.type, d.professional_id, -d.received, -d.fee, -d.kept from service_days d where d.professional_id = new.id) figures
  group by day, status, type, professional_id having sum(received) <> 0 or sum(fee) <> 0 or sum(kept) <> 0;
  return null;
end
$$;
-- +goose StatementEnd
create trigger roll_prices after update on professionals for each row
  when (old.consultation_price is distinct from new.consultation_price) execute function roll_prices();

-- Fills the rollups again by other rules, or by the same. Changes of rows wait until its transaction ends.
-- +goose StatementBegin
create function rebuild_rollups(new_zone text, new_types jsonb, new_deducts boolean) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
  update analytics_rules set zone = new_zone, types = new_types, deducts = new_deducts;
  delete from associate_days;
  delete from order_days;
  delete from order_product_days;
  delete from service_days;
  delete from reception_days;
  insert into associate_days select day, status, state, age, gender, count(*), true from associate_figures group by day, status, state, age, gender;
  insert into order_days select day, status, state, count(*), sum(donation), sum(discount), sum(freight), true from order_figures group by day, status, state;
  insert into order_product_days select day, status, code, sum(count), sum(value), true from order_product_figures group by day, status, code;
  insert into service_days select day, status, type, professional_id, count(*), sum(received), sum(fee), sum(kept), sum(donation), true
    from service_figures group by day, status, type, professional_id;
  insert into reception_days select day, status, attendant, reason, count(*), true from reception_figures group by day, status, attendant, reason;
end
$$;
-- +goose StatementEnd
-- The triggers' locks block writers until this migration ends, so that no change is missed or counted twice.
select rebuild_rollups(zone, types, deducts) from analytics_rules;

-- Adds up the rows of each key of a day with changes. Each rollup is one statement, so a reader sees the rows before or
-- after it, and it changes only committed rows, so it waits for no writer.
-- +goose StatementBegin
create function compact_rollups() returns void language sql
begin atomic
  with days as materialized (select distinct day from associate_days where not is_compacted),
    folded as (delete from associate_days where day in (select day from days) returning *)
  insert into associate_days select day, status, state, age, gender, sum(count), true from folded group by day, status, state, age, gender having sum(count) <> 0;
  with days as materialized (select distinct day from order_days where not is_compacted),
    folded as (delete from order_days where day in (select day from days) returning *)
  insert into order_days select day, status, state, sum(count), sum(donation), sum(discount), sum(freight), true from folded group by day, status, state having sum(count) <> 0;
  with days as materialized (select distinct day from order_product_days where not is_compacted),
    folded as (delete from order_product_days where day in (select day from days) returning *)
  insert into order_product_days select day, status, code, sum(count), sum(value), true from folded group by day, status, code having sum(count) <> 0 or sum(value) <> 0;
  with days as materialized (select distinct day from service_days where not is_compacted),
    folded as (delete from service_days where day in (select day from days) returning *)
  insert into service_days select day, status, type, professional_id, sum(count), sum(received), sum(fee), sum(kept), sum(donation), true
    from folded group by day, status, type, professional_id having sum(count) <> 0;
  with days as materialized (select distinct day from reception_days where not is_compacted),
    folded as (delete from reception_days where day in (select day from days) returning *)
  insert into reception_days select day, status, attendant, reason, sum(count), true from folded group by day, status, attendant, reason having sum(count) <> 0;
end;
-- +goose StatementEnd

-- The days of each rollup whose sums are not those of the rows.
create view rollup_differences as
  select 'associate_days' as rollup, day from (
    select day, status, state, age, gender, count from associate_figures
    union all select day, status, state, age, gender, -count from associate_days) both_sides
  group by day, status, state, age, gender having sum(count) <> 0
  union select 'order_days', day from (
    select day, status, state, count, donation, discount, freight from order_figures
    union all select day, status, state, -count, -donation, -discount, -freight from order_days) both_sides
  group by day, status, state having sum(count) <> 0 or sum(donation) <> 0 or sum(discount) <> 0 or sum(freight) <> 0
  union select 'order_product_days', day from (
    select day, status, code, count, value from order_product_figures union all select day, status, code, -count, -value from order_product_days) both_sides
  group by day, status, code having sum(count) <> 0 or sum(value) <> 0
  union select 'service_days', day from (
    select day, status, type, professional_id, count, received, fee, kept, donation from service_figures
    union all select day, status, type, professional_id, -count, -received, -fee, -kept, -donation from service_days) both_sides
  group by day, status, type, professional_id having sum(count) <> 0 or sum(received) <> 0 or sum(fee) <> 0 or sum(kept) <> 0 or sum(donation) <> 0
  union select 'reception_days', day from (
    select day, status, attendant, reason, count from reception_figures union all select day, status, attendant, reason, -count from reception_days) both_sides
  group by day, status, attendant, reason having sum(count) <> 0;

-- +goose Down
drop view rollup_differences;
drop function compact_rollups();
drop function rebuild_rollups(text, jsonb, boolean);
drop trigger roll_prices on professionals;
drop function roll_prices();
-- +goose StatementBegin
do $$
declare
  rolled record;
  operation text;
begin
  for rolled in select * from (values ('users', 'associate_days'), ('orders', 'order_days'), ('orders', 'order_product_days'), ('services', 'service_days'),
    ('reception', 'reception_days')) as r (source, rollup) loop
    foreach operation in array array['insert', 'update', 'delete'] loop
      execute format('drop trigger roll_%1$s_%2$s on %3$s', rolled.rollup, operation, rolled.source);
      execute format('drop function roll_%1$s_%2$s()', rolled.rollup, operation);
    end loop;
    execute format('drop view %s', replace(rolled.rollup, '_days', '_figures'));
    execute format('drop table %s', rolled.rollup);
  end loop;
end
$$;
-- +goose StatementEnd
drop function age_group(date, date);
drop table analytics_rules;
