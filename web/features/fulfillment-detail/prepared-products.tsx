import { integer, NOTHING } from '#shared/format.ts';
import type { FulfillmentDetail } from '#shared/fulfillment.ts';
import { fulfillmentStatus } from '#shared/rules/fulfillment-timeline.ts';
import { FactTable } from '#web/ui/fact-table.tsx';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { Lines, Panel } from '#web/ui/panel.tsx';

interface Prepared {
  key: string;
  sku: string;
  description: string;
  requested: string;
  prepared: string;
  /** Units that a prepared order leaves without; 0 while they may still come. */
  missing: number;
}

const COLUMNS = [
  { header: 'SKU', cell: ({ sku }: Prepared) => <span className="hyphenated-id">{sku}</span> },
  { header: 'Descripción', cell: ({ description }: Prepared) => description },
  { header: 'Solicitado', cell: ({ requested }: Prepared) => requested, right: true },
  {
    header: 'Preparado',
    cell: ({ prepared, missing }: Prepared) => (
      <>
        {prepared}
        {missing > 0 && <span className="danger-text"> (faltan {integer(missing)})</span>}
      </>
    ),
    right: true,
  },
];

/** What was asked for and what is in the parcel so far (D2 §2). */
export function PreparedProducts({ detail }: { detail: FulfillmentDetail }) {
  const phone = useMediaQuery(PHONE);
  const rows = rowsOf(detail);
  return (
    <Panel title="Productos">
      {rows.length === 0 ? (
        <p className="muted">No informado</p>
      ) : phone ? (
        <Lines
          items={rows.map(({ key, sku, description, requested, prepared, missing }) => ({
            key,
            label: (
              <>
                <span className="hyphenated-id">{sku}</span> {description}
              </>
            ),
            value: <span className="nowrap">{`${prepared} de ${requested}`}</span>,
            ...(missing > 0 && { note: `Faltan ${integer(missing)}`, late: true }),
          }))}
        />
      ) : (
        <FactTable caption="Productos" columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
      )}
    </Panel>
  );
}

function rowsOf({ estado, productos }: FulfillmentDetail): Prepared[] {
  const closed = fulfillmentStatus(estado) === 'Preparado';
  return (productos ?? []).map(({ sku, descripcion, cantidad, cantidadPreparada }, index) => ({
    key: `${index} ${sku}`,
    sku: sku || NOTHING,
    description: descripcion || NOTHING,
    requested: integer(cantidad),
    prepared: integer(cantidadPreparada),
    missing: closed && cantidad !== null && cantidadPreparada !== null ? cantidad - cantidadPreparada : 0,
  }));
}
