-- The provider reads requests of all clients without what they are about: before and after of a modification are a receiver, the
-- note of a reschedule may name one. Both are read in a transaction of the request's client.

REVOKE SELECT ON modification_requests, reschedule_requests FROM provider;
GRANT SELECT (client_id, id, order_pk, order_id, tracking_id, state, requested_at, decided_at, decided_by, decided_by_staff)
  ON modification_requests TO provider;
GRANT SELECT (client_id, id, shipment_id, label, order_id, state, requested_at, decided_at, decided_by, decided_by_staff)
  ON reschedule_requests TO provider;
