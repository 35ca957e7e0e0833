-- The extensions, and the immutable functions that checks, generated columns and search share. All three extensions are
-- trusted, so the owner of the database may create them without being superuser.

-- +goose Up
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- fold returns a text for searching: without accents, case and punctuation ("São João d'El-Rei" → "sao joao delrei").
-- unaccent() is only STABLE because its dictionary is found through search_path. With the schema in the name of the
-- dictionary the result depends only on the argument, so IMMUTABLE is true and stored generated columns may use it. A
-- regular expression removes the punctuation because translate() with such a long list is seven times slower. The
-- schema is looked up because some hosted servers install extensions outside public.
-- +goose StatementBegin
do $$
declare
  home name := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format(
    $f$
    create function fold(text) returns text
      language sql immutable strict parallel safe
      return regexp_replace(lower(%1$I.unaccent('%1$I.unaccent'::regdictionary, $1)), '[!-/:-@[-`{-~´‘’“”–—…]+', '', 'g')
    $f$, home);
end
$$;
-- +goose StatementEnd

-- An e-mail in its stored form: trimmed and lower-case, so that addresses compare by equality.
create function is_email(text) returns boolean
  language sql immutable parallel safe
  return length($1) <= 254 and $1 = lower(btrim($1)) and $1 ~ '^[^@\s]+@[^@\s]+$';

-- Eleven digits; the check digits are verified where the value enters.
create function is_cpf(text) returns boolean
  language sql immutable parallel safe
  return $1 ~ '^[0-9]{11}$';

create function is_cep(text) returns boolean
  language sql immutable parallel safe
  return $1 ~ '^[0-9]{8}$';

create function is_phone(text) returns boolean
  language sql immutable parallel safe
  return $1 ~ '^\+?[0-9]{8,15}$';

-- One of the 27 federative units.
create function is_uf(text) returns boolean
  language sql immutable parallel safe
  return $1 in ('AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR', 'RJ',
                'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO');

create function is_array(jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof($1) = 'array';

create function is_object(jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof($1) = 'object';

-- A JSON array of strings; strict mode, because lax paths would look through nested arrays.
create function is_text_list(jsonb) returns boolean
  language sql immutable parallel safe
  return case jsonb_typeof($1)
    when 'array' then not jsonb_path_exists($1, 'strict $[*] ? (@.type() != "string")')
    else $1 is null
  end;

-- The SHA-256 of a secret. Secrets themselves are never stored.
create function is_sha256(bytea) returns boolean
  language sql immutable parallel safe
  return octet_length($1) = 32;

create function is_sha256_hex(text) returns boolean
  language sql immutable parallel safe
  return $1 ~ '^[0-9a-f]{64}$';

create function tag_key(text) returns text language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, $1));

-- tag_reach returns the collections of a tag as a range, so that a constraint can compare them.
create function tag_reach(collection text) returns int8range
  language sql immutable parallel safe
  return case when collection is null then int8range(null, null) else int8range(hashtextextended(collection, 0), hashtextextended(collection, 0), '[]') end;

-- replace_tag returns the tags of a row with one name in place of another, each name once.
create function replace_tag(tags jsonb, old text, new text) returns jsonb
  language sql immutable parallel safe
  return case
    when tags @> jsonb_build_array(new) and old <> new then tags - old
    else (select coalesce(jsonb_agg(case when name = old then new else name end order by position), '[]')
          from jsonb_array_elements_text(tags) with ordinality as names (name, position))
  end;

create function membership_status(status text, phase text, invalid_fields jsonb) returns text
  language sql immutable parallel safe
  return case
    when status = 'patient' then null
    when status = 'Associado' then 'enrolled'
    when phase = 'assinatura_termo' then 'awaiting_signature'
    when invalid_fields <> '[]' then 'invalid_documents'
    else 'joining'
  end;

-- The age group on the day of registration; empty if it is unknown.
create function age_group(born date, registered date) returns text
  language sql immutable parallel safe
  return case
    when born is null or born > registered then ''
    else (case width_bucket(extract(year from age(registered, born)), array[18, 30, 45, 60, 75]::numeric[])
      when 0 then '0-17' when 1 then '18-29' when 2 then '30-44' when 3 then '45-59' when 4 then '60-74' else '75+' end)
  end;
