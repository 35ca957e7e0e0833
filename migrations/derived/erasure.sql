-- Erased persons in texts about something else: each match of a pattern becomes their pseudonym.

-- Whether a text names the person whom pattern finds. clue, which is quick, matches every text that pattern matches.
create or replace function names_person(value text, clue text, pattern text) returns boolean language sql immutable parallel safe as $$
  select case when value ~* clue then value ~* pattern else false end
$$;

create or replace function erase_mentions(value text, pattern text, name text) returns text language sql immutable as $$
  select regexp_replace(value, pattern, name, 'gi')
$$;

-- The texts in a JSON value; names of members and numbers stay.
create or replace function erase_mentions(value jsonb, pattern text, name text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(regexp_replace(value #>> '{}', pattern, name, 'gi'));
    when 'array' then
      return coalesce((select jsonb_agg(erase_mentions(e, pattern, name) order by place) from jsonb_array_elements(value) with ordinality each (e, place)), '[]');
    when 'object' then
      return coalesce((select jsonb_object_agg(m.key, erase_mentions(m.value, pattern, name)) from jsonb_each(value) m), '{}');
    else
      return value;
  end case;
end
$$;

create or replace function erase_mentions(value json, pattern text, name text) returns json language sql immutable as $$
  select erase_mentions(value::jsonb, pattern, name)::json
$$;
