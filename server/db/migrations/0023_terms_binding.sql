-- Day from which a version of the terms has to be accepted (readings C56).

-- The default makes existing versions bind at once, and those that nodes of the previous version insert.
ALTER TABLE terms ADD COLUMN binds_from timestamptz NOT NULL DEFAULT '-infinity';
COMMENT ON COLUMN terms.binds_from IS 'Calls are refused from this time on until the version or a newer one is accepted.';
