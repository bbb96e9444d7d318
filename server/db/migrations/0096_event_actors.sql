-- Who reported an event of a parcel, for the provider's people only. Null for events that were recorded before.

ALTER TABLE shipment_events ADD COLUMN actor_kind text;
ALTER TABLE shipment_events ADD COLUMN actor_name text;
