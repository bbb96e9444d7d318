import { integer } from '#shared/format.ts';
import { readClientOverview } from '#shared/people/staff-clients.ts';
import type { OpenItemKind } from '#shared/rules/open-item-kinds.ts';
import type { StateGroup } from '#shared/rules/state-group.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiQuery } from '#web/lib/queries.ts';
import { shownTotal } from '#web/parts/shown-total.ts';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';

const STATE_NAMES: Record<StateGroup, string> = {
  por_imprimir: 'Por imprimir',
  pendiente_pago: 'Pendientes de pago',
  con_problema: 'Con problema',
  en_camino: 'En camino',
  final: 'Finalizadas',
};

const KIND_NAMES: Record<OpenItemKind, string> = {
  last_attempt: 'Último intento fallido',
  wrong_address: 'Direcciones a corregir',
  failed_visit: 'Visitas fallidas',
  pickup_waiting: 'Esperan en la sucursal',
  late: 'Demoradas',
  print: 'Por imprimir',
  payment_attention: 'Pagos a revisar',
  pay: 'Por pagar',
  modification_rejected: 'Modificaciones rechazadas',
  failed_rows: 'Filas que fallaron',
  stock_short: 'Stock insuficiente',
  stock_expiring: 'Stock por vencer',
  not_collected: 'Sin retirar',
  invitation_expiring: 'Invitaciones por vencer',
  second_factor: 'Sin segundo paso',
};

/** Orders of a client by state, and what requires the sender's action. */
export function ClientNumbers({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useApiQuery(readClientOverview, { params: { clientId } });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={4} />;
  const { orders, pending } = data.results;
  return (
    <>
      <Panel title="Órdenes">
        {orders.length === 0 ? (
          <p className="muted">Todavía no creó órdenes.</p>
        ) : (
          <DescriptionList
            groups={[orders.map(({ state, total }) => ({ term: STATE_NAMES[state], value: integer(total) }))]}
          />
        )}
      </Panel>
      <Panel title="Espera una acción del cliente">
        {pending.length === 0 ? (
          <p className="muted">Nada espera.</p>
        ) : (
          <DescriptionList
            groups={[
              pending.map(({ kind, total, overdue }) => ({
                term: KIND_NAMES[kind],
                value: `${shownTotal(total)}${overdue > 0 ? ` (${shownTotal(overdue)} fuera de plazo)` : ''}`,
              })),
            ]}
          />
        )}
      </Panel>
    </>
  );
}
