-- Mails that changes of rows ask for, until a job has written them. Triggers keep them (migrations/derived/status_mails.sql),
-- so that pages, scripts and bulk actions all count. What was never mailed is no history: written rows are removed.

-- +goose Up
create table status_mails (
	id bigint generated always as identity primary key,
	kind text not null constraint status_mails_kind_check check (kind in ('account_opened', 'message_received', 'order_placed', 'order_paid', 'order_sent',
		'document_received', 'service_booked', 'service_moved', 'service_cancelled', 'contest_answered', 'month_closed', 'payout_made')),
	user_id bigint references users (id) on delete cascade,
	order_id bigint references orders (id) on delete cascade,
	item_id bigint references reception (id) on delete cascade,
	service_id bigint references services (id) on delete set null,
	professional_id bigint references professionals (id) on delete cascade,
	statement_id bigint references statements (id) on delete cascade,
	-- When the appointment is, or was: a removed service leaves nothing else.
	moment timestamptz,
	date_created timestamptz not null default now()
);
create index status_mails_user_id_idx on status_mails (user_id) where user_id is not null;
create index status_mails_order_id_idx on status_mails (order_id) where order_id is not null;
create index status_mails_item_id_idx on status_mails (item_id) where item_id is not null;
create index status_mails_service_id_idx on status_mails (service_id) where service_id is not null;
create index status_mails_professional_id_idx on status_mails (professional_id) where professional_id is not null;
create index status_mails_statement_id_idx on status_mails (statement_id) where statement_id is not null;

-- +goose Down
drop table status_mails;
