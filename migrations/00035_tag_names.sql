-- A collection has each name of a tag once, without case and accents; a tag for every collection counts in each of them.
-- Rows hold the names of their tags, so tags that differ by nothing else are joined here, and their rows renamed.

-- +goose Up

-- tag_key returns what two names of one tag have in common: "Pediátrico" and "pediatrico" → "pediatrico". Unlike fold()
-- it keeps the punctuation, because "A+" and "A-" are two tags. About the schema of unaccent see fold().
-- +goose StatementBegin
do $$
declare
  home name := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format(
    $f$
    create function tag_key(text) returns text
      language sql immutable strict parallel safe
      return lower(%1$I.unaccent('%1$I.unaccent'::regdictionary, $1))
    $f$, home);
end
$$;
-- +goose StatementEnd

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

-- +goose StatementBegin
do $$
declare
  joined record;
  tagged text;
begin
  for joined in
    select t.id, t.name, t.collection, kept.name as new
    from tags t
    join lateral (
      select k.id, k.name from tags k
      where tag_key(k.name) = tag_key(t.name) and (k.collection is null or k.collection = t.collection)
      order by k.collection nulls first, k.id limit 1
    ) kept on kept.id <> t.id
    order by t.id
  loop
    foreach tagged in array array['users', 'orders', 'products', 'services'] loop
      if joined.name <> joined.new and (joined.collection is null or joined.collection = tagged) then
        execute format('update %I set tags = replace_tag(tags, $1, $2) where tags @> jsonb_build_array($1)', tagged)
          using joined.name, joined.new;
      end if;
    end loop;
    delete from tags where id = joined.id;
  end loop;
end
$$;
-- +goose StatementEnd

alter table tags
  drop constraint tags_collection_name_key,
  add constraint tags_name_excl exclude using gist (tag_key(name) with =, tag_reach(collection) with &&);

-- +goose Down
alter table tags
  drop constraint tags_name_excl,
  add constraint tags_collection_name_key unique nulls not distinct (collection, name);
drop function replace_tag(jsonb, text, text);
drop function tag_reach(text);
drop function tag_key(text);
