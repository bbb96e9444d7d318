-- The first steps of a provider: tests of mails and payments, and postal codes that the staff enter.

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

GRANT INSERT, DELETE ON zip_codes TO provider;
