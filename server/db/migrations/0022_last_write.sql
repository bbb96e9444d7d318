-- Position of the log behind the client's last write, kept where a replica is configured (docs/decisions/0019).
ALTER TABLE clients ADD COLUMN last_write pg_lsn;
GRANT UPDATE (last_write) ON clients TO app;
