-- Recoveries of a company's only owner, who lost the phone and the backup codes: two members of the staff, and a day in which the owner
-- can stop the recovery by a link.

CREATE TABLE factor_recoveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
  -- Members of the staff, by id.
  requested_by integer NOT NULL,
  requested_at timestamptz NOT NULL,
  approved_by integer CONSTRAINT factor_recoveries_two_people CHECK (approved_by <> requested_by),
  approved_at timestamptz,
  stopped_at timestamptz,
  -- When a code was given, which ends the recovery.
  done_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
COMMENT ON TABLE factor_recoveries IS 'Recoveries of a second factor by the provider. Open ones are neither stopped nor done.';
CREATE UNIQUE INDEX factor_recoveries_open ON factor_recoveries (client_id, user_id) WHERE stopped_at IS NULL AND done_at IS NULL;
CALL enable_client_isolation('factor_recoveries');
GRANT SELECT, INSERT, UPDATE (approved_by, approved_at, stopped_at, done_at) ON factor_recoveries TO app;

ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_purpose_check;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_purpose_check
  CHECK (purpose IN ('activation', 'reset', 'email-old', 'email-new', 'factor-recovery')) NOT VALID;
ALTER TABLE one_time_tokens VALIDATE CONSTRAINT one_time_tokens_purpose_check;
COMMENT ON TABLE one_time_tokens IS 'Links of mails: activation, reset, change of the e-mail, stop of a recovery. Each is valid once. Only hashes are stored.';
