-- The first and the last order of each associate. A cancelled order is no first one.

create or replace function add_last_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into last_orders (user_id, admitted)
    select id, status = 'Associado' from inserted where status <> 'patient';
  else
    delete from last_orders where user_id in (select id from inserted join deleted using (id) where inserted.status = 'patient' and deleted.status <> 'patient');
    insert into last_orders (user_id, admitted, taken_at, first_at)
    select id, inserted.status = 'Associado', (select max(date_created) from orders o where o.user_id = id),
      (select min(date_created) from orders o where o.user_id = id and o.status <> 'Cancelado')
    from inserted join deleted using (id) where inserted.status <> deleted.status and inserted.status <> 'patient'
    on conflict (user_id) do update set admitted = excluded.admitted;
  end if;
  return null;
end
$$;

-- A new order can only move the times apart. Several rows are locked in the order of their ids, so that two transactions cannot deadlock.
create or replace function add_to_last_orders() returns trigger language plpgsql as $$
begin
  if (select min(user_id) < max(user_id) from inserted) then
    perform from last_orders where user_id in (select user_id from inserted) order by user_id for update;
  end if;
  update last_orders l set taken_at = greatest(l.taken_at, placed.taken_at), first_at = least(l.first_at, placed.first_at)
  from (
    select user_id, max(date_created) as taken_at, min(date_created) filter (where status <> 'Cancelado') as first_at
    from inserted group by user_id) as placed
  where l.user_id = placed.user_id;
  return null;
end
$$;

-- The rows are locked before the orders are read, too: changes of other transactions to an associate's orders are then visible.
create or replace function update_last_orders() returns trigger language plpgsql as $$
declare
  whose bigint[];
begin
  if tg_op = 'DELETE' then
    whose := array(select user_id from deleted);
  else
    whose := array(
      select unnest(array[inserted.user_id, deleted.user_id]) from inserted join deleted using (id)
      where (inserted.user_id, inserted.date_created, inserted.status = 'Cancelado')
        <> (deleted.user_id, deleted.date_created, deleted.status = 'Cancelado'));
  end if;
  if cardinality(whose) = 0 then
    return null;
  end if;
  perform from last_orders where user_id = any (whose) order by user_id for update;
  update last_orders l set taken_at = (select max(date_created) from orders o where o.user_id = l.user_id),
    first_at = (select min(date_created) from orders o where o.user_id = l.user_id and o.status <> 'Cancelado')
  where user_id = any (whose);
  return null;
end
$$;

create or replace trigger last_orders_insert after insert on users referencing new table as inserted for each statement execute function add_last_orders();
create or replace trigger last_orders_update after update on users referencing old table as deleted new table as inserted for each statement execute function add_last_orders();
create or replace trigger last_orders_insert after insert on orders referencing new table as inserted for each statement execute function add_to_last_orders();
create or replace trigger last_orders_delete after delete on orders referencing old table as deleted for each statement execute function update_last_orders();
create or replace trigger last_orders_update after update on orders referencing old table as deleted new table as inserted for each statement execute function update_last_orders();
