-- Queues of the provider's work over all clients. They are read from the things themselves; the table keeps what people did with them.

CREATE TABLE queue_marks (
  queue text NOT NULL,
  client_id bigint NOT NULL REFERENCES clients,
  thing_id bigint NOT NULL,
  -- Beginning of the cause: a mark of an earlier cause doesn't count.
  since timestamptz NOT NULL,
  assigned_to integer REFERENCES staff,
  snoozed_until timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (queue, client_id, thing_id)
);
COMMENT ON TABLE queue_marks IS 'Assignments and snoozes of the items of the provider''s queues. Contains no personal value.';
CREATE INDEX queue_marks_assigned ON queue_marks (assigned_to, queue) WHERE assigned_to IS NOT NULL;
CREATE INDEX queue_marks_old ON queue_marks (updated_at);
CALL enable_client_isolation('queue_marks');
CREATE POLICY provider ON queue_marks TO provider USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_marks TO provider;

-- The provider sees parcels and orders of all clients without their persons: no receiver, address, value or content.
CREATE POLICY provider ON shipments TO provider USING (true);
GRANT SELECT (client_id, id, order_pk, label, n, delivery_mode, state, state_code, state_at, due_on, printed, label_outdated,
  created_at) ON shipments TO provider;
CREATE POLICY provider ON orders TO provider USING (true);
GRANT SELECT (client_id, id, order_id, tracking_id, created_at) ON orders TO provider;
