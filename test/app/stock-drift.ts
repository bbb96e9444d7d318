type Query = <R extends object>(text: string) => Promise<R[]>;

/** Lists inconsistencies of stock, reservations and fulfillment orders; empty when there are none. */
export async function findStockDrift(query: Query): Promise<string[]> {
  const rows = await query<{ what: string }>(`
    SELECT concat('lot ', l.lot, ': ', l.units, ' units, ', l.reserved, ' reserved') AS what
    FROM stock_lots l
    LEFT JOIN LATERAL (SELECT sum(units) AS units, sum(taken) AS taken FROM stock_reservations r
      WHERE r.client_id = l.client_id AND r.lot_id = l.id) r ON true
    LEFT JOIN LATERAL (SELECT sum(units) AS units FROM stock_receipts c
      WHERE c.client_id = l.client_id AND c.lot_id = l.id) c ON true
    WHERE l.reserved <> coalesce(r.units, 0) OR l.units <> coalesce(c.units, 0) - coalesce(r.taken, 0)
    UNION ALL
    SELECT concat('item ', s.label, '/', i.n, ' in ', s.state, ': ', i.quantity, ' asked, ', i.prepared, ' prepared, ',
      r.units, ' waiting, ', r.taken, ' taken, order ', f.status)
    FROM shipments s JOIN shipment_items i ON i.client_id = s.client_id AND i.shipment_id = s.id
    LEFT JOIN fulfillment_orders f ON f.client_id = s.client_id AND f.order_pk = s.order_pk
    CROSS JOIN LATERAL (SELECT coalesce(sum(units), 0) AS units, coalesce(sum(taken), 0) AS taken
      FROM stock_reservations r WHERE r.client_id = s.client_id AND r.shipment_id = s.id AND r.n = i.n) r
    WHERE s.delivery_mode IN (3, 5) AND (i.prepared <> r.taken OR CASE
      WHEN s.state_code IN ('cancelado', 'expirado') THEN r.units + r.taken > 0
      WHEN f.status = 'Preparado' THEN r.units > 0
      ELSE r.units + r.taken <> i.quantity END)
    UNION ALL
    SELECT concat('order ', o.tracking_id, ' is ', coalesce(f.status, 'none'))
    FROM orders o LEFT JOIN fulfillment_orders f ON f.client_id = o.client_id AND f.order_pk = o.id
    WHERE o.delivery_mode IN (3, 5) AND CASE
      WHEN o.cancelled_at IS NOT NULL THEN coalesce(f.status, 'Cancelado') <> 'Cancelado'
      -- An order that ended unpaid and was paid afterwards never reached the warehouse.
      ELSE (f.status IS NULL) <> (o.prepaid AND NOT EXISTS (
        SELECT FROM shipments s JOIN shipment_events e ON e.client_id = s.client_id AND e.shipment_id = s.id
        WHERE s.client_id = o.client_id AND s.order_pk = o.id AND e.state_code = 'registrado')) END`);
  return rows.map(({ what }) => what);
}
