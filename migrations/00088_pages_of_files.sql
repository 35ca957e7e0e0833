-- The number of pages of a PDF; null for other files, and for one whose pages cannot be counted.

-- +goose Up
alter table files add column pages integer, add constraint files_pages_check check (pages between 1 and 100000);

-- +goose Down
alter table files drop column pages;
