import { type ReactNode, useRef, useState } from 'react';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import type { Queue } from '#shared/orders/rules/queues.ts';
import { countQueues, listQueue } from '#shared/orders/staff-queues.ts';
import { readShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readShipmentOrder } from '#shared/orders/staff-shipment/staff-order.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { ReasonDialog } from '#web/console/kit/reason-dialog.tsx';
import { offerUndo } from '#web/console/kit/undo-offer.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import styles from './queues.module.css';

/** Calls whose replies an undone decision changes, besides the one that reads the request. */
const CHANGED = [listQueue, countQueues, readStaffShipment, readShipmentOrder, readShipmentCost];

interface DecisionProps {
  queue: Queue;
  /** Outcome of a request that was decided before; null for one that waits. */
  outcome: ReactNode;
  approveText: string;
  rejectTitle: string;
  /** Why the caller's role may not decide. */
  refused: string | null;
  /** Why the request can't be approved yet. */
  approveBlocked?: string | null;
  /** Why the request can only be rejected: shown instead of the button that approves. */
  rejectOnly?: string | null;
  pending: boolean;
  decide: (approved: boolean, reason: string) => Promise<{ message: string }>;
  undo: () => Promise<{ message: string }>;
  /** Call that reads the request. */
  read: AnyEndpoint;
  /** Called after a decision. */
  onSettled: () => void;
  /** Called after a refusal: somebody else may have decided, and the panel has to show what happened. */
  onRefused: () => void;
}

/** The buttons that decide a request, or what was decided. */
export function Decision(props: DecisionProps) {
  const { queue, outcome, approveText, rejectTitle, refused, approveBlocked, rejectOnly = null, pending } = props;
  const [rejecting, setRejecting] = useState(false);
  const blocked = refused ?? approveBlocked ?? null;
  const approveButton = useRef<HTMLButtonElement>(null);
  const rejectButton = useRef<HTMLButtonElement>(null);

  const decide = async (approved: boolean, reason = '') => {
    // Before the call: another item may be open when it answers.
    const path = window.location.pathname;
    try {
      const { message } = await props.decide(approved, reason);
      offerUndo({ message, path, undo: props.undo, changes: [...CHANGED, props.read] });
      props.onSettled();
    } catch (failure) {
      alerts.danger(asApiError(failure).message);
      props.onRefused();
    }
    void invalidateApiQueries(countQueues);
  };
  // A disabled button shows its reason while it has the focus.
  const approveByKey = () => (blocked === null ? void decide(true) : approveButton.current?.focus());
  const rejectByKey = () => (refused === null ? setRejecting(true) : rejectButton.current?.focus());
  useShortcuts(
    outcome === null
      ? [
          ...(rejectOnly === null ? [{ keys: 'e', label: approveText, refused: blocked, run: approveByKey }] : []),
          { keys: 'r', label: 'Rechazar', refused, run: rejectByKey },
        ]
      : [],
  );
  if (outcome !== null) {
    return (
      <Note tone="info" role="status">
        {outcome}
      </Note>
    );
  }
  return (
    <div className={styles.actions}>
      {rejectOnly === null ? (
        <Button
          ref={approveButton}
          variant="primary"
          kbd="e"
          busy={pending}
          disabledReason={blocked}
          onClick={() => void decide(true)}
        >
          {approveText}
        </Button>
      ) : (
        <Note className={styles.reason}>{rejectOnly}</Note>
      )}
      <Button ref={rejectButton} variant="danger" kbd="r" disabledReason={refused} onClick={() => setRejecting(true)}>
        Rechazar
      </Button>
      {rejecting && (
        <ReasonDialog
          action={queue}
          onClose={() => setRejecting(false)}
          title={rejectTitle}
          saveText="Rechazar"
          required="Escribí el motivo del rechazo"
          onReason={(reason) => decide(false, reason)}
        />
      )}
    </div>
  );
}
