-- A search for what many have is answered from the newest associates on: their texts stand in the order that it reads them
-- in, so that it need not look each row up to pass it over. Rare words go by users_search_idx.

-- +goose Up
create index users_associates_search_idx on users (date_created desc, id desc) include (search_text) where status <> 'patient';

-- +goose Down
drop index users_associates_search_idx;
