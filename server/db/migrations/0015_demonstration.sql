-- Tables of the demonstration. Without DEMO they stay empty.

CREATE TABLE demonstration (
  day date NOT NULL,
  completed_at timestamptz
);
COMMENT ON TABLE demonstration IS
  'Day from which the dates of the demonstration data count back, and the time of their completion.';

CREATE TABLE dev_mailbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT current_moment()
);
COMMENT ON TABLE dev_mailbox IS 'Mails of the embedded mailer, shown at /dev/correo.';
GRANT SELECT, INSERT, DELETE ON dev_mailbox TO app;

CREATE TABLE dev_checkouts (
  id text PRIMARY KEY,
  reference text NOT NULL,
  title text NOT NULL,
  amount_cents bigint NOT NULL,
  back_url text NOT NULL,
  expired boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT current_moment()
);
COMMENT ON TABLE dev_checkouts IS 'Checkouts of the embedded payment provider.';
CREATE UNIQUE INDEX dev_checkouts_reference_idx ON dev_checkouts (reference);
GRANT SELECT, INSERT, UPDATE ON dev_checkouts TO app;

CREATE TABLE dev_checkout_payments (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 120000000001) PRIMARY KEY,
  checkout_id text NOT NULL REFERENCES dev_checkouts,
  method text NOT NULL CHECK (method IN ('credit_card', 'ticket')),
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  changed_at timestamptz NOT NULL DEFAULT current_moment()
);
COMMENT ON TABLE dev_checkout_payments IS 'Attempts to pay at the embedded payment provider.';
CREATE INDEX dev_checkout_payments_checkout_id_idx ON dev_checkout_payments (checkout_id);
GRANT SELECT, INSERT, UPDATE ON dev_checkout_payments TO app;
