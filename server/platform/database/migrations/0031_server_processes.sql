-- Each server process writes its row when it is asked whether it can take calls.
create table server_processes (
  id uuid primary key,
  written_at timestamptz not null default now()
);
