package erasure_test

// seedAreas are rows of Valdirene in areas beside registration, orders and appointments: bank statements, imports, incidents, requests,
// holds, joined records, devices, messages and what waits to be undone.
const seedAreas = `
insert into bank_statements (id, file_name, sha256, first_day, last_day, author_name, date_created) overriding system value values (7601, 'extrato-valdirene-quaresma-nhanderu.ofx', repeat('a', 64), '2026-11-01', '2026-11-20', 'Fernando', now());
insert into bank_entries (statement_id, day, amount, name, memo, fingerprint) values (7601, '2026-11-03', 600, 'VALDIRENE QUARESMA NHANDERU', 'PIX 714.287.938-60', 'b');
insert into imports (id, kind, state, owner_name, file_name, file_size, date_created) overriding system value values (7602, 'associates', 'done', 'Bruno', 'valdirene-quaresma-nhanderu.csv', 10, now());
insert into import_rows (import_id, line, cells, data, identity, record_id, outcome, note) values (7602, 2, '["Valdirene Quaresma Nhanderu", "714.287.938-60"]', '{"associate_name": "Valdirene Quaresma Nhanderu"}', '71428793860', 7001, 'created', 'v.q@exemplo.org.br');
insert into incidents (id, year, sequence, title, noticed_at, due_on, noticed_how, happened, created_by_name, date_created) values (7603, 2026, 77, 'Planilha de Valdirene Quaresma Nhanderu', now(), current_date + 3, 'Camila', 'Foi para v.q@exemplo.org.br', 'Camila', now());
insert into incident_people (incident_id, user_id, seen, date_created) values (7603, 7001, '["cadastro de Valdirene Quaresma Nhanderu"]', now());
insert into incident_events (incident_id, action, text, actor_name, date_created) values (7603, 'Nota', 'Avisamos Valdirene Quaresma Nhanderu', 'Camila', now());
insert into privacy_requests (id, user_id, kind, channel, text, asked_text, requester, state, received_on, due_on, created_by, date_created, date_closed, answer, identity, identity_by, date_identity)
	values (7604, 7001, 'access', 'letter', 'Carta de Valdirene Quaresma', 'O e-mail v.q@exemplo.org.br é seu?', 'Genoveva Quaresma, mãe', 'answered', '2026-10-01', '2026-10-16', 'Camila', now(), now(), 'Valdirene, segue a cópia', 'documento com foto', 'Camila', now());
insert into privacy_request_events (request_id, action, text, is_own, actor_name, date_created) values (7604, 'received', 'Valdirene Quaresma ligou', true, 'Valdirene Quaresma Nhanderu', now());
insert into privacy_request_files (request_id, file_name, content_type, size, content_encrypted, encryption_key_id, added_by, date_created) values (7604, 'carta-valdirene.pdf', 'application/pdf', 3, '\x00', '', 'Camila', now());
insert into person_exports (id, user_id, request_id, state, is_own, asked_by, date_created, date_ready, expires) values (7605, 7001, 7604, 'ready', true, 'Valdirene Quaresma Nhanderu', now(), now(), now() + interval '3 days');
insert into person_export_chunks (export_id, place, content_encrypted, encryption_key_id) values (7605, 0, convert_to('Valdirene Quaresma', 'UTF8'), '');
insert into retention_holds (user_id, reason, created_by_name, date_created) values (7001, 'Processo de Valdirene Quaresma Nhanderu', 'Camila', now());
insert into member_cards (user_id, code, date_created) values (7001, 'VQNTEST2', now());
insert into order_drafts (operator_id, user_id, fields, date_updated) values (1, 7001, '{"info": ["Entregar a Valdirene Quaresma"]}', now());
insert into read_reasons (operator_id, person_id, reason, date_created, expires_at) values (1, 7001, 'Valdirene Quaresma pediu', now(), now() + interval '1 hour');
insert into joinings (id, kept_id, kept_name, gone_id, gone_name, gone, before, after, moved, actor_id, actor_name, date_created) overriding system value
	values (7606, 7001, 'Valdirene Quaresma Nhanderu', 7999, 'Val Quaresma', '{"associate_name": "Val Quaresma", "cpf": "71428793860"}', '{"email": "v.q@exemplo.org.br"}', '{}', 1, 1, 'Camila', now());
insert into joining_rows (joining_id, action, table_name, content) values (7606, 'removed', 'sessions', '{"device": "Celular da Valdirene Quaresma"}');
insert into associate_aliases (gone_id, gone_code, kept_id) values (7999, gen_random_uuid(), 7001);
insert into deaths (user_id, died_on, document, recorded_by_name, date_created) values (7003, '2026-01-01', 'Óbito de Benvinda Nhanderu', 'Camila', now());
insert into adult_patients (user_id, since, date_created, basis, document, decided_by_name, date_decided) values (7003, '2026-01-01', now(), 'guardian', 'Curatela de Benvinda Nhanderu', 'Camila', now());
`
