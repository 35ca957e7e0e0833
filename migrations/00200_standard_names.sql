-- Databases of versions before the baseline get the names of the baseline; what derived/ creates goes away under its old
-- names first.

-- +goose Up
-- +goose StatementBegin
do $$
declare
  old record;
begin
  if to_regclass('tallies') is null then
    return;
  end if;
  for old in select tgname, tgrelid::regclass as source from pg_trigger
    where not tgisinternal and tgrelid::regclass::text !~ '^river_' and tgname ~ '^(tally|follow|webhook)_(came|gone|moved)$' loop
    execute format('drop trigger %I on %s', old.tgname, old.source);
  end loop;
  drop function tally_associates(), tally_orders(), tally_reception(), settle_tallies(), follow_associates(), follow_orders();
  alter table tallies rename to counters;
  alter index tallies_subject_idx rename to counters_subject_idx;
  alter table counters rename constraint tallies_subject_check to counters_subject_check;
  alter table counters rename constraint tallies_key_check to counters_key_check;
  alter function associate_standing(text, text, jsonb) rename to membership_status;
end
$$;
-- +goose StatementEnd
