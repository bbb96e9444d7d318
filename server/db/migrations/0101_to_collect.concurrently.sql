-- Printed parcels that wait at their senders, over all clients.

DROP INDEX CONCURRENTLY IF EXISTS shipments_to_collect;
CREATE INDEX CONCURRENTLY shipments_to_collect ON shipments (client_id, order_pk, id) INCLUDE (weight_g)
  WHERE printed AND NOT label_outdated AND delivery_mode IN (1, 2)
    AND state_code IN ('registrado', 'en_preparacion', 'listo_despacho', 'planificado', 'pendiente_retiro', 'no_retirado');
COMMENT ON INDEX shipments_to_collect IS 'Serves the provider''s collections: printed parcels that wait at their senders.';
