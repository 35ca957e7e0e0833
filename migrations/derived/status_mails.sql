-- What associates and professionals are written about. Each change is captured here, by pages and by scripts; what happened
-- long ago, and samples are left out. A transaction that writes no letters, such as that of an import, sets acolhe.letters. A
-- failing capture never fails the change, except for a full disk, a lock or the like, where the change is refused whole.

create or replace function status_mail_of_order() returns trigger language plpgsql as $$
begin
  if current_setting('acolhe.letters', true) is distinct from 'off' then
    insert into status_mails (kind, order_id)
    values (case new.status when 'Pago' then 'order_paid' when 'Enviado' then 'order_sent' else 'order_placed' end, new.id);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about an order was not kept: %', sqlstate;
  return null;
end
$$;

-- Who opens an account themself. Staff and scripts act under their names.
create or replace function status_mail_of_account() returns trigger language plpgsql as $$
begin
  if coalesce(current_actor()->>'kind', '') not in ('operator', 'api_key') then
    insert into status_mails (kind, user_id) values ('account_opened', new.id);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about an account was not kept: %', sqlstate;
  return null;
end
$$;

-- Documents that associates send after the registration, which has a mail of its own; several at once are one mail.
create or replace function status_mail_of_document() returns trigger language plpgsql as $$
begin
  if current_actor()->>'kind' = 'associate' then
    insert into status_mails (kind, user_id)
    select 'document_received', owner.id from users of_file
      join users owner on owner.user_code = coalesce(of_file.responsible_code, of_file.user_code) and owner.status = 'Associado'
    where of_file.id = new.user_id
      and not exists (select from status_mails waiting where waiting.kind = 'document_received' and waiting.user_id = owner.id);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about a document was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function status_mail_of_message() returns trigger language plpgsql as $$
begin
  insert into status_mails (kind, item_id) values ('message_received', new.id);
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about a message was not kept: %', sqlstate;
  return null;
end
$$;

-- The appointments of professionals: coming ones that are booked, moved, cancelled or removed.
create or replace function status_mail_of_service() returns trigger language plpgsql as $$
declare
  was timestamptz := case when tg_op <> 'INSERT' and old.confirmation is distinct from 'cancelled' then old.consultation_date end;
  will_be timestamptz := case when tg_op <> 'DELETE' and new.confirmation is distinct from 'cancelled' then new.consultation_date end;
  of_service services := case when tg_op = 'DELETE' then old else new end;
begin
  if of_service.is_sample or current_setting('acolhe.letters', true) = 'off' then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.professional_id <> new.professional_id then
    if was > now() then
      insert into status_mails (kind, professional_id, service_id, moment) values ('service_cancelled', old.professional_id, new.id, was);
    end if;
    was := null;
  end if;
  if will_be > now() and was is null then
    insert into status_mails (kind, professional_id, service_id, moment) values ('service_booked', new.professional_id, new.id, will_be);
  elsif was > now() and will_be is null then
    insert into status_mails (kind, professional_id, service_id, moment)
    values ('service_cancelled', old.professional_id, case when tg_op <> 'DELETE' then new.id end, was);
  elsif was <> will_be and will_be > now() then
    insert into status_mails (kind, professional_id, service_id, moment) values ('service_moved', new.professional_id, new.id, will_be);
  end if;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about an appointment was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function status_mail_of_contest() returns trigger language plpgsql as $$
begin
  insert into status_mails (kind, service_id, professional_id) select 'contest_answered', s.id, s.professional_id from services s where s.id = new.service_id and not s.is_sample;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about a contest was not kept: %', sqlstate;
  return null;
end
$$;

create or replace function status_mail_of_statement() returns trigger language plpgsql as $$
begin
  insert into status_mails (kind, statement_id, professional_id)
  select case new.kind when 'closed' then 'month_closed' else 'payout_made' end, s.id, s.professional_id from statements s where s.id = new.statement_id;
  return null;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'a mail about a statement was not kept: %', sqlstate;
  return null;
end
$$;

create or replace trigger status_mail_of_new_order after insert on orders for each row
  when (not new.is_sample and new.status = 'Aguardando pagamento' and new.date_created > now() - interval '1 day')
  execute function status_mail_of_order();
create or replace trigger status_mail_of_order after update of status on orders for each row
  when (not new.is_sample and new.status in ('Pago', 'Enviado') and new.status is distinct from old.status) execute function status_mail_of_order();
create or replace trigger status_mail_of_account after insert on users for each row
  when (not new.is_sample and new.account_password is not null and new.email_account is not null and new.date_created > now() - interval '1 day')
  execute function status_mail_of_account();
create or replace trigger status_mail_of_document after insert on users_files for each row when (not new.is_sample) execute function status_mail_of_document();
create or replace trigger status_mail_of_message after insert on reception for each row
  when (new.source = 'public' and new.email is not null and new.date_created > now() - interval '1 day') execute function status_mail_of_message();
create or replace trigger status_mail_of_service after insert or delete or update of consultation_date, confirmation, professional_id on services
  for each row execute function status_mail_of_service();
create or replace trigger status_mail_of_contest after insert on contest_messages for each row when (not new.by_professional) execute function status_mail_of_contest();
create or replace trigger status_mail_of_statement after insert on statement_events for each row when (new.kind in ('closed', 'paid')) execute function status_mail_of_statement();
