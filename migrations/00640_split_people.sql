-- +goose Up
-- Of two people in one cell, the second can be the patient of the first.
alter table import_decisions drop constraint import_decisions_action_check;
alter table import_decisions add constraint import_decisions_action_check check (action in ('leave_out', 'clear', 'fix', 'keep', 'split'));

-- +goose Down
update import_decisions set action = 'fix' where action = 'split';
alter table import_decisions drop constraint import_decisions_action_check;
alter table import_decisions add constraint import_decisions_action_check check (action in ('leave_out', 'clear', 'fix', 'keep'));
