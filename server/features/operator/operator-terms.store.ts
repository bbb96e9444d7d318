const TERMS = `SELECT t.id, t.text, wire_time(t.created_at) AS published_at,
    (SELECT count(*) FROM clients c WHERE c.terms_accepted = t.id) AS accepted_by
  FROM terms t`;

/** Query of all versions of the terms, newest first. */
export const ALL_TERMS = { select: TERMS, orderBy: 'id DESC' };

export const termsById = (id: number) => ({ select: `${TERMS} WHERE t.id = $1`, orderBy: 'id', values: [id] });
