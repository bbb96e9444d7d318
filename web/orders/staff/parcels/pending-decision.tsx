import { readParcelOrder } from '#shared/orders/parcel/staff-parcel-order.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { ModificationPanel } from '#web/orders/staff/queues/modification-panel.tsx';
import { ReschedulePanel } from '#web/orders/staff/queues/reschedule-panel.tsx';
import type { WholeChanges } from '#web/orders/staff/queues/whole-changes.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { Note } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';

interface PendingDecisionProps {
  label: string;
  me: Me;
  /** Called after a decision, which may change parcel, cost and order. */
  onDecided: () => void;
  /** The whole values of a change. */
  whole: WholeChanges;
}

/** The request about a parcel or its order that waits for a decision. One at a time, because both are decided by the same keys. */
export function PendingDecision({ label, me, onDecided, whole }: PendingDecisionProps) {
  const { data } = useApiQuery(readParcelOrder, { params: { label } });
  if (!data) return null;
  const { client_id, modification_id, reschedule_id } = data.results;
  const target = (id: number) => ({ clientId: String(client_id), id: String(id) });
  const shared = { me, onSettled: onDecided };
  if (modification_id !== null) {
    return (
      <Panel title="Modificación por decidir">
        <div className="stack">
          <ModificationPanel
            target={{ queue: 'modifications', ...target(modification_id) }}
            {...shared}
            withParcel={false}
            whole={whole}
          />
          {reschedule_id !== null && (
            <Note tone="plain">Después de esta decisión espera la reprogramación del envío.</Note>
          )}
        </div>
      </Panel>
    );
  }
  if (reschedule_id === null) return null;
  return (
    <Panel title="Reprogramación por decidir">
      <div className="stack">
        <ReschedulePanel target={{ queue: 'reschedules', ...target(reschedule_id) }} {...shared} withParcel={false} />
      </div>
    </Panel>
  );
}
