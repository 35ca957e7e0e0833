-- +goose Up
-- Pages read the sums of the last months from indexes alone, which PostgreSQL can do only for pages of a table that were vacuumed since
-- their last change. By default it waits for a fifth of all rows, months of orders.
alter table orders set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table services set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table users set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
alter table last_orders set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- +goose Down
alter table orders reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
alter table services reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
alter table users reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
alter table last_orders reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
