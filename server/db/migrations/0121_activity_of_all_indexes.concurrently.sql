-- With the actions of every day: which of them are rare differs by installation, and one that nobody did would read every row.
DROP INDEX CONCURRENTLY IF EXISTS audit_of_all_by_action;
CREATE INDEX CONCURRENTLY audit_of_all_by_action ON audit_log (action, at DESC, id DESC);
COMMENT ON INDEX audit_of_all_by_action IS 'Filter of the activity of all clients by the action.';

DROP INDEX CONCURRENTLY IF EXISTS audit_by_actor;
CREATE INDEX CONCURRENTLY audit_by_actor ON audit_log (actor_id, actor_kind, at DESC, id DESC);
COMMENT ON INDEX audit_by_actor IS 'Filter of the activity by the id of who acted, also as found by the e-mail; export of a user''s data.';

-- audit_by_actor finds a user's rows, too: a row of an order is written to as many indexes as it was with audit_by_user.
DROP INDEX CONCURRENTLY IF EXISTS audit_by_user;

DROP INDEX CONCURRENTLY IF EXISTS audit_by_actor_name;
CREATE INDEX CONCURRENTLY audit_by_actor_name ON audit_log (norm(actor_name), at DESC, id DESC);
COMMENT ON INDEX audit_by_actor_name IS 'Filter of the activity of all clients by the name that who acted had.';

DROP INDEX CONCURRENTLY IF EXISTS users_by_email;
CREATE INDEX CONCURRENTLY users_by_email ON users (lower(email));
COMMENT ON INDEX users_by_email IS 'Finds whose activity the provider looks for.';
