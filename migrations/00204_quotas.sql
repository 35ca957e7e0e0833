-- +goose Up
-- What callers who are not staff have stored in their day, by quota and caller.
create unlogged table quota_uses (
	key text constraint quota_uses_pkey primary key,
	uses integer not null constraint quota_uses_uses_check check (uses >= 0),
	bytes bigint not null constraint quota_uses_bytes_check check (bytes >= 0),
	window_starts timestamptz not null,
	window_ends timestamptz not null,
	constraint quota_uses_key_check check (length(key) <= 400),
	constraint quota_uses_window_ends_check check (window_ends > window_starts)
);
create index quota_uses_window_ends_idx on quota_uses (window_ends);

-- +goose Down
drop table quota_uses;
