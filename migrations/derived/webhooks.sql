-- The capture of changed rows for webhooks.

-- Inserts the image of each changed row if an enabled endpoint listens. A failure never fails the change, except for a full disk, a lock
-- or the like, where the change without its event would be stored as soon as there is room for one of them. An import that calls no webhooks
-- sets acolhe.webhooks for its transaction.
create or replace function capture_webhook_events() returns trigger language plpgsql as $$
begin
  if not webhook_listens(tg_table_name, tg_op) or current_setting('acolhe.webhooks', true) = 'off' then
    return null;
  end if;
  begin
    insert into webhook_outbox (table_name, action, record_id, record)
    select tg_table_name, case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, id, to_json(captured) from captured;
    if found then
      perform pg_notify('acolhe_live', 'webhook_outbox');
    end if;
  exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
    raise;
  when others then
    raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
  end;
  return null;
end
$$;

-- Puts what enabled endpoints listen to into webhook_listens. Removals are captured for updates too, whose last image they
-- are. The lock lets one transaction at a time do so, so that each sees what the others changed.
create or replace function sync_webhook_listeners() returns trigger language plpgsql as $$
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

create or replace trigger sync_webhook_listeners after insert or delete or update of enabled, tables, actions on webhook_endpoints for each statement execute function sync_webhook_listeners();
do $$
declare
  captured text;
begin
  foreach captured in array array['users', 'orders', 'services', 'products', 'professionals', 'reception', 'tags', 'users_files', 'services_files'] loop
    execute format('create or replace trigger webhook_insert after insert on %I referencing new table as captured for each statement execute function capture_webhook_events()', captured);
    execute format('create or replace trigger webhook_delete after delete on %I referencing old table as captured for each statement execute function capture_webhook_events()', captured);
    execute format('create or replace trigger webhook_update after update on %I referencing old table as captured for each statement execute function capture_webhook_events()', captured);
  end loop;
end
$$;
