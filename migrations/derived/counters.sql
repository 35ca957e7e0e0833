-- The counters of tabs and lists: each change of the counted tables adds a step, and a job sums the steps up.

-- A statement inserts at most one row for each number, however many rows it changes, and none if no number changes.
create or replace function count_associates() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into counters (subject, key, change)
    select 'associates', membership_status(status, associate_status, invalid_fields) as standing, count(*)
    from inserted where status <> 'patient' group by standing;
  elsif tg_op = 'DELETE' then
    insert into counters (subject, key, change)
    select 'associates', membership_status(status, associate_status, invalid_fields) as standing, -count(*)
    from deleted where status <> 'patient' group by standing;
  else
    insert into counters (subject, key, change)
    select 'associates', standing, sum(step) from (
      select membership_status(status, associate_status, invalid_fields), 1 from inserted
      union all
      select membership_status(status, associate_status, invalid_fields), -1 from deleted) changed (standing, step)
    where standing is not null group by standing having sum(step) <> 0;
  end if;
  return null;
end
$$;

create or replace function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into counters (subject, key, change) select 'orders', status, count(*) from inserted group by status;
  elsif tg_op = 'DELETE' then
    insert into counters (subject, key, change) select 'orders', status, -count(*) from deleted group by status;
  else
    insert into counters (subject, key, change)
    select 'orders', status, sum(step) from (
      select status, 1 from inserted union all select status, -1 from deleted) changed (status, step)
    group by status having sum(step) <> 0;
  end if;
  return null;
end
$$;

create or replace function count_reception() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into counters (subject, key, change) select 'reception', status, count(*) from inserted group by status;
  elsif tg_op = 'DELETE' then
    insert into counters (subject, key, change) select 'reception', status, -count(*) from deleted group by status;
  else
    insert into counters (subject, key, change)
    select 'reception', status, sum(step) from (
      select status, 1 from inserted union all select status, -1 from deleted) changed (status, step)
    group by status having sum(step) <> 0;
  end if;
  return null;
end
$$;

-- Sums up the rows of each key. It is one statement, so a reader sees the rows before or after it, and it changes only
-- committed rows, so it waits for no writer.
create or replace function settle_counters() returns void language sql
begin atomic
  with folded as (delete from counters returning subject, key, change)
  insert into counters (subject, key, change)
  select subject, key, sum(change) from folded group by subject, key having sum(change) <> 0;
end;

create or replace trigger counters_insert after insert on users referencing new table as inserted for each statement execute function count_associates();
create or replace trigger counters_delete after delete on users referencing old table as deleted for each statement execute function count_associates();
create or replace trigger counters_update after update on users referencing old table as deleted new table as inserted for each statement execute function count_associates();
create or replace trigger counters_insert after insert on orders referencing new table as inserted for each statement execute function count_orders();
create or replace trigger counters_delete after delete on orders referencing old table as deleted for each statement execute function count_orders();
create or replace trigger counters_update after update on orders referencing old table as deleted new table as inserted for each statement execute function count_orders();
create or replace trigger counters_insert after insert on reception referencing new table as inserted for each statement execute function count_reception();
create or replace trigger counters_delete after delete on reception referencing old table as deleted for each statement execute function count_reception();
create or replace trigger counters_update after update on reception referencing old table as deleted new table as inserted for each statement execute function count_reception();

-- The locks of the triggers block writers until the transaction ends.
delete from counters;
insert into counters (subject, key, change)
  select 'associates', membership_status(status, associate_status, invalid_fields) as status, count(*) from users where users.status <> 'patient' group by 2
  union all select 'orders', status, count(*) from orders group by status
  union all select 'reception', status, count(*) from reception group by status;
