-- Capture of webhook events by triggers, and what their delivery needs: the order of a record's events, the log of the
-- attempts, the rotation of secrets, and why an endpoint is switched off.

-- +goose Up
alter table webhook_endpoints
  -- The data of events leave out the fields about health.
  add column without_health            boolean     not null default false,
  -- The replaced secret signs beside the current one until it expires.
  add column previous_secret_encrypted bytea,
  add column previous_secret_expires   timestamptz,
  -- The first failed attempt after the last successful one.
  add column failing_since             timestamptz,
  add column disabled_at               timestamptz,
  add column disabled_reason           text,
  -- One job at a time delivers to an endpoint; the lease of a dead one expires.
  add column leased_until              timestamptz,
  add constraint webhook_endpoints_previous_secret_check check ((previous_secret_encrypted is null) = (previous_secret_expires is null)),
  add constraint webhook_endpoints_disabled_reason_check check (disabled_reason in ('person', 'gone', 'failing'));

alter table webhook_deliveries
  -- Copies of the event's order and of its table and record, by which deliveries are ordered.
  add column sequence bigint not null default 0,
  add column record   text   not null default '',
  -- The attempts, oldest first: [{at, status, ms, error}].
  add column history  jsonb  not null default '[]',
  add constraint webhook_deliveries_record_check check (length(record) <= 90),
  add constraint webhook_deliveries_history_check check (is_array(history));
drop index webhook_deliveries_due_idx;
create index webhook_deliveries_due_idx on webhook_deliveries (endpoint_id, next_attempt_at nulls first, sequence) where status in ('queued', 'failed');
create index webhook_deliveries_status_idx on webhook_deliveries (endpoint_id, status, date_created desc, id desc);

-- Inserts an event for each changed row if an enabled endpoint listens to the table and the action. Columns that no
-- caller ever sees are left out, and an update has the changed columns and the key; one that changes nothing else than
-- date_updated is no event. A failure never fails the change.
-- +goose StatementBegin
create function capture_webhook_events() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  event_action text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  hidden text[] := '{password,account_password,session_token,session_expires,chat_token,password_reset_token,password_reset_expires,pending_email_token,invite_token,token_hash,search_text,slot_end,storage_key,event_calendar_id,paid_at,date_missing,statement_id,reminded_at,weekly_hours}';
begin
  if not exists (select from webhook_endpoints e where e.enabled and jsonb_exists(e.tables, tg_table_name) and jsonb_exists(e.actions, event_action)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, came.id::text, to_jsonb(came) - hidden from came order by came.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, gone.id::text, to_jsonb(gone) - hidden from gone order by gone.id;
  else
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, id::text, changed || jsonb_build_object('id', id) from (
      select moved.id, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(moved.after) where value is distinct from moved.before -> key) changed
      from (select came.id, to_jsonb(gone) before, to_jsonb(came) - hidden after from came join gone using (id)) moved) differing
    where changed - 'date_updated' <> '{}' order by id;
  end if;
  return null;
exception when others then
  raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
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
    execute format('create trigger webhook_came after insert on %I referencing new table as came for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_gone after delete on %I referencing old table as gone for each statement execute function capture_webhook_events()', captured);
    execute format('create trigger webhook_moved after update on %I referencing old table as gone new table as came for each statement execute function capture_webhook_events()', captured);
  end loop;
end
$$;
-- +goose StatementEnd
create trigger notify_live after insert on webhook_events for each statement execute function notify_live();

-- +goose Down
drop trigger notify_live on webhook_events;
-- +goose StatementBegin
do $$
declare
  captured text;
begin
  foreach captured in array array['users', 'orders', 'services', 'products', 'professionals', 'reception', 'tags', 'users_files', 'services_files'] loop
    execute format('drop trigger webhook_came on %I', captured);
    execute format('drop trigger webhook_gone on %I', captured);
    execute format('drop trigger webhook_moved on %I', captured);
  end loop;
end
$$;
-- +goose StatementEnd
drop function capture_webhook_events();
drop index webhook_deliveries_status_idx;
drop index webhook_deliveries_due_idx;
create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at, id) where status in ('queued', 'failed');
alter table webhook_deliveries drop column sequence, drop column record, drop column history;
alter table webhook_endpoints drop column without_health, drop column previous_secret_encrypted, drop column previous_secret_expires,
  drop column failing_since, drop column disabled_at, drop column disabled_reason, drop column leased_until;
