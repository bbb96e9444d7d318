import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { EMPTY_VALUE, formatTimestamp } from '#shared/kit/text/format.ts';
import { ACTOR_KIND_NAMES } from '#shared/people/rules/activity/audit-actions.ts';
import { isKnown, providerDescription, shownTarget } from '#shared/people/rules/activity/sentence.ts';
import type { listAllActivity } from '#shared/people/staff-activity.ts';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';

export type AuditRow = ReplyOf<typeof listAllActivity>['results'][number];

const describe = (action: string) => (isKnown(action) ? providerDescription(action) : action);

/** Who acted, with kind and e-mail: a name may be that of another actor, or may have belonged to somebody else before. */
function Actor({ actor: { kind, name, email } }: { actor: AuditRow['actor'] }) {
  const details = [name && ACTOR_KIND_NAMES[kind], email !== name && email].filter(Boolean);
  return (
    <span>
      {name || ACTOR_KIND_NAMES[kind]}
      {details.length > 0 && <span className="row-line">{details.join(' · ')}</span>}
    </span>
  );
}

/** What was done, on what, and how often within the minute. */
function Act({ row }: { row: AuditRow }) {
  const details = [row.target_name ?? shownTarget(row), row.times > 1 && `${row.times} veces`].filter(Boolean);
  return (
    <span>
      {describe(row.action)}
      {details.length > 0 && <span className="row-line">{details.join(' · ')}</span>}
    </span>
  );
}

function Company({ row: { client_id: id, nombre_empresa: name } }: { row: AuditRow }) {
  return id === null ? EMPTY_VALUE : <Link to={clientPath(id)}>{name || `Cliente ${id}`}</Link>;
}

const AT: Column<AuditRow> = { id: 'at', header: 'Fecha', cell: ({ at }) => formatTimestamp(at) };
const COMPANY: Column<AuditRow> = { id: 'company', header: 'Cliente', cell: (row) => <Company row={row} /> };
const ACTOR: Column<AuditRow> = { id: 'actor', header: 'Quién', cell: ({ actor }) => <Actor actor={actor} /> };
const ACT: Column<AuditRow> = { id: 'act', header: 'Qué hizo', wrap: true, cell: (row) => <Act row={row} /> };
const NETWORK: Column<AuditRow> = { id: 'network', header: 'Red', cell: ({ network }) => network || EMPTY_VALUE };

/** Columns of the audit trail of all clients. */
export const ALL_ACTIVITY: readonly Column<AuditRow>[] = [AT, COMPANY, ACTOR, ACT, NETWORK];

/** Columns of one client's rows. */
export const CLIENT_ACTIVITY: readonly Column<AuditRow>[] = [AT, ACTOR, ACT];

export const activityKey = ({ id, at }: AuditRow): string => `${at} ${id}`;
