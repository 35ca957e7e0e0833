package erasure_test

// seedRows are the rows of Valdirene and what others wrote about her.
const seedRows = `
insert into users (id, user_code, status, associate_status, email_account, account_password, responsible_type, associate_name, associate_cpf, name, last_name,
	social_name, email, birth_date, gender, cpf, rg, rg_issuer, mother_name, phone, phone_secondary, emergency_name, emergency_phone, street, number, city, state, cep,
	health_condition, icd_code, medications, health_notes, prescriber, prescription, annotations, tags, how_found, date_created)
values (7001, '7a000000-0000-4000-8000-000000000001', 'Associado', '5', 'valdirene.antiga@exemplo.org.br', 'x', 'other_person', 'Valdirene Quaresma Nhanderu', '71428793860',
	'Valdirene', 'Quaresma Nhanderu', 'Val Quaresma', 'v.q@exemplo.org.br', '1971-02-03', 'female', '71428793860', 'MG-14.777.321', 'SSP', 'Genoveva Quaresma', '99881234567', null,
	'Genoveva Quaresma', '99881234567', 'Rua Sebastiana Quirino', '87', 'Diamantina', 'MG', '39100000',
	'Dor de Valdirene Quaresma', 'R52', 'Nada', 'Valdirene dorme mal', 'Dra. Renata', '{"product": "óleo de Valdirene"}',
	'[{"text": "Valdirene ligou", "author": "Bruno"}]', '["Prioritário"]', 'Vizinha', now() - interval '400 days');
insert into users (id, user_code, status, responsible_code, name, last_name, cpf, relationship, guardian_name, health_condition, date_created)
values (7002, '7a000000-0000-4000-8000-000000000002', 'patient', '7a000000-0000-4000-8000-000000000001', 'Teobaldo', 'Nhanderu', '46217345005', 'filho', 'Valdirene Quaresma Nhanderu', 'Epilepsia', now() - interval '300 days'),
	(7003, '7a000000-0000-4000-8000-000000000003', 'patient', '7a000000-0000-4000-8000-000000000001', 'Benvinda', 'Nhanderu', null, 'filha', 'Valdirene Quaresma Nhanderu', 'TEA', now() - interval '300 days');
update users set email_account = 'v.q@exemplo.org.br' where id = 7001;
insert into consents (user_id, purpose, version, text_hash, given, network, date_created) select 7001, purpose, version, text_hash, true, '189.6.0.0', now() from consent_texts;
insert into orders (id, user_id, user_code, name_associate, email, address, items, total, delivery_price, status, info, prescriber, tracking_code, freight_option, date_created)
values (7101, 7001, '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', 'v.q@exemplo.org.br',
	'{"street": "Rua Sebastiana Quirino", "number": "87", "city": "Diamantina", "state": "MG", "cep": "39100000", "recipient": "Valdirene Quaresma"}',
	'[{"code": "OLEO-30", "name": "Óleo", "amount": 290.00, "quantity": 2}]', 600, 20, 'Entregue', 'Entregar para Genoveva Quaresma', 'Dra. Renata', 'BR123', '{"to": "Valdirene Quaresma Nhanderu"}', now() - interval '200 days'),
	(7102, 7001, '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', 'v.q@exemplo.org.br', '{"street": "Rua Sebastiana Quirino", "number": "87", "state": "MG"}',
	'[{"code": "OLEO-30", "name": "Óleo", "amount": 290.00, "quantity": 1}]', 290, 0, 'Cancelado', null, null, null, null, now() - interval '100 days');
insert into order_changes (order_id, action, actor_kind, actor_code, actor_name, changes, reason) values
	(7101, 'update', 'associate', '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', '{"email": {"from": "valdirene.antiga@exemplo.org.br", "to": "v.q@exemplo.org.br"}, "status": {"from": "Pago", "to": "Enviado"}}', 'Valdirene pediu');
insert into parcels (order_id, provider, option_key, service_label, reference, state, carrier_id, tracking_code, price, value, content, weight_g, length_cm, width_cm, height_cm, tracking_status, date_created, date_updated)
	values (7101, 'carrier_a', 'x', 'PAC', 'A-7101', 'ready', 'c', 'BR123', 20, 600, 'Óleo', 100, 10, 10, 10, 'Entregue a Valdirene Quaresma', now(), now());
insert into parcel_events (parcel_id, date_created, stage, description) select id, now(), 'delivered', 'Recebido por Genoveva Quaresma' from parcels where order_id = 7101;
insert into statements (id, month, sequence, professional_id, professional_name, type, lines, count, received, fee, donation, payable, date_closed)
	values (7301, '2026-09-01', 77, 1, 'Renata Ribeiro', 'medic', '[{"service_id": 7201, "service_code": "S-VAL", "associate_name": "Valdirene Quaresma Nhanderu", "patient_name": "Teobaldo Nhanderu", "payable": "240.00"}, {"service_id": 1, "associate_name": "Ana Beatriz de Souza", "patient_name": null}]', 2, 300, 60, 0, 240, now());
insert into services (id, service_code, booking_group_code, associate_user_code, associate_name, associate_email, patient_user_code, patient_name, professional_id, professional_name, type,
	consultation_date, price, price_paid, status, observations, tags, payment_link, event_id, event_link, event_calendar_id, event_state, confirmation_reason, statement_id, date_created)
values (7201, 'S-VAL', '7b000000-0000-4000-8000-000000000001', '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', 'v.q@exemplo.org.br', '7a000000-0000-4000-8000-000000000002', 'Teobaldo Nhanderu',
	1, 'Renata Ribeiro', 'medic', '2026-09-10', 300, 300, 'Pagamento Concluído', 'Teobaldo Nhanderu melhora', '["Retorno"]', 'https://pagar.example.org/valdirene', 'ev1', 'https://agenda.example.org/ev1', 'renata@acolhe.test', 'created', 'Valdirene viaja', 7301, now() - interval '80 days'),
	(7202, 'S-VAL2', '7b000000-0000-4000-8000-000000000001', '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', 'v.q@exemplo.org.br', null, null, 1, 'Renata Ribeiro', 'medic', '2026-10-10', 300, null, 'Aguardando Pagamento', null, '[]', null, null, null, null, null, null, null, now());
insert into booking_payments (id, booking_group_code, method, amount, due, paid_on, actor_code, actor_name, date_created, reverted_at, revert_reason, reverter_code, reverter_name)
	values (7401, '7b000000-0000-4000-8000-000000000001', 'pix', 300, 300, '2026-09-10', '0c000000-0000-4000-8000-000000000002', 'Bruno Acioli', now(), now(), 'Valdirene Quaresma pagou de novo', '0c000000-0000-4000-8000-000000000002', 'Bruno Acioli');
insert into receipts (year, sequence, order_id, paid_at, issuer, payer, payer_cpf, amount, method, paid_on, about, date_created) values
	(2026, 7701, 7101, now(), '{"name": "Associação"}', 'Valdirene Quaresma Nhanderu', '714.287.938-60', 600, 'Pix', '2026-05-01', 'Pedido de Valdirene Quaresma', now());
insert into contracts (id, status, kind, user_code, email_account, patient_user_code, variables, content_json, content_sha256, signing_token, signing_token_encrypted, encryption_key_id, signing_expires, public_code, signer_name, signer_cpf, patient_name, completed_at, event_count, events_sha256,
	filled_pdf_sha256, signed_pdf_sha256, audit_pdf_sha256)
values ('7c000000-0000-4000-8000-000000000001', 'completed', 'with_patient', '7a000000-0000-4000-8000-000000000001', 'valdirene.antiga@exemplo.org.br', '7a000000-0000-4000-8000-000000000002',
	'{"name": "Valdirene Quaresma Nhanderu"}', '{"type": "doc", "content": [{"type": "text", "text": "Eu, Valdirene Quaresma Nhanderu"}]}', repeat('a', 64), sha256('v'), '\x00', '', now(), 'VQN2TERM', 'Valdirene Quaresma Nhanderu', '71428793860', 'Teobaldo Nhanderu', now() - interval '390 days', 1, repeat('b', 64), repeat('c', 64), repeat('d', 64), repeat('e', 64)),
	('7c000000-0000-4000-8000-000000000002', 'pending', 'self', '7a000000-0000-4000-8000-000000000001', 'v.q@exemplo.org.br', null, '{}', '{"type": "doc", "text": "Valdirene Quaresma"}', repeat('a', 64), sha256('w'), '\x00', '', now(), 'VQN3TERM', 'Valdirene Quaresma Nhanderu', '71428793860', null, null, 0, null, null, null, null);
update users set adhesion_term = '7c000000-0000-4000-8000-000000000001' where id = 7001;
insert into term_signatures (contract_id, method, typed_name, consent, consent_text, ip, user_agent, occurred_at) values ('7c000000-0000-4000-8000-000000000001', 'type', 'Valdirene Quaresma Nhanderu', true, 'Li', '189.6.1.2', 'Firefox', now() - interval '390 days');
insert into sign_events (contract_id, kind, ip, details, occurred_at, position, sha256) values ('7c000000-0000-4000-8000-000000000001', 'contract.created', '189.6.1.2', '{"to": "valdirene.antiga@exemplo.org.br"}', now() - interval '390 days', 1, repeat('b', 64));
insert into reception (id, name, email, phone, message, notes, status, associate_code, associate_name, is_associate, labels) values
	(7501, 'Valdirene Quaresma', 'v.q@exemplo.org.br', '99881234567', 'Sou a Valdirene', 'Mãe do Teobaldo', 'waiting', '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu', true, '["Retorno"]'),
	(7502, 'Valdirene', 'valdirene.antiga@exemplo.org.br', null, 'Quero me associar', null, 'waiting', null, null, false, '[]');
insert into reception_notes (item_id, text, author_name, date_created) values (7501, 'Valdirene é simpática', 'Bruno', now());
insert into reception_changes (item_id, action, actor_kind, actor_code, actor_name) values (7501, 'enter', 'associate', '7a000000-0000-4000-8000-000000000001', 'Valdirene Quaresma Nhanderu');
insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items) values (7002, 'Renata', 'CRM', '1', 'SC', '2026-01-01', '2027-01-01', '[{"name": "óleo para Teobaldo"}]');
insert into document_requests (user_id, subject, doc_type, side, reason) values (7001, 'responsible', 'rg', 'front', 'Valdirene saiu tremida');
insert into email_changes (associate_id, old_email, new_email, undo_hash, undo_until, date_created) values (7001, 'valdirene.antiga@exemplo.org.br', 'v.q@exemplo.org.br', '\x01', now(), now());
insert into mails (kind, recipient, status, encryption_key_id, letter_expires, date_sent, last_error) values ('reset', 'v.q@exemplo.org.br', 'sent', '', now(), now(), null), ('reset', 'valdirene.antiga@exemplo.org.br', 'failed', '', now(), null, 'valdirene.antiga@exemplo.org.br não existe');
insert into idempotency_keys (caller, route, key, request_sha256, response_body, expires_at) values ('associate 7001', 'POST /x', 'k', sha256('x'), '{"name": "Valdirene"}', now() + interval '1 day'), ('operator 2', 'POST /orders', 'k', sha256('x'), '{"name_associate": "Valdirene Quaresma Nhanderu"}', now() + interval '1 day');
insert into sessions (token, associate_id, device, ip, expires_at) values (sha256('s'), 7001, 'Celular da Valdirene', '189.6.1.2', now() + interval '1 day');
insert into undos (operator_id, kind, payload, date_created) values (2, 'users.annotation', '{"id": 7001, "annotation": {"text": "Valdirene Quaresma ligou"}}', now());
insert into notices (kind, cause, user_id, detail, author, date_created) values ('mention', 'm1', 7001, 'Valdirene Quaresma espera', 'Bruno', now());
insert into tasks (kind, tag, status, owner_id, owner_name, total, date_created, date_started, date_ended) values ('add_tag', 'x', 'done', 2, 'Bruno', 1, now(), now(), now());
insert into task_rows (task_id, row_id, refusal) select max(id), 7001, 'Valdirene Quaresma Nhanderu não aceita' from tasks;
insert into tasks (kind, status, owner_id, owner_name, total, date_created, date_started, date_ended) values ('export', 'done', 2, 'Bruno', 1, now(), now(), now());
insert into exports (task_id, list, collection, query, format, file_name, content_type, size, date_expires) select max(id), 'associados', 'users', 'q=Valdirene+Quaresma&cpf=714.287.938-60', 'csv', 'associados.csv', 'text/csv', 20, now() + interval '1 day' from tasks;
insert into export_chunks (task_id, place, bytes) select max(id), 0, convert_to('nome;Valdirene Quaresma', 'UTF8') from tasks;
insert into saved_views (owner_id, page, name, query, date_created) values (1, 'pedidos', 'De Valdirene Quaresma', 'q=valdirene%20quaresma%20nhanderu', now());
insert into operator_preferences (operator_id, key, value, date_updated) values (1, 'recent', '["Valdirene Quaresma Nhanderu", 7]', now());
insert into system_error_groups (error_hash, message, last_seen) values ('deadbeef', 'sem e-mail de Valdirene Quaresma Nhanderu', now());
insert into system_errors (error_hash, message, url, extra, source) values ('deadbeef', 'CPF 714.287.938-60', '/painel/associados?q=v.q%40exemplo.org.br', '{"body": {"phone": "+55 (99) 88123-4567"}}', 'server');
insert into security_events (kind, actor_kind, subject, user_agent) values ('login.failed', 'nobody', 'v.q@exemplo.org.br', '');
insert into cash_entries (kind, category, value, day, note, author_name, date_created) values ('cost', 'Outros', 10, '2026-05-01', 'Devolvido a VALDIRENE  QUARESMA NHANDERU, rua sebastiana quirino, nº 87', 'Fernando', now());
insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, true, 'operator', 'Renata', 'Confundi com o Teobaldo Nhanderu');
insert into river_job (kind, args, max_attempts, queue, state, finalized_at, scheduled_at, errors) values ('write_reset', '{"address": "v.q@exemplo.org.br"}', 3, 'default', 'completed', now(), now(), null);
insert into rate_limits (key, hits, window_starts, window_ends) values ('login v.q@exemplo.org.br', 1, now(), now() + interval '1 hour');
update orders set info = 'Deixar com a vizinha Valdirene Quaresma Nhanderu' where id = 2;
update users set annotations = '[{"text": "Indicada por Valdirene Quaresma"}]', health_notes = 'Prima de Teobaldo Nhanderu' where id = 5;
update reception set notes = 'Amiga de Valdirene Quaresma Nhanderu' where id = 2;
insert into privacy_requests (user_id, kind, channel, text, received_on, due_on, created_by, date_created) values (7001, 'erase', 'own', 'Sou Valdirene Quaresma e quero sair', '2026-11-18', '2026-12-03', 'Valdirene Quaresma Nhanderu', now());
`
