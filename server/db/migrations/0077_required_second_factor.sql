-- From when a company requires a second factor of each of its users; NULL if it doesn't.
ALTER TABLE clients ADD COLUMN factor_required_from timestamptz;
GRANT UPDATE (factor_required_from) ON clients TO app;
