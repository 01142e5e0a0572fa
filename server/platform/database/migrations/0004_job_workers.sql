-- Which pool of job workers, as graphile-worker locks its jobs, belongs to which server process. A process holds an advisory lock on its number as long as it lives;
-- jobs of one that died are given back at once, not after graphile-worker's four hours.
create table job_pools (
  pool_id text primary key,
  process_number integer not null,
  created_at timestamptz not null default now()
);
