-- +goose Up
-- Accounts of professionals whose title was taken for their first name: “Dra.” and “Renata Ribeiro” are “Dra. Renata” and
-- “Ribeiro”.
update system_users
set name = name || ' ' || split_part(last_name, ' ', 1), last_name = ltrim(substr(last_name, length(split_part(last_name, ' ', 1)) + 1))
where name ~* '^(dr|dra|sr|sra|srta|prof|profa)\.?$' and last_name <> '';

-- +goose Down
select 1;
