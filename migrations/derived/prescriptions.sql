-- What the rule of prescriptions decides about an order from: the prescriptions of an associate and the patients that are not refused or
-- replaced, the latest end first, the items of their other orders since then, and the products of the order. Cancelled orders do not
-- count as taken, and neither does the order itself. A hold locks the associate first, so that the orders of other transactions are then
-- visible: each statement of a volatile function sees what was committed before it.
--
-- Every order waits for it, so that it answers with the rows as they are, which the program adds up in less time; and the prescriptions
-- are read by patient, because PostgreSQL would look for several patients at once through those of everyone, the latest end first.
--
-- Programs before this one read another shape from prescription_basis, which stays in their databases for a rolling upgrade.

create or replace function allowance_basis(associate bigint, associate_code uuid, but_order bigint, since timestamptz, codes text[], is_held boolean, most int)
  returns json language plpgsql as $$
begin
  if is_held then
    perform from users where id = associate for no key update;
  end if;
  return json_build_object(
    'Prescriptions', array(
      select json_build_object('IssuedOn', issued_on, 'ValidUntil', valid_until, 'Items', items)
      from (select associate as patient union all select id from users where responsible_code = associate_code) as people
        cross join lateral (
          select * from prescriptions
          where user_id = patient and refused_reason is null and replaced_by_id is null
          order by valid_until desc, id desc limit most) as theirs
      order by valid_until desc, id desc limit most),
    'Taken', array(
      select items from orders where user_id = associate and date_created >= since and status <> 'Cancelado' and id <> but_order),
    'Products', array(select json_build_object('Code', code, 'Name', name, 'Tags', tags) from products where code = any (codes)));
end
$$;
