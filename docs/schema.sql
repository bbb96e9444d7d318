-- The data model of a migrated database, written by `npm run docs`. The migrations explain the reasons.

-- Versions of the terms and conditions.
CREATE TABLE terms (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  binds_from timestamptz NOT NULL DEFAULT '-infinity'::timestamptz,
  PRIMARY KEY (id)
);
GRANT SELECT ON terms TO app;
GRANT INSERT, SELECT ON terms TO provider;

-- Clients: one row for each company.
CREATE TABLE clients (
  client_id bigint NOT NULL DEFAULT next_id(),
  razon_social text NOT NULL,
  nombre_empresa text NOT NULL,
  cuit text NOT NULL,
  prepago boolean NOT NULL DEFAULT false,
  logistica_inversa boolean NOT NULL DEFAULT false,
  fulfillment boolean NOT NULL DEFAULT false,
  terms_accepted integer,
  terms_accepted_at timestamptz,
  last_write pg_lsn,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  approved_at timestamptz DEFAULT current_moment(),
  rejected_at timestamptz,
  rejection_reason text,
  blocked_at timestamptz,
  blocked_reason text,
  factor_required_from timestamptz,
  buyer_email text NOT NULL DEFAULT ''::text,
  buyer_phone text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (client_id),
  FOREIGN KEY (terms_accepted) REFERENCES terms(id)
);
-- Counts the clients with one CUIT (provider's client list), finds an approved one (lockCuit).
CREATE INDEX clients_cuit ON clients (cuit);
ALTER TABLE clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE clients FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON clients TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON clients TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON clients TO provider USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (razon_social, nombre_empresa, cuit, terms_accepted, terms_accepted_at, last_write, factor_required_from, buyer_email, buyer_phone) ON clients TO app;
GRANT SELECT, UPDATE (razon_social, nombre_empresa, cuit, prepago, logistica_inversa, fulfillment, approved_at, rejected_at, rejection_reason, blocked_at, blocked_reason) ON clients TO provider;

-- Keys of the provider’s API. Only hashes are stored.
CREATE TABLE provider_keys (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  scopes text[],
  expires_on date,
  networks inet[],
  PRIMARY KEY (id),
  CONSTRAINT provider_keys_hash_key UNIQUE (hash)
);
GRANT INSERT, SELECT, UPDATE (last_used_at, revoked_at) ON provider_keys TO provider;

-- The provider's staff.
CREATE TABLE staff (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  role text NOT NULL,
  password_hash text,
  password_epoch integer NOT NULL DEFAULT 0,
  withdrawn_by text,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  suspended_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT staff_role CHECK ((role = ANY (ARRAY['support'::text, 'operations'::text, 'finance'::text, 'admin'::text]))),
  CONSTRAINT staff_withdrawn CHECK (((withdrawn_by IS NULL) = (withdrawn_at IS NULL)))
);
CREATE UNIQUE INDEX staff_email ON staff (lower(email));
GRANT INSERT, SELECT, UPDATE (name, role, password_hash, password_epoch, withdrawn_by, withdrawn_at, activated_at, suspended_at) ON staff TO provider;

-- Invitations of the staff, each valid once. Only hashes are stored.
CREATE TABLE staff_invitations (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  staff_id integer NOT NULL,
  hash bytea,
  invited_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  withdrawn_at timestamptz,
  mail_failures smallint,
  mail_problem text,
  mail_sent_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT staff_invitations_hash_key UNIQUE (hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE UNIQUE INDEX staff_invitations_open ON staff_invitations (staff_id) WHERE ((used_at IS NULL) AND (withdrawn_at IS NULL));
GRANT INSERT, SELECT, UPDATE (hash, used_at, withdrawn_at, mail_failures, mail_problem, mail_sent_at) ON staff_invitations TO provider;

-- Sessions of the staff, including ended sessions until the upkeep deletes them.
CREATE TABLE staff_sessions (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  hash bytea NOT NULL,
  staff_id integer NOT NULL,
  password_epoch integer NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  factor_at timestamptz,
  network text NOT NULL,
  device text NOT NULL,
  passkey_challenge bytea,
  passkey_challenge_ends_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT staff_sessions_hash_key UNIQUE (hash),
  CONSTRAINT staff_session_kind CHECK ((kind = ANY (ARRAY['browser'::text, 'terminal'::text]))),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX staff_sessions_person ON staff_sessions (staff_id) WHERE (revoked_at IS NULL);
GRANT INSERT, SELECT, UPDATE (hash, password_epoch, last_seen_at, revoked_at, factor_at, passkey_challenge, passkey_challenge_ends_at) ON staff_sessions TO provider;

-- Links by which the staff set a new password, each valid once. Only hashes are stored. A new link deletes the person's used and expired ones.
CREATE TABLE staff_tokens (
  hash bytea NOT NULL,
  staff_id integer NOT NULL,
  purpose text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (hash),
  CONSTRAINT staff_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'vouched-reset'::text]))),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX staff_tokens_person ON staff_tokens (staff_id);
GRANT DELETE, INSERT, SELECT, UPDATE (used_at) ON staff_tokens TO provider;

-- Second factors of the staff: at most one authenticator app, one that isn't confirmed yet, and passkeys (kind 'passkey').
CREATE TABLE staff_factors (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  staff_id integer NOT NULL,
  kind text NOT NULL,
  secret bytea,
  last_step bigint,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  name text,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  used_at timestamptz,
  PRIMARY KEY (id),
  CONSTRAINT staff_factors_kind CHECK ((kind = ANY (ARRAY['app'::text, 'passkey'::text]))),
  CONSTRAINT staff_factors_passkey CHECK (((kind <> 'passkey'::text) OR ((name IS NOT NULL) AND (credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (counter IS NOT NULL) AND (transports IS NOT NULL) AND (confirmed_at IS NOT NULL)))),
  CONSTRAINT staff_factors_secret CHECK (((kind <> 'app'::text) OR (secret IS NOT NULL))),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE UNIQUE INDEX staff_factors_app ON staff_factors (staff_id, ((confirmed_at IS NULL))) WHERE (kind = 'app'::text);
-- A person adds a passkey once. Finds the second factors of a person (staffHasFactor).
CREATE UNIQUE INDEX staff_factors_credential ON staff_factors (staff_id, credential_id);
GRANT DELETE, INSERT, SELECT, UPDATE (secret, last_step, confirmed_at, counter, used_at) ON staff_factors TO provider;

-- Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.
CREATE TABLE staff_backup_codes (
  staff_id integer NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (staff_id, hash),
  FOREIGN KEY (staff_id) REFERENCES staff(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE (used_at) ON staff_backup_codes TO provider;

-- Assignments and snoozes of the items of the provider's queues. Contains no personal value.
CREATE TABLE queue_marks (
  queue text NOT NULL,
  client_id bigint NOT NULL,
  subject_id bigint NOT NULL,
  since timestamptz NOT NULL,
  assigned_to integer,
  snoozed_until timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, queue, subject_id),
  FOREIGN KEY (assigned_to) REFERENCES staff(id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE INDEX queue_marks_assigned ON queue_marks (assigned_to, queue) WHERE (assigned_to IS NOT NULL);
CREATE INDEX queue_marks_old ON queue_marks (updated_at);
ALTER TABLE queue_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE queue_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON queue_marks TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON queue_marks TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON queue_marks TO provider USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON queue_marks TO provider;

-- Users: logins of one client.
CREATE TABLE users (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  username text NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  password_hash text NOT NULL,
  password_epoch integer NOT NULL DEFAULT 1,
  registrations integer NOT NULL DEFAULT 1,
  activated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  role text NOT NULL DEFAULT 'owner'::text,
  suspended_at timestamptz,
  removed_at timestamptz,
  invited_by bigint,
  blocked_at timestamptz,
  blocked_reason text,
  masked_at timestamptz,
  email_corrected_at timestamptz,
  email_stopped_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT users_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'operations'::text, 'billing'::text, 'viewer'::text]))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (client_id, invited_by) REFERENCES users(client_id, id)
);
-- Finds whose activity the provider looks for.
CREATE INDEX users_by_email ON users (lower(email));
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON users TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON users TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON users TO provider USING (true);
GRANT INSERT, SELECT, UPDATE (username, first_name, last_name, phone, password_hash, password_epoch, registrations, activated_at, role, suspended_at, removed_at, email_stopped_at) ON users TO app;
GRANT SELECT (client_id, id, username, email, first_name, last_name, phone, activated_at, created_at, role, suspended_at, removed_at, blocked_at, blocked_reason), UPDATE (email, first_name, last_name, phone, blocked_at, blocked_reason, email_corrected_at, email_stopped_at) ON users TO provider;
CREATE TRIGGER directory AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_to_directory();
CREATE TRIGGER directory_email AFTER UPDATE OF email ON users FOR EACH ROW WHEN ((old.email <> new.email)) EXECUTE FUNCTION update_directory_email();
CREATE TRIGGER directory_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION remove_from_directory();
CREATE TRIGGER directory_username AFTER UPDATE OF username ON users FOR EACH ROW WHEN ((old.username <> new.username)) EXECUTE FUNCTION update_directory_username();
CREATE CONSTRAINT TRIGGER users_owner AFTER UPDATE OF role, suspended_at, removed_at ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (old.suspended_at IS NULL) AND (old.removed_at IS NULL) AND ((new.role <> 'owner'::text) OR (new.suspended_at IS NOT NULL) OR (new.removed_at IS NOT NULL)))) EXECUTE FUNCTION require_owner();

-- Invitations to a company. Open ones are neither accepted nor withdrawn; expired ones can be sent again.
CREATE TABLE user_invitations (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  email text NOT NULL,
  role text NOT NULL,
  hash bytea,
  invited_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT user_invitations_client_id_hash_key UNIQUE (client_id, hash),
  CONSTRAINT user_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'operations'::text, 'billing'::text, 'viewer'::text]))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (client_id, invited_by) REFERENCES users(client_id, id)
);
CREATE UNIQUE INDEX user_invitations_open ON user_invitations (client_id, lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
ALTER TABLE user_invitations ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON user_invitations TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON user_invitations TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (hash, invited_by, sent_at, expires_at, accepted_at, withdrawn_at) ON user_invitations TO app;
CREATE TRIGGER directory AFTER UPDATE OF hash ON user_invitations FOR EACH ROW WHEN ((old.hash IS DISTINCT FROM new.hash)) EXECUTE FUNCTION replace_invitation_in_directory();

-- Sessions of users, including ended sessions until the upkeep deletes them.
CREATE TABLE sessions (
  client_id bigint NOT NULL,
  id uuid NOT NULL,
  user_id bigint NOT NULL,
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  last_seen_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  device text NOT NULL DEFAULT ''::text,
  network text NOT NULL DEFAULT ''::text,
  factor_at timestamptz,
  code_at timestamptz,
  passkey_challenge bytea,
  passkey_challenge_ends_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
CREATE INDEX sessions_client_id_user_id_idx ON sessions (client_id, user_id) WHERE (revoked_at IS NULL);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON sessions TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON sessions TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (password_epoch, last_seen_at, revoked_at, factor_at, code_at, passkey_challenge, passkey_challenge_ends_at) ON sessions TO app;
CREATE TRIGGER directory AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION add_to_directory();

-- Devices that a user has logged in from. A login from another one is reported by mail.
CREATE TABLE known_devices (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  reported boolean NOT NULL,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
ALTER TABLE known_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE known_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON known_devices TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON known_devices TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (last_seen_at) ON known_devices TO app;

-- Links of mails: activation, reset, change of the e-mail, stop of a recovery or of a correction. Each is valid once. Only hashes are stored.
CREATE TABLE one_time_tokens (
  client_id bigint NOT NULL,
  hash bytea NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  activated boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, hash),
  CONSTRAINT one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text, 'email-old'::text, 'email-new'::text, 'factor-recovery'::text, 'email-correction'::text]))),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
CREATE INDEX one_time_tokens_client_id_user_id_purpose_idx ON one_time_tokens (client_id, user_id, purpose);
ALTER TABLE one_time_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE one_time_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON one_time_tokens TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON one_time_tokens TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (used_at, activated) ON one_time_tokens TO app;
CREATE TRIGGER directory AFTER INSERT ON one_time_tokens FOR EACH ROW EXECUTE FUNCTION add_to_directory();

-- Open changes of an e-mail address. A row is deleted when the change is done or withdrawn.
CREATE TABLE email_changes (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  email text NOT NULL,
  requested_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
ALTER TABLE email_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON email_changes TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON email_changes TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (old_confirmed_at, new_confirmed_at) ON email_changes TO app;

-- Second factors of users: at most one authenticator app, one that isn't confirmed yet, and passkeys (kind 'passkey').
CREATE TABLE user_factors (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
  kind text NOT NULL,
  secret bytea,
  last_step bigint,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  name text,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  used_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT user_factors_kind CHECK ((kind = ANY (ARRAY['app'::text, 'passkey'::text]))),
  CONSTRAINT user_factors_passkey CHECK (((kind <> 'passkey'::text) OR ((name IS NOT NULL) AND (credential_id IS NOT NULL) AND (public_key IS NOT NULL) AND (counter IS NOT NULL) AND (transports IS NOT NULL) AND (confirmed_at IS NOT NULL)))),
  CONSTRAINT user_factors_secret CHECK (((kind <> 'app'::text) OR (secret IS NOT NULL))),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
CREATE UNIQUE INDEX user_factors_app ON user_factors (client_id, user_id, ((confirmed_at IS NULL))) WHERE (kind = 'app'::text);
-- A user adds a passkey once. Finds the second factors of a user (hasFactor).
CREATE UNIQUE INDEX user_factors_credential ON user_factors (client_id, user_id, credential_id);
ALTER TABLE user_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_factors FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON user_factors TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON user_factors TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (secret, last_step, confirmed_at, counter, used_at) ON user_factors TO app;

-- Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.
CREATE TABLE user_backup_codes (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
ALTER TABLE user_backup_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_backup_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON user_backup_codes TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON user_backup_codes TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (used_at) ON user_backup_codes TO app;

-- Browsers from which a user logs in without a code. They are forgotten when the user's sessions are ended.
CREATE TABLE trusted_devices (
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  hash bytea NOT NULL,
  password_epoch integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, user_id, hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
ALTER TABLE trusted_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE trusted_devices FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON trusted_devices TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON trusted_devices TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON trusted_devices TO app;

-- Recoveries of a second factor by the provider. Open ones are neither stopped nor done.
CREATE TABLE factor_recoveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  user_id bigint NOT NULL,
  requested_by integer NOT NULL,
  requested_at timestamptz NOT NULL,
  approved_by integer,
  approved_at timestamptz,
  stopped_at timestamptz,
  done_at timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT factor_recoveries_two_people CHECK ((approved_by <> requested_by)),
  FOREIGN KEY (client_id, user_id) REFERENCES users(client_id, id)
);
CREATE UNIQUE INDEX factor_recoveries_open ON factor_recoveries (client_id, user_id) WHERE ((stopped_at IS NULL) AND (done_at IS NULL));
ALTER TABLE factor_recoveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_recoveries FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON factor_recoveries TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON factor_recoveries TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (approved_by, approved_at, stopped_at, done_at) ON factor_recoveries TO app;

-- Client and user of a user name or an email address.
CREATE TABLE user_directory (
  username_norm text NOT NULL,
  email_norm text NOT NULL,
  client_id bigint NOT NULL,
  user_id bigint NOT NULL,
  refused_password text,
  PRIMARY KEY (username_norm),
  CONSTRAINT user_directory_email_norm_key UNIQUE (email_norm)
);

-- Client of a session.
CREATE TABLE session_directory (
  id uuid NOT NULL,
  client_id bigint NOT NULL,
  PRIMARY KEY (id)
);

-- Client of an activation or reset link.
CREATE TABLE token_directory (
  hash bytea NOT NULL,
  client_id bigint NOT NULL,
  PRIMARY KEY (hash)
);

-- Rate limits across all nodes (login, mail). The key contains a hash, never a name or an address.
CREATE TABLE rate_limits (
  key text NOT NULL,
  failures integer NOT NULL,
  window_ends_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expired ON rate_limits (window_ends_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_limits TO app;
GRANT DELETE, INSERT, SELECT, UPDATE ON rate_limits TO provider;

-- Idempotency keys: responses of writes that their sender may repeat (readings S17).
CREATE TABLE idempotency_keys (
  client_id bigint NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  body_hash bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, key),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON idempotency_keys TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON idempotency_keys TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON idempotency_keys TO app;

-- Postal codes and their localities.
CREATE TABLE zip_codes (
  code text NOT NULL,
  city text NOT NULL,
  province character(1) NOT NULL,
  PRIMARY KEY (code, province, city),
  CONSTRAINT zip_codes_code_check CHECK ((code ~ '^[0-9]{4}$'::text))
);
GRANT SELECT ON zip_codes TO app;
GRANT DELETE, INSERT, SELECT ON zip_codes TO provider;
CREATE TRIGGER versioned AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON zip_codes FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version();

-- Pickup points, where shipments wait for their receivers.
CREATE TABLE pickup_points (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  name text NOT NULL,
  street text NOT NULL,
  city text NOT NULL,
  province character(1) NOT NULL,
  zip4 integer NOT NULL,
  active boolean NOT NULL DEFAULT true,
  hours text NOT NULL DEFAULT ''::text,
  lat double precision,
  lon double precision,
  PRIMARY KEY (id),
  CONSTRAINT pickup_points_code_key UNIQUE (code),
  CONSTRAINT pickup_points_place CHECK ((((lat IS NULL) = (lon IS NULL)) AND ((lat >= ('-56'::integer)::double precision) AND (lat <= ('-21'::integer)::double precision)) AND ((lon >= ('-74'::integer)::double precision) AND (lon <= ('-53'::integer)::double precision))))
);
CREATE INDEX pickup_points_zip4_idx ON pickup_points (zip4) WHERE active;
GRANT SELECT ON pickup_points TO app;
GRANT INSERT, SELECT, UPDATE ON pickup_points TO provider;

-- Tariffs. Never updated, only replaced: orders keep the tariff of their price.
CREATE TABLE tariffs (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  valid_from date NOT NULL,
  terms jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  for_client bigint,
  PRIMARY KEY (id)
);
CREATE INDEX tariffs_valid_from_id_idx ON tariffs (valid_from DESC, id DESC);
CREATE POLICY client ON tariffs TO app USING (((for_client IS NULL) OR (for_client = current_client())));
CREATE POLICY provider ON tariffs TO provider USING (true) WITH CHECK (true);
GRANT SELECT ON tariffs TO app;
GRANT INSERT, SELECT ON tariffs TO provider;
CREATE TRIGGER versioned AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON tariffs FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version();

-- From which day a client has a tariff of its own, or the general one again. The latest row of a day applies.
CREATE TABLE client_tariffs (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  valid_from date NOT NULL,
  tariff_id integer,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (tariff_id) REFERENCES tariffs(id)
);
CREATE INDEX client_tariffs_valid ON client_tariffs (client_id, valid_from DESC, created_at DESC, id DESC);
ALTER TABLE client_tariffs ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_tariffs FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON client_tariffs TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON client_tariffs TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON client_tariffs TO provider USING (true) WITH CHECK (true);
GRANT SELECT ON client_tariffs TO app;
GRANT INSERT, SELECT ON client_tariffs TO provider;
CREATE TRIGGER versioned AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON client_tariffs FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version();

-- Days on which the provider works otherwise than the national calendar says. Days that are over never change, so that what was counted by them stays right.
CREATE TABLE calendar_days (
  day date NOT NULL,
  works boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (day),
  CONSTRAINT calendar_days_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))
);
GRANT SELECT ON calendar_days TO app;
GRANT DELETE, INSERT, SELECT ON calendar_days TO provider;
CREATE TRIGGER versioned AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON calendar_days FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version();

-- Version of tariffs, calendar and postal codes, which processes keep in memory. Each change of them replaces it.
CREATE TABLE reference_version (
  only_row boolean NOT NULL DEFAULT true,
  version uuid NOT NULL,
  PRIMARY KEY (only_row),
  CONSTRAINT reference_version_only_row_check CHECK (only_row)
);
GRANT SELECT ON reference_version TO app;
GRANT SELECT ON reference_version TO provider;

-- Categories of products.
CREATE TABLE product_categories (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT product_categories_name_key UNIQUE (name)
);
GRANT SELECT ON product_categories TO app;
GRANT INSERT, SELECT, UPDATE ON product_categories TO provider;

-- Product catalogue.
CREATE TABLE products (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  sku text NOT NULL,
  description text NOT NULL,
  category_id integer NOT NULL,
  value_cents bigint NOT NULL,
  length_cm integer NOT NULL,
  height_cm integer NOT NULL,
  width_cm integer NOT NULL,
  weight_g integer NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  search_norm text GENERATED ALWAYS AS (norm(((sku || ' '::text) || description))) STORED,
  sku_key text COLLATE "C" GENERATED ALWAYS AS (folded_key(sku)) STORED,
  barcode text COLLATE "C" NOT NULL DEFAULT ''::text,
  PRIMARY KEY (client_id, id),
  CONSTRAINT products_height_cm_check CHECK ((height_cm > 0)),
  CONSTRAINT products_length_cm_check CHECK ((length_cm > 0)),
  CONSTRAINT products_value_cents_check CHECK ((value_cents > 0)),
  CONSTRAINT products_weight_g_check CHECK ((weight_g > 0)),
  CONSTRAINT products_width_cm_check CHECK ((width_cm > 0)),
  FOREIGN KEY (category_id) REFERENCES product_categories(id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
-- Finds products by bar code. Keeps bar codes unique within a client.
CREATE UNIQUE INDEX one_barcode ON products (client_id, barcode) WHERE (barcode <> ''::text);
-- Finds products by SKU. Keeps SKUs unique that look the same (C61).
CREATE UNIQUE INDEX one_sku ON products (client_id, sku_key);
CREATE INDEX products_by_creation ON products (client_id, created_at DESC, id DESC);
CREATE INDEX products_search ON products USING gin (client_id, search_norm gin_trgm_ops);
ALTER TABLE products ENABLE ROW LEVEL SECURITY;
ALTER TABLE products FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON products TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON products TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON products TO app;

-- Addresses where shipments are collected.
CREATE TABLE sender_addresses (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  street_name text NOT NULL,
  street_number text NOT NULL,
  floor text NOT NULL DEFAULT ''::text,
  apartment text NOT NULL DEFAULT ''::text,
  neighborhood_name text NOT NULL,
  zip_code text NOT NULL,
  city text NOT NULL,
  state text NOT NULL,
  other_info text NOT NULL DEFAULT ''::text,
  main_address boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, id),
  CONSTRAINT sender_addresses_check CHECK ((active OR (NOT main_address))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE UNIQUE INDEX one_main_address ON sender_addresses (client_id) WHERE main_address;
ALTER TABLE sender_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE sender_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON sender_addresses TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON sender_addresses TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON sender_addresses TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON sender_addresses TO app;
GRANT SELECT (client_id, id, street_name, street_number, floor, apartment, neighborhood_name, zip_code, city, state, other_info) ON sender_addresses TO provider;

-- Label printing settings of a client.
CREATE TABLE print_configs (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  default_format text NOT NULL DEFAULT 'pdf'::text,
  default_label_size smallint NOT NULL DEFAULT 1,
  labels_per_page smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, id),
  CONSTRAINT print_configs_client_id_key UNIQUE (client_id),
  CONSTRAINT print_configs_check CHECK (((labels_per_page = 1) OR ((default_format = 'pdf'::text) AND (default_label_size = 1)))),
  CONSTRAINT print_configs_check1 CHECK (((default_label_size = 1) OR (default_format = 'pdf'::text))),
  CONSTRAINT print_configs_default_format_check CHECK ((default_format = ANY (ARRAY['pdf'::text, 'zpl'::text]))),
  CONSTRAINT print_configs_default_label_size_check CHECK ((default_label_size = ANY (ARRAY[1, 2]))),
  CONSTRAINT print_configs_labels_per_page_check CHECK ((labels_per_page = ANY (ARRAY[1, 2]))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
ALTER TABLE print_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE print_configs FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON print_configs TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON print_configs TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (default_format, default_label_size, labels_per_page) ON print_configs TO app;

-- Packages that a client sends often, by name.
CREATE TABLE package_presets (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  name text NOT NULL,
  length_cm integer NOT NULL,
  width_cm integer NOT NULL,
  height_cm integer NOT NULL,
  weight_g integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT package_presets_height_cm_check CHECK ((height_cm > 0)),
  CONSTRAINT package_presets_length_cm_check CHECK ((length_cm > 0)),
  CONSTRAINT package_presets_weight_g_check CHECK ((weight_g > 0)),
  CONSTRAINT package_presets_width_cm_check CHECK ((width_cm > 0)),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE UNIQUE INDEX one_preset_name ON package_presets (client_id, norm(name));
ALTER TABLE package_presets ENABLE ROW LEVEL SECURITY;
ALTER TABLE package_presets FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON package_presets TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON package_presets TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (name, length_cm, width_cm, height_cm, weight_g) ON package_presets TO app;

-- Orders.
CREATE TABLE orders (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  tracking_id text COLLATE "C" NOT NULL,
  order_id text NOT NULL,
  delivery_mode smallint NOT NULL,
  is_reverse boolean GENERATED ALWAYS AS ((delivery_mode = 4)) STORED,
  sender_name text NOT NULL DEFAULT ''::text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  receiver_name text NOT NULL,
  document text NOT NULL DEFAULT ''::text,
  email text NOT NULL,
  receiver_phone text NOT NULL,
  street_name text NOT NULL,
  street_number text NOT NULL,
  floor text NOT NULL DEFAULT ''::text,
  apartment text NOT NULL DEFAULT ''::text,
  between_1 text NOT NULL DEFAULT ''::text,
  between_2 text NOT NULL DEFAULT ''::text,
  zip_code text NOT NULL,
  state text NOT NULL,
  province character(1),
  zip_unlisted boolean NOT NULL DEFAULT false,
  city text NOT NULL,
  neighborhood_name text NOT NULL,
  other_info text NOT NULL DEFAULT ''::text,
  longitude double precision,
  latitude double precision,
  pickup_address_id bigint NOT NULL,
  sender_address jsonb NOT NULL,
  pickup_point jsonb,
  tariff_id integer NOT NULL,
  prepaid boolean NOT NULL DEFAULT false,
  paid_at timestamptz,
  rate_cents bigint NOT NULL,
  estimated_min date,
  estimated_max date,
  order_state text NOT NULL,
  state_group text NOT NULL,
  printed boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  payable boolean NOT NULL,
  can_generate_merchant_order boolean NOT NULL,
  can_request_edit boolean NOT NULL,
  cancellable boolean NOT NULL,
  cancelled_at timestamptz,
  merchant_order_id bigint,
  merchant_order_state smallint,
  init_point text,
  approved_payment boolean NOT NULL DEFAULT false,
  last_modification_state text,
  incident_closed_at timestamptz,
  masked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  name_norm text GENERATED ALWAYS AS (norm(((((receiver_name || ' '::text) || first_name) || ' '::text) || last_name))) STORED,
  order_norm text COLLATE "C" GENERATED ALWAYS AS (folded_key(order_id)) STORED,
  erasure_requested_at timestamptz,
  due_on date,
  quoted_min_days smallint,
  quoted_max_days smallint,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, id),
  CONSTRAINT orders_client_id_tracking_id_key UNIQUE (client_id, tracking_id),
  CONSTRAINT orders_delivery_mode_check CHECK (((delivery_mode >= 1) AND (delivery_mode <= 5))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses(client_id, id),
  FOREIGN KEY (tariff_id) REFERENCES tariffs(id)
);
-- Finds whether a number is taken: unique per direction, compared by its normal form (C9, C61).
CREATE UNIQUE INDEX one_order_number ON orders (client_id, is_reverse, typed_key(order_id)) WHERE (cancelled_at IS NULL);
-- Finds shipments of all clients by document (find_shipments).
CREATE INDEX orders_any_document ON orders (upper(document) text_pattern_ops, created_at) WHERE ((document <> ''::text) AND (masked_at IS NULL));
-- Finds shipments of all clients by the client's number (find_shipments).
CREATE INDEX orders_any_number ON orders (order_norm, created_at);
-- Finds shipments of all clients by phone (find_shipments).
CREATE INDEX orders_any_phone ON orders (regexp_replace(receiver_phone, '\D'::text, ''::text, 'g'::text) text_pattern_ops, created_at) WHERE ((receiver_phone <> ''::text) AND (masked_at IS NULL));
-- Serves the list by creation, and ranges of days by the sort path.
CREATE INDEX orders_created ON orders (client_id, created_at DESC, id DESC) INCLUDE (updated_at, delivery_mode, printed, state_group);
-- Serves ranges of days by last change, by the days path.
CREATE INDEX orders_day ON orders (client_id, created_on, updated_at DESC, id DESC) INCLUDE (delivery_mode, printed, state_group);
-- Finds a receiver by document (orders_of_receiver) or its beginning (orders_of_buyers).
CREATE INDEX orders_document_prefix ON orders (client_id, upper(document) text_pattern_ops, id) WHERE ((document <> ''::text) AND (masked_at IS NULL));
-- Serves the list of late orders, their number, and the sort by due date.
CREATE INDEX orders_due ON orders (client_id, due_on, id) WHERE (due_on IS NOT NULL);
-- Finds a receiver by e-mail (orders_of_receiver), and all clients' shipments (find_shipments).
CREATE INDEX orders_email ON orders (lower(email), id, client_id) WHERE ((email <> ''::text) AND (masked_at IS NULL));
-- Finds orders whose receivers are masked once they end (mask_requested_orders).
CREATE INDEX orders_erasure_requested ON orders (client_id, id) WHERE ((erasure_requested_at IS NOT NULL) AND (masked_at IS NULL));
-- Serves the list of a quick view, and the nightly closing of incidents.
CREATE INDEX orders_group ON orders (client_id, state_group, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed);
-- Serves the list by last change, with or without filters, and the search palette's latest orders.
CREATE INDEX orders_list ON orders (client_id, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed, state_group);
-- Finds orders by a part of a name (orders_named).
CREATE INDEX orders_name ON orders USING gin (client_id, name_norm gin_trgm_ops) WITH (gin_pending_list_limit='128');
-- Finds orders whose receivers are due for masking (mask_due_orders).
CREATE INDEX orders_not_masked ON orders (client_id, updated_at, id) WHERE ((masked_at IS NULL) AND (NOT printable));
-- Finds orders by the client's number or its prefix.
CREATE INDEX orders_number ON orders (client_id, order_norm);
-- Finds a receiver by phone (orders_of_receiver) or its beginning (orders_of_buyers).
CREATE INDEX orders_phone_prefix ON orders (client_id, regexp_replace(receiver_phone, '\D'::text, ''::text, 'g'::text) text_pattern_ops, id) WHERE ((receiver_phone <> ''::text) AND (masked_at IS NULL));
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON orders TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON orders TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON orders TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON orders TO app;
GRANT SELECT (client_id, id, tracking_id, order_id, state, city, pickup_address_id, tariff_id, created_at) ON orders TO provider;
CREATE TRIGGER counted AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
CREATE TRIGGER directory AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION add_to_tracking_directory();
CREATE TRIGGER masked AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN ((new.masked_at IS NOT NULL)) EXECUTE FUNCTION delete_label_fingerprints();
CREATE TRIGGER masked_corrections AFTER UPDATE OF masked_at ON orders FOR EACH ROW WHEN ((new.masked_at IS NOT NULL)) EXECUTE FUNCTION delete_correction_reasons();
CREATE TRIGGER recounted AFTER UPDATE ON orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION adjust_order_counts();
CREATE TRIGGER versioned BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION raise_order_version();

-- Client and order of a tracking id, for the public tracking page and the public states.
CREATE TABLE tracking_directory (
  tracking_id text COLLATE "C" NOT NULL,
  client_id bigint NOT NULL,
  order_id bigint NOT NULL,
  PRIMARY KEY (tracking_id)
);

-- Requests to change an order's receiver (readings C35), applied at once or waiting for the provider.
CREATE TABLE modification_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  order_id text NOT NULL,
  tracking_id text NOT NULL,
  state text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  reason text,
  cost_before_cents bigint NOT NULL,
  cost_after_cents bigint NOT NULL,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  decided_by_staff integer,
  replaced jsonb,
  decided_version integer,
  PRIMARY KEY (client_id, id),
  CONSTRAINT modification_requests_check CHECK (((state = 'Pendiente'::text) = (decided_at IS NULL))),
  CONSTRAINT modification_requests_state_check CHECK ((state = ANY (ARRAY['Pendiente'::text, 'Aprobado'::text, 'Rechazado'::text]))),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id),
  FOREIGN KEY (client_id, requested_by) REFERENCES users(client_id, id),
  FOREIGN KEY (decided_by) REFERENCES provider_keys(id)
);
CREATE INDEX modification_requests_client_id_order_pk_requested_at_idx ON modification_requests (client_id, order_pk, requested_at DESC);
-- Finds a receiver that a modification replaced (requests_of_receiver).
CREATE INDEX modification_requests_contacts ON modification_requests USING gin (client_id, requested_contacts(before, after));
CREATE INDEX modification_requests_replaced ON modification_requests (client_id, decided_at) WHERE (replaced IS NOT NULL);
-- Serves the provider's queue of modifications.
CREATE INDEX modification_requests_waiting ON modification_requests (requested_at, client_id, id) WHERE (state = 'Pendiente'::text);
CREATE UNIQUE INDEX one_open_modification ON modification_requests (client_id, order_pk) WHERE (state = 'Pendiente'::text);
ALTER TABLE modification_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE modification_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON modification_requests TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON modification_requests TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON modification_requests TO provider USING (true);
GRANT INSERT, SELECT, UPDATE (state, reason, decided_at, decided_by, decided_by_staff, replaced, decided_version) ON modification_requests TO app;
GRANT SELECT (client_id, id, order_pk, order_id, tracking_id, state, requested_at, decided_at, decided_by, decided_by_staff) ON modification_requests TO provider;

-- Orders whose derived columns must be derived again.
CREATE TABLE stale_orders (
  client_id bigint NOT NULL,
  order_pk bigint NOT NULL,
  PRIMARY KEY (client_id, order_pk)
);
ALTER TABLE stale_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE stale_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stale_orders TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stale_orders TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, SELECT ON stale_orders TO app;

-- Notes of the provider's staff about clients and orders. Those about an order may name its receiver, and are deleted when the receiver is masked.
CREATE TABLE staff_notes (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint,
  text text NOT NULL,
  author_staff integer,
  author_key integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT staff_notes_check CHECK ((num_nonnulls(author_staff, author_key) = 1)),
  CONSTRAINT staff_notes_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 1000))),
  FOREIGN KEY (author_key) REFERENCES provider_keys(id),
  FOREIGN KEY (author_staff) REFERENCES staff(id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id)
);
CREATE INDEX staff_notes_client_id_created_at_id_idx ON staff_notes (client_id, created_at DESC, id DESC);
CREATE INDEX staff_notes_client_id_order_pk_created_at_id_idx ON staff_notes (client_id, order_pk, created_at DESC, id DESC) WHERE (order_pk IS NOT NULL);
ALTER TABLE staff_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_notes FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON staff_notes TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON staff_notes TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON staff_notes TO provider USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT ON staff_notes TO provider;
CREATE TRIGGER not_masked BEFORE INSERT ON staff_notes FOR EACH ROW WHEN ((new.order_pk IS NOT NULL)) EXECUTE FUNCTION refuse_note_of_masked_order();

-- Shipments of orders, each with a label of its own.
CREATE TABLE shipments (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  n smallint NOT NULL,
  delivery_mode smallint NOT NULL,
  province character(1),
  state text NOT NULL,
  state_code text,
  state_at timestamptz NOT NULL DEFAULT current_moment(),
  length_cm integer NOT NULL,
  width_cm integer NOT NULL,
  height_cm integer NOT NULL,
  weight_g integer NOT NULL,
  value_cents bigint NOT NULL,
  cost_cents bigint NOT NULL,
  adjustment_cents bigint NOT NULL DEFAULT 0,
  pickup_point_code text,
  delivery_date date,
  return_requested_at timestamptz,
  printed boolean NOT NULL DEFAULT false,
  label_fingerprint bytea,
  label_version smallint NOT NULL DEFAULT 0,
  label_outdated boolean NOT NULL DEFAULT false,
  printable boolean NOT NULL,
  cancellable boolean NOT NULL,
  can_return boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  created_on date GENERATED ALWAYS AS (local_day(created_at)) STORED,
  promised_min date,
  promised_max date,
  promised_on date,
  due_on date,
  collected_on date,
  promise_after date,
  promise_days smallint,
  measured_adjustment_cents bigint NOT NULL DEFAULT 0,
  measured_doubt_at timestamptz,
  measured_confirmed_id bigint,
  PRIMARY KEY (client_id, id),
  CONSTRAINT shipments_client_id_label_key UNIQUE (client_id, label),
  CONSTRAINT shipments_client_id_order_pk_n_key UNIQUE (client_id, order_pk, n),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id)
);
-- Serves a month's charges, of all clients and of one.
CREATE INDEX shipments_collected ON shipments (client_id, collected_on, id) INCLUDE (cost_cents, adjustment_cents, state_code) WHERE (collected_on IS NOT NULL);
-- Serves the list by creation, exports, and ranges of days by the sort path.
CREATE INDEX shipments_created ON shipments (client_id, created_at DESC, id DESC) INCLUDE (updated_at, delivery_mode, printed, state_code);
-- Serves ranges of days by last change, by the days path.
CREATE INDEX shipments_day ON shipments (client_id, created_on, updated_at DESC, id DESC) INCLUDE (delivery_mode, printed, state_code);
-- Serves the list of late shipments and the sort by due date.
CREATE INDEX shipments_due ON shipments (client_id, due_on, id) WHERE (due_on IS NOT NULL);
-- Serves the provider's queues of incidents and returns.
CREATE INDEX shipments_in_trouble ON shipments (state_at, client_id, id) INCLUDE (state_code) WHERE (state_code = ANY (ARRAY['no_retirado'::text, 'no_entregado'::text, 'direccion_corregir'::text, 'demorado'::text, 'rescate_solicitado'::text, 'devolucion_solicitada'::text]));
-- Serves the list by last change, with or without filters, and the provider's pages.
CREATE INDEX shipments_list ON shipments (client_id, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed, state_code);
-- Serves the provider's queue of measurements that wait for a person.
CREATE INDEX shipments_measured_doubt ON shipments (measured_doubt_at, client_id, id) WHERE (measured_doubt_at IS NOT NULL);
-- Serves the provider's queue of shipments without news.
CREATE INDEX shipments_moving ON shipments (state_at, client_id, id) WHERE (state_code = ANY (ARRAY['retirado'::text, 'admitido_sucursal'::text, 'recibido_cd'::text, 'controlado'::text, 'procesado'::text, 'descargado'::text, 'despachado'::text, 'en_transito'::text, 'en_sucursal_destino'::text, 'en_curso'::text, 'notificado'::text, 'visitado'::text, 'reprogramado'::text, 'redespacho'::text, 'en_revision'::text, 'entrega_parcial'::text, 'rechazado'::text, 'devolucion'::text, 'transito_remitente'::text]));
-- Finds orders and shipments by pickup point.
CREATE INDEX shipments_pickup_point ON shipments (client_id, pickup_point_code) WHERE (pickup_point_code IS NOT NULL);
-- Serves the provider's queue of overdue promises.
CREATE INDEX shipments_promised ON shipments (due_on, client_id, id) WHERE (due_on IS NOT NULL);
-- Serves the list of one state.
CREATE INDEX shipments_state ON shipments (client_id, state_code, updated_at DESC, id DESC) INCLUDE (created_at, delivery_mode, printed);
-- Serves the provider's collections: printed shipments that wait at their senders.
CREATE INDEX shipments_to_collect ON shipments (client_id, order_pk, id) INCLUDE (weight_g) WHERE (printed AND (NOT label_outdated) AND (delivery_mode = ANY (ARRAY[1, 2])) AND (state_code = ANY (ARRAY['registrado'::text, 'en_preparacion'::text, 'listo_despacho'::text, 'planificado'::text, 'pendiente_retiro'::text, 'no_retirado'::text])));
ALTER TABLE shipments ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipments FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON shipments TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON shipments TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON shipments TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON shipments TO app;
GRANT SELECT (client_id, id, order_pk, label, n, delivery_mode, state, state_code, state_at, weight_g, cost_cents, adjustment_cents, printed, label_outdated, created_at, promised_on, due_on, collected_on, promise_after, promise_days, measured_adjustment_cents, measured_doubt_at) ON shipments TO provider;
CREATE TRIGGER counted AFTER INSERT ON shipments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER recounted AFTER UPDATE ON shipments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION adjust_shipment_counts();

-- Contents of a shipment: copies, because products may be changed or deleted.
CREATE TABLE shipment_items (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  product_id bigint,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  prepared integer NOT NULL DEFAULT 0,
  weight_g integer,
  value_cents bigint,
  PRIMARY KEY (client_id, shipment_id, n),
  CONSTRAINT shipment_items_check CHECK (((prepared >= 0) AND (prepared <= quantity))),
  CONSTRAINT shipment_items_quantity_check CHECK ((quantity > 0)),
  FOREIGN KEY (client_id, product_id) REFERENCES products(client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
CREATE INDEX shipment_items_client_id_product_id_idx ON shipment_items (client_id, product_id) WHERE (product_id IS NOT NULL);
ALTER TABLE shipment_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipment_items FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON shipment_items TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON shipment_items TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON shipment_items TO provider USING (true);
GRANT INSERT, SELECT, UPDATE (prepared) ON shipment_items TO app;
GRANT SELECT (client_id, shipment_id, n, product_id, quantity) ON shipment_items TO provider;

-- History of a shipment, append-only. `at` is the time of the event, `recorded_at` the time of its receipt.
CREATE TABLE shipment_events (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT current_moment(),
  state text NOT NULL,
  state_code text,
  reason text,
  event_id text,
  actor_kind text,
  actor_name text,
  measured_weight_g integer,
  measured_length_cm integer,
  measured_width_cm integer,
  measured_height_cm integer,
  PRIMARY KEY (client_id, shipment_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
CREATE UNIQUE INDEX one_event ON shipment_events (client_id, shipment_id, event_id) WHERE (event_id IS NOT NULL);
ALTER TABLE shipment_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipment_events FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON shipment_events TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON shipment_events TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON shipment_events TO app;

-- Superseded events of shipments, append-only. A superseded event stays in the history and decides nothing.
CREATE TABLE event_corrections (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  wrong_id bigint NOT NULL,
  correction_id bigint NOT NULL,
  corrected_by text NOT NULL,
  reason text,
  corrected_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, shipment_id, wrong_id),
  CONSTRAINT event_corrections_client_id_shipment_id_correction_id_key UNIQUE (client_id, shipment_id, correction_id),
  FOREIGN KEY (client_id, shipment_id, correction_id) REFERENCES shipment_events(client_id, shipment_id, id),
  FOREIGN KEY (client_id, shipment_id, wrong_id) REFERENCES shipment_events(client_id, shipment_id, id)
);
ALTER TABLE event_corrections ENABLE ROW LEVEL SECURITY;
ALTER TABLE event_corrections FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON event_corrections TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON event_corrections TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON event_corrections TO app;

-- Deliveries of labels (readings C22), with the fingerprint of their contents.
CREATE TABLE label_deliveries (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL,
  version smallint NOT NULL,
  fingerprint bytea,
  delivered_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (client_id, id),
  CONSTRAINT label_deliveries_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'zpl'::text, 'png'::text]))),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
CREATE INDEX label_deliveries_client_id_shipment_id_idx ON label_deliveries (client_id, shipment_id);
ALTER TABLE label_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE label_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON label_deliveries TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON label_deliveries TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON label_deliveries TO app;

-- Labels that the provider printed. The sender's are in label_deliveries.
CREATE TABLE provider_prints (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL,
  version smallint NOT NULL,
  relabelled boolean NOT NULL,
  printed_by text NOT NULL,
  printed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT provider_prints_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'zpl'::text]))),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
CREATE INDEX provider_prints_client_id_shipment_id_printed_at_idx ON provider_prints (client_id, shipment_id, printed_at DESC);
ALTER TABLE provider_prints ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_prints FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON provider_prints TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON provider_prints TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON provider_prints TO app;

-- Requests to deliver a shipment on another day, decided by the provider.
CREATE TABLE reschedule_requests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  label text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL,
  wanted_on date NOT NULL,
  note text NOT NULL,
  reason text,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer,
  decided_by_staff integer,
  replaced_promise date,
  replaced_after date,
  replaced_days smallint,
  PRIMARY KEY (client_id, id),
  CONSTRAINT reschedule_requests_check CHECK (((state = 'Pendiente'::text) = (decided_at IS NULL))),
  CONSTRAINT reschedule_requests_state_check CHECK ((state = ANY (ARRAY['Pendiente'::text, 'Aprobado'::text, 'Rechazado'::text]))),
  FOREIGN KEY (client_id, requested_by) REFERENCES users(client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id),
  FOREIGN KEY (decided_by) REFERENCES provider_keys(id)
);
CREATE UNIQUE INDEX one_open_reschedule ON reschedule_requests (client_id, shipment_id) WHERE (state = 'Pendiente'::text);
CREATE INDEX reschedule_requests_client_id_shipment_id_requested_at_idx ON reschedule_requests (client_id, shipment_id, requested_at DESC);
-- Serves the provider's queue of reschedules.
CREATE INDEX reschedule_requests_waiting ON reschedule_requests (requested_at, client_id, id) WHERE (state = 'Pendiente'::text);
ALTER TABLE reschedule_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE reschedule_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON reschedule_requests TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON reschedule_requests TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON reschedule_requests TO provider USING (true);
GRANT INSERT, SELECT, UPDATE (state, reason, decided_at, decided_by, decided_by_staff, replaced_promise, replaced_after, replaced_days) ON reschedule_requests TO app;
GRANT SELECT (client_id, id, shipment_id, label, order_id, state, requested_at, decided_at, decided_by, decided_by_staff) ON reschedule_requests TO provider;

-- Results of deliveries that failed or ended: one row per such shipment, without personal data.
CREATE TABLE delivery_results (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  created_on date NOT NULL,
  province character(1),
  ended text,
  on_time boolean,
  failed_visits smallint NOT NULL,
  failure text,
  transit_days smallint,
  PRIMARY KEY (client_id, shipment_id),
  CONSTRAINT delivery_results_ended_check CHECK ((ended = ANY (ARRAY['delivered'::text, 'undelivered'::text]))),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
-- Serves the figures of a period, and the lists behind them, without reading the table.
CREATE INDEX delivery_results_created ON delivery_results (client_id, created_on) INCLUDE (shipment_id, province, ended, on_time, failed_visits, failure, transit_days);
ALTER TABLE delivery_results ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_results FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON delivery_results TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON delivery_results TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON delivery_results TO app;

-- Last manifest number of each year.
CREATE TABLE manifest_numbers (
  year smallint NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (year)
);

-- Lists of shipments that a sender hands over to the provider, numbered by year.
CREATE TABLE manifests (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  year smallint NOT NULL,
  number integer NOT NULL,
  pickup_address_id bigint NOT NULL,
  sender_address jsonb NOT NULL,
  state text NOT NULL DEFAULT 'abierto'::text,
  orders integer NOT NULL,
  bulks integer NOT NULL,
  weight_g bigint NOT NULL,
  collected integer NOT NULL DEFAULT 0,
  surplus integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  closed_at timestamptz,
  closed_by text,
  cancel_reason text,
  PRIMARY KEY (client_id, id),
  CONSTRAINT manifests_check CHECK (((state = 'abierto'::text) = (closed_at IS NULL))),
  CONSTRAINT manifests_check1 CHECK (((state = 'anulado'::text) = (cancel_reason IS NOT NULL))),
  CONSTRAINT manifests_state_check CHECK ((state = ANY (ARRAY['abierto'::text, 'entregado'::text, 'anulado'::text]))),
  FOREIGN KEY (client_id) REFERENCES clients(client_id),
  FOREIGN KEY (client_id, pickup_address_id) REFERENCES sender_addresses(client_id, id)
);
CREATE UNIQUE INDEX manifests_number ON manifests (year, number);
ALTER TABLE manifests ENABLE ROW LEVEL SECURITY;
ALTER TABLE manifests FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON manifests TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON manifests TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON manifests TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON manifests TO app;
GRANT SELECT ON manifests TO provider;

-- Shipments of manifests, and surplus shipments that were handed over with them. Contains no receiver but the destination's postal code and city.
CREATE TABLE manifest_shipments (
  client_id bigint NOT NULL,
  manifest_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  place integer,
  order_id text NOT NULL,
  n smallint NOT NULL,
  packages smallint NOT NULL,
  zip_code text NOT NULL,
  city text NOT NULL,
  weight_g integer NOT NULL,
  open boolean NOT NULL,
  collected_at timestamptz,
  PRIMARY KEY (client_id, manifest_id, shipment_id),
  FOREIGN KEY (client_id, manifest_id) REFERENCES manifests(client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
CREATE UNIQUE INDEX one_open_manifest ON manifest_shipments (client_id, shipment_id) WHERE open;
ALTER TABLE manifest_shipments ENABLE ROW LEVEL SECURITY;
ALTER TABLE manifest_shipments FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON manifest_shipments TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON manifest_shipments TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON manifest_shipments TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON manifest_shipments TO app;
GRANT SELECT (client_id, manifest_id, shipment_id, open) ON manifest_shipments TO provider;

-- Number of orders by day of creation.
CREATE TABLE order_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  state_group text NOT NULL,
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_group, shard)
);
ALTER TABLE order_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON order_counts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON order_counts TO remito_owner USING (true) WITH CHECK (true);
GRANT SELECT ON order_counts TO app;

-- Number of orders by day of last change.
CREATE TABLE order_updated_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  state_group text NOT NULL,
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state_group, shard)
);
ALTER TABLE order_updated_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_updated_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON order_updated_counts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON order_updated_counts TO remito_owner USING (true) WITH CHECK (true);
GRANT SELECT ON order_updated_counts TO app;

-- Number of shipments by day of creation and province.
CREATE TABLE shipment_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  province character(1) NOT NULL,
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, province, shard)
);
ALTER TABLE shipment_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipment_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON shipment_counts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON shipment_counts TO remito_owner USING (true) WITH CHECK (true);
GRANT SELECT ON shipment_counts TO app;

-- Number of shipments by day of creation and state.
CREATE TABLE shipment_state_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  delivery_mode smallint NOT NULL,
  printed boolean NOT NULL,
  state_code text NOT NULL,
  shard smallint NOT NULL DEFAULT 0,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, delivery_mode, printed, state_code, shard)
);
ALTER TABLE shipment_state_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE shipment_state_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON shipment_state_counts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON shipment_state_counts TO remito_owner USING (true) WITH CHECK (true);
GRANT SELECT ON shipment_state_counts TO app;

-- Payments (merchant orders): each pays one or more orders of a client.
CREATE TABLE merchant_orders (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  state smallint NOT NULL DEFAULT 54,
  amount_cents bigint NOT NULL,
  begun_by bigint NOT NULL,
  preference_id text,
  init_point text,
  payment_id text,
  provider_status text,
  attention text,
  attention_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  updated_at timestamptz NOT NULL DEFAULT current_moment(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  date_at timestamptz GENERATED ALWAYS AS (COALESCE(confirmed_at, created_at)) STORED,
  dated_on date GENERATED ALWAYS AS (local_day(COALESCE(confirmed_at, created_at))) STORED,
  next_poll_at timestamptz,
  unverified_notification_at timestamptz,
  attention_closed text,
  attention_closed_for timestamptz,
  PRIMARY KEY (client_id, id),
  CONSTRAINT merchant_orders_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT merchant_orders_check CHECK (((state = 56) = (confirmed_at IS NOT NULL))),
  CONSTRAINT merchant_orders_check1 CHECK (((state = 41) = (cancelled_at IS NOT NULL))),
  CONSTRAINT merchant_orders_check2 CHECK (((attention IS NULL) = (attention_at IS NULL))),
  CONSTRAINT merchant_orders_state_check CHECK ((state = ANY (ARRAY[54, 56, 41]))),
  FOREIGN KEY (client_id, begun_by) REFERENCES users(client_id, id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE INDEX merchant_orders_attention ON merchant_orders (client_id, attention_at) WHERE (attention IS NOT NULL);
-- Serves the provider's queue of payments.
CREATE INDEX merchant_orders_attention_all ON merchant_orders (attention_at, client_id, id) WHERE (attention IS NOT NULL);
CREATE INDEX merchant_orders_date ON merchant_orders (client_id, date_at DESC, id DESC) INCLUDE (updated_at, state);
CREATE INDEX merchant_orders_day ON merchant_orders (client_id, dated_on, updated_at DESC, id DESC) INCLUDE (state);
CREATE INDEX merchant_orders_list ON merchant_orders (client_id, updated_at DESC, id DESC) INCLUDE (date_at, state);
CREATE INDEX merchant_orders_state ON merchant_orders (client_id, state, updated_at DESC, id DESC) INCLUDE (date_at);
ALTER TABLE merchant_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON merchant_orders TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON merchant_orders TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON merchant_orders TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON merchant_orders TO app;
GRANT SELECT ON merchant_orders TO provider;
CREATE TRIGGER counted AFTER INSERT ON merchant_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_payments();
CREATE TRIGGER directory AFTER INSERT ON merchant_orders FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory();
CREATE TRIGGER recounted AFTER UPDATE ON merchant_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION adjust_payment_counts();

-- Orders of a payment, with their amounts.
CREATE TABLE merchant_order_lines (
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL,
  n smallint NOT NULL,
  order_pk bigint NOT NULL,
  order_id text NOT NULL,
  tracking_id text COLLATE "C" NOT NULL,
  amount_cents bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (client_id, merchant_order_id, n),
  CONSTRAINT merchant_order_lines_client_id_merchant_order_id_order_pk_key UNIQUE (client_id, merchant_order_id, order_pk),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders(client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id)
);
CREATE INDEX merchant_order_lines_order ON merchant_order_lines (client_id, order_pk);
CREATE INDEX merchant_order_lines_tracking ON merchant_order_lines (client_id, tracking_id);
CREATE UNIQUE INDEX one_active_payment ON merchant_order_lines (client_id, order_pk) WHERE active;
ALTER TABLE merchant_order_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_order_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON merchant_order_lines TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON merchant_order_lines TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE (active) ON merchant_order_lines TO app;

-- Attempts to pay, as last read from the payment provider.
CREATE TABLE provider_payments (
  client_id bigint NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  merchant_order_id bigint NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  changed_at timestamptz NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, payment_id),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders(client_id, id)
);
CREATE INDEX provider_payments_client_id_merchant_order_id_idx ON provider_payments (client_id, merchant_order_id);
ALTER TABLE provider_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON provider_payments TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON provider_payments TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON provider_payments TO app;
CREATE TRIGGER directory AFTER INSERT ON provider_payments FOR EACH ROW EXECUTE FUNCTION add_to_payment_directory();

-- Reviews of payments that the provider closed: who, when and why. Never changed.
CREATE TABLE payment_closures (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  merchant_order_id bigint NOT NULL,
  attention text NOT NULL,
  attention_at timestamptz NOT NULL,
  reason text NOT NULL,
  closed_by text NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT payment_closures_client_id_merchant_order_id_attention_atte_key UNIQUE (client_id, merchant_order_id, attention, attention_at),
  FOREIGN KEY (client_id, merchant_order_id) REFERENCES merchant_orders(client_id, id)
);
ALTER TABLE payment_closures ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_closures FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON payment_closures TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON payment_closures TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON payment_closures TO app;

-- Client of a payment.
CREATE TABLE merchant_order_directory (
  id bigint NOT NULL,
  client_id bigint NOT NULL,
  PRIMARY KEY (id)
);

-- Client and payment of an attempt at the payment provider.
CREATE TABLE provider_payment_directory (
  payment_id text COLLATE "C" NOT NULL,
  client_id bigint NOT NULL,
  merchant_order_id bigint NOT NULL,
  PRIMARY KEY (payment_id)
);

-- Number of payments by day and state.
CREATE TABLE payment_counts (
  client_id bigint NOT NULL,
  day date NOT NULL,
  state smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (client_id, day, state)
);
ALTER TABLE payment_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON payment_counts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON payment_counts TO remito_owner USING (true) WITH CHECK (true);
GRANT SELECT ON payment_counts TO app;

-- Bulk uploads.
CREATE TABLE batches (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  file_name text NOT NULL,
  state text NOT NULL,
  content_hash bytea,
  mapping jsonb,
  row_count integer NOT NULL DEFAULT 0,
  order_count integer NOT NULL DEFAULT 0,
  made integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  last_done_row integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  masked_at timestamptz,
  doubtful integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  CONSTRAINT batches_state_check CHECK ((state = ANY (ARRAY['Recibiendo'::text, 'Pendiente'::text, 'Procesando'::text, 'Procesado'::text, 'Error'::text]))),
  FOREIGN KEY (client_id, created_by) REFERENCES users(client_id, id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
CREATE INDEX batches_client_id_content_hash_idx ON batches (client_id, content_hash);
CREATE INDEX batches_list ON batches (client_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX one_running_batch ON batches (client_id) WHERE (state = ANY (ARRAY['Pendiente'::text, 'Procesando'::text]));
ALTER TABLE batches ENABLE ROW LEVEL SECURITY;
ALTER TABLE batches FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON batches TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON batches TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON batches TO app;

-- Chunks of an uploaded file. Deleted when the file is processed.
CREATE TABLE batch_chunks (
  client_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  n integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (client_id, batch_id, n),
  FOREIGN KEY (client_id, batch_id) REFERENCES batches(client_id, id) ON DELETE CASCADE
);
ALTER TABLE batch_chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE batch_chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON batch_chunks TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON batch_chunks TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON batch_chunks TO app;

-- Outcome of each row, written in the transaction that creates the row's order, so that each row is processed once.
CREATE TABLE batch_rows (
  client_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  row_no integer NOT NULL,
  outcome text NOT NULL,
  order_pk bigint,
  problems jsonb,
  cells jsonb,
  doubts text[],
  PRIMARY KEY (client_id, batch_id, row_no),
  CONSTRAINT batch_rows_outcome_check CHECK ((outcome = ANY (ARRAY['Procesado'::text, 'Error'::text, 'Omitido'::text]))),
  FOREIGN KEY (client_id, batch_id) REFERENCES batches(client_id, id),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id)
);
CREATE INDEX batch_rows_cells ON batch_rows USING gin (client_id, searched_cells(cells)) WHERE ((outcome = 'Error'::text) AND (cells <> '[]'::jsonb));
-- Serves the logs of rows to check.
CREATE INDEX batch_rows_doubtful ON batch_rows (client_id, batch_id, row_no) WHERE (doubts IS NOT NULL);
CREATE INDEX batch_rows_left ON batch_rows (client_id, batch_id, outcome, row_no) WHERE (outcome <> 'Procesado'::text);
ALTER TABLE batch_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE batch_rows FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON batch_rows TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON batch_rows TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON batch_rows TO app;

-- Column mappings of a client’s files. The key is the set of headers, in any order.
CREATE TABLE batch_mappings (
  client_id bigint NOT NULL,
  headers_key text NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, headers_key),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
ALTER TABLE batch_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE batch_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON batch_mappings TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON batch_mappings TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON batch_mappings TO app;

-- SKUs that a client has in the warehouse.
CREATE TABLE stock_skus (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  sku text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  since timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  shelf text NOT NULL DEFAULT ''::text,
  sku_key text COLLATE "C" GENERATED ALWAYS AS (folded_key(sku)) STORED,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
-- Finds stock by SKU. Keeps SKUs unique that look the same (C61).
CREATE UNIQUE INDEX one_stock_sku ON stock_skus (client_id, sku_key);
ALTER TABLE stock_skus ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_skus FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stock_skus TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stock_skus TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON stock_skus TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON stock_skus TO app;
GRANT SELECT ON stock_skus TO provider;

-- Lots: units of a SKU that expire together.
CREATE TABLE stock_lots (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  sku_id bigint NOT NULL,
  lot text NOT NULL,
  expiry date,
  criticality date,
  units integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  CONSTRAINT stock_lots_client_id_sku_id_lot_key UNIQUE (client_id, sku_id, lot),
  CONSTRAINT stock_lots_check CHECK (((reserved >= 0) AND (reserved <= units))),
  CONSTRAINT stock_lots_units_check CHECK ((units >= 0)),
  FOREIGN KEY (client_id, sku_id) REFERENCES stock_skus(client_id, id)
);
-- Serves the provider's list of critical and expired lots.
CREATE INDEX stock_lots_dated ON stock_lots (LEAST(expiry, criticality)) WHERE (units > 0);
ALTER TABLE stock_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_lots FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stock_lots TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stock_lots TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON stock_lots TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON stock_lots TO app;
GRANT SELECT ON stock_lots TO provider;

-- Receipts: units that arrived, or left otherwise than by an order. Append-only, with the warehouse’s ids.
CREATE TABLE stock_receipts (
  client_id bigint NOT NULL,
  receipt_id text COLLATE "C" NOT NULL,
  lot_id bigint NOT NULL,
  units integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT current_moment(),
  reason text,
  sent jsonb,
  PRIMARY KEY (client_id, receipt_id),
  CONSTRAINT stock_receipts_units_check CHECK ((units <> 0)),
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots(client_id, id)
);
CREATE INDEX stock_receipts_client_id_lot_id_idx ON stock_receipts (client_id, lot_id);
ALTER TABLE stock_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stock_receipts TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stock_receipts TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON stock_receipts TO app;

-- Units of a lot that are reserved for an item, and units taken for it. A cancellation deletes the row and returns both.
CREATE TABLE stock_reservations (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  n smallint NOT NULL,
  lot_id bigint NOT NULL,
  units integer NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, shipment_id, n, lot_id),
  CONSTRAINT stock_reservations_taken_check CHECK ((taken >= 0)),
  CONSTRAINT stock_reservations_units_check CHECK ((units >= 0)),
  FOREIGN KEY (client_id, lot_id) REFERENCES stock_lots(client_id, id),
  FOREIGN KEY (client_id, shipment_id, n) REFERENCES shipment_items(client_id, shipment_id, n)
);
CREATE INDEX stock_reservations_client_id_lot_id_idx ON stock_reservations (client_id, lot_id);
ALTER TABLE stock_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stock_reservations TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stock_reservations TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON stock_reservations TO app;

-- Returned shipments whose goods were booked back into stock, each shipment once. Their units are receipts.
CREATE TABLE stock_returns (
  client_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  units jsonb,
  note text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (client_id, shipment_id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments(client_id, id)
);
ALTER TABLE stock_returns ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_returns FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON stock_returns TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON stock_returns TO remito_owner USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON stock_returns TO app;

-- Fulfillment orders: what the warehouse prepares for an order of mode 3 or 5, once the order is paid or needs no payment (readings C39).
CREATE TABLE fulfillment_orders (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  order_pk bigint NOT NULL,
  order_id text NOT NULL,
  tracking_id text COLLATE "C" NOT NULL,
  delivery_mode smallint NOT NULL,
  status text NOT NULL DEFAULT 'Registrado'::text,
  labels text[] NOT NULL DEFAULT '{}'::text[],
  reason text,
  created_at timestamptz NOT NULL,
  status_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT fulfillment_orders_client_id_order_pk_key UNIQUE (client_id, order_pk),
  CONSTRAINT fulfillment_orders_status_check CHECK ((status = ANY (ARRAY['Registrado'::text, 'Preparado'::text, 'Cancelado'::text]))),
  FOREIGN KEY (client_id, order_pk) REFERENCES orders(client_id, id)
);
CREATE INDEX fulfillment_orders_list ON fulfillment_orders (client_id, created_at DESC, id DESC) INCLUDE (status, order_pk);
CREATE INDEX fulfillment_orders_waiting ON fulfillment_orders (client_id, created_at, id) WHERE (status = 'Registrado'::text);
-- Serves the provider's queue of late preparations.
CREATE INDEX fulfillment_orders_waiting_all ON fulfillment_orders (created_at, client_id, id) WHERE (status = 'Registrado'::text);
ALTER TABLE fulfillment_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE fulfillment_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON fulfillment_orders TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON fulfillment_orders TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON fulfillment_orders TO provider USING (true);
GRANT INSERT, SELECT, UPDATE ON fulfillment_orders TO app;
GRANT SELECT ON fulfillment_orders TO provider;

-- Audit trail: one row for each writing call or security event. Append-only.
CREATE TABLE audit_log (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  at timestamptz NOT NULL DEFAULT current_moment(),
  actor_kind text NOT NULL,
  actor_id bigint,
  actor_name text NOT NULL,
  action text NOT NULL,
  target text,
  fields text[] NOT NULL DEFAULT '{}'::text[],
  details jsonb,
  network text NOT NULL,
  request_id text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, id, at),
  CONSTRAINT audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'staff'::text, 'key'::text, 'anonymous'::text]))),
  CONSTRAINT audit_log_times_check CHECK ((times > 0))
) PARTITION BY RANGE (at);
-- Filter of the activity by the id of who acted, also as found by the e-mail; export of a user's data.
CREATE INDEX audit_by_actor ON audit_log (actor_id, actor_kind, at DESC, id DESC);
-- Filter of the activity of all clients by the name that who acted had.
CREATE INDEX audit_by_actor_name ON audit_log (norm(actor_name), at DESC, id DESC);
CREATE INDEX audit_by_client ON audit_log (client_id, at DESC, id DESC);
-- Filter of the activity by an action that is rare.
CREATE INDEX audit_by_rare_action ON audit_log (client_id, action, at DESC, id DESC) WHERE (action <> ALL (ARRAY['order.create'::text, 'label.print'::text, 'session.begin'::text, 'ops.event.record'::text]));
-- Filter of the activity by the number of what was changed.
CREATE INDEX audit_by_target ON audit_log (client_id, target, at DESC, id DESC);
CREATE INDEX audit_by_time ON audit_log (at, id);
-- Filter of the activity of all clients by the action.
CREATE INDEX audit_of_all_by_action ON audit_log (action, at DESC, id DESC);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON audit_log TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON audit_log TO remito_owner USING (true) WITH CHECK (true);
CREATE POLICY provider ON audit_log TO provider USING (true) WITH CHECK (true);
CREATE POLICY without_client ON audit_log TO app USING () WITH CHECK ((current_client() IS NULL));
GRANT INSERT, SELECT, UPDATE (times) ON audit_log TO app;
GRANT INSERT, SELECT, UPDATE (times) ON audit_log TO provider;

-- Hash chain of each client over the audit trail, so that a removed or changed row is detected.
CREATE TABLE audit_seals (
  client_id bigint NOT NULL,
  n bigint NOT NULL,
  audit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (client_id, n, at),
  CONSTRAINT audit_seals_client_id_audit_id_at_key UNIQUE (client_id, audit_id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_seals_by_time ON audit_seals (at);
ALTER TABLE audit_seals ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_seals FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON audit_seals TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON audit_seals TO remito_owner USING (true) WITH CHECK (true);

-- Last seal of each client, so that the next one is added without a look into each month.
CREATE TABLE audit_heads (
  client_id bigint NOT NULL,
  n bigint NOT NULL,
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id)
);
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON audit_heads TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON audit_heads TO remito_owner USING (true) WITH CHECK (true);

-- Last seal of each client and month. They stay when older rows are deleted.
CREATE TABLE audit_checkpoints (
  client_id bigint NOT NULL,
  month date NOT NULL,
  n bigint NOT NULL,
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, month)
);
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON audit_checkpoints TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON audit_checkpoints TO remito_owner USING (true) WITH CHECK (true);

-- Orders, uploads, payments, SKUs, invitations and users about which somebody must act ('Requiere tu acción'). Contains no personal value.
CREATE TABLE open_items (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  kind text NOT NULL,
  subject_id bigint NOT NULL,
  cause_at timestamptz NOT NULL,
  opens_at timestamptz NOT NULL,
  deadline timestamptz,
  amount_cents bigint NOT NULL DEFAULT 0,
  snoozed_until timestamptz,
  shows_at timestamptz NOT NULL GENERATED ALWAYS AS (GREATEST(opens_at, snoozed_until)) STORED,
  closed_at timestamptz,
  closed_by bigint,
  PRIMARY KEY (client_id, id),
  CONSTRAINT open_items_client_id_subject_id_kind_key UNIQUE (client_id, subject_id, kind),
  CONSTRAINT open_items_check CHECK (((closed_at IS NOT NULL) OR (closed_by IS NULL))),
  FOREIGN KEY (client_id, closed_by) REFERENCES users(client_id, id),
  FOREIGN KEY (client_id) REFERENCES clients(client_id)
);
-- Serves the list of a kind, and the number of its items.
CREATE INDEX open_items_list ON open_items (client_id, kind, deadline, amount_cents DESC, id) INCLUDE (shows_at) WHERE (closed_at IS NULL);
ALTER TABLE open_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE open_items FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON open_items TO app USING ((client_id = current_client())) WITH CHECK ((client_id = current_client()));
CREATE POLICY owner ON open_items TO remito_owner USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE (cause_at, opens_at, deadline, amount_cents, snoozed_until, closed_at, closed_by) ON open_items TO app;

-- Latest test of each outside service, with its result.
CREATE TABLE setup_checks (
  name text NOT NULL,
  recipient text,
  asked_at timestamptz NOT NULL,
  passed_at timestamptz,
  problem text,
  PRIMARY KEY (name),
  CONSTRAINT setup_checks_name_check CHECK ((name = ANY (ARRAY['mail'::text, 'payments'::text])))
);
GRANT INSERT, SELECT, UPDATE ON setup_checks TO provider;

-- Day from which the dates of the demonstration data count back, and the time of their completion.
CREATE TABLE demonstration (
  day date NOT NULL,
  completed_at timestamptz
);

-- Mails of the embedded mailer, shown at /dev/correo.
CREATE TABLE dev_mailbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT ON dev_mailbox TO app;

-- Checkouts of the embedded payment provider.
CREATE TABLE dev_checkouts (
  id text NOT NULL,
  reference text NOT NULL,
  title text NOT NULL,
  amount_cents bigint NOT NULL,
  back_url text NOT NULL,
  expired boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX dev_checkouts_reference_idx ON dev_checkouts (reference);
GRANT INSERT, SELECT, UPDATE ON dev_checkouts TO app;

-- Attempts to pay at the embedded payment provider.
CREATE TABLE dev_checkout_payments (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  checkout_id text NOT NULL,
  method text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT current_moment(),
  changed_at timestamptz NOT NULL DEFAULT current_moment(),
  PRIMARY KEY (id),
  CONSTRAINT dev_checkout_payments_method_check CHECK ((method = ANY (ARRAY['credit_card'::text, 'ticket'::text]))),
  FOREIGN KEY (checkout_id) REFERENCES dev_checkouts(id)
);
CREATE INDEX dev_checkout_payments_checkout_id_idx ON dev_checkout_payments (checkout_id);
GRANT INSERT, SELECT, UPDATE ON dev_checkout_payments TO app;

-- Callable by the owner only.
CREATE FUNCTION add_audit_checkpoint(head audit_heads)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    INSERT INTO audit_checkpoints (client_id, month, n, hash, at)
    VALUES (head.client_id, (date_trunc('month', head.at AT TIME ZONE 'UTC') + interval '1 month')::date, head.n, head.hash, head.at)
    ON CONFLICT (client_id, month) DO UPDATE SET n = excluded.n, hash = excluded.hash, at = excluded.at
    WHERE audit_checkpoints.n < excluded.n
  $function$;

CREATE FUNCTION add_to_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'users' THEN INSERT INTO user_directory VALUES (norm(NEW.username), lower(NEW.email), NEW.client_id, NEW.id);
    WHEN 'sessions' THEN INSERT INTO session_directory VALUES (NEW.id, NEW.client_id);
    WHEN 'one_time_tokens' THEN INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END CASE;
  RETURN NULL;
END $function$;

CREATE FUNCTION add_to_payment_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'merchant_orders' THEN
    INSERT INTO merchant_order_directory VALUES (NEW.id, NEW.client_id);
  ELSE
    INSERT INTO provider_payment_directory VALUES (NEW.payment_id, NEW.client_id, NEW.merchant_order_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE FUNCTION add_to_tracking_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO tracking_directory VALUES (NEW.tracking_id, NEW.client_id, NEW.id);
  RETURN NULL;
END $function$;

CREATE FUNCTION adjust_order_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- Most writes only change flags.
  IF NOT EXISTS (
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM added
    EXCEPT ALL
    SELECT client_id, created_at, local_day(updated_at), delivery_mode, printed, state_group FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_group, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, state_group, -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, shard, n)
  SELECT client_id, day, state_group, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(updated_at) AS day, state_group, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(updated_at), state_group, -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

CREATE FUNCTION adjust_payment_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT client_id, local_day(date_at), state FROM added EXCEPT ALL
    SELECT client_id, local_day(date_at), state FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  PERFORM lock_counters(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO payment_counts AS c
  SELECT client_id, day, state, sum(d) FROM (
    SELECT client_id, local_day(date_at) AS dated_on, state, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(date_at), state, -1 FROM removed
  ) AS delta, LATERAL (VALUES (dated_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

CREATE FUNCTION adjust_shipment_counts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- Most writes only change flags.
  IF NOT EXISTS (
    SELECT client_id, created_at, province, delivery_mode, printed, state_code FROM added
    EXCEPT ALL
    SELECT client_id, created_at, province, delivery_mode, printed, state_code FROM removed
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO shipment_counts AS c (client_id, day, province, shard, n)
  SELECT client_id, day, province, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS day, coalesce(province, '-') AS province, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), coalesce(province, '-'), -1 FROM removed
  ) AS delta GROUP BY 1, 2, 3 HAVING sum(d) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_code, counter_shard(client_id), sum(d) FROM (
    SELECT client_id, local_day(created_at) AS created_on, delivery_mode, printed,
      coalesce(state_code, '-') AS state_code, 1 AS d FROM added
    UNION ALL
    SELECT client_id, local_day(created_at), delivery_mode, printed, coalesce(state_code, '-'), -1 FROM removed
  ) AS delta, LATERAL (VALUES (created_on), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

CREATE FUNCTION audit_hash(previous bytea, entry audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN sha256((previous || convert_to((jsonb_build_array((entry).id, (entry).client_id, ((EXTRACT(epoch FROM (entry).at) * (1000000)::numeric))::bigint, (entry).actor_kind, (entry).actor_id, (entry).actor_name, (entry).action, (entry).target, (entry).fields, (entry).details, (entry).network, (entry).request_id, (entry).times))::text, 'UTF8'::name)));

-- Callable by app.
CREATE FUNCTION clients_with_stale_orders()
 RETURNS TABLE(client_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT DISTINCT s.client_id FROM stale_orders s $function$;

-- Callable by app.
CREATE FUNCTION complete_email_change(person bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH changed AS (
    UPDATE users u SET email = c.email FROM email_changes c
    WHERE u.client_id = current_client() AND u.id = person AND c.client_id = u.client_id AND c.user_id = u.id
      AND c.old_confirmed_at IS NOT NULL AND c.new_confirmed_at IS NOT NULL RETURNING u.id)
  SELECT EXISTS (SELECT FROM changed)
$function$;

CREATE FUNCTION count_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, shard, n)
  SELECT client_id, day, delivery_mode, printed, state_group, counter_shard(client_id), count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, shard, n)
  SELECT client_id, local_day(updated_at), state_group, counter_shard(client_id), count(*) FROM added
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

CREATE FUNCTION count_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM lock_counters(client_id) FROM (SELECT DISTINCT client_id FROM added ORDER BY 1) AS writers;
  INSERT INTO payment_counts AS c
  SELECT client_id, day, state, count(*)
  FROM added, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, state) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

CREATE FUNCTION count_shipments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO shipment_counts AS c (client_id, day, province, shard, n)
  SELECT client_id, local_day(created_at), coalesce(province, '-'), counter_shard(client_id), count(*)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, shard, n)
  SELECT client_id, day, delivery_mode, printed, coalesce(state_code, '-'), counter_shard(client_id), count(*)
  FROM added, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $function$;

-- Callable by the owner only.
CREATE FUNCTION counter_shard(client bigint)
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
DECLARE
  chosen text := current_setting('app.counter_shard', true);
  shard smallint := 0;
BEGIN
  IF split_part(chosen, ':', 1) = client::text THEN
    RETURN split_part(chosen, ':', 2);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('counter shards', client));
  WHILE NOT pg_try_advisory_xact_lock(hashtextextended('counter shard ' || shard, client)) LOOP
    shard := shard + 1;
  END LOOP;
  PERFORM set_config('app.counter_shard', client || ':' || shard, true);
  RETURN shard;
END $function$;

CREATE PROCEDURE create_trigger_once(IN relation regclass, IN trigger_name name, IN statement text)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = relation AND t.tgname = trigger_name) THEN
    EXECUTE statement;
  END IF;
END $procedure$;

CREATE FUNCTION current_client()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint;

CREATE FUNCTION current_moment()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN now();

-- Callable by the owner only.
CREATE FUNCTION delete_correction_reasons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE event_corrections c SET reason = NULL
  FROM shipments s
  WHERE s.client_id = NEW.client_id AND s.order_pk = NEW.id AND c.client_id = s.client_id AND c.shipment_id = s.id
    AND c.reason IS NOT NULL;
  RETURN NULL;
END $function$;

-- Callable by app.
CREATE FUNCTION delete_expired(moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  gone integer;
  all_gone integer := 0;
BEGIN
  DELETE FROM idempotency_keys WHERE (client_id, key) IN (
    SELECT client_id, key FROM idempotency_keys WHERE created_at < moment - interval '48 hours' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  WITH over AS (
    DELETE FROM sessions WHERE (client_id, id) IN (
      SELECT client_id, id FROM sessions WHERE expires_at < moment - interval '1 day' LIMIT most) RETURNING id)
  DELETE FROM session_directory WHERE id IN (SELECT id FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Kept for a month, so that users of an expired link read that it has expired.
  WITH over AS (
    DELETE FROM one_time_tokens WHERE (client_id, hash) IN (
      SELECT client_id, hash FROM one_time_tokens WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING hash)
  DELETE FROM token_directory WHERE hash IN (SELECT hash FROM over);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  DELETE FROM rate_limits WHERE key IN (
    SELECT key FROM rate_limits WHERE window_ends_at < moment - interval '1 day' LIMIT most FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS gone = ROW_COUNT;
  all_gone := all_gone + gone;
  -- Incomplete uploads.
  DELETE FROM batches WHERE (client_id, id) IN (
    SELECT client_id, id FROM batches WHERE state = 'Recibiendo' AND created_at < moment - interval '1 day' LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN all_gone + gone;
END $function$;

-- Callable by app.
CREATE FUNCTION delete_expired_email_changes(moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM email_changes WHERE (client_id, user_id) IN (
      SELECT client_id, user_id FROM email_changes WHERE expires_at < moment LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$function$;

-- Callable by provider.
CREATE FUNCTION delete_expired_staff_sessions(moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM staff_sessions WHERE id IN (
      SELECT id FROM staff_sessions WHERE expires_at < moment - interval '30 days' LIMIT most) RETURNING id)
  SELECT count(*)::integer FROM gone
$function$;

-- Callable by the owner only.
CREATE FUNCTION delete_label_fingerprints()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE label_deliveries d SET fingerprint = NULL FROM shipments s
  WHERE s.client_id = NEW.client_id AND s.order_pk = NEW.id AND d.client_id = s.client_id AND d.shipment_id = s.id
    AND d.fingerprint IS NOT NULL;
  UPDATE shipments SET label_fingerprint = NULL
  WHERE client_id = NEW.client_id AND order_pk = NEW.id AND label_fingerprint IS NOT NULL;
  RETURN NULL;
END $function$;

-- Callable by app.
CREATE FUNCTION delete_outdated_refused_registrations(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM user_directory WHERE username_norm IN (
      SELECT r.username_norm FROM user_directory r
      WHERE r.client_id = 0
        AND NOT EXISTS (SELECT FROM user_directory u WHERE u.email_norm = substr(r.email_norm, length('refused ') + 1))
      LIMIT most) RETURNING 1)
  SELECT count(*)::integer FROM gone
$function$;

-- Callable by app.
CREATE FUNCTION delete_unused_devices(moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH gone AS (
    DELETE FROM known_devices WHERE (client_id, user_id, hash) IN (
      SELECT client_id, user_id, hash FROM known_devices WHERE last_seen_at < moment LIMIT most) RETURNING hash)
  SELECT count(*)::integer FROM gone
$function$;

CREATE PROCEDURE enable_client_isolation(IN relation regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  CALL plan_for_large_clients(relation);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY client ON %s TO app USING (client_id = current_client()) WITH CHECK (client_id = current_client())', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $procedure$;

-- Callable by app.
CREATE FUNCTION failed_rows_with(wanted text, after_batch bigint, after_row integer, most integer)
 RETURNS TABLE(batch_id bigint, row_no integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT r.batch_id, r.row_no FROM batch_rows r
    WHERE r.client_id = current_client() AND r.outcome = 'Error' AND r.cells <> '[]'
      AND searched_cells(r.cells) @> ARRAY[CASE WHEN wanted LIKE '%@%' THEN lower(wanted) ELSE upper(wanted) END]
      AND (r.batch_id, r.row_no) > (after_batch, after_row)
    ORDER BY r.batch_id, r.row_no LIMIT most
  $function$;

-- Callable by provider.
CREATE FUNCTION find_audit_problems(client bigint, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(client_id bigint, n bigint, problem text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
DECLARE
  month_begins timestamptz := date_trunc('month', since, 'UTC');
BEGIN
  RETURN QUERY
  WITH sealed AS (
    SELECT s.client_id, s.n, s.at, s.audit_id, s.hash, lag(s.n) OVER w AS n_before, lag(s.hash) OVER w AS hash_before
    FROM audit_seals s WHERE s.at >= since AND s.at < until AND (client IS NULL OR s.client_id = client)
    WINDOW w AS (PARTITION BY s.client_id ORDER BY s.n)
  ), checked AS (
    SELECT s.client_id, s.n, s.hash, l AS entry,
      -- A chain begins with its first row. The seal before these days is one of this month, or the last one of an earlier month; after
      -- a change of the clock any.
      CASE WHEN s.n = 1 THEN '' WHEN s.n_before = s.n - 1 THEN s.hash_before ELSE (
        SELECT p.hash FROM audit_seals p WHERE p.client_id = s.client_id AND p.n = s.n - 1 AND p.at >= month_begins AND p.at < until
        UNION ALL
        SELECT c.hash FROM audit_checkpoints c WHERE c.client_id = s.client_id AND c.n = s.n - 1
        UNION ALL
        SELECT p.hash FROM audit_seals p WHERE p.client_id = s.client_id AND p.n = s.n - 1
        LIMIT 1
      ) END AS previous
    FROM sealed s
      LEFT JOIN audit_log l ON l.client_id = s.client_id AND l.id = s.audit_id AND l.at = s.at AND l.at >= since AND l.at < until
        AND (client IS NULL OR l.client_id = client)
    -- So that the previous hash is looked for once.
    OFFSET 0
  )
  SELECT k.client_id, k.n,
    CASE WHEN k.previous IS NULL THEN 'seal missing before' WHEN (k.entry).id IS NULL THEN 'row missing' ELSE 'row changed' END
  FROM checked k
  WHERE k.previous IS NULL OR (k.entry).id IS NULL OR k.hash <> audit_hash(k.previous, k.entry)
  UNION ALL
  SELECT l.client_id, NULL, 'row without seal' FROM audit_log l
  WHERE l.at >= since AND l.at < least(until, current_moment() - interval '30 minutes') AND (client IS NULL OR l.client_id = client)
    AND NOT EXISTS (
      SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id AND s.at = l.at AND s.at >= since AND s.at < until)
  LIMIT 1000;
END $function$;

CREATE FUNCTION find_merchant_order(merchant_order bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT client_id FROM merchant_order_directory WHERE id = merchant_order $function$;

-- Callable by provider.
CREATE FUNCTION find_missing_audit_seals(client bigint)
 RETURNS TABLE(client_id bigint, n bigint, problem text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT e.client_id, e.n, 'seal missing' FROM (
    SELECT h.client_id, h.n, h.at, h.hash FROM audit_heads h
    UNION
    SELECT c.client_id, c.n, c.at, c.hash FROM audit_checkpoints c
    WHERE c.month > (current_moment() AT TIME ZONE 'UTC' - interval '13 months')::date
  ) e
  WHERE (client IS NULL OR e.client_id = client)
    -- A subquery looks into one month for each of them; a join would read all seals.
    AND (SELECT s.hash FROM audit_seals s WHERE s.client_id = e.client_id AND s.n = e.n AND s.at = e.at) IS DISTINCT FROM e.hash
    AND (NOT EXISTS (SELECT FROM audit_checkpoints c WHERE c.client_id = e.client_id AND c.n = e.n)
      OR EXISTS (SELECT FROM audit_seals s WHERE s.client_id = e.client_id AND s.n <= e.n))
  LIMIT 1000;
END $function$;

CREATE FUNCTION find_provider_payment(payment text, OUT client_id bigint, OUT merchant_order_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT d.client_id, d.merchant_order_id FROM provider_payment_directory d WHERE d.payment_id = payment $function$;

-- Callable by app.
CREATE FUNCTION find_refused_registration(login text, OUT address text, OUT password text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT substr(email_norm, length('refused ') + 1), refused_password FROM user_directory
  WHERE username_norm = norm(login) AND client_id = 0
$function$;

CREATE FUNCTION find_session(session uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT client_id FROM session_directory WHERE id = session $function$;

-- Callable by provider.
CREATE FUNCTION find_shipments(kind text, wanted text[], most integer)
 RETURNS TABLE(client_id bigint, order_pk bigint, order_id text, tracking_id text, label text, state text, created_at timestamp with time zone, receiver_name text, receiver_phone text, document text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  few integer := least(most, 51);
  owners bigint[];
  found bigint[];
BEGIN
  CASE kind
    WHEN 'label', 'tracking' THEN
      SELECT array_agg(d.client_id), array_agg(d.order_id) INTO owners, found FROM tracking_directory d
      WHERE d.tracking_id = ANY (ARRAY(SELECT split_part(w, '-', 1) FROM unnest(wanted) AS w));
    WHEN 'number' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM orders o
        WHERE o.order_norm = lower(wanted[1])
        ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'document' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM orders o
        WHERE upper(o.document) = wanted[1] AND o.document <> '' AND o.masked_at IS NULL
        ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'phone' THEN
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM unnest(wanted) AS w CROSS JOIN LATERAL (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE regexp_replace(o.receiver_phone, '\D', '', 'g') = w AND o.receiver_phone <> '' AND o.masked_at IS NULL
          ORDER BY o.created_at DESC LIMIT few
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'email' THEN
      -- The index has the order of ids, which grow by month. An address that many share is read from its latest months.
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE lower(o.email) = lower(wanted[1]) AND o.email <> '' AND o.masked_at IS NULL
          ORDER BY o.id DESC LIMIT 1000
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
    WHEN 'name' THEN
      IF norm(wanted[1]) !~ '[a-z]{3}' THEN RETURN; END IF;
      -- A common name has thousands of orders. Of these, a thousand are compared.
      SELECT array_agg(f.client_id), array_agg(f.id) INTO owners, found FROM (
        SELECT o.client_id, o.id FROM (
          SELECT o.client_id, o.id, o.created_at FROM orders o
          WHERE o.name_norm LIKE like_contains(wanted[1]) AND o.masked_at IS NULL LIMIT 1000
        ) o ORDER BY o.created_at DESC LIMIT few
      ) f;
  END CASE;
  RETURN QUERY
    SELECT o.client_id, o.id, o.order_id, o.tracking_id, s.label, s.state, o.created_at, o.receiver_name,
      masked_end(regexp_replace(o.receiver_phone, '\D', '', 'g')), masked_end(o.document)
    FROM unnest(owners, found) AS f (client_id, id)
    JOIN orders o ON o.client_id = f.client_id AND o.id = f.id
    JOIN shipments s ON s.client_id = f.client_id AND s.order_pk = f.id
    WHERE kind <> 'label' OR s.label = ANY (wanted)
    ORDER BY o.created_at DESC, o.id DESC, s.n LIMIT few;
END $function$;

CREATE FUNCTION find_token(token_hash bytea)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT client_id FROM token_directory WHERE hash = token_hash $function$;

CREATE FUNCTION find_tracking(tracking text, OUT client_id bigint, OUT order_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT d.client_id, d.order_id FROM tracking_directory d WHERE d.tracking_id = tracking $function$;

CREATE FUNCTION find_user(login text, OUT client_id bigint, OUT user_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.username_norm = norm(login) $function$;

CREATE FUNCTION find_user_by_email(address text, OUT client_id bigint, OUT user_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT d.client_id, d.user_id FROM user_directory d WHERE d.email_norm = lower(address) $function$;

CREATE FUNCTION folded_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(typed_key(value));

-- Callable by app.
CREATE FUNCTION forget_refused_registration(address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DELETE FROM user_directory WHERE email_norm = 'refused ' || lower(address) AND client_id = 0
$function$;

CREATE FUNCTION id_key()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN …;

CREATE PROCEDURE isolate_partition(IN relation regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  CALL plan_for_large_clients(relation);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('CREATE POLICY owner ON %s TO %I USING (true) WITH CHECK (true)', relation, current_user);
END $procedure$;

CREATE FUNCTION like_contains(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (('%'::text || replace(regexp_replace(norm(value), '([\\%_])'::text, '\\\1'::text, 'g'::text), ' '::text, '_'::text)) || '%'::text);

CREATE FUNCTION local_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((moment AT TIME ZONE '-03:00:00'::interval))::date;

-- Callable by the owner only.
CREATE FUNCTION lock_counter_shards(client bigint)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended('counter shards'::text, client)) AS pg_advisory_xact_lock;
END;

CREATE FUNCTION lock_counters(client bigint)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT pg_advisory_xact_lock(hashtextextended('counts'::text, client)) AS pg_advisory_xact_lock;
END;

-- Callable by app.
CREATE FUNCTION lock_cuit(wanted text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('cuit', wanted::bigint));
  RETURN (SELECT c.client_id FROM clients c WHERE c.cuit = wanted AND c.approved_at IS NOT NULL LIMIT 1);
END $function$;

-- Callable by the owner only.
CREATE FUNCTION make_audit_month(month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
DECLARE
  since timestamptz := month::timestamp AT TIME ZONE 'UTC';
  until timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
  made boolean := false;
  parent text;
  part text;
  waiting boolean;
BEGIN
  FOREACH parent IN ARRAY ARRAY['audit_log', 'audit_seals'] LOOP
    part := parent || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    -- One node at a time, and not while rows are sealed.
    LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE at >= $1 AND at < $2)', parent || '_default') INTO waiting USING since, until;
    -- A writer that has chosen the default partition for a row of this month would fail when the month is attached.
    IF waiting OR since <= current_moment() THEN
      EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
    CALL isolate_partition(part::regclass);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= $1 AND at < $2 RETURNING *) INSERT INTO %I SELECT * FROM moved',
      parent || '_default', part) USING since, until;
    -- Unlike CREATE TABLE … PARTITION OF, this locks only the default partition against calls that write to other ones.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, since, until);
    made := true;
  END LOOP;
  RETURN made;
END $function$;

-- Callable by provider.
CREATE FUNCTION make_audit_months()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  this_month date := date_trunc('month', current_moment() AT TIME ZONE 'UTC')::date;
  made integer := 0;
BEGIN
  FOR ahead IN 0..3 LOOP
    made := made + make_audit_month((this_month + ahead * interval '1 month')::date)::integer;
  END LOOP;
  RETURN made;
END $function$;

-- Callable by app.
CREATE FUNCTION mask_due_batches(due_before timestamp with time zone, word text, moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
  emptied integer;
BEGIN
  UPDATE batch_rows r SET cells = '[]', problems = (
    SELECT jsonb_agg(problem || jsonb_build_object('value', word)) FROM jsonb_array_elements(r.problems) AS problem)
  FROM (
    SELECT batch_id, row_no FROM batch_rows JOIN batches b ON b.client_id = client AND b.id = batch_id
    WHERE batch_rows.client_id = client AND b.finished_at < due_before AND b.masked_at IS NULL
      AND outcome = 'Error' AND cells <> '[]' LIMIT most
  ) AS due
  WHERE r.client_id = client AND r.batch_id = due.batch_id AND r.row_no = due.row_no;
  GET DIAGNOSTICS emptied = ROW_COUNT;
  IF emptied < most THEN
    UPDATE batches SET masked_at = moment WHERE client_id = client AND finished_at < due_before AND masked_at IS NULL;
  END IF;
  RETURN emptied;
END $function$;

-- Callable by app.
CREATE FUNCTION mask_due_orders(due_before timestamp with time zone, final_codes text[], known_reasons text[], word text, moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
  due bigint[];
BEGIN
  due := ARRAY(
    SELECT o.id FROM orders o
    WHERE o.client_id = client AND o.masked_at IS NULL AND NOT o.printable AND o.updated_at < due_before
      AND NOT EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = o.id
        AND (s.state_code IS NULL OR s.state_code <> ALL (final_codes) OR s.state_at >= due_before))
      AND EXISTS (SELECT FROM shipments s WHERE s.client_id = client AND s.order_pk = o.id)
      AND NOT EXISTS (SELECT FROM modification_requests m WHERE m.client_id = client AND m.order_pk = o.id
        AND m.state = 'Pendiente')
    ORDER BY o.updated_at, o.id LIMIT most FOR UPDATE SKIP LOCKED);
  PERFORM mask_orders(due, known_reasons, word, moment);
  RETURN cardinality(due);
END $function$;

-- Callable by app.
CREATE FUNCTION mask_failed_rows(wanted text, word text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  emptied integer;
BEGIN
  UPDATE batch_rows r SET cells = '[]', problems = (
    SELECT jsonb_agg(problem || jsonb_build_object('value', word)) FROM jsonb_array_elements(r.problems) AS problem)
  FROM failed_rows_with(wanted, 0, 0, most) f
  WHERE r.client_id = current_client() AND r.batch_id = f.batch_id AND r.row_no = f.row_no AND r.cells <> '[]';
  GET DIAGNOSTICS emptied = ROW_COUNT;
  RETURN emptied;
END $function$;

-- Callable by the owner only.
CREATE FUNCTION mask_orders(due bigint[], known_reasons text[], word text, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
BEGIN
  UPDATE orders SET masked_at = moment, first_name = word, last_name = '', receiver_name = word, document = '', email = '',
    receiver_phone = '', street_name = word, street_number = '', floor = '', apartment = '', between_1 = '',
    between_2 = '', neighborhood_name = '', other_info = '', longitude = NULL, latitude = NULL
  WHERE client_id = client AND id = ANY (due);
  UPDATE modification_requests SET before = before || masked_receiver(word), after = after || masked_receiver(word),
    reason = CASE WHEN reason IS NOT NULL THEN word END, replaced = NULL
  WHERE client_id = client AND order_pk = ANY (due);
  UPDATE reschedule_requests r SET note = '', reason = CASE WHEN r.reason IS NOT NULL THEN word END
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND r.client_id = client AND r.shipment_id = s.id;
  UPDATE shipment_events e SET reason = word
  FROM shipments s
  WHERE s.client_id = client AND s.order_pk = ANY (due) AND e.client_id = client AND e.shipment_id = s.id
    AND e.reason IS NOT NULL AND norm(e.reason) <> ALL (ARRAY(SELECT norm(known) FROM unnest(known_reasons) AS known));
  UPDATE fulfillment_orders SET reason = word
  WHERE client_id = client AND order_pk = ANY (due) AND reason IS NOT NULL;
  DELETE FROM staff_notes WHERE client_id = client AND order_pk = ANY (due);
END $function$;

-- Callable by app.
CREATE FUNCTION mask_requested_orders(final_codes text[], known_reasons text[], word text, moment timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
  due bigint[];
BEGIN
  due := ARRAY(
    SELECT o.id FROM orders o
    WHERE o.client_id = client AND o.erasure_requested_at IS NOT NULL AND o.masked_at IS NULL
      AND order_has_ended(client, o.id, final_codes)
    ORDER BY o.id LIMIT most FOR UPDATE SKIP LOCKED);
  PERFORM mask_orders(due, known_reasons, word, moment);
  RETURN cardinality(due);
END $function$;

-- Callable by app.
CREATE FUNCTION mask_requests_of_receiver(field text, wanted text, word text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  contact text[] := ARRAY[lower(wanted)];
  masked integer;
BEGIN
  UPDATE modification_requests r SET
    before = CASE WHEN requested_contacts(r.before, '{}') @> contact THEN r.before || masked_receiver(word) ELSE r.before END,
    after = CASE WHEN requested_contacts('{}', r.after) @> contact THEN r.after || masked_receiver(word) ELSE r.after END,
    reason = CASE WHEN r.reason IS NOT NULL THEN word END
  FROM (SELECT f.id FROM requests_of_receiver(field, wanted, 0, 1000000) f WHERE f.decided LIMIT most) AS found
  WHERE r.client_id = current_client() AND r.id = found.id;
  GET DIAGNOSTICS masked = ROW_COUNT;
  RETURN masked;
END $function$;

-- Callable by app.
CREATE FUNCTION mask_user(person bigint, word text, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  address text;
  masked text := format('%s@borrado.invalid', person);
BEGIN
  SELECT lower(email) INTO address FROM users
  WHERE client_id = current_client() AND id = person AND removed_at IS NOT NULL AND masked_at IS NULL FOR UPDATE;
  IF address IS NULL THEN
    RETURN;
  END IF;
  UPDATE users SET masked_at = moment, first_name = word, last_name = '', phone = '', email = masked
  WHERE client_id = current_client() AND id = person;
  UPDATE user_invitations SET email = masked
  WHERE client_id = current_client() AND lower(email) = address AND (accepted_at IS NOT NULL OR withdrawn_at IS NOT NULL);
END $function$;

CREATE FUNCTION masked_email(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(value, '^(.)[^@]*'::text, '\1•••'::text);

CREATE FUNCTION masked_end(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value = ''::text) THEN ''::text WHEN (char_length(value) < 7) THEN '•••'::text ELSE ('•••'::text || "right"(value, 3)) END;

CREATE FUNCTION masked_receiver(word text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
RETURN jsonb_build_object('receiver_name', word, 'receiver_phone', '', 'email', '', 'address_street_name', word, 'address_street_number', '', 'address_other_info', '', 'address_neighborhood_name', '', 'address_floor', '', 'address_apartment', '', 'address_longitude', NULL::unknown, 'address_latitude', NULL::unknown);

-- Callable by app.
CREATE FUNCTION merge_counter_shards()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
BEGIN
  IF NOT EXISTS (
    SELECT FROM order_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM order_updated_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM shipment_counts WHERE client_id = client AND shard > 0
    UNION ALL SELECT FROM shipment_state_counts WHERE client_id = client AND shard > 0
  ) THEN
    RETURN;
  END IF;
  PERFORM lock_counter_shards(client);
  WITH folded AS (DELETE FROM order_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO order_counts AS c (client_id, day, delivery_mode, printed, state_group, n)
  SELECT client, day, delivery_mode, printed, state_group, sum(n) FROM folded GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM order_updated_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO order_updated_counts AS c (client_id, day, state_group, n)
  SELECT client, day, state_group, sum(n) FROM folded GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (client_id, day, state_group, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM shipment_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO shipment_counts AS c (client_id, day, province, n)
  SELECT client, day, province, sum(n) FROM folded GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (client_id, day, province, shard) DO UPDATE SET n = c.n + excluded.n;
  WITH folded AS (DELETE FROM shipment_state_counts WHERE client_id = client AND shard > 0 RETURNING *)
  INSERT INTO shipment_state_counts AS c (client_id, day, delivery_mode, printed, state_code, n)
  SELECT client, day, delivery_mode, printed, state_code, sum(n) FROM folded GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
  ON CONFLICT (client_id, day, delivery_mode, printed, state_code, shard) DO UPDATE SET n = c.n + excluded.n;
END $function$;

CREATE FUNCTION next_id()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  n bigint := nextval('ids');
  high bigint := n >> 20;
  low bigint := n & 1048575;
  utc timestamp := current_moment() AT TIME ZONE 'UTC';
  -- Months since the beginning of 2020.
  month bigint := greatest(0, (date_part('year', utc) - 2020) * 12 + date_part('month', utc) - 1);
BEGIN
  high := high # (hashint8extended(low, id_key()) & 1048575);
  low := low # (hashint8extended(high, id_key() + 1) & 1048575);
  high := high # (hashint8extended(low, id_key() + 2) & 1048575);
  low := low # (hashint8extended(high, id_key() + 3) & 1048575);
  RETURN (month << 40) + (high << 20 | low) + 1;
END $function$;

CREATE FUNCTION next_ids(count integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 ROWS 10
AS $function$
BEGIN
  FOR i IN 1..count LOOP
    RETURN NEXT next_id();
  END LOOP;
END $function$;

-- Callable by app.
CREATE FUNCTION next_manifest_number(of_year smallint)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO manifest_numbers (year, last) VALUES (of_year, 1)
  ON CONFLICT (year) DO UPDATE SET last = manifest_numbers.last + 1 RETURNING last
$function$;

CREATE FUNCTION norm(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, value));

CREATE FUNCTION order_has_ended(client bigint, pk bigint, final_codes text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
RETURN ((EXISTS (SELECT FROM shipments s WHERE ((s.client_id = order_has_ended.client) AND (s.order_pk = order_has_ended.pk)))) AND (NOT (EXISTS (SELECT FROM shipments s WHERE ((s.client_id = order_has_ended.client) AND (s.order_pk = order_has_ended.pk) AND ((s.state_code IS NULL) OR (s.state_code <> ALL (order_has_ended.final_codes))))))) AND (NOT (EXISTS (SELECT FROM modification_requests m WHERE ((m.client_id = order_has_ended.client) AND (m.order_pk = order_has_ended.pk) AND (m.state = 'Pendiente'::text))))));

-- Callable by app.
CREATE FUNCTION orders_named(pattern text)
 RETURNS TABLE(id bigint, updated_at timestamp with time zone, created_at timestamp with time zone, delivery_mode smallint, printed boolean, state_group text, tracking_id text, order_norm text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT o.id, o.updated_at, o.created_at, o.delivery_mode, o.printed, o.state_group, o.tracking_id, o.order_norm
    FROM orders o WHERE o.client_id = current_client() AND o.name_norm LIKE pattern
  $function$;

-- Callable by app.
CREATE FUNCTION orders_of_buyers(field text, wanted text, since timestamp with time zone, most integer)
 RETURNS TABLE(id bigint, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  CASE field
    WHEN 'name' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND o.name_norm LIKE like_contains(wanted) AND o.masked_at IS NULL
        AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    -- Ranges instead of LIKE, which a prepared plan can't turn into one.
    WHEN 'document' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND upper(o.document) ~>=~ wanted AND upper(o.document) ~<~ (wanted || U&'\+10FFFF')
        AND o.document <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    WHEN 'phone' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~>=~ wanted
        AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~<~ (wanted || U&'\+10FFFF')
        AND o.receiver_phone <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
  END CASE;
END $function$;

-- Callable by app.
CREATE FUNCTION orders_of_receiver(field text, wanted text, after_id bigint, most integer)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  CASE field
    WHEN 'document' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND upper(o.document) = upper(wanted) AND o.document <> '' AND o.masked_at IS NULL
        AND o.id > after_id ORDER BY o.id LIMIT most;
    WHEN 'email' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND lower(o.email) = lower(wanted) AND o.email <> '' AND o.masked_at IS NULL
        AND o.id > after_id ORDER BY o.id LIMIT most;
    WHEN 'phone' THEN RETURN QUERY
      SELECT o.id FROM orders o
      WHERE o.client_id = current_client() AND regexp_replace(o.receiver_phone, '\D', '', 'g') = wanted
        AND o.receiver_phone <> '' AND o.masked_at IS NULL AND o.id > after_id ORDER BY o.id LIMIT most;
  END CASE;
END $function$;

-- Callable by the owner only.
CREATE FUNCTION past_audit_months(moment timestamp with time zone)
 RETURNS date[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  months date[] := '{}';
  old date;
  complete boolean;
BEGIN
  FOR old IN
    SELECT to_date(right(c.relname, 7), 'YYYY_MM') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'audit_log'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= moment
    ORDER BY 1
  LOOP
    EXECUTE format('SELECT coalesce((SELECT max(at) FROM %I) <= (SELECT max(at) FROM audit_seals WHERE at <= current_moment()), true)',
      'audit_log' || to_char(old, '_YYYY_MM')) INTO complete;
    EXIT WHEN NOT complete;
    months := months || old;
  END LOOP;
  RETURN months;
END $function$;

CREATE PROCEDURE plan_for_large_clients(IN relation regclass)
 LANGUAGE plpgsql
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ALTER COLUMN client_id SET (n_distinct = 10, n_distinct_inherited = 10)', relation);
END $procedure$;

CREATE FUNCTION products_matching(pattern text)
 RETURNS TABLE(id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT p.id FROM products p WHERE p.client_id = current_client() AND p.search_norm LIKE pattern
  $function$;

-- Callable by provider.
CREATE FUNCTION prune_audit_log(OUT months integer, OUT deleted integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
DECLARE
  kept_from timestamptz := date_trunc('month', current_moment() - interval '13 months', 'UTC');
  past date[];
  old record;
  uncovered boolean;
  part text;
BEGIN
  LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
  PERFORM add_audit_checkpoint(h) FROM audit_heads h WHERE h.at < date_trunc('month', current_moment(), 'UTC');
  past := past_audit_months(kept_from);
  months := cardinality(past);
  deleted := 0;
  FOR old IN
    WITH last AS (SELECT client_id, max(n) AS n FROM audit_checkpoints WHERE month <= (kept_from AT TIME ZONE 'UTC')::date GROUP BY 1)
    SELECT s.* FROM last, LATERAL (
      SELECT s.client_id, s.n, s.audit_id, s.at FROM audit_seals_default s WHERE s.client_id = last.client_id AND s.n <= last.n OFFSET 0) s
    UNION
    SELECT s.* FROM last, LATERAL (
      SELECT s.client_id, s.n, s.audit_id, s.at FROM audit_seals s
      WHERE s.client_id = last.client_id AND s.n <= last.n AND s.at >= kept_from OFFSET 0) s
    WHERE months > 0
  LOOP
    DELETE FROM audit_seals s WHERE s.client_id = old.client_id AND s.n = old.n AND s.at = old.at;
    DELETE FROM audit_log l WHERE l.client_id = old.client_id AND l.id = old.audit_id AND l.at = old.at;
    deleted := deleted + 1;
  END LOOP;
  FOR i IN 1..months LOOP
    part := to_char(past[i], '_YYYY_MM');
    EXECUTE format('SELECT EXISTS (SELECT FROM (SELECT client_id, max(n) AS n FROM %I GROUP BY 1) s WHERE NOT EXISTS (
      SELECT FROM audit_checkpoints c WHERE c.client_id = s.client_id AND c.n >= s.n AND c.month <= $1))', 'audit_seals' || part)
      INTO uncovered USING (kept_from AT TIME ZONE 'UTC')::date;
    IF uncovered THEN
      RAISE EXCEPTION 'a chain has no checkpoint for its rows in audit_seals%', part;
    END IF;
  END LOOP;
  -- Last, because nobody reads or writes the audit trail from here to the end of the transaction.
  FOR i IN 1..months LOOP
    part := to_char(past[i], '_YYYY_MM');
    EXECUTE format('DROP TABLE %I', 'audit_log' || part);
    EXECUTE format('DROP TABLE IF EXISTS %I', 'audit_seals' || part);
  END LOOP;
END $function$;

CREATE FUNCTION raise_order_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF old.xmin <> pg_current_xact_id()::xid THEN
    new.version := old.version + 1;
  END IF;
  RETURN new;
END $function$;

-- Callable by app.
CREATE FUNCTION rebuild_counts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM lock_counter_shards(client);
  DELETE FROM order_counts WHERE client_id = client;
  INSERT INTO order_counts (client_id, day, delivery_mode, printed, state_group, n)
    SELECT client, day, delivery_mode, printed, state_group, count(*)
    FROM orders, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5;
  DELETE FROM order_updated_counts WHERE client_id = client;
  INSERT INTO order_updated_counts (client_id, day, state_group, n)
    SELECT client, local_day(updated_at), state_group, count(*) FROM orders WHERE client_id = client
      GROUP BY 2, 3 ORDER BY 2, 3;
  DELETE FROM shipment_counts WHERE client_id = client;
  INSERT INTO shipment_counts (client_id, day, province, n)
    SELECT client, local_day(created_at), coalesce(province, '-'), count(*)
    FROM shipments WHERE client_id = client GROUP BY 2, 3 ORDER BY 2, 3;
  DELETE FROM shipment_state_counts WHERE client_id = client;
  INSERT INTO shipment_state_counts (client_id, day, delivery_mode, printed, state_code, n)
    SELECT client, day, delivery_mode, printed, coalesce(state_code, '-'), count(*)
    FROM shipments, LATERAL (VALUES (local_day(created_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5;
END $function$;

-- Callable by app.
CREATE FUNCTION rebuild_payment_counts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  client bigint := current_client();
BEGIN
  PERFORM lock_counters(client);
  DELETE FROM payment_counts WHERE client_id = client;
  INSERT INTO payment_counts SELECT client, day, state, count(*)
    FROM merchant_orders, LATERAL (VALUES (local_day(date_at)), ('-infinity')) AS both_days (day)
    WHERE client_id = client GROUP BY 2, 3 ORDER BY 2, 3;
END $function$;

CREATE FUNCTION refuse_note_of_masked_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM orders WHERE client_id = new.client_id AND id = new.order_pk AND masked_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the receiver of order % is masked', new.order_pk
      USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_notes_not_masked';
  END IF;
  RETURN new;
END $function$;

-- Callable by app.
CREATE FUNCTION refuse_registration(login text, address text, password text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  INSERT INTO user_directory (username_norm, email_norm, client_id, user_id, refused_password)
  VALUES (norm(login), 'refused ' || lower(address), 0, 0, password)
  ON CONFLICT (email_norm) DO UPDATE SET username_norm = excluded.username_norm, refused_password = excluded.refused_password
$function$;

-- Callable by the owner only.
CREATE FUNCTION remove_from_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM users WHERE client_id = NEW.client_id AND (created_at, id) < (NEW.created_at, NEW.id)) THEN
    DELETE FROM user_directory WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  ELSE
    UPDATE user_directory SET email_norm = format('removed %s', NEW.id)
    WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  END IF;
  RETURN NULL;
END $function$;

-- Callable by the owner only.
CREATE FUNCTION replace_invitation_in_directory()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM token_directory WHERE hash = OLD.hash;
  IF NEW.hash IS NOT NULL THEN
    INSERT INTO token_directory VALUES (NEW.hash, NEW.client_id);
  END IF;
  RETURN NULL;
END $function$;

-- Callable by the owner only.
CREATE FUNCTION replace_reference_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE reference_version SET version = gen_random_uuid();
  RETURN NULL;
END $function$;

CREATE FUNCTION requested_contacts(before jsonb, after jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
RETURN array_remove(ARRAY[lower((before ->> 'email'::text)), lower((after ->> 'email'::text)), regexp_replace((before ->> 'receiver_phone'::text), '\D'::text, ''::text, 'g'::text), regexp_replace((after ->> 'receiver_phone'::text), '\D'::text, ''::text, 'g'::text)], ''::text);

-- Callable by app.
CREATE FUNCTION requests_of_receiver(field text, wanted text, after_id bigint, most integer)
 RETURNS TABLE(id bigint, decided boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT r.id, r.state <> 'Pendiente' FROM modification_requests r
    JOIN orders o ON o.client_id = r.client_id AND o.id = r.order_pk
    WHERE r.client_id = current_client() AND requested_contacts(r.before, r.after) @> ARRAY[lower(wanted)]
      AND CASE field WHEN 'email' THEN lower(o.email) <> lower(wanted)
        WHEN 'phone' THEN regexp_replace(o.receiver_phone, '\D', '', 'g') <> wanted ELSE false END
      AND r.id > after_id
    ORDER BY r.id LIMIT most
  $function$;

-- Callable by the owner only.
CREATE FUNCTION require_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM clients WHERE client_id = NEW.client_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM users WHERE client_id = NEW.client_id AND role = 'owner' AND suspended_at IS NULL AND removed_at IS NULL)
  THEN
    RAISE EXCEPTION 'client % has no owner', NEW.client_id USING ERRCODE = 'check_violation', CONSTRAINT = 'users_owner';
  END IF;
  RETURN NULL;
END $function$;

-- Callable by app.
CREATE FUNCTION restart_approval(client bigint, approved boolean, prepaid boolean, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE clients SET approved_at = CASE WHEN approved THEN moment END, rejected_at = NULL, rejection_reason = NULL, prepago = prepaid
  WHERE client_id = client AND client_id = current_client()
    AND NOT EXISTS (SELECT FROM users u WHERE u.client_id = client AND u.activated_at IS NOT NULL)
$function$;

-- Callable by provider.
CREATE FUNCTION revoke_links(client bigint, person bigint, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH change AS (DELETE FROM email_changes WHERE client_id = client AND user_id = person),
  ended AS (
    UPDATE one_time_tokens SET used_at = moment
    WHERE client_id = client AND user_id = person AND used_at IS NULL AND purpose NOT IN ('factor-recovery', 'email-correction')
    RETURNING hash)
  SELECT count(*)::integer FROM ended
$function$;

-- Callable by provider.
CREATE FUNCTION revoke_sessions(client bigint, person bigint, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH forgotten AS (
    DELETE FROM trusted_devices WHERE client_id = client AND (person IS NULL OR user_id = person)),
  ended AS (
    UPDATE sessions SET revoked_at = moment
    WHERE client_id = client AND (person IS NULL OR user_id = person) AND revoked_at IS NULL RETURNING id)
  SELECT count(*)::integer FROM ended
$function$;

-- Callable by provider.
CREATE FUNCTION seal_audit_log(max_rows integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  entry audit_log;
  head audit_heads;
  sealed integer := 0;
  month_begins timestamptz := date_trunc('month', current_moment(), 'UTC');
  -- A call adds only to rows of the minute in which its transaction began.
  until timestamptz := current_moment() - interval '3 minutes';
  since timestamptz;
BEGIN
  LOCK TABLE audit_heads IN SHARE ROW EXCLUSIVE MODE;
  IF current_moment() < month_begins + interval '15 minutes' THEN
    until := least(until, month_begins);
  END IF;
  -- Seals of a clock that was ahead don't count.
  SELECT coalesce(max(s.at), '-infinity') - interval '10 minutes' INTO since FROM audit_seals s WHERE s.at < until;
  FOR entry IN
    SELECT (found.l).* FROM (
      SELECT l FROM audit_log l
      WHERE l.at >= since AND l.at < until
        AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.client_id = l.client_id AND s.audit_id = l.id AND s.at = l.at)
      ORDER BY l.at, l.id LIMIT max_rows FOR UPDATE SKIP LOCKED
    ) found ORDER BY (found.l).client_id, (found.l).at, (found.l).id
  LOOP
    IF head.client_id IS DISTINCT FROM entry.client_id THEN
      IF head.client_id IS NOT NULL THEN
        PERFORM set_audit_head(head);
      END IF;
      SELECT * INTO head FROM audit_heads h WHERE h.client_id = entry.client_id;
    END IF;
    IF date_trunc('month', entry.at, 'UTC') > date_trunc('month', head.at, 'UTC') THEN
      PERFORM add_audit_checkpoint(head);
    END IF;
    head := (entry.client_id, coalesce(head.n, 0) + 1, audit_hash(coalesce(head.hash, ''), entry), entry.at);
    INSERT INTO audit_seals (client_id, n, audit_id, at, hash) VALUES (head.client_id, head.n, entry.id, entry.at, head.hash);
    sealed := sealed + 1;
  END LOOP;
  IF sealed > 0 THEN
    PERFORM set_audit_head(head);
  END IF;
  RETURN sealed;
END $function$;

CREATE FUNCTION searched_cells(cells jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
RETURN (SELECT COALESCE(array_agg(DISTINCT CASE WHEN (cell.value ~~ '%@%'::text) THEN lower(btrim(cell.value)) ELSE upper(regexp_replace(cell.value, '[^0-9A-Za-z]'::text, ''::text, 'g'::text)) END), '{}'::text[]) AS "coalesce" FROM jsonb_array_elements_text(searched_cells.cells) cell(value));

-- Callable by the owner only.
CREATE FUNCTION set_audit_head(head audit_heads)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    INSERT INTO audit_heads (client_id, n, hash, at) VALUES (head.client_id, head.n, head.hash, head.at)
    ON CONFLICT (client_id) DO UPDATE SET n = excluded.n, hash = excluded.hash, at = excluded.at
  $function$;

-- Callable by provider.
CREATE FUNCTION stop_recovery(client bigint, person bigint, moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH stopped AS (
    UPDATE factor_recoveries SET stopped_at = moment
    WHERE client_id = client AND user_id = person AND stopped_at IS NULL AND done_at IS NULL
    RETURNING id)
  SELECT count(*)::integer FROM stopped
$function$;

CREATE FUNCTION typed_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NORMALIZE(btrim(regexp_replace(regexp_replace(regexp_replace(value, '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'::text, ''::text, 'g'::text), '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]'::text, '-'::text, 'g'::text), '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164]+'::text, ' '::text, 'g'::text)), NFC);

CREATE FUNCTION unfinished_batches()
 RETURNS TABLE(client_id bigint, id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT b.client_id, b.id FROM batches b WHERE b.state IN ('Pendiente', 'Procesando') $function$;

-- Callable by the owner only.
CREATE FUNCTION update_directory_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE user_directory SET email_norm = lower(NEW.email) WHERE username_norm = norm(NEW.username) AND user_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE FUNCTION update_directory_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE user_directory SET username_norm = norm(NEW.username) WHERE username_norm = norm(OLD.username);
  RETURN NULL;
END $function$;

-- Callable by provider.
CREATE FUNCTION verify_audit_chain(client bigint)
 RETURNS TABLE(n bigint, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT f.n, f.problem FROM find_audit_problems(client, '-infinity', 'infinity') f
    UNION ALL
    SELECT m.n, m.problem FROM find_missing_audit_seals(client) m
    ORDER BY 1
  $function$;

CREATE FUNCTION wire_pesos(cents bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN round(((cents)::numeric / 100.0), 2);

CREATE FUNCTION wire_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE '-03:00:00'::interval), 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"'::text);
