-- Without the actions of every day: they are found in the newest rows, and each order would write to this index.
DROP INDEX CONCURRENTLY IF EXISTS audit_of_all_by_rare_action;
CREATE INDEX CONCURRENTLY audit_of_all_by_rare_action ON audit_log (action, at DESC, id DESC)
  WHERE action NOT IN ('order.create', 'label.print', 'session.begin', 'ops.event.record');
COMMENT ON INDEX audit_of_all_by_rare_action IS 'Filter of the activity of all clients by an action that is rare.';

DROP INDEX CONCURRENTLY IF EXISTS audit_by_actor;
CREATE INDEX CONCURRENTLY audit_by_actor ON audit_log (actor_id, actor_kind, at DESC, id DESC);
COMMENT ON INDEX audit_by_actor IS 'Filter of the activity of all clients by the id of who acted, also as found by the e-mail.';

DROP INDEX CONCURRENTLY IF EXISTS audit_by_actor_name;
CREATE INDEX CONCURRENTLY audit_by_actor_name ON audit_log (norm(actor_name), at DESC, id DESC);
COMMENT ON INDEX audit_by_actor_name IS 'Filter of the activity of all clients by the name that who acted had.';

DROP INDEX CONCURRENTLY IF EXISTS users_by_email;
CREATE INDEX CONCURRENTLY users_by_email ON users (lower(email));
COMMENT ON INDEX users_by_email IS 'Finds whose activity the provider looks for.';
