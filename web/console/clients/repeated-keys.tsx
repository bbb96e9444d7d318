import { listRepeatedKeys, REPEATED_KEY_NAMES } from '#shared/ops/repeated-keys.ts';
import { useStaffQuery } from '#web/console/staff-api.ts';
import { DisclosureCard } from '#web/ui/disclosure.tsx';
import { Link } from '#web/ui/link.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { clientPath } from './client-paths.ts';

/** Order numbers and SKUs of earlier versions that look the same as another one; nothing if there are none. */
export function RepeatedKeys() {
  const { data } = useStaffQuery(listRepeatedKeys, {});
  if (!data || data.results.length === 0) return null;
  return (
    <DisclosureCard title="Números y SKU que se ven iguales" meta={`(${data.results.length})`}>
      <div className="stack">
        <p>
          Son de antes de que el sistema los comparara sin distinguir guiones, espacios ni acentos escritos de otra
          manera. Siguen como están. Avisale a cada empresa para que revise si son órdenes o productos cargados dos
          veces.
        </p>
        <StaticTable
          caption="Números y SKU que se ven iguales"
          cards
          rows={data.results}
          rowKey={({ client_id, kind, text, tracking_id }) => `${client_id} ${kind} ${text} ${tracking_id}`}
          columns={[
            {
              header: 'Empresa',
              cell: ({ client_id, company }) => <Link to={clientPath(client_id)}>{company}</Link>,
            },
            { header: 'Qué', cell: ({ kind }) => REPEATED_KEY_NAMES[kind] },
            { header: 'Este', cell: ({ text, tracking_id }) => <Key text={text} trackingId={tracking_id} /> },
            {
              header: 'Es igual a',
              cell: ({ same_as, same_as_tracking_id }) => <Key text={same_as} trackingId={same_as_tracking_id} />,
            },
          ]}
        />
      </div>
    </DisclosureCard>
  );
}

const Key = ({ text, trackingId }: { text: string; trackingId: string | null }) => (
  <span>
    {text}
    {trackingId && <span className="row-line">{trackingId}</span>}
  </span>
);
