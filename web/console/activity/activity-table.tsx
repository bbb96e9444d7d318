import { EMPTY_VALUE, formatTimestamp } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { listAllActivity } from '#shared/ops/activity.ts';
import { isKnown, providerDescription, shownTarget } from '#shared/rules/activity-sentence.ts';
import { ACTOR_KIND_NAMES } from '#shared/rules/audit-actions.ts';
import { clientPath } from '#web/console/clients/client-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

type Row = ReplyOf<typeof listAllActivity>['results'][number];

interface ActivityTableProps {
  caption: string;
  rows: readonly Row[];
  /** Whether the rows are those of several clients, and name theirs. */
  ofAll?: boolean;
}

const describe = (action: string) => (isKnown(action) ? providerDescription(action) : action);

/** Who acted, with kind and e-mail: a name may be that of another actor, or may have belonged to somebody else before. */
function Actor({ actor: { kind, name, email } }: { actor: Row['actor'] }) {
  const details = [name && ACTOR_KIND_NAMES[kind], email !== name && email].filter(Boolean);
  return (
    <span>
      {name || ACTOR_KIND_NAMES[kind]}
      {details.length > 0 && <span className="row-line">{details.join(' · ')}</span>}
    </span>
  );
}

/** What was done, on what, and how often within the minute. */
function Act({ row }: { row: Row }) {
  const details = [row.target_name ?? shownTarget(row), row.times > 1 && `${row.times} veces`].filter(Boolean);
  return (
    <span>
      {describe(row.action)}
      {details.length > 0 && <span className="row-line">{details.join(' · ')}</span>}
    </span>
  );
}

/** Rows of the audit trail, as the provider reads them. */
export function ActivityTable({ caption, rows, ofAll = false }: ActivityTableProps) {
  return (
    <StaticTable
      caption={caption}
      cards={ofAll || 'phone'}
      rows={rows}
      rowKey={({ id, at }) => `${at} ${id}`}
      columns={[
        { header: 'Fecha', cell: ({ at }) => <span className="nowrap">{formatTimestamp(at)}</span> },
        ...(ofAll ? [{ header: 'Cliente', cell: (row: Row) => <Company row={row} /> }] : []),
        { header: 'Quién', cell: ({ actor }) => <Actor actor={actor} /> },
        { header: 'Qué hizo', cell: (row) => <Act row={row} /> },
        ...(ofAll ? [{ header: 'Red', cell: ({ network }: Row) => network || EMPTY_VALUE }] : []),
      ]}
    />
  );
}

function Company({ row: { client_id: id, nombre_empresa: name } }: { row: Row }) {
  return id === null ? EMPTY_VALUE : <Link to={clientPath(id)}>{name || `Cliente ${id}`}</Link>;
}
