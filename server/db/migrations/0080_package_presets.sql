-- Package presets: packages that a client sends often, by name.

CREATE TABLE package_presets (
  client_id bigint NOT NULL REFERENCES clients,
  id bigint NOT NULL DEFAULT next_id(),
  name text NOT NULL,
  length_cm integer NOT NULL CHECK (length_cm > 0),
  width_cm integer NOT NULL CHECK (width_cm > 0),
  height_cm integer NOT NULL CHECK (height_cm > 0),
  weight_g integer NOT NULL CHECK (weight_g > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id)
);
COMMENT ON TABLE package_presets IS 'Packages that a client sends often, by name.';
CREATE UNIQUE INDEX one_preset_name ON package_presets (client_id, norm(name));
CALL enable_client_isolation('package_presets');
GRANT SELECT, INSERT, UPDATE (name, length_cm, width_cm, height_cm, weight_g), DELETE ON package_presets TO app;
