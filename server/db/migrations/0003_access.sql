-- A change of the password ends every session but the one that made it: that one moves on to the new epoch.
GRANT UPDATE (password_epoch) ON sessions TO app;

-- Attempts that are long over are swept by whoever counts the next one.
CREATE INDEX throttles_over ON throttles (window_ends_at);

-- Mails that the embedded mail service has taken; shown at /dev/correo, with DEMO alone.
CREATE TABLE dev_mailbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON dev_mailbox TO app;
