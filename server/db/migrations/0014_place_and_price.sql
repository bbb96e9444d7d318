-- A postal code that the table doesn't list leaves the province unconfirmed: the provider looks at these orders.
ALTER TABLE orders ADD COLUMN zip_unlisted boolean NOT NULL DEFAULT false;

-- What an approved change of address added to the frozen cost.
ALTER TABLE shipments ADD COLUMN adjustment_cents bigint NOT NULL DEFAULT 0;

-- Cost of the shipments that still travel, before and after the change; null for requests made before this rule.
ALTER TABLE modification_requests ADD COLUMN cost_before_cents bigint, ADD COLUMN cost_after_cents bigint;
