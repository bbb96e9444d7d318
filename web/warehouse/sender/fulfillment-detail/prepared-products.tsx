import { EMPTY_VALUE, integer } from '#shared/kit/text/format.ts';
import type { FulfillmentDetail } from '#shared/warehouse/fulfillment.ts';
import { parseFulfillmentStatus } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { Panel, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';

interface Prepared {
  key: string;
  sku: string;
  description: string;
  requested: string;
  prepared: string;
  /** Requested units missing from a prepared order; 0 while the order is still in preparation. */
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
        {missing > 0 && (
          <span className="danger-text">
            {' '}
            ({missing === 1 ? 'falta' : 'faltan'} {integer(missing)})
          </span>
        )}
      </>
    ),
    right: true,
  },
];

/** Requested and prepared units of each product (D2 §2). */
export function PreparedProducts({ detail }: { detail: FulfillmentDetail }) {
  const phone = useMediaQuery(PHONE);
  const rows = rowsOf(detail);
  return (
    <Panel title="Productos">
      {rows.length === 0 ? (
        <p className="muted">No informado</p>
      ) : phone ? (
        <SummaryLines
          lines={rows.map(({ key, sku, description, requested, prepared, missing }) => ({
            key,
            label: (
              <>
                <span className="hyphenated-id">{sku}</span> {description}
              </>
            ),
            value: <span className="nowrap">{`${prepared} de ${requested}`}</span>,
            ...(missing > 0 && { note: `Faltan ${integer(missing)}`, warning: true }),
          }))}
        />
      ) : (
        <StaticTable caption="Productos" columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
      )}
    </Panel>
  );
}

function rowsOf({ estado, productos }: FulfillmentDetail): Prepared[] {
  const closed = parseFulfillmentStatus(estado) === 'Preparado';
  return (productos ?? []).map(({ sku, descripcion, cantidad, cantidadPreparada }, index) => ({
    key: `${index} ${sku}`,
    sku: sku || EMPTY_VALUE,
    description: descripcion || EMPTY_VALUE,
    requested: integer(cantidad),
    prepared: integer(cantidadPreparada),
    missing: closed && cantidad !== null && cantidadPreparada !== null ? cantidad - cantidadPreparada : 0,
  }));
}
