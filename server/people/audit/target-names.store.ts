import { run, type Trx } from '#server/db/connection.ts';
import { statement, variant } from '#server/db/statement.ts';
import { parseRowId } from '#shared/kit/row-id.ts';
import { isUponInvitation, isUponStaff, isUponUser } from '#shared/people/rules/activity/sentence.ts';
import type { StoredActivity } from './activity.store.ts';

/** Names of targets that rows of the audit trail store as ids, by kind, client and id. */
export type TargetNames = ReadonlyMap<string, string>;

type Target = Pick<StoredActivity, 'action' | 'client_id' | 'target'>;

interface NamedKind {
  /** Whether the target of an action is an id of the kind. */
  isUpon: (action: string) => boolean;
  /** Who reads the names. */
  reader: 'provider' | 'company' | 'both';
  /** SQL of the name, and of the rows that join the targets `t (client_id, id)`. */
  name: string;
  rows: string;
}

const KINDS: Record<string, NamedKind> = {
  user: {
    isUpon: isUponUser,
    reader: 'both',
    name: 'u.username',
    rows: 'JOIN users u ON u.client_id = t.client_id AND u.id = t.id',
  },
  invitation: {
    isUpon: isUponInvitation,
    reader: 'company',
    name: 'i.email',
    // The address of an erased person is masked.
    rows: `JOIN user_invitations i ON i.client_id = t.client_id AND i.id = t.id AND i.email NOT LIKE '%@borrado.invalid'`,
  },
  staff: {
    isUpon: isUponStaff,
    reader: 'provider',
    // A person of the staff has no name before the acceptance.
    name: "coalesce(nullif(s.name, ''), s.email)",
    rows: 'JOIN staff s ON s.id = t.id',
  },
  client: {
    isUpon: (action) => action.startsWith('ops.note.'),
    reader: 'provider',
    name: 'c.nombre_empresa',
    rows: 'JOIN clients c ON c.client_id = t.id',
  },
  key: {
    isUpon: (action) => action.startsWith('ops.key.'),
    reader: 'provider',
    name: 'k.name',
    rows: 'JOIN provider_keys k ON k.id = t.id',
  },
  category: {
    isUpon: (action) => action.startsWith('ops.category.'),
    reader: 'provider',
    name: 'c.name',
    rows: 'JOIN product_categories c ON c.id = t.id',
  },
  tariff: {
    isUpon: (action) => action === 'ops.tariff.publish' || action === 'ops.client.tariff',
    reader: 'provider',
    name: `'Nro. ' || f.id || ', vigente desde el ' || to_char(coalesce(o.valid_from, f.valid_from), 'DD/MM/YYYY')`,
    // A company's own tariff has its first day with the company.
    rows: 'JOIN tariffs f ON f.id = t.id LEFT JOIN client_tariffs o ON o.client_id = t.client_id AND o.tariff_id = f.id',
  },
  terms: {
    isUpon: (action) => action === 'ops.terms.publish',
    reader: 'provider',
    name: `'Versión ' || v.id`,
    rows: 'JOIN terms v ON v.id = t.id',
  },
};

const kindOf = ({ action, target }: Target): string | null =>
  target !== null && parseRowId(target) !== null
    ? (Object.keys(KINDS).find((kind) => KINDS[kind]?.isUpon(action)) ?? null)
    : null;

const keyOf = (kind: string, { client_id, target }: Pick<Target, 'client_id' | 'target'>) =>
  `${kind} ${client_id} ${target}`;

/** Returns the name of a row's target; null where it isn't an id of a named kind, and for an erased person. */
export function targetName(names: TargetNames, row: Target): string | null {
  const kind = kindOf(row);
  return kind === null ? null : (names.get(keyOf(kind, row)) ?? null);
}

/** SQL of the names of a kind. */
const namesText = ({ name, rows }: Pick<NamedKind, 'name' | 'rows'>) =>
  `SELECT DISTINCT t.client_id, t.id::text AS target, ${name} AS name
   FROM unnest($1::bigint[], $2::bigint[]) AS t (client_id, id) ${rows}`;

const NAMES = statement('target-names.names', namesText({ name: `''`, rows: '' }), { nullable: ['client_id'] });

/**
 * Reads the names of the targets of rows: user names of users, names of people of the staff, e-mails of invited people, names of companies,
 * keys and categories, and the numbers of tariffs and terms.
 *
 * @param reader a company doesn't read names of keys, tariffs and terms, nor the provider whom a company invited
 */
export async function readTargetNames(
  trx: Trx,
  rows: readonly Target[],
  reader: 'provider' | 'company',
): Promise<TargetNames> {
  const names = new Map<string, string>();
  for (const [kind, named] of Object.entries(KINDS)) {
    const targets = rows.filter((row) => kindOf(row) === kind);
    if (targets.length === 0 || (named.reader !== 'both' && named.reader !== reader)) continue;
    const found = await run(trx, variant(NAMES, namesText(named)), [
      targets.map(({ client_id }) => client_id),
      targets.map(({ target }) => target),
    ]);
    for (const row of found) names.set(keyOf(kind, row), row.name);
  }
  return names;
}
