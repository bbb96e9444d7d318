import type { Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Principal } from '#server/platform/secrets/principal.ts';

/** Columns of a key, and the SQL that compares and inserts them from parameter `$first` on. */
export interface KeyColumns {
  /** `client_id, user_id` */
  columns: string;
  /** `client_id = $1 AND user_id = $2` */
  is: (first: number) => string;
  /** `$1, $2` */
  values: (first: number) => string;
}

function keyColumns(...names: string[]): KeyColumns {
  return {
    columns: names.join(', '),
    is: (first) => names.map((name, n) => `${name} = $${first + n}`).join(' AND '),
    values: (first) => names.map((_, n) => `$${first + n}`).join(', '),
  };
}

/** Tables of a kind of principal, with the same columns for both but the keys. */
export interface PrincipalTables {
  kind: Principal['kind'];
  people: string;
  factors: string;
  codes: string;
  sessions: string;
  /** Tokens of links in mails. */
  tokens: string;
  /** Key of `people`. */
  person: KeyColumns;
  /** The person's key in all other tables. */
  owner: KeyColumns;
  /** Key of `sessions`. */
  session: KeyColumns;
  /** Key of `tokens`. */
  token: KeyColumns;
}

/** Tables of users belong to clients. Only the role `provider` reads the staff's. */
const PRINCIPAL_TABLES = {
  user: {
    kind: 'user',
    people: 'users',
    factors: 'user_factors',
    codes: 'user_backup_codes',
    sessions: 'sessions',
    tokens: 'one_time_tokens',
    person: keyColumns('client_id', 'id'),
    owner: keyColumns('client_id', 'user_id'),
    session: keyColumns('client_id', 'id'),
    token: keyColumns('client_id', 'hash'),
  },
  staff: {
    kind: 'staff',
    people: 'staff',
    factors: 'staff_factors',
    codes: 'staff_backup_codes',
    sessions: 'staff_sessions',
    tokens: 'staff_tokens',
    person: keyColumns('id'),
    owner: keyColumns('staff_id'),
    session: keyColumns('id'),
    token: keyColumns('hash'),
  },
} as const satisfies Record<Principal['kind'], PrincipalTables>;

export const tablesOf = ({ kind }: Principal): PrincipalTables => PRINCIPAL_TABLES[kind];

/** Returns the parameters of a principal's key. */
export const keyOf = ({ clientId, id }: Principal): number[] => (clientId === null ? [id] : [clientId, id]);

/** Returns the parameters of the key of one of a principal's sessions. */
export const sessionKeyOf = <S>({ clientId }: Principal, sessionId: S): (number | S)[] =>
  clientId === null ? [sessionId] : [clientId, sessionId];

/** Returns the parameters of the key of a token of a client's users, or of the staff (`clientId: null`). */
export const tokenKeyOf = ({ clientId }: Pick<Principal, 'clientId'>, hash: Buffer): (number | Buffer)[] =>
  clientId === null ? [hash] : [clientId, hash];

/** Declares something for both kinds of principals, such as a statement. */
export const forBothKinds = <T>(declare: (tables: PrincipalTables) => T): Record<Principal['kind'], T> => ({
  user: declare(PRINCIPAL_TABLES.user),
  staff: declare(PRINCIPAL_TABLES.staff),
});

/** Runs a transaction that sees the rows of the user's client, or the provider's (`clientId: null`). */
export const withPrincipal = <T>(
  db: Pick<Database, 'withClient' | 'withProvider'>,
  { clientId }: Pick<Principal, 'clientId'>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> => (clientId === null ? db.withProvider(work) : db.withClient(clientId, work));
