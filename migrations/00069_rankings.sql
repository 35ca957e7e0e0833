-- The persons with the most orders and services of the last 12 months (models/analytics, rankings.go). A job counts all
-- rows and stores the first persons; the log names the persons whose count may have changed since, so that an answer counts
-- only the rows of those.

-- +goose Up

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

-- Finds three persons with orders of a state without reading all of them, to hide states of fewer.
create index orders_state_idx on orders (coalesce(address ->> 'state', ''), user_id, date_created);

-- +goose Down
drop index orders_state_idx;
drop trigger log_order_ranking_update on orders;
drop trigger log_order_ranking on orders;
drop trigger log_service_ranking_update on services;
drop trigger log_service_ranking on services;
drop function log_order_ranking();
drop function log_service_ranking();
drop table ranking_changes;
drop table ranking_leaders;
drop table rankings;
