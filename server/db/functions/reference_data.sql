-- Reference data, which the processes keep in memory for as long as its version stays (reference-data.ts).

CREATE OR REPLACE FUNCTION replace_reference_version() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE reference_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION replace_reference_version FROM PUBLIC;
CALL create_trigger_once('calendar_days', 'versioned', $$
  CREATE TRIGGER versioned AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON calendar_days
  FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version()
$$);
CALL create_trigger_once('client_tariffs', 'versioned', $$
  CREATE TRIGGER versioned AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON client_tariffs
  FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version()
$$);
CALL create_trigger_once('tariffs', 'versioned', $$
  CREATE TRIGGER versioned AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tariffs
  FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version()
$$);
CALL create_trigger_once('zip_codes', 'versioned', $$
  CREATE TRIGGER versioned AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON zip_codes
  FOR EACH STATEMENT EXECUTE FUNCTION replace_reference_version()
$$);
