-- Has the number 0 because all other migrations use the function. Databases that were migrated before it existed get it, too.

-- Returns the time at which the transaction began. Everything in this schema takes the time from here, so that tests can set it. The
-- planner replaces a call by the body, so that plans are those of now().
CREATE FUNCTION current_moment() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN now();
