-- An index for searches with many results: it holds the texts in the order of the results, so that rows that do not
-- match are skipped without reading the table. Rare terms use users_search_idx.

-- +goose Up
create index users_associates_search_idx on users (date_created desc, id desc) include (search_text) where status <> 'patient';

-- +goose Down
drop index users_associates_search_idx;
