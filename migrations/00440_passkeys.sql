-- +goose Up
-- The passkeys of operators. credential holds the public key and what the browser reported at the registration; nothing in it
-- signs in. sign_count repeats its counter. suspected_at is when the counter went back: the passkey may have been copied.
create table passkeys (
	id            bigint generated always as identity,
	operator_id   bigint not null,
	identifier    bytea not null,
	name          text not null,
	credential    jsonb not null,
	sign_count    bigint not null,
	suspected_at  timestamptz,
	last_used_at  timestamptz,
	date_created  timestamptz not null,
	constraint passkeys_pkey primary key (id),
	constraint passkeys_identifier_key unique (identifier),
	constraint passkeys_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade
);
create index passkeys_operator_id_idx on passkeys (operator_id, id);

-- The hashes of answered challenges, until they expire: each is answered once.
create table used_challenges (
	hash       bytea not null,
	expires_at timestamptz not null,
	constraint used_challenges_pkey primary key (hash)
);

-- +goose Down
drop table used_challenges;
drop table passkeys;
