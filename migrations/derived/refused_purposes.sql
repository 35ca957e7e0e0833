-- The purposes that an associate does not allow (models/consents), kept in users.refused of the associate and their patients, so
-- that every page that has the row knows them. Who never answered anything refuses nothing. A box that was left empty refuses
-- messages by WhatsApp and statistics; the picture in the record is refused only by withdrawing.
create or replace function refused_purposes(associate bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(purpose order by purpose), '[]')
  from unnest(array['image', 'statistics', 'treatment', 'whatsapp']) asked (purpose)
  left join lateral (select given from consents c where c.user_id = associate and c.purpose = asked.purpose order by c.id desc limit 1) latest on true
  where exists (select from consents c where c.user_id = associate)
    and (not latest.given or latest.given is null and purpose in ('statistics', 'whatsapp'))
$$;

create or replace function keep_refused_purposes() returns trigger language plpgsql as $$
declare
  changed bigint;
  refused_now jsonb;
begin
  foreach changed in array array[case when tg_op <> 'INSERT' then old.user_id end, case when tg_op <> 'DELETE' then new.user_id end] loop
    refused_now := refused_purposes(changed);
    update users u set refused = refused_now from users owner
    where owner.id = changed and (u.id = owner.id or u.responsible_code = owner.user_code) and u.refused <> refused_now;
  end loop;
  return null;
end
$$;
create or replace trigger refused_kept after insert or update of user_id, purpose, given or delete on consents for each row execute function keep_refused_purposes();

-- A patient has the answers of the associate.
create or replace function take_refused_purposes() returns trigger language plpgsql as $$
begin
  new.refused := coalesce((select refused from users where user_code = new.responsible_code), '[]');
  return new;
end
$$;
create or replace trigger refused_taken before insert or update of responsible_code on users for each row when (new.responsible_code is not null) execute function take_refused_purposes();

update users u set refused = refused_purposes(owner.id) from users owner
where (u.id = owner.id or u.responsible_code = owner.user_code) and exists (select from consents c where c.user_id = owner.id)
  and u.refused <> refused_purposes(owner.id);
