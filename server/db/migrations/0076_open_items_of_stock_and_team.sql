-- Open items of SKUs, invitations and users (server/domain/thing-items.store.ts). What began more than a week before this version counts as
-- closed, except for what has a deadline and the missing second factor.
INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at, closed_at)
SELECT k.client_id, 'stock_short', k.id, arrival.at, opens.at, CASE WHEN opens.at < current_moment() - interval '7 days' THEN current_moment() END
FROM stock_skus k CROSS JOIN LATERAL (
  SELECT coalesce(max(r.recorded_at), k.since) AS at FROM stock_lots l
  JOIN stock_receipts r ON r.client_id = k.client_id AND r.lot_id = l.id AND r.units > 0
  WHERE l.client_id = k.client_id AND l.sku_id = k.id
) arrival CROSS JOIN LATERAL (
  SELECT max(l.expiry) AS last, coalesce(bool_or(l.expiry IS NULL), false) AS lasting
  FROM stock_lots l WHERE l.client_id = k.client_id AND l.sku_id = k.id AND l.units > l.reserved
) free CROSS JOIN LATERAL (
  SELECT greatest(arrival.at, (free.last + 1)::timestamp AT TIME ZONE INTERVAL '-03:00') AS at
) opens WHERE NOT free.lasting
ON CONFLICT DO NOTHING;

INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at, deadline, closed_at)
SELECT k.client_id, 'stock_expiring', k.id, lot.opens_at, lot.opens_at,
  (lot.expiry + 1)::timestamp AT TIME ZONE INTERVAL '-03:00' - interval '1 millisecond',
  CASE WHEN lot.expiry < local_day(current_moment()) - 7 THEN current_moment() END
FROM stock_skus k CROSS JOIN LATERAL (
  SELECT l.expiry, (coalesce(l.criticality, l.expiry) + 1)::timestamp AT TIME ZONE INTERVAL '-03:00' AS opens_at
  FROM stock_lots l
  WHERE l.client_id = k.client_id AND l.sku_id = k.id AND l.units > l.reserved AND l.expiry IS NOT NULL
  ORDER BY l.expiry, coalesce(l.criticality, l.expiry), l.id LIMIT 1
) lot
ON CONFLICT DO NOTHING;

INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at, deadline)
SELECT client_id, 'invitation_expiring', id, expires_at - interval '72 hours', expires_at - interval '24 hours', expires_at
FROM user_invitations WHERE accepted_at IS NULL AND withdrawn_at IS NULL
ON CONFLICT DO NOTHING;

INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at)
SELECT u.client_id, 'second_factor', u.id, u.activated_at, u.activated_at + interval '7 days'
FROM users u WHERE u.role = 'owner' AND u.activated_at IS NOT NULL AND u.suspended_at IS NULL AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM user_factors f
    WHERE f.client_id = u.client_id AND f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM users o WHERE o.client_id = u.client_id AND o.id <> u.id AND o.role = 'owner'
    AND o.activated_at IS NOT NULL AND o.suspended_at IS NULL AND o.removed_at IS NULL)
ON CONFLICT DO NOTHING;
