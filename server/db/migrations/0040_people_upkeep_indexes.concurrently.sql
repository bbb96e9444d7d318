DROP INDEX CONCURRENTLY IF EXISTS modification_requests_contacts;
CREATE INDEX CONCURRENTLY modification_requests_contacts ON modification_requests
  USING gin (client_id, requested_contacts(before, after));
COMMENT ON INDEX modification_requests_contacts IS 'Finds a receiver that a modification replaced (requests_of_receiver).';

DROP INDEX CONCURRENTLY IF EXISTS clients_cuit;
CREATE INDEX CONCURRENTLY clients_cuit ON clients (cuit);
COMMENT ON INDEX clients_cuit IS 'Counts the clients with one CUIT (provider''s client list), finds an approved one (lockCuit).';

-- Without the actions of every day: they are found in the client's newest rows, and each order would write to this index.
DROP INDEX CONCURRENTLY IF EXISTS audit_by_rare_action;
CREATE INDEX CONCURRENTLY audit_by_rare_action ON audit_log (client_id, action, at DESC, id DESC)
  WHERE action NOT IN ('order.create', 'label.print', 'session.begin', 'ops.event.record');
COMMENT ON INDEX audit_by_rare_action IS 'Filter of the activity by an action that is rare.';

DROP INDEX CONCURRENTLY IF EXISTS audit_by_target;
CREATE INDEX CONCURRENTLY audit_by_target ON audit_log (client_id, target, at DESC, id DESC);
COMMENT ON INDEX audit_by_target IS 'Filter of the activity by the number of what was changed.';
