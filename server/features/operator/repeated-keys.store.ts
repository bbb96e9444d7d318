import { run, type Trx } from '#server/db/connection.ts';
import type { RepeatedKey } from '#shared/ops/repeated-keys.ts';

/** Maximum number of listed keys. */
const MOST = 500;

/** Reads the keys of all clients that look the same as an older one. */
export function repeatedKeys(trx: Trx): Promise<RepeatedKey[]> {
  return run<RepeatedKey>(
    trx,
    `SELECT r.client_id, c.nombre_empresa AS company, r.kind, r.key AS text, r.tracking_id, r.same_as, r.same_as_tracking_id
     FROM repeated_keys($1) r JOIN clients c ON c.client_id = r.client_id
     ORDER BY company, r.client_id, r.kind, r.key`,
    [MOST],
  );
}
