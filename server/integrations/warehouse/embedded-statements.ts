/** A row of the list of fulfillment orders `f`, with its order `o`. */
export const ORDER_ROW = `json_build_object('fecha', local_day(f.created_at)::text, 'referencia', f.id::text,
  'orden', o.tracking_id, 'estado', f.status)`;

/** One fulfillment order of client `$1` by its id: what was asked of one SKU comes as one product. */
export const DETAIL = `
  SELECT json_build_object(
    'estado', f.status,
    'etiquetas', nullif(array_to_string(f.labels, ','), ''),
    'fechaCreacionOrden', wire_time(f.created_at),
    'fechaEstado', wire_time(f.status_at),
    'productos', (
      SELECT coalesce(json_agg(json_build_object('sku', p.sku, 'descripcion', p.name, 'cantidad', p.quantity,
        'cantidadPreparada', p.prepared) ORDER BY p.place), '[]')
      FROM (
        SELECT min(i.sku) AS sku, min(i.name) AS name, sum(i.quantity) AS quantity, sum(i.prepared) AS prepared,
          min(s.n * 1000 + i.n) AS place
        FROM shipments s JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
        WHERE s.client_id = $1 AND s.order_pk = f.order_pk AND i.product_id IS NOT NULL
          AND (f.status = 'Cancelado' OR s.state_code IS NULL OR s.state_code NOT IN ('cancelado', 'expirado'))
        GROUP BY lower(i.sku)
      ) p
    ),
    'datosDestinatario', json_build_object(
      'nombreYApellido', o.receiver_name,
      'mail', o.email,
      'telefono', o.receiver_phone,
      'direccion', concat_ws(', ', concat_ws(' ', o.street_name, o.street_number),
        CASE WHEN o.floor <> '' THEN 'piso ' || o.floor END, CASE WHEN o.apartment <> '' THEN 'dpto. ' || o.apartment END),
      'codigoPostal', o.zip_code,
      'localidad', o.city,
      'provincia', o.state
    )
  ) AS detail
  FROM fulfillment_orders f JOIN orders o ON o.client_id = $1 AND o.id = f.order_pk
  WHERE f.client_id = $1 AND f.id = $2`;

/** Lots of client `$1` of a SKU; no row when it has no such SKU. */
export const LOTS = `
  SELECT (
    SELECT coalesce(json_agg(json_build_object('lote', l.lot, 'vencimiento', l.expiry, 'fechaCriticidad', l.criticality,
      'unidades', l.units) ORDER BY l.expiry NULLS LAST, l.id), '[]')
    FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id AND l.units > 0
  ) AS lots
  FROM stock_skus k WHERE k.client_id = $1 AND lower(k.sku) = lower($2)`;

/**
 * Stock of client `$1` by SKU on the day `$2`, with what orders took since `$3`; the marks are those of
 * shared/rules/lot-marks.ts. Sold is what a fulfillment order was made for and nobody has cancelled.
 */
export const STOCK = (conditions: string, cut: string) => `
  WITH matches AS MATERIALIZED (
    SELECT k.id, k.sku, k.description, k.since, k.updated_at, n.*
    FROM stock_skus k CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.units), 0) AS units,
        coalesce(sum(l.units) FILTER (WHERE l.criticality < $2::date AND (l.expiry IS NULL OR l.expiry >= $2::date)), 0)
          AS critical,
        coalesce(sum(l.units) FILTER (WHERE l.expiry < $2::date), 0) AS expired
      FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id
    ) n WHERE ${conditions}
  ), page AS (SELECT * FROM matches ORDER BY sku, id ${cut}), sold AS (
    SELECT lower(i.sku) AS sku, sum(i.quantity) AS units
    FROM fulfillment_orders f JOIN shipments s ON s.client_id = $1 AND s.order_pk = f.order_pk
    JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
    WHERE f.client_id = $1 AND f.created_at >= $3 AND i.product_id IS NOT NULL
      AND (s.state_code IS NULL OR s.state_code NOT IN ('cancelado', 'expirado'))
    GROUP BY 1
  )
  SELECT (SELECT count(*) FROM matches) AS total, (
    SELECT coalesce(json_agg(json_build_object('sku', p.sku, 'description', p.description, 'units', p.units,
      'critical', p.critical, 'updated_at', wire_time(p.updated_at), 'since', local_day(p.since),
      'sold', coalesce(sold.units, 0), 'lots', (
        SELECT coalesce(json_agg(json_build_object('expiry', l.expiry, 'units', l.units - l.reserved)), '[]')
        FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = p.id AND l.units > l.reserved
          AND (l.expiry IS NULL OR l.expiry >= $2::date)
      )) ORDER BY p.sku, p.id), '[]')
    FROM page p LEFT JOIN sold ON sold.sku = lower(p.sku)
  ) AS rows`;
