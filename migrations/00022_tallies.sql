-- How many associates stand how, and how many orders have which status, so that a page need not count them.

-- +goose Up

-- Each row says by how much a number changed; the number is the sum of its rows. Writers only ever add rows, so that two
-- of them never wait for each other; settle_tallies() keeps the rows few.
create table tallies (
  subject      text        not null,
  key          text        not null,
  change       bigint      not null,
  date_created timestamptz not null default now(),
  constraint tallies_subject_check check (length(subject) between 1 and 60),
  constraint tallies_key_check check (length(key) between 1 and 120)
);
create index tallies_subject_idx on tallies (subject) include (key, change);

-- How an associate stands, as the staff speaks of it; models/associates says the same. Patients stand in no list.
create function associate_standing(status text, phase text, invalid_fields jsonb) returns text
  language sql immutable parallel safe
  return case
    when status = 'patient' then null
    when status = 'Associado' then 'associado'
    when phase = 'assinatura_termo' then 'assinatura-pendente'
    when invalid_fields <> '[]' then 'documentos-invalidos'
    else 'em-cadastro'
  end;

-- A statement is tallied once, however many rows it writes; one that moves nobody leaves nothing.
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

-- The triggers keep writers out until this migration ends, so nothing is missed and nothing counted twice.
insert into tallies (subject, key, change)
select 'associates', associate_standing(status, associate_status, invalid_fields) as standing, count(*) from users where status <> 'patient' group by standing
union all
select 'orders', status, count(*) from orders group by status;

-- Folds the rows into one for each key. It is one statement, so a reader sees them before or after, and it touches only
-- rows that are committed, so it waits for no writer.
-- +goose StatementBegin
create function settle_tallies() returns void language sql
begin atomic
  with folded as (delete from tallies returning subject, key, change)
  insert into tallies (subject, key, change)
  select subject, key, sum(change) from folded group by subject, key having sum(change) <> 0;
end;
-- +goose StatementEnd

-- +goose Down
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
