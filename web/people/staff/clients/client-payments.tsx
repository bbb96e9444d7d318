import { formatTimestamp, money } from '#shared/format.ts';
import { clientPayments } from '#shared/ops/payments.ts';
import { PENDING } from '#shared/rules/payments.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { StaticTable } from '#web/ui/static-table.tsx';

/** The open payments of a client, last changed first. */
export function ClientPayments({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useApiQuery(clientPayments, {
    params: { clientId },
    query: { limit: 10, filter: { state_id: String(PENDING) } },
  });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />;
  if (data.results.length === 0) return <p className="muted">No tiene pagos abiertos.</p>;
  return (
    <StaticTable
      caption="Pagos abiertos"
      cards="phone"
      rows={data.results}
      rowKey={({ id }) => String(id)}
      columns={[
        { header: 'Pago', cell: ({ id }) => id },
        { header: 'Creado', cell: ({ created_at }) => formatTimestamp(created_at) },
        { header: 'Importe', right: true, cell: ({ amount }) => money(amount) },
      ]}
    />
  );
}
