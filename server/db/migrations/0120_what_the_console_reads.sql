-- The provider's sums of charges divide each cost into net and IVA by the tariff of its order.
GRANT SELECT (tariff_id) ON orders TO provider;

-- What became of an invitation's mail. Invitations from before, or of a node of the previous version, have no number of failed attempts.
ALTER TABLE staff_invitations ADD COLUMN mail_failures smallint;
ALTER TABLE staff_invitations ADD COLUMN mail_problem text;
ALTER TABLE staff_invitations ADD COLUMN mail_sent_at timestamptz;
COMMENT ON COLUMN staff_invitations.mail_failures IS 'Failed attempts to send the mail; null where they were not counted.';
COMMENT ON COLUMN staff_invitations.mail_problem IS 'Why the last attempt failed, in Spanish; null before the first failure and once the mail was sent.';
COMMENT ON COLUMN staff_invitations.mail_sent_at IS 'When the mail server took the mail.';
GRANT UPDATE (mail_failures, mail_problem, mail_sent_at) ON staff_invitations TO provider;

-- The provider's list of orders to prepare shows where each goes, and how much it contains.
GRANT SELECT (city, state) ON orders TO provider;
GRANT SELECT (client_id, shipment_id, n, product_id, quantity) ON shipment_items TO provider;
CREATE POLICY provider ON shipment_items TO provider USING (true);
