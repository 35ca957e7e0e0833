-- How an order was paid and sent, and why a step was taken back.

-- +goose Up
alter table orders
  add column payment_method  text,
  add column paid_on         date,
  add column amount_received numeric(12, 2),
  add column tracking_code   text,
  add constraint orders_payment_method_check check (payment_method in ('pix', 'credit_card', 'debit_card', 'cash', 'bank_transfer', 'boleto')),
  add constraint orders_amount_received_check check (amount_received between 0 and 9999999.99),
  add constraint orders_tracking_code_check check (length(tracking_code) between 1 and 60);
alter table order_changes
  add column reason text,
  add constraint order_changes_reason_check check (length(reason) between 1 and 500);

-- +goose Down
alter table order_changes drop column reason;
alter table orders drop column payment_method, drop column paid_on, drop column amount_received, drop column tracking_code;
