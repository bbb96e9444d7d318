const TERMS = `SELECT t.id, t.text, wire_time(t.created_at) AS published_at,
    wire_time(greatest(t.binds_from, t.created_at)) AS binds_from,
    (SELECT count(*) FROM clients c WHERE c.terms_accepted = t.id) AS accepted_by,
    (SELECT count(*) FROM clients c WHERE coalesce(c.terms_accepted, 0) < t.id AND c.rejected_at IS NULL AND EXISTS (
      SELECT FROM users u WHERE u.client_id = c.client_id AND u.activated_at IS NOT NULL)) AS not_accepted_by
  FROM terms t`;

/** Query of all versions of the terms, newest first. */
export const ALL_TERMS = { select: TERMS, orderBy: 'id DESC' };

export const termsById = (id: number) => ({ select: `${TERMS} WHERE t.id = $1`, orderBy: 'id', values: [id] });
