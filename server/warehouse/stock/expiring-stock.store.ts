/** Selects critical and expired lots with units (D2 §4). `clientId` null means all clients, `status` null both marks. */
export function expiringLots(today: string, clientId: number | null, status: string | null) {
  return {
    select: `SELECT l.client_id, c.nombre_empresa AS company, k.sku, k.description, k.shelf, l.lot, l.expiry, l.criticality,
        l.units, l.reserved, wire_time(k.updated_at) AS updated_at, m.status
      FROM stock_lots l JOIN stock_skus k ON k.client_id = l.client_id AND k.id = l.sku_id
      JOIN clients c ON c.client_id = l.client_id
      CROSS JOIN LATERAL (SELECT CASE WHEN l.expiry < $1 THEN 'Vencido' ELSE 'Crítico' END AS status) m
      WHERE l.units > 0 AND least(l.expiry, l.criticality) < $1::date
        AND ($2::bigint IS NULL OR l.client_id = $2) AND ($3::text IS NULL OR m.status = $3)`,
    orderBy: 'expiry NULLS LAST, company, sku, lot',
    values: [today, clientId, status],
  };
}
