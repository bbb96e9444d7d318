-- Formats of what the database returns: pages of lists are built as JSON (readings C43), persons are shown in part.

-- Formats a timestamp as ISO 8601 at −03:00, with seconds.
CREATE OR REPLACE FUNCTION wire_time(moment timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(moment AT TIME ZONE INTERVAL '-03:00', 'YYYY-MM-DD"T"HH24:MI:SS"-03:00"');

-- Converts cents to pesos with two decimals.
CREATE OR REPLACE FUNCTION wire_pesos(cents bigint) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN round(cents / 100.0, 2);

-- Returns a LIKE pattern that matches texts containing the value. Normalises the value and escapes its wildcards. A blank finds each
-- kind of blank.
CREATE OR REPLACE FUNCTION like_contains(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || replace(regexp_replace(norm(value), '([\\%_])', '\\\1', 'g'), ' ', '_') || '%';

-- The end of a phone or a document, as the staff see it before they ask for all of it.
CREATE OR REPLACE FUNCTION masked_end(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value = '' THEN '' WHEN char_length(value) < 7 THEN '•••' ELSE '•••' || right(value, 3) END;

-- The first letter of an e-mail and its domain.
CREATE OR REPLACE FUNCTION masked_email(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(value, '^(.)[^@]*', '\1•••');

-- Returns the receiver of a modification request without personal data.
CREATE OR REPLACE FUNCTION masked_receiver(word text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN jsonb_build_object('receiver_name', word, 'receiver_phone', '', 'email', '', 'address_street_name', word,
    'address_street_number', '', 'address_other_info', '', 'address_neighborhood_name', '', 'address_floor', '',
    'address_apartment', '', 'address_longitude', NULL, 'address_latitude', NULL);
