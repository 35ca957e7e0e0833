-- The rollups of the analytics (models/analytics) cost a write less. A trigger only stores the columns that the figures
-- depend on: a step of 1 with those of an inserted row, a step of -1 with those of a deleted one, both for an update.
-- The steps count by the rules and prices of the moment in which they are read. compact_rollups() adds them to the tables
-- *_days, so that the sums of a day are those of *_days and of the steps left (the views *_sums). Writers do not wait for each other.
--
-- What the figures depend on beside the row changes under a lock that also excludes compact_rollups(): the sums are then
-- computed again, of all rows without the steps.

-- +goose Up
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
  end loop;
end
$$;
-- +goose StatementEnd
drop function compact_rollups(), rebuild_rollups(text, jsonb, boolean);
drop view rollup_differences, associate_figures, order_figures, order_product_figures, service_figures, reception_figures;
drop table associate_days, order_days, order_product_days, service_days, reception_days;
drop trigger roll_prices on professionals;
drop function roll_prices();
drop trigger log_service_ranking on services;
drop trigger log_service_ranking_update on services;
drop trigger log_order_ranking on orders;
drop trigger log_order_ranking_update on orders;
drop function log_service_ranking(), log_order_ranking();
drop table ranking_changes, ranking_leaders, rankings;

create table associate_days (
  day    date   not null,
  status text   not null,
  state  text   not null,
  age    text   not null,
  gender text   not null,
  count  bigint not null,
  constraint associate_days_pkey primary key (day, status, state, age, gender)
);
create table associate_steps (
  step         smallint    not null,
  status       text        not null,
  state        text,
  birth_date   date,
  gender       text,
  date_created timestamptz not null
);
create table order_days (
  day      date   not null,
  status   text   not null,
  state    text   not null,
  count    bigint not null,
  donation bigint not null,
  discount bigint not null,
  freight  bigint not null,
  constraint order_days_pkey primary key (day, status, state)
);
create table order_product_days (
  day    date   not null,
  status text   not null,
  code   text   not null,
  count  bigint not null,
  value  bigint not null,
  constraint order_product_days_pkey primary key (day, status, code)
);
create table order_steps (
  step           smallint       not null,
  user_code      uuid           not null,
  status         text           not null,
  state          text,
  items          jsonb          not null,
  total          numeric(12, 2) not null,
  donation       numeric(12, 2) not null,
  discount       numeric(12, 2) not null,
  delivery_price numeric(12, 2) not null,
  date_created   timestamptz    not null
);
-- received is the resolved price, fee and kept what the association really keeps of it, as reports.Divide computes them;
-- donation is the column of the services, deducted or not.
create table service_days (
  day             date   not null,
  status          text   not null,
  type            text   not null,
  professional_id bigint not null,
  count           bigint not null,
  received        bigint not null,
  fee             bigint not null,
  kept            bigint not null,
  donation        bigint not null,
  constraint service_days_pkey primary key (day, status, type, professional_id)
);
create table service_steps (
  step                smallint       not null,
  id                  bigint         not null,
  associate_user_code uuid           not null,
  professional_id     bigint         not null,
  type                text           not null,
  consultation_date   timestamptz,
  price               numeric(12, 2),
  donation            numeric(12, 2) not null,
  price_paid          numeric(12, 2),
  status              text           not null,
  statement_id        bigint,
  date_created        timestamptz    not null
);
create table reception_days (
  day       date   not null,
  status    text   not null,
  attendant text   not null,
  reason    text   not null,
  count     bigint not null,
  constraint reception_days_pkey primary key (day, status, attendant, reason)
);
create table reception_steps (
  step              smallint    not null,
  status            text        not null,
  attendant         uuid,
  completion_reason text,
  date_created      timestamptz not null
);

-- The persons with the most orders and services of a period (models/analytics, leaders.go), with their numbers and sums in
-- the tables *_days: the steps come on top. bound is a number that no person outside of the leaders has there; 0 if all
-- persons are leaders.
create table rankings (
  area   text   not null,
  starts date   not null,
  ends   date   not null,
  bound  bigint not null,
  constraint rankings_pkey primary key (area, starts, ends)
);
create table ranking_leaders (
  area   text   not null,
  starts date   not null,
  ends   date   not null,
  code   uuid   not null,
  count  bigint not null,
  sum    bigint not null,
  constraint ranking_leaders_pkey primary key (area, starts, ends, code),
  constraint ranking_leaders_rankings_fkey foreign key (area, starts, ends) references rankings (area, starts, ends) on delete cascade
);

-- Creates the triggers that store the steps of a table, and returns a query of its rows as steps of 1. columns are the stored
-- expressions, with $ before each column of the table; others are further columns of the query. A function for each operation
-- with an insert for each step takes a third of the time of one function with conditions and rows of values.
-- +goose StatementBegin
create function create_steps(source text, steps text, columns text, others text) returns text language plpgsql as $create$
declare
  compared text := regexp_replace(columns, ' as \w+', '', 'g');
  came text := format('insert into %s values (1, %s);', steps, replace(compared, '$', 'new.'));
  gone text := format('insert into %s values (-1, %s);', steps, replace(compared, '$', 'old.'));
  logged record;
begin
  for logged in select * from (values ('insert', came, ''), ('delete', gone, ''),
    ('update', gone || came, format('when ((%s) is distinct from (%s))', replace(compared, '$', 'old.'), replace(compared, '$', 'new.')))) as l (operation, inserts, condition) loop
    execute format('create function log_%s_%s() returns trigger language plpgsql as $body$ begin %s return null; end $body$', steps, logged.operation, logged.inserts);
    execute format('create trigger log_%1$s_%2$s after %2$s on %3$s for each row %4$s execute function log_%1$s_%2$s()', steps, logged.operation, source, logged.condition);
  end loop;
  return format('(select 1 as step, %s, %s from %s)', replace(columns, '$', ''), others, source);
end
$create$;

-- Creates the views of an area: the figures of each row, the figures of each step (*_pending), and the sums of *_days and the steps.
-- figures selects from %1$s, which are rows or steps; %2$s are further columns of rows.
create function create_figures(area text, rows text, steps text, others text, keys text, sums text[], figures text) returns void language plpgsql as $create$
begin
  execute format('create view %s_figures as %s', area, format(figures, rows, others));
  execute format('create view %s_pending as %s', area, format(figures, steps, ''));
  execute format('create view %1$s_sums as select %2$s, %3$s from %1$s_days union all select %2$s, %4$s from %1$s_pending', area, keys,
    array_to_string(sums, ', '), (select string_agg(format('step * %s', name), ', ') from unnest(sums) name));
end
$create$;
-- +goose StatementEnd

select create_figures('associate', rows, 'associate_steps', ', s.date_created as moment', 'day, status, state, age, gender', array['count'], $$
  select s.step, day, s.status, coalesce(s.state, '') as state, age_group(s.birth_date, day) as age, coalesce(s.gender, '') as gender, 1::bigint as count%2$s
  from %1$s s cross join analytics_rules r cross join lateral (select (s.date_created at time zone r.zone)::date as day) d
  where s.status <> 'patient'$$)
from create_steps('users', 'associate_steps', '$status, $state, $birth_date, $gender, $date_created', 'id') rows;

select create_figures('order', rows, 'order_steps', ', s.tags, s.user_id, s.name_associate, s.date_created as moment', 'day, status, state', array['count', 'donation', 'discount', 'freight'], $$
    select s.step, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(s.state, '') as state, s.user_code, 1::bigint as count,
      (s.total * 100)::bigint as total, (s.donation * 100)::bigint as donation, (s.discount * 100)::bigint as discount, (s.delivery_price * 100)::bigint as freight%2$s
    from %1$s s cross join analytics_rules r$$),
  create_figures('order_product', rows, 'order_steps', ', s.tags, s.date_created as moment', 'day, status, code', array['count', 'value'], $$
    select s.step, (s.date_created at time zone r.zone)::date as day, s.status, coalesce(item ->> 'code', '') as code, (item ->> 'quantity')::bigint as count,
      ((item ->> 'amount')::numeric * 100)::bigint * (item ->> 'quantity')::bigint as value%2$s
    from %1$s s cross join analytics_rules r cross join lateral jsonb_array_elements(s.items) item$$)
from create_steps('orders', 'order_steps', '$user_code, $status, $address ->> ''state'' as state, $items, $total, $donation, $discount, $delivery_price, $date_created',
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
-- +goose StatementBegin
create function lock_rollups() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
end
$$;

-- Adds the steps to the sums. A statement deletes the steps that it adds, so that it sees the same of both.
create function compact_rollups() returns void language plpgsql as $$
begin
  perform lock_rollups();
  with added as (delete from associate_steps)
  insert into associate_days as d select day, status, state, age, gender, sum(step) from associate_pending group by day, status, state, age, gender
  on conflict on constraint associate_days_pkey do update set count = d.count + excluded.count;
  delete from associate_days where count = 0;

  with added as (delete from order_steps), products as (
    insert into order_product_days as d select day, status, code, sum(step * count), sum(step * value) from order_product_pending group by day, status, code
    on conflict on constraint order_product_days_pkey do update set count = d.count + excluded.count, value = d.value + excluded.value)
  insert into order_days as d select day, status, state, sum(step), sum(step * donation), sum(step * discount), sum(step * freight)
    from order_pending group by day, status, state
  on conflict on constraint order_days_pkey do update
    set count = d.count + excluded.count, donation = d.donation + excluded.donation, discount = d.discount + excluded.discount, freight = d.freight + excluded.freight;
  if found then
    delete from rankings where area = 'orders';
  end if;
  delete from order_product_days where count = 0 and value = 0;
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
create function rebuild_rollups(new_zone text, new_types jsonb, new_deducts boolean) returns void language plpgsql as $$
begin
  perform lock_rollups();
  update analytics_rules set zone = new_zone, types = new_types, deducts = new_deducts;
  delete from rankings;
  delete from associate_days;
  delete from order_days;
  delete from order_product_days;
  delete from service_days;
  delete from reception_days;
  with added as (delete from associate_steps)
  insert into associate_days select day, status, state, age, gender, count(*) from associate_figures group by day, status, state, age, gender;
  with added as (delete from order_steps), products as (
    insert into order_product_days select day, status, code, sum(count), sum(value) from order_product_figures group by day, status, code)
  insert into order_days select day, status, state, count(*), sum(donation), sum(discount), sum(freight) from order_figures group by day, status, state;
  with added as (delete from service_steps)
  insert into service_days select day, status, type, professional_id, count(*), sum(received), sum(fee), sum(kept), sum(donation)
    from service_figures group by day, status, type, professional_id;
  with added as (delete from reception_steps)
  insert into reception_days select day, status, attendant, reason, count(*) from reception_figures group by day, status, attendant, reason;
end
$$;

-- A price of a professional is that of the services without a price, and a line of a statement that of its service: the sums
-- of the professional are computed again, of the rows without the steps. The argument is the column with the professional.
create function revalue_services() returns trigger language plpgsql as $$
declare
  changed bigint := to_jsonb(old) ->> tg_argv[0];
begin
  perform lock_rollups();
  delete from rankings where area = 'services';
  delete from service_days where professional_id = changed;
  insert into service_days select day, status, type, changed, sum(step), sum(step * received), sum(step * fee), sum(step * kept), sum(step * donation) from (
      select step, day, status, type, received, fee, kept, donation from service_figures where professional_id = changed
      union all select -step, day, status, type, received, fee, kept, donation from service_pending where professional_id = changed) figures
    group by day, status, type having sum(step) <> 0;
  return null;
end
$$;
-- +goose StatementEnd
create trigger revalue_services after delete on professionals for each row execute function revalue_services('id');
create trigger revalue_services_update after update on professionals for each row
  when (old.consultation_price is distinct from new.consultation_price) execute function revalue_services('id');
create trigger revalue_services after delete on statements for each row execute function revalue_services('professional_id');
create trigger revalue_services_update after update on statements for each row
  when (old.lines is distinct from new.lines) execute function revalue_services('professional_id');

-- The triggers' locks block writers until this migration ends, so that no change is missed or counted twice.
select rebuild_rollups(zone, types, deducts) from analytics_rules;

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
  union select 'service_days', day from (
    select day, status, type, professional_id, count, received, fee, kept, donation from service_figures
    union all select day, status, type, professional_id, -count, -received, -fee, -kept, -donation from service_sums) both_sides
  group by day, status, type, professional_id having sum(count) <> 0 or sum(received) <> 0 or sum(fee) <> 0 or sum(kept) <> 0 or sum(donation) <> 0
  union select 'reception_days', day from (
    select day, status, attendant, reason, count from reception_figures union all select day, status, attendant, reason, -count from reception_sums) both_sides
  group by day, status, attendant, reason having sum(count) <> 0;

-- +goose Down
drop view rollup_differences;
drop trigger revalue_services on professionals;
drop trigger revalue_services_update on professionals;
drop trigger revalue_services on statements;
drop trigger revalue_services_update on statements;
drop function revalue_services(), compact_rollups(), rebuild_rollups(text, jsonb, boolean), lock_rollups();
-- +goose StatementBegin
do $$
declare
  logged record;
begin
  for logged in select * from (values ('users', 'associate_steps'), ('orders', 'order_steps'), ('services', 'service_steps'), ('reception', 'reception_steps')) as l (source, steps),
    unnest(array['insert', 'update', 'delete']) operation loop
    execute format('drop trigger log_%1$s_%2$s on %3$s', logged.steps, logged.operation, logged.source);
    execute format('drop function log_%1$s_%2$s()', logged.steps, logged.operation);
  end loop;
end
$$;
-- +goose StatementEnd
drop view associate_sums, order_sums, order_product_sums, service_sums, reception_sums;
drop view associate_figures, order_figures, order_product_figures, service_figures, reception_figures;
drop view associate_pending, order_pending, order_product_pending, service_pending, reception_pending;
drop table associate_days, order_days, order_product_days, service_days, reception_days;
drop table associate_steps, order_steps, service_steps, reception_steps;
drop table ranking_leaders, rankings;

-- As migrations 00069 and 00079 made them.
-- A ranking of an area counts its rows in a span. bound is a count that no person outside of its leaders had; 0 if all
-- persons are leaders.
create table rankings (
  area    text        not null,
  starts  timestamptz not null,
  ends    timestamptz not null,
  bound   bigint      not null,
  constraint rankings_pkey primary key (area)
);
create table ranking_leaders (
  area  text   not null,
  code  uuid   not null,
  count bigint not null
);
create table ranking_changes (
  area text not null,
  code uuid not null
);

-- +goose StatementBegin
create function log_service_ranking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into ranking_changes values ('services', new.associate_user_code);
  end if;
  if tg_op <> 'INSERT' then
    insert into ranking_changes values ('services', old.associate_user_code);
  end if;
  return null;
end
$$;
create function log_order_ranking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into ranking_changes values ('orders', new.user_code);
  end if;
  if tg_op <> 'INSERT' then
    insert into ranking_changes values ('orders', old.user_code);
  end if;
  return null;
end
$$;
-- +goose StatementEnd
-- A ranking counts services by person, status and date, and orders by person and date.
create trigger log_service_ranking after insert or delete on services for each row execute function log_service_ranking();
create trigger log_service_ranking_update after update on services for each row
  when ((old.associate_user_code, old.status, old.consultation_date, old.date_created)
    is distinct from (new.associate_user_code, new.status, new.consultation_date, new.date_created)) execute function log_service_ranking();
create trigger log_order_ranking after insert or delete on orders for each row execute function log_order_ranking();
create trigger log_order_ranking_update after update on orders for each row
  when ((old.user_code, old.date_created) is distinct from (new.user_code, new.date_created)) execute function log_order_ranking();

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
