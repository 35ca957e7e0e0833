-- The sums of the analytics by day (models/analytics). A trigger stores the columns that the figures depend on: a step of 1
-- with those of an inserted row, a step of -1 with those of a deleted one, both for an update. The steps count by the rules
-- and prices at the time of reading. compact_rollups() adds them to the tables *_days, so that the sums of a day are those of
-- *_days and of the remaining steps (the views *_sums). Writers do not wait for each other.
--
-- What the figures depend on beside the row changes under a lock that also excludes compact_rollups(): the sums are then
-- computed again, of all rows without the steps.

drop view if exists rollup_differences, associate_sums, associate_pending, associate_figures, order_sums, order_pending, order_figures,
  order_product_sums, order_product_pending, order_product_figures, supply_sums, supply_pending, supply_figures, service_sums, service_pending, service_figures,
  reception_sums, reception_pending, reception_figures;

-- Creates the triggers that store the steps of a table, and returns a query of its rows as steps of 1. columns are the stored
-- expressions, with $ before each column of the table; others are further columns of the query. A function for each operation
-- with an insert for each step takes a third of the time of one function with conditions and rows of values.
create function create_steps(source text, steps text, columns text, others text) returns text language plpgsql as $create$
declare
  compared text := regexp_replace(columns, ' as \w+', '', 'g');
  inserted text := format('insert into %s values (1, %s);', steps, replace(compared, '$', 'new.'));
  deleted text := format('insert into %s values (-1, %s);', steps, replace(compared, '$', 'old.'));
  logged record;
begin
  for logged in select * from (values ('insert', inserted, ''), ('delete', deleted, ''),
    ('update', deleted || inserted, format('when ((%s) is distinct from (%s))', replace(compared, '$', 'old.'), replace(compared, '$', 'new.')))) as l (operation, inserts, condition) loop
    execute format('create or replace function log_%s_%s() returns trigger language plpgsql as $body$ begin %s return null; end $body$', steps, logged.operation, logged.inserts);
    execute format('create or replace trigger log_%1$s_%2$s after %2$s on %3$s for each row %4$s execute function log_%1$s_%2$s()', steps, logged.operation, source, logged.condition);
  end loop;
  return format('(select 1 as step, %s, %s from %s)', replace(columns, '$', ''), others, source);
end
$create$;

-- Creates the views of a domain: the figures of each row, the figures of each step (*_pending), and the sums of *_days and the steps.
-- figures selects from %1$s, which are rows or steps; %2$s are further columns of rows.
create function create_figures(domain text, rows text, steps text, others text, keys text, sums text[], figures text) returns void language plpgsql as $create$
begin
  execute format('create view %s_figures as %s', domain, format(figures, rows, others));
  execute format('create view %s_pending as %s', domain, format(figures, steps, ''));
  execute format('create view %1$s_sums as select %2$s, %3$s from %1$s_days union all select %2$s, %4$s from %1$s_pending', domain, keys,
    array_to_string(sums, ', '), (select string_agg(format('step * %s', name), ', ') from unnest(sums) name));
end
$create$;

-- A person who does not allow statistics is counted, and not described.
select create_figures('associate', rows, 'associate_steps', ', s.date_created as moment', 'day, status, state, age, gender', array['count'], $$
  select s.step, day, s.status, coalesce(s.state, '') as state, age_group(s.birth_date, day) as age, coalesce(s.gender, '') as gender, 1::bigint as count%2$s
  from %1$s s cross join analytics_rules r cross join lateral (select (s.date_created at time zone r.zone)::date as day) d
  where s.status <> 'patient'$$)
from create_steps('users', 'associate_steps', '$status, case when jsonb_exists($refused, ''statistics'') then null else $state end as state, case when jsonb_exists($refused, ''statistics'') then null else $birth_date end as birth_date, case when jsonb_exists($refused, ''statistics'') then null else $gender end as gender, $date_created', 'id') rows;

select create_figures('order', rows, 'order_steps', ', s.tags, s.user_id, s.name_associate, s.date_created as moment', 'day, status, state', array['count', 'donation', 'discount', 'freight'], $$
    select s.step, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(s.state, '') as state, s.user_code, 1::bigint as count,
      (s.total * 100)::bigint as total, (s.donation * 100)::bigint as donation, (s.discount * 100)::bigint as discount, (s.delivery_price * 100)::bigint as freight%2$s
    from %1$s s cross join analytics_rules r$$),
  create_figures('order_product', rows, 'order_steps', ', s.tags, s.date_created as moment', 'day, status, code', array['count', 'value'], $$
    select s.step, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(item ->> 'code', '') as code, (item ->> 'quantity')::bigint as count,
      ((item ->> 'amount')::numeric * 100)::bigint * (item ->> 'quantity')::bigint as value%2$s
    from %1$s s cross join analytics_rules r cross join lateral jsonb_array_elements(s.items) item$$),
  create_figures('supply', rows, 'order_steps', '', 'day, code, name', array['units', 'orders'], $$
    select s.step, (coalesce(s.paid_at, s.date_created) at time zone r.zone)::date as day, item.code, item.name, item.units, 1::bigint as orders%2$s
    from %1$s s cross join analytics_rules r cross join lateral (
      select coalesce(code, '') as code, coalesce(max(name), '') as name, sum(quantity)::bigint as units
      from jsonb_to_recordset(s.items) as item (code text, name text, quantity bigint) group by 1) item
    where s.status in ('Enviado', 'Entregue')$$)
from create_steps('orders', 'order_steps', '$user_code, $status, $address ->> ''state'' as state, $items, $total, $donation, $discount, $delivery_price, $date_created, $paid_at',
  'tags, user_id, name_associate') rows;

-- The rule of reports.Prices and reports.Divide. A service on a statement of its professional has the amounts of its line.
select create_figures('service', rows, 'service_steps', ', s.tags, s.associate_name', 'day, status, type, professional_id', array['count', 'received', 'fee', 'kept', 'donation'], $$
  select s.step, (coalesce(s.consultation_date, s.date_created) at time zone r.zone)::date as day, s.status, s.type, s.professional_id,
    s.associate_user_code, s.consultation_date, s.date_created, 1::bigint as count,
    (paid.received * 100)::bigint as received, (paid.fee * 100)::bigint as fee, (paid.kept * 100)::bigint as kept, (s.donation * 100)::bigint as donation%2$s
  from %1$s s cross join analytics_rules r
  left join professionals p on p.id = s.professional_id
  left join lateral (
    select line from statements, jsonb_array_elements(lines) line where statements.id = s.statement_id and statements.professional_id = s.professional_id and (line ->> 'service_id')::bigint = s.id) closed on true
  cross join lateral (select case when s.price_paid > 0 then s.price_paid
    else coalesce(s.price, p.consultation_price, (r.types -> s.type ->> 'price')::numeric, 0) end as price) resolved
  cross join lateral (select least(coalesce((r.types -> s.type ->> 'fee')::numeric, 0), resolved.price) as fee) charged
  cross join lateral (select coalesce((line ->> 'received')::numeric, resolved.price) as received, coalesce((line ->> 'fee')::numeric, charged.fee) as fee,
    coalesce((line ->> 'donation')::numeric, least(case when r.deducts then s.donation else 0 end, resolved.price - charged.fee)) as kept) paid$$)
from create_steps('services', 'service_steps', '$id, $associate_user_code, $professional_id, $type, $consultation_date, $price, $donation, $price_paid, $status, $statement_id, $date_created',
  'tags, associate_name') rows;

select create_figures('reception', rows, 'reception_steps', ', s.labels as tags, s.date_created as moment', 'day, status, attendant, reason', array['count'], $$
  select s.step, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(s.attendant::text, '') as attendant,
    coalesce(s.completion_reason, '') as reason, 1::bigint as count%2$s
  from %1$s s cross join analytics_rules r$$)
from create_steps('reception', 'reception_steps', '$status, $attendant, $completion_reason, $date_created', 'labels') rows;
drop function create_steps(text, text, text, text), create_figures(text, text, text, text, text, text[], text);

-- The sums of *_days change one at a time, because they are computed from those before. Readers and writers don't wait.
create or replace function lock_rollups() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
end
$$;

-- Adds the steps to the sums. A statement deletes the steps that it adds, so that it sees the same of both.
create or replace function compact_rollups() returns void language plpgsql as $$
begin
  perform lock_rollups();
  with added as (delete from associate_steps)
  insert into associate_days as d select day, status, state, age, gender, sum(step) from associate_pending group by day, status, state, age, gender
  on conflict on constraint associate_days_pkey do update set count = d.count + excluded.count;
  delete from associate_days where count = 0;

  with added as (delete from order_steps), products as (
    insert into order_product_days as d select day, status, code, sum(step * count), sum(step * value) from order_product_pending group by day, status, code
    on conflict on constraint order_product_days_pkey do update set count = d.count + excluded.count, value = d.value + excluded.value), supplied as (
    insert into supply_days as d select day, code, name, sum(step * units), sum(step * orders) from supply_pending group by day, code, name
    on conflict on constraint supply_days_pkey do update set units = d.units + excluded.units, orders = d.orders + excluded.orders)
  insert into order_days as d select day, status, state, sum(step), sum(step * donation), sum(step * discount), sum(step * freight)
    from order_pending group by day, status, state
  on conflict on constraint order_days_pkey do update
    set count = d.count + excluded.count, donation = d.donation + excluded.donation, discount = d.discount + excluded.discount, freight = d.freight + excluded.freight;
  if found then
    delete from rankings where area = 'orders';
  end if;
  delete from order_product_days where count = 0 and value = 0;
  delete from supply_days where units = 0 and orders = 0;
  delete from order_days where count = 0;

  with added as (delete from service_steps)
  insert into service_days as d select day, status, type, professional_id, sum(step), sum(step * received), sum(step * fee), sum(step * kept), sum(step * donation)
    from service_pending group by day, status, type, professional_id
  on conflict on constraint service_days_pkey do update
    set count = d.count + excluded.count, received = d.received + excluded.received, fee = d.fee + excluded.fee, kept = d.kept + excluded.kept, donation = d.donation + excluded.donation;
  if found then
    delete from rankings where area = 'services';
  end if;
  delete from service_days where count = 0;

  with added as (delete from reception_steps)
  insert into reception_days as d select day, status, attendant, reason, sum(step) from reception_pending group by day, status, attendant, reason
  on conflict on constraint reception_days_pkey do update set count = d.count + excluded.count;
  delete from reception_days where count = 0;
end
$$;

-- Fills the rollups again by other rules, or by the same.
create or replace function rebuild_rollups(new_zone text, new_types jsonb, new_deducts boolean) returns void language plpgsql as $$
begin
  perform lock_rollups();
  update analytics_rules set zone = new_zone, types = new_types, deducts = new_deducts;
  delete from rankings;
  delete from associate_days;
  delete from order_days;
  delete from order_product_days;
  delete from supply_days;
  delete from service_days;
  delete from reception_days;
  with added as (delete from associate_steps)
  insert into associate_days select day, status, state, age, gender, count(*) from associate_figures group by day, status, state, age, gender;
  with added as (delete from order_steps), products as (
    insert into order_product_days select day, status, code, sum(count), sum(value) from order_product_figures group by day, status, code), supplied as (
    insert into supply_days select day, code, name, sum(units), sum(orders) from supply_figures group by day, code, name)
  insert into order_days select day, status, state, count(*), sum(donation), sum(discount), sum(freight) from order_figures group by day, status, state;
  with added as (delete from service_steps)
  insert into service_days select day, status, type, professional_id, count(*), sum(received), sum(fee), sum(kept), sum(donation)
    from service_figures group by day, status, type, professional_id;
  with added as (delete from reception_steps)
  insert into reception_days select day, status, attendant, reason, count(*) from reception_figures group by day, status, attendant, reason;
end
$$;

-- Computes the sums of some days of a professional again, of all days if changed is null: those of the rows without the steps.
create or replace function revalue_services(professional bigint, changed date[]) returns void language plpgsql as $$
begin
  delete from rankings where area = 'services';
  delete from service_days where professional_id = professional and (changed is null or day = any (changed));
  insert into service_days select day, status, type, professional, sum(step), sum(step * received), sum(step * fee), sum(step * kept), sum(step * donation) from (
      select step, day, status, type, received, fee, kept, donation from service_figures
        where professional_id = professional and (changed is null or day = any (changed))
      union all select -step, day, status, type, received, fee, kept, donation from service_pending
        where professional_id = professional and (changed is null or day = any (changed))) figures
    group by day, status, type having sum(step) <> 0;
end
$$;

-- A price of a professional is that of the services without a price.
create or replace function revalue_prices() returns trigger language plpgsql as $$
begin
  perform lock_rollups();
  perform revalue_services(old.id, null);
  return null;
end
$$;

-- A line of a statement has the amounts of its service. The sums have it on the day that its row has, or had before a step.
-- The foreign key takes the rows off a statement that is deleted.
create or replace function revalue_lines() returns trigger language plpgsql as $$
begin
  perform lock_rollups();
  perform revalue_services(old.professional_id, array(
    select (coalesce(consultation_date, date_created) at time zone zone)::date from analytics_rules cross join (
      select consultation_date, date_created from services where statement_id = old.id
      union all select consultation_date, date_created from services where id in (select (line ->> 'service_id')::bigint from jsonb_array_elements(old.lines) line)
      union all select consultation_date, date_created from service_steps where statement_id = old.id) on_statement));
  return null;
end
$$;
drop trigger if exists professionals_revalued on professionals;
create constraint trigger professionals_revalued after delete on professionals deferrable initially deferred for each row execute function revalue_prices();
drop trigger if exists professionals_revalued_update on professionals;
create constraint trigger professionals_revalued_update after update on professionals deferrable initially deferred for each row
  when (old.consultation_price is distinct from new.consultation_price) execute function revalue_prices();
drop trigger if exists statements_revalued on statements;
create constraint trigger statements_revalued after delete on statements deferrable initially deferred for each row execute function revalue_lines();
drop trigger if exists statements_revalued_update on statements;
create constraint trigger statements_revalued_update after update on statements deferrable initially deferred for each row
  when (old.lines is distinct from new.lines) execute function revalue_lines();

-- The days of each rollup whose sums are not those of the rows.
create view rollup_differences as
  select 'associate_days' as rollup, day from (
    select day, status, state, age, gender, count from associate_figures
    union all select day, status, state, age, gender, -count from associate_sums) both_sides
  group by day, status, state, age, gender having sum(count) <> 0
  union select 'order_days', day from (
    select day, status, state, count, donation, discount, freight from order_figures
    union all select day, status, state, -count, -donation, -discount, -freight from order_sums) both_sides
  group by day, status, state having sum(count) <> 0 or sum(donation) <> 0 or sum(discount) <> 0 or sum(freight) <> 0
  union select 'order_product_days', day from (
    select day, status, code, count, value from order_product_figures union all select day, status, code, -count, -value from order_product_sums) both_sides
  group by day, status, code having sum(count) <> 0 or sum(value) <> 0
  union select 'supply_days', day from (
    select day, code, name, units, orders from supply_figures union all select day, code, name, -units, -orders from supply_sums) both_sides
  group by day, code, name having sum(units) <> 0 or sum(orders) <> 0
  union select 'service_days', day from (
    select day, status, type, professional_id, count, received, fee, kept, donation from service_figures
    union all select day, status, type, professional_id, -count, -received, -fee, -kept, -donation from service_sums) both_sides
  group by day, status, type, professional_id having sum(count) <> 0 or sum(received) <> 0 or sum(fee) <> 0 or sum(kept) <> 0 or sum(donation) <> 0
  union select 'reception_days', day from (
    select day, status, attendant, reason, count from reception_figures union all select day, status, attendant, reason, -count from reception_sums) both_sides
  group by day, status, attendant, reason having sum(count) <> 0;

-- The locks of the triggers block writers until the transaction ends, so that no change is missed or counted twice.
select rebuild_rollups(zone, types, deducts) from analytics_rules;
