import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { termsAccepted } from '#server/people/access/terms.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { partOfCuit } from '#shared/people/rules/cuit.ts';
import type { listClients, StaffClient } from '#shared/people/staff-clients.ts';

/** A stored client; `cuit_valid` is derived by the rules. */
export type ClientRow = Omit<StaffClient, 'cuit_valid'>;

const STATE = `CASE WHEN c.blocked_at IS NOT NULL THEN 'blocked' WHEN c.approved_at IS NOT NULL THEN 'approved'
      WHEN c.rejected_at IS NOT NULL THEN 'rejected' ELSE 'pending' END`;

// The first of the client's users, who registered it or stayed longest, represents the company.
const clients = (
  now: `$${number}`,
) => `SELECT c.client_id, u.username, u.email, u.first_name, u.last_name, c.razon_social, c.nombre_empresa,
    c.cuit, c.prepago, c.logistica_inversa, c.fulfillment, wire_time(u.activated_at) AS activated_at,
    ${termsAccepted(now)} AS terms_accepted,
    wire_time(c.created_at) AS registered,
    ${STATE} AS state, wire_time(c.approved_at) AS approved_at, wire_time(c.rejected_at) AS rejected_at, c.rejection_reason,
    wire_time(c.blocked_at) AS blocked_at, c.blocked_reason,
    (SELECT count(*)::integer FROM clients s WHERE s.cuit = c.cuit AND s.client_id <> c.client_id) AS same_cuit
  FROM clients c
  JOIN LATERAL (
    SELECT username, email, first_name, last_name, activated_at FROM users
    WHERE client_id = c.client_id ORDER BY removed_at IS NOT NULL, created_at, id LIMIT 1
  ) u ON true`;

/**
 * Returns a query of clients by state, by the permission for fulfillment, and by part of a company's name, a user name, an e-mail, or a CUIT with or without hyphens.
 */
export function clientsMatching({ search, state, fulfillment }: QueryOf<typeof listClients>['filter'], now: Date) {
  return {
    select: `${clients('$4')} WHERE ($1::text IS NULL OR ${STATE} = $1)
      AND ($5::boolean IS NULL OR c.fulfillment = $5) AND ($2::text IS NULL
      OR norm(c.nombre_empresa) LIKE like_contains($2) OR norm(c.razon_social) LIKE like_contains($2)
      OR norm(u.username) LIKE like_contains($2) OR norm(u.email) LIKE like_contains($2)
      OR c.cuit LIKE like_contains($3)
      OR EXISTS (SELECT FROM users m WHERE m.client_id = c.client_id AND m.removed_at IS NULL
        AND (norm(m.username) LIKE like_contains($2) OR norm(m.email) LIKE like_contains($2))))`,
    orderBy: 'norm(nombre_empresa), client_id',
    values: [state ?? null, search ?? null, partOfCuit(search ?? ''), now, fulfillment ?? null],
  };
}

const CLIENT_BY_ID: Statement<ClientRow> = statement(
  'staff-client.client-by-id',
  `${clients('$2')} WHERE c.client_id = $1`,
  { nullable: ['activated_at', 'approved_at', 'rejected_at', 'blocked_at'] },
);

/** Reads one client, or null. */
export async function clientById(trx: Trx, clientId: number, now: Date): Promise<ClientRow | null> {
  const [row] = await run(trx, CLIENT_BY_ID, [clientId, now]);
  return row ?? null;
}

const REGISTRATION_DECIDER = statement(
  'staff-client.registration-decider',
  `SELECT actor_name AS name FROM audit_log
   WHERE client_id = $1 AND action IN ('ops.client.approve', 'ops.client.reject')
   ORDER BY at DESC, id DESC LIMIT 1`,
);

/** Returns the name of the person or the key that decided a client's registration last; null if the audit trail has no such row. */
export async function registrationDecider(trx: Trx, clientId: number): Promise<string | null> {
  const [row] = await run(trx, REGISTRATION_DECIDER, [clientId]);
  return row?.name ?? null;
}
