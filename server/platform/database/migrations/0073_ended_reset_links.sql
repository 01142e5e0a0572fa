-- When a link was used, or ended because the password was changed. The row stays until the nightly purge, so that no
-- repeated e-mail makes the link valid again.
alter table password_resets add column ended_at timestamptz;
