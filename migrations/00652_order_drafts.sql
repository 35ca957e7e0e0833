-- +goose Up
-- What an operator has typed of a new order and not saved.
create table order_drafts (
	operator_id  bigint not null,
	user_id      bigint not null,
	fields       jsonb not null,
	date_updated timestamptz not null,
	constraint order_drafts_pkey primary key (operator_id, user_id),
	constraint order_drafts_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade,
	constraint order_drafts_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index order_drafts_user_id_idx on order_drafts (user_id);

-- +goose Down
drop table order_drafts;
