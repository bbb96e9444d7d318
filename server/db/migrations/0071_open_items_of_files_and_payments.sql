-- Open items of uploads with failed rows and of payments to check (server/domain/thing-items.store.ts). What nobody touched for a week
-- before this version counts as closed.
INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at, amount_cents, closed_at)
SELECT client_id, 'failed_rows', id, finished_at, finished_at, 0,
  CASE WHEN finished_at < current_moment() - interval '7 days' THEN current_moment() END
FROM batches WHERE failed > 0 AND finished_at IS NOT NULL AND masked_at IS NULL
ON CONFLICT DO NOTHING;

INSERT INTO open_items (client_id, kind, thing_id, cause_at, opens_at, amount_cents)
SELECT client_id, 'payment_attention', id, attention_at, attention_at, amount_cents
FROM merchant_orders WHERE attention IS NOT NULL
ON CONFLICT DO NOTHING;
