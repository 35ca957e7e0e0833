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

-- +goose Down
drop function is_sha256_hex(text);
drop function is_sha256(bytea);
drop function is_text_list(jsonb);
drop function is_object(jsonb);
drop function is_array(jsonb);
drop function is_uf(text);
drop function is_phone(text);
drop function is_cep(text);
drop function is_cpf(text);
drop function is_email(text);
drop function fold(text);
drop extension btree_gist;
drop extension pg_trgm;
drop extension unaccent;
