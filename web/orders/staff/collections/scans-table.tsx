import { formatTimestamp } from '#shared/format.ts';
import { Badge, type BadgeColour } from '#web/ui/badge.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import styles from './collections.module.css';
import type { JudgedScan, ScanResult } from './judge-scans.ts';

const RESULTS: Record<ScanResult, { text: string; colour: BadgeColour }> = {
  listed: { text: 'En el manifiesto', colour: 'verde' },
  surplus: { text: 'Sobra', colour: 'amarillo' },
  double: { text: 'Doble', colour: 'gris' },
  refused: { text: 'No se retira', colour: 'rojo' },
  unchecked: { text: 'Verificando', colour: 'azul' },
};

/** Scans that need no attention and are shown at most, the latest. */
const SHOWN = 10;

/** Scans, latest first: all that aren't simply listed, and the latest others. */
export function ScansTable({ caption, rows }: { caption: string; rows: readonly JudgedScan[] }) {
  const numbered = rows.map((row, index) => ({ ...row, place: index + 1 }));
  const latest = numbered.slice(-SHOWN);
  const notable = numbered.filter((row) => row.result !== 'listed' && row.result !== 'double').slice(-100);
  const shown = [...new Set([...notable, ...latest])].sort((a, b) => b.place - a.place);
  return (
    <StaticTable
      caption={caption}
      cards
      rows={shown}
      rowKey={({ place }) => String(place)}
      columns={[
        { header: 'Código', cell: ({ label, code }) => <span className={styles.code}>{label ?? code}</span> },
        { header: 'Hora', cell: ({ at }) => <span className="nowrap">{formatTimestamp(at)}</span> },
        {
          header: 'Resultado',
          cell: ({ result, reason }) => (
            <span>
              <Badge colour={RESULTS[result].colour}>{RESULTS[result].text}</Badge>
              {reason && <span className="row-line">{reason}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}
