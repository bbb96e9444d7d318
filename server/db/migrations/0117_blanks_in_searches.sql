-- A blank in a search also finds the other kinds of blanks, which older rows contain.
CREATE OR REPLACE FUNCTION like_contains(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN '%' || replace(regexp_replace(norm(value), '([\\%_])', '\\\1', 'g'), ' ', '_') || '%';
