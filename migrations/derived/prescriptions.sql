-- What the rule of prescriptions decides about an order from: the prescriptions of an associate and the patients that are not refused or
-- replaced, in the order of their end, the units that their other orders have of each product since then, and the products of the order.
-- Cancelled orders do not count as taken, and neither does the order itself. A hold locks the associate first, so that the orders of other
-- transactions are then visible: each statement of a volatile function sees what was committed before it.

create or replace function prescription_basis(associate bigint, associate_code uuid, but_order bigint, since timestamptz, codes text[], is_held boolean, most int)
  returns jsonb language plpgsql as $$
begin
  if is_held then
    perform from users where id = associate for no key update;
  end if;
  return jsonb_build_object(
    'Prescriptions', (
      select jsonb_agg(jsonb_build_object('IssuedOn', issued_on, 'ValidUntil', valid_until, 'Items', items) order by valid_until, id)
      from (
        select * from prescriptions
        where user_id in (select associate union all select id from users where responsible_code = associate_code)
          and refused_reason is null and replaced_by_id is null
        order by valid_until, id limit most) as theirs),
    'Taken', (
      select jsonb_object_agg(code, quantity)
      from (
        select item.code, sum(item.quantity) as quantity
        from orders o cross join lateral jsonb_to_recordset(o.items) as item(code text, quantity int)
        where o.user_id = associate and o.date_created >= since and o.status <> 'Cancelado' and o.id <> but_order and item.code is not null
        group by item.code) as units),
    'Products', (
      select jsonb_object_agg(code, jsonb_build_object('Name', name, 'Tags', tags)) from products where code = any (codes)));
end
$$;
