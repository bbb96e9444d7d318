-- Holidays that the provider enters, and how promised days are counted, so that they follow the calendar.

CREATE TABLE calendar_days (
  day date PRIMARY KEY,
  -- False: nothing is collected or delivered. True: a national holiday on which the provider works.
  works boolean NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE calendar_days IS
  'Days on which the provider works otherwise than the national calendar says. Days that are over never change, so that what was counted by them stays right.';
GRANT SELECT ON calendar_days TO app, provider;
GRANT INSERT, DELETE ON calendar_days TO provider;

-- Without defaults, so that no row is rewritten.
ALTER TABLE orders ADD COLUMN quoted_min_days smallint, ADD COLUMN quoted_max_days smallint;
COMMENT ON COLUMN orders.quoted_min_days IS
  'Working days from collection to delivery that the order was quoted with. NULL for orders from before: counted by the national calendar.';
COMMENT ON COLUMN orders.quoted_max_days IS 'As quoted_min_days, for the last day.';

ALTER TABLE shipments ADD COLUMN promise_after date, ADD COLUMN promise_days smallint;
COMMENT ON COLUMN shipments.promise_after IS
  'promised_on is the promise_days-th working day after this day. NULL without a promise, and for one from before.';
COMMENT ON COLUMN shipments.promise_days IS 'See promise_after.';
GRANT SELECT (promised_on, promise_after, promise_days) ON shipments TO provider;

ALTER TABLE reschedule_requests ADD COLUMN replaced_after date, ADD COLUMN replaced_days smallint;
COMMENT ON COLUMN reschedule_requests.replaced_after IS 'As shipments.promise_after, of the promise that an acceptance replaced.';
COMMENT ON COLUMN reschedule_requests.replaced_days IS 'As shipments.promise_days, of the promise that an acceptance replaced.';
GRANT UPDATE (replaced_after, replaced_days) ON reschedule_requests TO app;
