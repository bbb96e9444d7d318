import {
  approveClient,
  type DecidedClient,
  type OperatorClient,
  readClient,
  rejectClient,
  undoRegistrationDecision,
} from '#shared/people/staff-clients.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useApiMutation } from '#web/lib/mutations.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { ClientData } from '#web/people/staff/clients/client-data.tsx';
import { ClientPeople } from '#web/people/staff/clients/people.tsx';
import { SameCuit } from '#web/people/staff/clients/same-cuit.tsx';
import { Decision } from './decision.tsx';
import type { DecidedPanelProps } from './item-panel.tsx';
import { outcomeText } from './outcome.ts';

/** A registration: the company, other companies with its CUIT, its people, and the decision. */
export function ApprovalPanel({ target: { queue, clientId }, me, onSettled }: DecidedPanelProps) {
  const params = { clientId };
  const { data, error, refetch } = useApiQuery(readClient, { params });
  const approve = useApiMutation(approveClient);
  const reject = useApiMutation(rejectClient);
  const undo = useApiMutation(undoRegistrationDecision);
  const client = data?.results;
  if (!client) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  }
  return (
    <>
      <ClientData client={client} />
      {client.same_cuit > 0 && <SameCuit client={client} />}
      <Decision
        queue={queue}
        outcome={isDecided(client) ? registrationOutcome(client) : null}
        approveText="Aprobar"
        rejectTitle={`Rechazar el registro de ${client.nombre_empresa}`}
        refused={refusalOf(me, 'clients')}
        approveBlocked={client.activated_at ? null : 'El cliente todavía no activó su cuenta'}
        pending={approve.pending || reject.pending}
        decide={(approved, reason) =>
          approved ? approve.send({ params, body: { seen: 'pending' } }) : reject.send({ params, body: { reason } })
        }
        undo={() => undo.send({ params })}
        read={readClient}
        onSettled={onSettled}
        onRefused={() => void refetch()}
      />
      <ClientPeople clientId={clientId} />
    </>
  );
}

const isDecided = ({ approved_at, rejected_at }: OperatorClient) => approved_at !== null || rejected_at !== null;

/** Returns how a registration was decided, with the name of who did it. */
function registrationOutcome({ approved_at, rejected_at, rejection_reason, decided_by }: DecidedClient): string | null {
  return outcomeText({
    state: approved_at === null ? 'Rechazado' : 'Aprobado',
    decided_by,
    decided_at: approved_at ?? rejected_at,
    reason: rejection_reason,
  });
}
