-- +goose Up
-- A contact ends for a reason of the program or one that the association configured, stored by its label.
alter table reception drop constraint reception_completion_reason_check;
alter table reception add constraint reception_completion_reason_check check (length(completion_reason) between 1 and 60);

-- The configured reasons with what they count as in the analyses: order, service or neither.
create view completion_reasons as
select reason ->> 'label' as label, reason ->> 'counts_as' as counts_as
from system_configs, jsonb_array_elements(case jsonb_typeof(value) when 'array' then value else '[]' end) reason
where system = 'triage' and key = 'completion_reasons';

-- +goose Down
drop view completion_reasons;
alter table reception drop constraint reception_completion_reason_check;
alter table reception add constraint reception_completion_reason_check check (completion_reason in ('Pedido', 'Serviço', 'Agendamento')) not valid;
