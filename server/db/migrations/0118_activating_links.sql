-- The link that activated an account may be opened again: mail scanners open it before the person does.

ALTER TABLE one_time_tokens ADD COLUMN activated boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN one_time_tokens.activated IS 'Whether this link activated the account. Opened again, it answers the same and changes nothing.';
GRANT UPDATE (activated) ON one_time_tokens TO app;
