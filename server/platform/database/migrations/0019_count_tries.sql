-- Counts a try against each limit in turn and stops at the first that is exceeded, all in one round trip. Returns the counts reached, one
-- for each limit that was counted; the last exceeds its limit if the try is refused. With a `marker`, what was let through with it is
-- not counted again in the marker's window, and nothing is returned.
create function count_tries(keys text[], starts timestamptz[], most int[], marker text default null, marker_start timestamptz default null)
returns int[] language plpgsql as $$
declare
  counts int[] := '{}';
  counted int;
begin
  if marker is not null and exists(
    select 1 from limit_counters c where c.key = marker and c.window_start = marker_start) then
    return counts;
  end if;
  -- A crash of the database may forget the last tries; none of them has to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(keys) loop
    insert into limit_counters as c (key, window_start, count) values (keys[i], starts[i], 1)
      on conflict (key, window_start) do update set count = c.count + 1
      returning c.count into counted;
    counts := counts || counted;
    if counted > most[i] then return counts; end if;
  end loop;
  if marker is not null then
    insert into limit_counters (key, window_start, count) values (marker, marker_start, 1) on conflict do nothing;
  end if;
  return counts;
end $$;
