-- Imports of spreadsheets. The rows of a file wait in import_rows until a person decides, and stay for 30 days so that the
-- import can be undone.

-- +goose Up
create table imports (
  id            bigint generated always as identity,
  kind          text not null,
  state         text not null default 'reading',
  owner_id      bigint,
  owner_name    text not null,
  file_name     text not null,
  file_size     bigint not null,
  -- What the file is: its format, its sheets with their rows, the chosen sheet, the line of the titles.
  format        text not null default '',
  sheets        jsonb not null default '[]',
  sheet         integer not null default 0,
  header_line   integer not null default 0,
  headers       jsonb not null default '[]',
  -- One entry for each column: its field and what its values become.
  columns       jsonb not null default '[]',
  month_first   boolean not null default false,
  point_decimal boolean not null default false,
  remembered_at timestamptz,
  webhooks      boolean not null default false,
  total         integer not null default 0,
  -- The last line that was checked, imported or undone.
  reached       integer not null default 0,
  created       integer not null default 0,
  patients      integer not null default 0,
  joined        integer not null default 0,
  skipped       integer not null default 0,
  refused       integer not null default 0,
  undone        integer not null default 0,
  kept          integer not null default 0,
  failure       text,
  date_created  timestamptz not null,
  date_started  timestamptz,
  date_resumed  timestamptz,
  date_ended    timestamptz,
  date_undone   timestamptz,
  constraint imports_pkey primary key (id),
  constraint imports_owner_id_fkey foreign key (owner_id) references system_users (id) on delete set null,
  constraint imports_kind_check check (kind in ('associates', 'annotations', 'products', 'tags', 'professionals', 'services', 'orders')),
  constraint imports_state_check check (state in ('reading', 'columns', 'checking', 'review', 'running', 'paused', 'done', 'undoing', 'undone', 'failed')),
  constraint imports_sheets_check check (is_array(sheets)),
  constraint imports_headers_check check (is_array(headers)),
  constraint imports_columns_check check (is_array(columns)),
  constraint imports_file_name_check check (length(file_name) between 1 and 255)
);
create index imports_owner_id_idx on imports (owner_id);
create index imports_date_created_idx on imports (date_created desc, id desc);

create table import_chunks (
  import_id bigint not null,
  place     integer not null,
  bytes     bytea not null,
  constraint import_chunks_pkey primary key (import_id, place),
  constraint import_chunks_import_id_fkey foreign key (import_id) references imports (id) on delete cascade,
  constraint import_chunks_bytes_check check (length(bytes) between 1 and 1048576)
);

create table import_rows (
  import_id  bigint not null,
  line       integer not null,
  cells      jsonb not null,
  -- What a person typed in place of cells, by the number of the column.
  edits      jsonb not null default '{}',
  data       jsonb not null default '{}',
  notes      jsonb not null default '[]',
  problems   jsonb not null default '[]',
  kinds      jsonb not null default '[]',
  -- Identifies the record within the file.
  identity   text,
  -- The stored record that may be the same, and why.
  match_id   bigint,
  reasons    jsonb not null default '[]',
  decision   text,
  -- The fields that a joined row takes from the file.
  taken      jsonb not null default '[]',
  -- The line of this file with the same person; its record is that of this line too.
  first_line integer,
  outcome    text not null default 'unchecked',
  record_id  bigint,
  -- Further records that the line made, and the values that a joined row had before.
  made       jsonb not null default '{}',
  note       text,
  constraint import_rows_pkey primary key (import_id, line),
  constraint import_rows_import_id_fkey foreign key (import_id) references imports (id) on delete cascade,
  constraint import_rows_cells_check check (is_array(cells)),
  constraint import_rows_kinds_check check (is_array(kinds)),
  constraint import_rows_decision_check check (decision in ('join', 'skip', 'new', 'leave_out')),
  constraint import_rows_outcome_check check (outcome in ('unchecked', 'blank', 'total', 'problem', 'duplicate', 'left_out',
    'create', 'attach', 'join', 'skip', 'created', 'attached', 'joined', 'skipped', 'refused', 'undone', 'kept'))
);
create index import_rows_outcome_idx on import_rows (import_id, outcome, line);
create index import_rows_problems_idx on import_rows (import_id, line) where kinds <> '[]';
create index import_rows_identity_idx on import_rows (import_id, identity) where identity is not null;
create index import_rows_first_line_idx on import_rows (import_id, first_line) where first_line is not null;
create index import_rows_record_id_idx on import_rows (record_id) where record_id is not null;

-- What a person decided about a kind of problem.
create table import_decisions (
  import_id bigint not null,
  kind      text not null,
  action    text,
  constraint import_decisions_pkey primary key (import_id, kind),
  constraint import_decisions_import_id_fkey foreign key (import_id) references imports (id) on delete cascade,
  constraint import_decisions_action_check check (action in ('leave_out', 'clear', 'fix', 'keep'))
);

-- The choices for files with the same titles.
create table import_layouts (
  id           bigint generated always as identity,
  kind         text not null,
  titles       text not null,
  columns      jsonb not null,
  date_updated timestamptz not null,
  constraint import_layouts_pkey primary key (id),
  constraint import_layouts_kind_titles_key unique (kind, titles),
  constraint import_layouts_columns_check check (is_array(columns)),
  constraint import_layouts_titles_check check (is_sha256_hex(titles))
);

-- +goose Down
drop table import_layouts;
drop table import_decisions;
drop table import_rows;
drop table import_chunks;
drop table imports;
