-- Orders, uploads, payments, SKUs, invitations and users about which somebody must act: derived from their rows, in the transaction that
-- changes those.

CREATE TABLE open_items (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  -- A kind of open-item-kinds.ts. The kinds for the provider's staff will be other names.
  kind text NOT NULL,
  -- Id of the order, upload, payment or invitation.
  subject_id bigint NOT NULL,
  -- When its cause arose. A row with another cause counts as new.
  cause_at timestamptz NOT NULL,
  -- From when the item counts: for items that time alone opens, after their cause.
  opens_at timestamptz NOT NULL,
  deadline timestamptz,
  amount_cents bigint NOT NULL DEFAULT 0,
  snoozed_until timestamptz,
  shows_at timestamptz NOT NULL GENERATED ALWAYS AS (greatest(opens_at, snoozed_until)) STORED,
  -- Closed by hand. An item whose cause has ended has no row.
  closed_at timestamptz,
  closed_by bigint,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, subject_id, kind),
  FOREIGN KEY (client_id, closed_by) REFERENCES users,
  CHECK (closed_at IS NOT NULL OR closed_by IS NULL)
);
COMMENT ON TABLE open_items IS 'Orders, uploads, payments, SKUs, invitations and users about which somebody must act (''Requiere tu acción''). Contains no personal value.';
CREATE INDEX open_items_list ON open_items (client_id, kind, deadline, amount_cents DESC, id) INCLUDE (shows_at)
  WHERE closed_at IS NULL;
COMMENT ON INDEX open_items_list IS 'Serves the list of a kind, and the number of its items.';
CALL enable_client_isolation('open_items');
GRANT SELECT, INSERT, UPDATE (cause_at, opens_at, deadline, amount_cents, snoozed_until, closed_at, closed_by), DELETE
  ON open_items TO app;

-- The first steps of a provider.
CREATE TABLE setup_checks (
  name text PRIMARY KEY CHECK (name IN ('mail', 'payments')),
  -- Who receives the mail of the test.
  recipient text,
  asked_at timestamptz NOT NULL,
  passed_at timestamptz,
  problem text
);
COMMENT ON TABLE setup_checks IS 'Latest test of each outside service, with its result.';
GRANT SELECT, INSERT, UPDATE ON setup_checks TO provider;
