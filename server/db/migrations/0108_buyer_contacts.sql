-- How buyers reach a client, which the tracking page shows. Constant defaults, so that no row is rewritten.

ALTER TABLE clients ADD COLUMN buyer_email text NOT NULL DEFAULT '', ADD COLUMN buyer_phone text NOT NULL DEFAULT '';
COMMENT ON COLUMN clients.buyer_email IS 'Mail address for buyers, public on the tracking page. Empty without one.';
COMMENT ON COLUMN clients.buyer_phone IS 'Phone for buyers, public on the tracking page. Empty without one.';
GRANT UPDATE (buyer_email, buyer_phone) ON clients TO app;
