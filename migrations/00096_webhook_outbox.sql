-- Capture costs less: triggers write one image of each changed row into an outbox, and the fan-out makes events of them.
-- What enabled endpoints listen to is a constant in a function, which PostgreSQL inlines, so that a write to a table without
-- a listening endpoint reads nothing.

-- +goose Up
create table webhook_outbox (
  -- Order of capture, in which the fan-out processes the rows.
  sequence    bigint      generated always as identity,
  table_name  text        not null,
  action      text        not null,
  record_id   bigint      not null,
  -- The row as it was created, or before it was changed or removed, hidden columns included. The row after a change is the
  -- next image of the record, or the row itself.
  record      json        not null,
  occurred_at timestamptz not null default now(),
  constraint webhook_outbox_pkey primary key (sequence)
) with (toast_tuple_target = 8160);
create index webhook_outbox_record_idx on webhook_outbox (record_id, table_name, sequence);
-- Not compressed: an image is read once.
alter table webhook_outbox alter column record set storage external;

-- Reports whether changes of a table are captured. sync_webhook_listeners replaces it.
create function webhook_listens(table_name name, operation text) returns boolean language sql stable as 'select false';

-- Puts what enabled endpoints listen to into webhook_listens. Removals are captured for updates too, whose last image they
-- are. The lock lets one transaction at a time do so, so that each sees what the others changed.
-- +goose StatementBegin
create function sync_webhook_listeners() returns trigger language plpgsql as $$
declare
  listened text[];
begin
  perform pg_advisory_xact_lock(7600096);
  select coalesce(array_agg(distinct table_name || ' ' || operation order by table_name || ' ' || operation), '{}') into listened
  from webhook_endpoints, jsonb_array_elements_text(tables) as table_name,
    (values ('create', 'INSERT'), ('update', 'UPDATE'), ('update', 'DELETE'), ('delete', 'DELETE')) as captured (action, operation)
  where enabled and jsonb_exists(actions, action);
  execute format('create or replace function webhook_listens(table_name name, operation text) returns boolean language sql stable as %L',
    format('select $1 || '' '' || $2 = any (%L::text[])', listened));
  return null;
end
$$;
-- +goose StatementEnd
create trigger sync_webhook_listeners after insert or delete or update of enabled, tables, actions on webhook_endpoints
  for each statement execute function sync_webhook_listeners();
-- Fires the trigger for the endpoints that exist.
update webhook_endpoints set enabled = enabled where false;

-- Inserts the image of each changed row if an enabled endpoint listens. A failure never fails the change.
-- +goose StatementBegin
create or replace function capture_webhook_events() returns trigger language plpgsql as $$
begin
  if not webhook_listens(tg_table_name, tg_op) then
    return null;
  end if;
  begin
    insert into webhook_outbox (table_name, action, record_id, record)
    select tg_table_name, case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, id, to_json(captured) from captured;
    if found then
      perform pg_notify('acolhe_live', 'webhook_outbox');
    end if;
  exception when others then
    raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
  end;
  return null;
end
$$;
-- +goose StatementEnd
-- +goose StatementBegin
do $$
declare
  captured text;
begin
  foreach captured in array array['users', 'orders', 'services', 'products', 'professionals', 'reception', 'tags', 'users_files', 'services_files'] loop
    execute format('drop trigger webhook_came on %I', captured);
    execute format('drop trigger webhook_gone on %I', captured);
    execute format('drop trigger webhook_moved on %I', captured);
    execute format('create trigger webhook_came after insert on %I referencing new table as captured for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_gone after delete on %I referencing old table as captured for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_moved after update on %I referencing old table as captured for each statement execute function capture_webhook_events()', captured);
  end loop;
end
$$;
-- +goose StatementEnd

-- Events that were waiting for the fan-out become deliveries.
insert into webhook_deliveries (event_id, endpoint_id, sequence, record)
select w.id, e.id, w.sequence, w.table_name || '/' || w.record_id
from webhook_events w join webhook_endpoints e on e.enabled and jsonb_exists(e.tables, w.table_name) and jsonb_exists(e.actions, w.action)
where w.fanned_out_at is null and w.endpoint_id is null
on conflict do nothing;
drop index webhook_events_waiting_idx;
drop trigger notify_live on webhook_events;
alter table webhook_events drop column fanned_out_at;
-- Open pages of an endpoint follow its deliveries.
create trigger notify_live after insert or update on webhook_deliveries for each statement execute function notify_live();

-- +goose Down
drop trigger notify_live on webhook_deliveries;
alter table webhook_events add column fanned_out_at timestamptz;
update webhook_events set fanned_out_at = occurred_at;
create index webhook_events_waiting_idx on webhook_events (sequence) where fanned_out_at is null;
create trigger notify_live after insert on webhook_events for each statement execute function notify_live();
drop trigger sync_webhook_listeners on webhook_endpoints;
drop function sync_webhook_listeners();
-- +goose StatementBegin
create or replace function capture_webhook_events() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  event_action text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  hidden text[] := '{password,account_password,session_token,session_expires,chat_token,password_reset_token,password_reset_expires,pending_email_token,invite_token,token_hash,search_text,slot_end,storage_key,event_calendar_id,paid_at,date_missing,statement_id,reminded_at,weekly_hours}';
begin
  if not exists (select from webhook_endpoints e where e.enabled and jsonb_exists(e.tables, tg_table_name) and jsonb_exists(e.actions, event_action)) then
    return null;
  end if;
  begin
    if tg_op = 'INSERT' then
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, came.id::text, to_jsonb(came) - hidden from came order by came.id;
    elsif tg_op = 'DELETE' then
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, gone.id::text, to_jsonb(gone) - hidden from gone order by gone.id;
    else
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, id::text, changed || jsonb_build_object('id', id) from (
        select moved.id, (
          select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(moved.after) a left join jsonb_each(moved.before) b using (key)
          where a.value is distinct from b.value) changed
        from (select came.id, to_jsonb(gone) before, to_jsonb(came) - hidden after from came join gone using (id) offset 0) moved
        offset 0) differing
      where changed - 'date_updated' <> '{}' order by id;
    end if;
  exception when others then
    raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
  end;
  return null;
end
$$;
-- +goose StatementEnd
-- +goose StatementBegin
do $$
declare
  captured text;
begin
  foreach captured in array array['users', 'orders', 'services', 'products', 'professionals', 'reception', 'tags', 'users_files', 'services_files'] loop
    execute format('drop trigger webhook_came on %I', captured);
    execute format('drop trigger webhook_gone on %I', captured);
    execute format('drop trigger webhook_moved on %I', captured);
    execute format('create trigger webhook_came after insert on %I referencing new table as came for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_gone after delete on %I referencing old table as gone for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_moved after update on %I referencing old table as gone new table as came for each statement execute function capture_webhook_events()', captured);
  end loop;
end
$$;
-- +goose StatementEnd
drop function webhook_listens(name, text);
drop table webhook_outbox;
