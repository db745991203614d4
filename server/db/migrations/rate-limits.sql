-- A key has a row, which is locked while requests are decided, and a row for each admission of the last minute. Admissions
-- are numbered without gaps: the one that must expire is found by its number, however many there are.
create table rate_limit_keys (
  key text collate "C" primary key,
  -- Of the oldest admission in the window; last_number + 1 if there is none.
  first_number bigint not null default 1,
  last_number bigint not null default 0,
  -- Of the last admission.
  admitted_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

create table rate_limit_admissions (
  key text collate "C" not null,
  number bigint not null,
  admitted_at timestamptz not null,
  primary key (key, number)
);

-- Microseconds until an admission leaves the window; 60 seconds for one that does not exist.
create function rate_limit_wait_us(of_key text, of_number bigint, now timestamptz) returns integer
language sql stable as $$
  select extract(epoch from coalesce(
    (select admitted_at from rate_limit_admissions where key = of_key and number = of_number), now
  ) + interval '60 seconds' - now) * 1000000
$$;

-- Decides requests in their order, and returns a row for each in this order. "keys" are different. "requests" is an array
-- of arrays of checks {key, limit, reserved, newKey}, whose keys are positions in "keys", from 1. See RateCheck.
create function rate_limit_admit(keys text[], requests jsonb, decided_at timestamptz)
returns table (admitted boolean, remaining integer, wait_us integer)
language plpgsql
-- Statistics of a moment when the tables were empty would make a plan that reads them as a whole.
set enable_seqscan = off
as $$
declare
  -- Of each key; a key's time does not go back when the server's clock does.
  times timestamptz[];
  firsts bigint[];
  lasts bigint[];
  request jsonb;
  item record;
  used bigint;
  available integer;
  wait integer;
begin
  -- A commit that waits for the disk costs more than what it keeps: admissions of the last moment before a crash.
  perform set_config('synchronous_commit', 'off', true);
  -- Ends the wait for a row before the process does, which would leave this statement behind.
  perform set_config('lock_timeout', '1500ms', true);

  -- Creates and locks the rows, everywhere in the same order. What follows sees the admissions of earlier holders.
  insert into rate_limit_keys as head (key)
    select asked.key from unnest(keys) as asked(key) order by asked.key collate "C"
    on conflict (key) do update set first_number = head.first_number;
  decided_at := coalesce(decided_at, clock_timestamp());

  select
    array_agg(greatest(decided_at, head.admitted_at) order by asked.position),
    array_agg(coalesce(live.number, head.last_number + 1) order by asked.position),
    array_agg(head.last_number order by asked.position)
    into times, firsts, lasts
    from unnest(keys) with ordinality as asked(key, position)
    join rate_limit_keys as head on head.key = asked.key
    left join lateral (
      select one.number from rate_limit_admissions as one
      where one.key = head.key and one.number >= head.first_number
        and one.admitted_at > greatest(decided_at, head.admitted_at) - interval '60 seconds'
      order by one.number limit 1
    ) as live on true;
  delete from rate_limit_admissions as one using unnest(keys, firsts) as live(key, first_number)
    where one.key = live.key and one.number < live.first_number;

  for request in select value from jsonb_array_elements(requests) loop
    admitted := true;
    for item in select * from jsonb_to_recordset(request) as (key int, "limit" int, reserved int, "newKey" int) loop
      used := lasts[item.key] - firsts[item.key] + 1;
      available := item."limit" - used;
      if lasts[item."newKey"] >= firsts[item."newKey"] then
        available := available - item.reserved;
      end if;
      admitted := admitted and available > 0;
    end loop;

    if admitted then
      for item in select * from jsonb_to_recordset(request) as (key int) loop
        lasts[item.key] := lasts[item.key] + 1;
        insert into rate_limit_admissions values (keys[item.key], lasts[item.key], times[item.key]);
      end loop;
    end if;

    -- The checks that admit the fewest requests must all admit more.
    remaining := null;
    for item in select * from jsonb_to_recordset(request) as (key int, "limit" int, reserved int, "newKey" int) loop
      used := lasts[item.key] - firsts[item.key] + 1;
      available := greatest(0, item."limit" - used);
      wait := rate_limit_wait_us(
        keys[item.key], firsts[item.key] + greatest(0, used - item."limit"), times[item.key]);
      if lasts[item."newKey"] >= firsts[item."newKey"] then
        available := greatest(0, item."limit" - item.reserved - used);
        -- The reserve admits it again once the new key is idle and the limit admits more.
        wait := least(
          rate_limit_wait_us(
            keys[item.key], firsts[item.key] + greatest(0, used - item."limit" + item.reserved), times[item.key]),
          greatest(
            wait,
            rate_limit_wait_us(keys[item."newKey"], lasts[item."newKey"], times[item."newKey"])));
      end if;
      if available = remaining then
        wait_us := greatest(wait_us, wait);
      elsif remaining is null or available < remaining then
        remaining := available;
        wait_us := wait;
      end if;
    end loop;
    return next;
  end loop;

  update rate_limit_keys as head
    set first_number = counted.first_number, last_number = counted.last_number, admitted_at = counted.at
    from unnest(keys, firsts, lasts, times) as counted(key, first_number, last_number, at)
    where head.key = counted.key and head.last_number <> counted.last_number;
end
$$;
