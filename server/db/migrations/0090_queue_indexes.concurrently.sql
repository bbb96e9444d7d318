-- Each queue of parcels, oldest first over all clients.

DROP INDEX CONCURRENTLY IF EXISTS shipments_in_trouble;
CREATE INDEX CONCURRENTLY shipments_in_trouble ON shipments (state_at, client_id, id) INCLUDE (state_code)
  WHERE state_code IN ('no_retirado', 'no_entregado', 'direccion_corregir', 'demorado', 'rescate_solicitado', 'devolucion_solicitada');
COMMENT ON INDEX shipments_in_trouble IS 'Serves the provider''s queues of incidents and returns.';

DROP INDEX CONCURRENTLY IF EXISTS shipments_moving;
CREATE INDEX CONCURRENTLY shipments_moving ON shipments (state_at, client_id, id)
  WHERE state_code IN ('retirado', 'admitido_sucursal', 'recibido_cd', 'controlado', 'procesado', 'descargado', 'despachado',
    'en_transito', 'en_sucursal_destino', 'en_curso', 'notificado', 'visitado', 'reprogramado', 'redespacho', 'en_revision',
    'entrega_parcial', 'rechazado', 'devolucion', 'transito_remitente');
COMMENT ON INDEX shipments_moving IS 'Serves the provider''s queue of parcels without news.';

DROP INDEX CONCURRENTLY IF EXISTS shipments_promised;
CREATE INDEX CONCURRENTLY shipments_promised ON shipments (due_on, client_id, id) WHERE due_on IS NOT NULL;
COMMENT ON INDEX shipments_promised IS 'Serves the provider''s queue of overdue promises.';

DROP INDEX CONCURRENTLY IF EXISTS modification_requests_waiting;
CREATE INDEX CONCURRENTLY modification_requests_waiting ON modification_requests (requested_at, client_id, id)
  WHERE state = 'Pendiente';
COMMENT ON INDEX modification_requests_waiting IS 'Serves the provider''s queue of modifications.';

DROP INDEX CONCURRENTLY IF EXISTS reschedule_requests_waiting;
CREATE INDEX CONCURRENTLY reschedule_requests_waiting ON reschedule_requests (requested_at, client_id, id)
  WHERE state = 'Pendiente';
COMMENT ON INDEX reschedule_requests_waiting IS 'Serves the provider''s queue of reschedules.';

DROP INDEX CONCURRENTLY IF EXISTS merchant_orders_attention_all;
CREATE INDEX CONCURRENTLY merchant_orders_attention_all ON merchant_orders (attention_at, client_id, id) WHERE attention IS NOT NULL;
COMMENT ON INDEX merchant_orders_attention_all IS 'Serves the provider''s queue of payments.';

DROP INDEX CONCURRENTLY IF EXISTS fulfillment_orders_waiting_all;
CREATE INDEX CONCURRENTLY fulfillment_orders_waiting_all ON fulfillment_orders (created_at, client_id, id) WHERE status = 'Registrado';
COMMENT ON INDEX fulfillment_orders_waiting_all IS 'Serves the provider''s queue of late preparations.';
