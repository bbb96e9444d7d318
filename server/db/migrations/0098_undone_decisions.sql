-- The staff can undo a decision for some seconds. An approval keeps what it replaces, which the night deletes.

ALTER TABLE modification_requests ADD COLUMN replaced jsonb;
COMMENT ON COLUMN modification_requests.replaced IS
  'What an approval replaced besides the receiver: the order''s cross streets and destination, its shipments'' adjustments, points and promises.';
GRANT UPDATE (replaced) ON modification_requests TO app;

ALTER TABLE reschedule_requests ADD COLUMN replaced_promise date;
COMMENT ON COLUMN reschedule_requests.replaced_promise IS 'The last promised day that an acceptance replaced.';
GRANT UPDATE (replaced_promise) ON reschedule_requests TO app;
