-- Labels that the provider printed, for example to attach a new one to a collected parcel (readings C50).

CREATE TABLE provider_prints (
  client_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT next_id(),
  shipment_id bigint NOT NULL,
  format text NOT NULL CHECK (format IN ('pdf', 'zpl')),
  version smallint NOT NULL,
  -- Whether the label replaced an outdated one of a collected parcel.
  relabelled boolean NOT NULL,
  printed_by text NOT NULL,
  printed_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, shipment_id) REFERENCES shipments (client_id, id)
);
COMMENT ON TABLE provider_prints IS 'Labels that the provider printed. The sender''s are in label_deliveries.';
CREATE INDEX ON provider_prints (client_id, shipment_id, printed_at DESC);
CALL enable_client_isolation('provider_prints');
GRANT SELECT, INSERT ON provider_prints TO app;
