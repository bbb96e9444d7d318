import { run, type Trx } from '#server/db/connection.ts';
import type { OperatorClient } from '#shared/ops/clients.ts';

/** A stored client; `cuit_valid` is derived by the rules. */
export type ClientRow = Omit<OperatorClient, 'cuit_valid'>;

// The first of the client's users, who registered it or stayed longest, represents the company.
const CLIENTS = `SELECT c.client_id, u.username, u.email, u.first_name, u.last_name, c.razon_social, c.nombre_empresa,
    c.cuit, c.prepago, c.logistica_inversa, c.fulfillment, wire_time(u.activated_at) AS activated_at,
    coalesce(c.terms_accepted, 0) >= coalesce((SELECT max(id) FROM terms), 0) AS terms_accepted,
    wire_time(c.created_at) AS registered
  FROM clients c
  JOIN LATERAL (
    SELECT username, email, first_name, last_name, activated_at FROM users
    WHERE client_id = c.client_id ORDER BY removed_at IS NOT NULL, created_at, id LIMIT 1
  ) u ON true`;

/**
 * Returns a query of clients by part of a company's name, a user name, an e-mail, or a CUIT with or without hyphens.
 */
export function clientsMatching(search: string | undefined): { select: string; orderBy: string; values: string[] } {
  const orderBy = 'norm(nombre_empresa), client_id';
  if (search === undefined) return { select: CLIENTS, orderBy, values: [] };
  const digits = search.replace(/[-.\s]/g, '');
  return {
    select: `${CLIENTS} WHERE norm(c.nombre_empresa) LIKE like_contains($1) OR norm(c.razon_social) LIKE like_contains($1)
      OR norm(u.username) LIKE like_contains($1) OR norm(u.email) LIKE like_contains($1)
      OR c.cuit LIKE like_contains(nullif($2, ''))`,
    orderBy,
    values: [search, /^\d+$/.test(digits) ? digits : ''],
  };
}

/** Reads one client, or null. */
export async function clientById(trx: Trx, clientId: number): Promise<ClientRow | null> {
  const [row] = await run<ClientRow>(trx, `${CLIENTS} WHERE c.client_id = $1`, [clientId]);
  return row ?? null;
}
