-- Experiments in the checkout (ADR 50): which were run, with which rule, and what was decided. Which arm a checkout is in is computed from both
-- ids and stored nowhere.
create table desk_experiments (
  id uuid primary key default gen_random_uuid(),
  -- Its name in core/checkout-record/experiments.ts.
  experiment text not null,
  hypothesis text not null,
  -- The rule: it stops with so many exposed checkouts in each arm, or at a moment, whichever comes first.
  per_arm integer not null check (per_arm > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  begun_by text not null,
  begun_by_id uuid not null,
  begun_at timestamptz not null,
  stopped_at timestamptz,
  -- Null: by its rule.
  stopped_by text,
  stop_reason text,
  adopted_arm text check (adopted_arm in ('A', 'B')),
  adopted_by text,
  adopted_by_id uuid,
  adopted_at timestamptz,
  adoption_reason text,
  -- What each arm had when somebody decided: the figures themselves are kept for two years.
  decided_on jsonb,
  check (ends_at > starts_at),
  check (stopped_by is null or stopped_at is not null),
  check ((stopped_by is null) = (stop_reason is null)),
  check (adopted_at is null or stopped_at is not null),
  check (num_nonnulls(adopted_arm, adopted_by, adopted_by_id, adopted_at, adoption_reason, decided_on) in (0, 6)),
  check (adopted_by_id is distinct from begun_by_id or adopted_by_id is null)
);
-- One run of an experiment at a time.
create unique index desk_experiments_running on desk_experiments (experiment) where stopped_at is null;
-- What was stated before a run stays as it was, and one that was stopped does not begin again.
create function keep_experiment() returns trigger language plpgsql as $$
begin
  raise exception 'an experiment keeps its rule and its end';
end $$;
create trigger desk_experiments_kept before update on desk_experiments for each row
  when ((old.experiment, old.hypothesis, old.per_arm, old.starts_at, old.ends_at, old.begun_by_id)
      is distinct from (new.experiment, new.hypothesis, new.per_arm, new.starts_at, new.ends_at, new.begun_by_id)
    or (old.stopped_at is not null and (old.stopped_at, old.stopped_by) is distinct from (new.stopped_at, new.stopped_by)))
  execute function keep_experiment();
create trigger desk_experiments_not_removed before delete on desk_experiments for each row execute function keep_experiment();
