-- +goose Up
-- avatar_file_id is the uploaded picture of which avatar_url is the address.
alter table users add column avatar_file_id bigint;
alter table users add constraint users_avatar_file_id_fkey foreign key (avatar_file_id) references files (id) on delete restrict;
create index users_avatar_file_id_idx on users (avatar_file_id) where avatar_file_id is not null;

-- +goose Down
update users set avatar_url = null where avatar_file_id is not null;
alter table users drop column avatar_file_id;
