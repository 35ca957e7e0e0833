-- Summaries for the lists of associates and orders, maintained by triggers: the counts by status, and the newest order
-- of each associate. And removed annotations, for undoing a removal.

-- +goose Up

-- Each row is a change of a number; the number is the sum of its rows. Writers only insert rows, so that they never
-- wait for each other; settle_tallies() reduces the number of rows.
create table tallies (
  subject      text        not null,
  key          text        not null,
  change       bigint      not null,
  date_created timestamptz not null default now(),
  constraint tallies_subject_check check (length(subject) between 1 and 60),
  constraint tallies_key_check check (length(key) between 1 and 120)
);
create index tallies_subject_idx on tallies (subject) include (key, change);

-- The membership status of an associate, as in models/associates. Patients have none.
create function associate_standing(status text, phase text, invalid_fields jsonb) returns text
  language sql immutable parallel safe
  return case
    when status = 'patient' then null
    when status = 'Associado' then 'associado'
    when phase = 'assinatura_termo' then 'assinatura-pendente'
    when invalid_fields <> '[]' then 'documentos-invalidos'
    else 'em-cadastro'
  end;

-- A statement inserts at most one row for each number, however many rows it changes, and none if no number changes.
-- +goose StatementBegin
create function tally_associates() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies (subject, key, change)
    select 'associates', associate_standing(status, associate_status, invalid_fields) as standing, count(*)
    from came where status <> 'patient' group by standing;
  elsif tg_op = 'DELETE' then
    insert into tallies (subject, key, change)
    select 'associates', associate_standing(status, associate_status, invalid_fields) as standing, -count(*)
    from gone where status <> 'patient' group by standing;
  else
    insert into tallies (subject, key, change)
    select 'associates', standing, sum(step) from (
      select associate_standing(status, associate_status, invalid_fields), 1 from came
      union all
      select associate_standing(status, associate_status, invalid_fields), -1 from gone) moved (standing, step)
    where standing is not null group by standing having sum(step) <> 0;
  end if;
  return null;
end
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function tally_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies (subject, key, change) select 'orders', status, count(*) from came group by status;
  elsif tg_op = 'DELETE' then
    insert into tallies (subject, key, change) select 'orders', status, -count(*) from gone group by status;
  else
    insert into tallies (subject, key, change)
    select 'orders', status, sum(step) from (
      select status, 1 from came union all select status, -1 from gone) moved (status, step)
    group by status having sum(step) <> 0;
  end if;
  return null;
end
$$;
-- +goose StatementEnd

create trigger tally_came after insert on users referencing new table as came for each statement execute function tally_associates();
create trigger tally_gone after delete on users referencing old table as gone for each statement execute function tally_associates();
create trigger tally_moved after update on users referencing old table as gone new table as came for each statement execute function tally_associates();
create trigger tally_came after insert on orders referencing new table as came for each statement execute function tally_orders();
create trigger tally_gone after delete on orders referencing old table as gone for each statement execute function tally_orders();
create trigger tally_moved after update on orders referencing old table as gone new table as came for each statement execute function tally_orders();

-- The triggers' locks block writers until this migration ends, so that no change is missed or counted twice.
insert into tallies (subject, key, change)
select 'associates', associate_standing(status, associate_status, invalid_fields) as standing, count(*) from users where status <> 'patient' group by standing
union all
select 'orders', status, count(*) from orders group by status;

-- Sums up the rows of each key. It is one statement, so a reader sees the rows before or after it, and it changes only
-- committed rows, so it waits for no writer.
-- +goose StatementBegin
create function settle_tallies() returns void language sql
begin atomic
  with folded as (delete from tallies returning subject, key, change)
  insert into tallies (subject, key, change)
  select subject, key, sum(change) from folded group by subject, key having sum(change) <> 0;
end;
-- +goose StatementEnd

create index users_standing_idx on users (associate_standing(status, associate_status, invalid_fields), date_created desc, id desc) where status <> 'patient';
create index users_standing_descending_idx
  on users (associate_standing(status, associate_status, invalid_fields) desc, date_created desc, id desc) where status <> 'patient';
-- Rows without a phase are last in both directions.
create index users_associate_status_descending_idx on users (associate_status desc nulls last, date_created desc, id desc) where status <> 'patient';

-- The time of each associate's newest order; null if there is none. It is not in users because every order would then
-- update that table's many indexes.
create table last_orders (
  user_id  bigint  not null,
  admitted boolean not null,
  taken_at timestamptz,
  constraint last_orders_pkey primary key (user_id),
  constraint last_orders_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index last_orders_taken_at_idx on last_orders (taken_at, user_id) include (admitted);
create index last_orders_taken_at_descending_idx on last_orders (taken_at desc nulls last, user_id desc);

-- +goose StatementBegin
create function follow_associates() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into last_orders (user_id, admitted)
    select id, status = 'Associado' from came where status <> 'patient';
  else
    delete from last_orders where user_id in (select id from came join gone using (id) where came.status = 'patient' and gone.status <> 'patient');
    insert into last_orders (user_id, admitted, taken_at)
    select id, came.status = 'Associado', (select max(date_created) from orders o where o.user_id = id)
    from came join gone using (id) where came.status <> gone.status and came.status <> 'patient'
    on conflict (user_id) do update set admitted = excluded.admitted;
  end if;
  return null;
end
$$;
-- +goose StatementEnd

-- The rows are locked before the orders are read, and in the order of their ids: changes of other transactions to an
-- associate's orders are then visible, and two transactions cannot deadlock.
-- +goose StatementBegin
create function follow_orders() returns trigger language plpgsql as $$
declare
  whose bigint[];
begin
  if tg_op = 'INSERT' then
    whose := array(select user_id from came);
  elsif tg_op = 'DELETE' then
    whose := array(select user_id from gone);
  else
    whose := array(
      select unnest(array[came.user_id, gone.user_id]) from came join gone using (id)
      where (came.user_id, came.date_created) <> (gone.user_id, gone.date_created));
  end if;
  if cardinality(whose) = 0 then
    return null;
  end if;
  perform from last_orders where user_id = any (whose) order by user_id for update;
  update last_orders l set taken_at = (select max(date_created) from orders o where o.user_id = l.user_id) where user_id = any (whose);
  return null;
end
$$;
-- +goose StatementEnd

create trigger follow_came after insert on users referencing new table as came for each statement execute function follow_associates();
create trigger follow_moved after update on users referencing old table as gone new table as came for each statement execute function follow_associates();
create trigger follow_came after insert on orders referencing new table as came for each statement execute function follow_orders();
create trigger follow_gone after delete on orders referencing old table as gone for each statement execute function follow_orders();
create trigger follow_moved after update on orders referencing old table as gone new table as came for each statement execute function follow_orders();

insert into last_orders (user_id, admitted, taken_at)
select id, status = 'Associado', (select max(date_created) from orders o where o.user_id = users.id) from users where status <> 'patient';

-- Annotations that were just removed, as long as that can be undone; the hourly clean-up deletes them.
create table removed_annotations (
  user_id       bigint      not null,
  annotation_id uuid        not null,
  annotation    jsonb       not null,
  -- The position in users.annotations.
  position      integer     not null,
  removed_at    timestamptz not null,
  constraint removed_annotations_pkey primary key (user_id, annotation_id),
  constraint removed_annotations_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint removed_annotations_annotation_check check (is_object(annotation)),
  constraint removed_annotations_position_check check (position >= 0)
);

-- +goose Down
drop table removed_annotations;
drop trigger follow_came on users;
drop trigger follow_moved on users;
drop trigger follow_came on orders;
drop trigger follow_gone on orders;
drop trigger follow_moved on orders;
drop function follow_orders();
drop function follow_associates();
drop table last_orders;
drop index users_associate_status_descending_idx, users_standing_descending_idx, users_standing_idx;
drop function settle_tallies();
drop trigger tally_came on users;
drop trigger tally_gone on users;
drop trigger tally_moved on users;
drop trigger tally_came on orders;
drop trigger tally_gone on orders;
drop trigger tally_moved on orders;
drop function tally_orders();
drop function tally_associates();
drop function associate_standing(text, text, jsonb);
drop table tallies;
