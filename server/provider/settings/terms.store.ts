/** Clients whose account is in use and who have accepted neither the version `of` nor a newer one. */
const notAccepted = (of: string) => `coalesce(c.terms_accepted, 0) < ${of} AND c.rejected_at IS NULL AND EXISTS (
      SELECT FROM users u WHERE u.client_id = c.client_id AND u.activated_at IS NOT NULL)`;

const TERMS = `SELECT t.id, t.text, wire_time(t.created_at) AS published_at,
    wire_time(greatest(t.binds_from, t.created_at)) AS binds_from,
    t.id = (SELECT max(id) FROM terms WHERE binds_from <= $1) AS in_force,
    (SELECT count(*) FROM clients c WHERE c.terms_accepted >= t.id) AS accepted_by,
    (SELECT count(*) FROM clients c WHERE ${notAccepted('t.id')}) AS not_accepted_by
  FROM terms t`;

/** Query of all versions of the terms, newest first. */
export const allTerms = (now: Date) => ({ select: TERMS, orderBy: 'id DESC', values: [now] });

export const termsById = (id: number, now: Date) => ({
  select: `${TERMS} WHERE t.id = $2`,
  orderBy: 'id',
  values: [now, id],
});

/** Query of the clients that have accepted neither this version of the terms nor a newer one. */
export const clientsWithout = (id: number) => ({
  select: `SELECT c.client_id, c.nombre_empresa, c.terms_accepted AS accepted FROM clients c WHERE ${notAccepted('$1')}`,
  orderBy: 'norm(nombre_empresa), client_id',
  values: [id],
});
