-- Roles of a company's users, limits of operator keys, and what the provider may read.

-- Nodes of the previous version insert users without a role: each is its company's only user, hence the owner.
ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'owner';
ALTER TABLE users ADD CONSTRAINT users_role CHECK (role IN ('owner', 'admin', 'operations', 'billing', 'viewer')) NOT VALID;

-- Limits of a key; NULL for none. `expires_on` is the last day on which the key is valid.
ALTER TABLE operator_keys ADD COLUMN scopes text[];
ALTER TABLE operator_keys ADD COLUMN expires_on date;
ALTER TABLE operator_keys ADD COLUMN networks inet[];

-- A pickup point's postal code is checked like that of an address.
GRANT SELECT ON zip_codes TO provider;
