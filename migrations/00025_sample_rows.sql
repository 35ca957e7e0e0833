-- Every page of the panel tells whether sample data is loaded, and an association at work has none: without an index all
-- of users would be read to find that out.

-- +goose Up
create index users_sample_idx on users (id) where is_sample;

-- +goose Down
drop index users_sample_idx;
