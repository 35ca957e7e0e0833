-- The cards of members. The code of a card is public: its page confirms the membership. A card whose code was exchanged is
-- kept, so that the old code is answered as one that is no longer valid.

-- +goose Up
create table member_cards (
	id bigint generated always as identity primary key,
	user_id bigint not null references users (id) on delete cascade,
	code text not null constraint member_cards_code_check check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
	date_created timestamptz not null,
	date_ended timestamptz,
	constraint member_cards_code_key unique (code)
);
create unique index member_cards_current_key on member_cards (user_id) where date_ended is null;
create index member_cards_user_id_idx on member_cards (user_id);

-- +goose Down
drop table member_cards;
