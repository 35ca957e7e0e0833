-- The notices of the staff. Each change of a row is captured here, by pages and by scripts. A failing capture never fails the change,
-- except for a full disk, a lock or the like, where the change is refused whole.

create or replace function notice_of_contest() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, service_id, author, detail, date_created)
  select 'contest', 'contest:' || s.professional_id, s.id, new.actor_name, left(new.text, 300), new.date_created from services s where s.id = new.service_id;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a contest was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function notice_of_label() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, order_id, detail) values ('label', 'label:' || new.order_id, new.order_id, left(new.failure, 300));
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a label was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function notice_of_term() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, contract_id) values ('term', 'term', new.id);
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a signed term was not kept: %', sqlstate;
  return null;
end
$$;

-- Documents that associates send themselves.
create or replace function notice_of_document() returns trigger language plpgsql as $$
begin
  if current_actor()->>'kind' = 'associate' then
    insert into notices (kind, cause, user_id) values ('document', 'document', new.user_id);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a document was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function notice_of_event() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, service_id, detail) values ('event', 'event', new.id, left(new.event_error, 300));
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a calendar event was not kept: %', sqlstate;
  return null;
end
$$;

-- A server that is down loses many deliveries; one notice an hour is enough.
create or replace function notice_of_webhook() returns trigger language plpgsql as $$
declare
  of_endpoint text := 'webhook:' || new.endpoint_id;
begin
  insert into notices (kind, cause, endpoint_id, detail)
  select 'webhook', of_endpoint, new.endpoint_id, left(new.error, 300)
  where not exists (select from notices where cause = of_endpoint and date_created > now() - interval '1 hour');
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a webhook was not kept: %', sqlstate;
  return null;
end
$$;

-- What a patient felt. Who reads health data sees the words on its page alone; the notice has none.
create or replace function notice_of_adverse_event() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, user_id, detail)
  select 'adverse', 'adverse:' || new.id, new.user_id, case new.severity when 'severe' then 'Muito forte: ligue agora.' end
  where not exists (select from users u where u.id = new.user_id and u.is_sample);
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of an adverse event was not kept: %', sqlstate;
  return null;
end
$$;

-- An answer of a follow-up that asks for a call.
create or replace function notice_of_call() returns trigger language plpgsql as $$
begin
  insert into notices (kind, cause, user_id) values ('call', 'call:' || new.user_id, new.user_id);
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a call was not kept: %', sqlstate;
  return null;
end
$$;

-- A request to let an order pass that its prescriptions do not allow: those who may free it get a notice, which goes with the answer;
-- the answer is a notice for the requester.
create or replace function notice_of_release() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into notices (kind, cause, operator_id, user_id, author, detail)
    select 'release', 'release:' || new.id, o.id, new.user_id, left(new.requested_by_name, 250), left(new.reason, 300)
    from system_users o
    where o.status = 'active' and o.id is distinct from new.requested_by and (o.permissions @> '["Administrador"]'
      or o.permissions @> '["Acolhimento"]' and not exists (select from system_configs where system = 'prescriptions' and key = 'free_by' and value = '"administrators"'));
  else
    delete from notices where cause = 'release:' || new.id;
    insert into notices (kind, cause, operator_id, user_id, author, detail)
    select 'released', 'released:' || new.id, new.requested_by, new.user_id, left(new.decided_by_name, 250),
      case new.state when 'freed' then 'Liberado: ' else 'Não liberado: ' end || left(new.answer, 280)
    where exists (select from system_users where id = new.requested_by);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a release was not kept: %', sqlstate;
  return null;
end
$$;

-- Operators whose name a note of the reception has after an @. The first name is enough, unless the full name of a namesake is
-- there.
create or replace function notice_of_mention() returns trigger language plpgsql as $$
declare
  words text := ' ' || regexp_replace(lower(unaccent(new.text)), '[^a-z0-9@]+', ' ', 'g') || ' ';
begin
  if new.text not like '%@%' then
    return null;
  end if;
  insert into notices (kind, cause, operator_id, item_id, author, detail)
  with named as (
    select o.id, '@' || first.word as first_name, position('@' || first.word || ' ' || last.word || ' ' in words) > 0 and last.word <> '' as in_full
    from system_users o,
      lateral (select btrim(regexp_replace(lower(unaccent(o.name)), '[^a-z0-9]+', ' ', 'g')) as word) first,
      lateral (select btrim(regexp_replace(lower(unaccent(o.last_name)), '[^a-z0-9]+', ' ', 'g')) as word) last
    where o.status = 'active' and o.user_code::text is distinct from new.author_code
      and position('@' || first.word || ' ' in words) > 0)
  select 'mention', 'mention:' || new.item_id, n.id, new.item_id, new.author_name, left(new.text, 300)
  from named n
  where n.in_full or not exists (select from named other where other.first_name = n.first_name and other.in_full);
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a mention was not kept: %', sqlstate;
  return null;
end
$$;

-- An erasure waits for a second administrator: each of the others gets a notice, which goes when nothing waits any more.
create or replace function notice_of_erasure() returns trigger language plpgsql as $$
begin
  if new.state = 'proposed' then
    insert into notices (kind, cause, operator_id, user_id, author, detail)
    select 'erasure', 'erasure:' || new.id, o.id, new.user_id, left(new.proposed_by_name, 250),
      to_char(new.date_proposed at time zone 'America/Sao_Paulo', 'YYYY') || '/' || lpad(new.id::text, greatest(3, length(new.id::text)), '0')
    from system_users o where o.status = 'active' and o.permissions @> '["Administrador"]' and o.id <> new.proposed_by;
  else
    delete from notices where cause = 'erasure:' || new.id;
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of an erasure was not kept: %', sqlstate;
  return null;
end
$$;

-- Patients who came of age, and have not decided; the notice goes when they have.
create or replace function notice_of_adult() returns trigger language plpgsql as $$
begin
  if new.basis = 'waiting' then
    insert into notices (kind, cause, user_id) values ('adult', 'adult', new.user_id);
  else
    delete from notices where kind = 'adult' and user_id = new.user_id;
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a notice of a patient who came of age was not kept: %', sqlstate;
  return null;
end
$$;

create or replace trigger notice_of_contest after insert on contest_messages for each row when (new.by_professional) execute function notice_of_contest();
create or replace trigger notice_of_label after update of state on parcels for each row
  when (new.state in ('refused', 'unknown') and old.state is distinct from new.state) execute function notice_of_label();
create or replace trigger notice_of_term after update of status on contracts for each row
  when (new.status = 'completed' and old.status is distinct from new.status) execute function notice_of_term();
create or replace trigger notice_of_document after insert on users_files for each row when (not new.is_sample) execute function notice_of_document();
create or replace trigger notice_of_event after update of event_state on services for each row
  when (new.event_state = 'failed' and old.event_state is distinct from new.event_state) execute function notice_of_event();
create or replace trigger notice_of_webhook after update of status on webhook_deliveries for each row
  when (new.status = 'dead' and old.status is distinct from new.status) execute function notice_of_webhook();
create or replace trigger notice_of_mention after insert on reception_notes for each row execute function notice_of_mention();
create or replace trigger notice_of_erasure after insert or update of state on erasures for each row execute function notice_of_erasure();
create or replace trigger notice_of_adverse_event after insert on adverse_events for each row when (new.origin <> 'staff') execute function notice_of_adverse_event();
create or replace trigger notice_of_call after update of wants_call on follow_ups for each row when (new.wants_call and old.wants_call is distinct from new.wants_call) execute function notice_of_call();
create or replace trigger notice_of_adult after insert or update of basis on adult_patients for each row execute function notice_of_adult();
create or replace trigger notice_of_release after insert on prescription_releases for each row execute function notice_of_release();
create or replace trigger notice_of_release_answer after update of state on prescription_releases for each row
  when (new.state is distinct from old.state) execute function notice_of_release();
