import { localDay } from '#shared/kit/days.ts';
import { formatDate, integer, pluralize } from '#shared/kit/text/format.ts';
import { lotStatus } from '#shared/warehouse/rules/lot-status.ts';
import { clientStock, type StaffLot } from '#shared/warehouse/staff-stock.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { NumberInput, TextInput } from '#web/kit/ui/field/text-input.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import styles from '#web/warehouse/staff/warehouse.module.css';
import { type CountDraft, type CountDrafts, countedUnits, countKey, countProblem } from './count-drafts.ts';
import { LotBadge } from './lot-badge.tsx';
import { ShelfButton } from './shelf-button.tsx';

interface Counting {
  clientId: number;
  /** Why the person may not count; null if permitted. */
  refused: string | null;
  drafts: CountDrafts;
  onChange: (lot: StaffLot, changes: Partial<Pick<CountDraft, 'counted' | 'reason'>>) => void;
}

/** Columns of a client's lots: what the system has, what was counted, the difference and its reason. */
export function countColumns({ clientId, refused, drafts, onChange }: Counting): readonly Column<StaffLot>[] {
  const today = localDay(new Date());
  const draftOf = (lot: StaffLot) => drafts[countKey(lot)];
  return [
    {
      id: 'product',
      header: 'Producto',
      cell: ({ sku, description }) => (
        <span>
          <b>{sku}</b>
          <span className="row-line">{description}</span>
        </span>
      ),
    },
    {
      id: 'shelf',
      header: 'Ubicación',
      cell: ({ sku, shelf }) => (
        <ShelfButton
          clientId={clientId}
          sku={sku}
          shelf={shelf}
          refused={refused}
          onSaved={() => void invalidateApiQueries(clientStock)}
        />
      ),
    },
    {
      id: 'lot',
      header: 'Lote',
      cell: (lot) => (
        <span>
          {lot.lot}
          {lot.expiry && <span className="row-line">Vence {formatDate(lot.expiry)}</span>}
          <LotBadge status={lotStatus(lot, today)} />
        </span>
      ),
    },
    {
      id: 'units',
      header: 'Sistema',
      align: 'right',
      cell: ({ units, reserved }) => (
        <span className="tabular-nums">
          {integer(units)}
          {reserved > 0 && <span className="row-line">{pluralize(reserved, 'reservada', 'reservadas')}</span>}
        </span>
      ),
    },
    {
      id: 'counted',
      header: 'Contadas',
      cell: (lot) => (
        <NumberInput
          className={styles.number}
          aria-label={`Unidades contadas de ${lot.sku}, lote ${lot.lot}`}
          value={draftOf(lot)?.counted ?? ''}
          onChange={({ target }) => onChange(lot, { counted: target.value })}
        />
      ),
    },
    {
      id: 'difference',
      header: 'Diferencia',
      align: 'right',
      cell: (lot) => <Difference lot={lot} draft={draftOf(lot)} />,
    },
    {
      id: 'reason',
      header: 'Motivo',
      wrap: true,
      minWidth: 200,
      cell: (lot) => {
        const draft = draftOf(lot);
        const problem = draft && countProblem(draft);
        return (
          <span>
            <TextInput
              className={styles.reason}
              maxLength={200}
              aria-label={`Motivo de la diferencia de ${lot.sku}, lote ${lot.lot}`}
              value={draft?.reason ?? ''}
              onChange={({ target }) => onChange(lot, { reason: target.value })}
            />
            {problem && <span className="row-line danger-text">{problem}</span>}
          </span>
        );
      },
    },
  ];
}

/** The difference with the units that the system has. */
function Difference({ lot, draft }: { lot: StaffLot; draft: CountDraft | undefined }) {
  const units = draft ? countedUnits(draft.counted) : null;
  if (units === null) return '-';
  const difference = units - lot.units;
  return (
    <b className={difference === 0 ? styles.complete : 'danger-text'}>
      {difference > 0 ? '+' : ''}
      {integer(difference)}
    </b>
  );
}
