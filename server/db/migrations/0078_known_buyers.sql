-- Known buyers: proposes the receivers of earlier orders while an order is written.

-- Returns the latest orders whose receiver matches and isn't masked: `wanted` is a pattern of the name, or the beginning of the
-- document in capitals or of the phone's digits. A function of the owner, because row-level security disables these indexes. The client comes from
-- the transaction.
CREATE FUNCTION orders_of_buyers(field text, wanted text, since timestamptz, most integer)
  RETURNS TABLE(id bigint, updated_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  CASE field
    WHEN 'name' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND o.name_norm LIKE like_contains(wanted) AND o.masked_at IS NULL
        AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    -- Ranges instead of LIKE, which a prepared plan can't turn into one.
    WHEN 'document' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND upper(o.document) ~>=~ wanted AND upper(o.document) ~<~ (wanted || U&'\+10FFFF')
        AND o.document <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
    WHEN 'phone' THEN RETURN QUERY
      SELECT o.id, o.updated_at FROM orders o
      WHERE o.client_id = current_client() AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~>=~ wanted
        AND regexp_replace(o.receiver_phone, '\D', '', 'g') ~<~ (wanted || U&'\+10FFFF')
        AND o.receiver_phone <> '' AND o.masked_at IS NULL AND o.created_at >= since
      ORDER BY o.updated_at DESC LIMIT most;
  END CASE;
END $$;
REVOKE EXECUTE ON FUNCTION orders_of_buyers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION orders_of_buyers TO app;
