-- More information that the staff ask of the person of a request, and two more kinds of notices.

-- +goose Up
alter table privacy_requests add column asked_text text not null default '',
  -- Since when the request waits for the person; null if it does not.
  add column date_asked timestamptz;
alter table privacy_requests add constraint privacy_requests_asked_check check (length(asked_text) <= 4000 and (date_asked is null or asked_text <> ''));
alter table privacy_request_events drop constraint privacy_request_events_action_check;
alter table privacy_request_events add constraint privacy_request_events_action_check
  check (action in ('received', 'code', 'identity', 'letter', 'file', 'copy', 'asked', 'informed', 'answered', 'refused', 'withdrawn'));
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('contest', 'label', 'term', 'document', 'event', 'webhook', 'mention', 'erasure', 'adult'));

-- +goose Down
delete from notices where kind in ('erasure', 'adult');
alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in ('contest', 'label', 'term', 'document', 'event', 'webhook', 'mention'));
delete from privacy_request_events where action in ('asked', 'informed');
alter table privacy_request_events drop constraint privacy_request_events_action_check;
alter table privacy_request_events add constraint privacy_request_events_action_check
  check (action in ('received', 'code', 'identity', 'letter', 'file', 'copy', 'answered', 'refused', 'withdrawn'));
alter table privacy_requests drop column date_asked, drop column asked_text;
