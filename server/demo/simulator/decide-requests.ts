import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { OperatorApiError } from '#server/platform/http/request/operator-api.ts';
import {
  decideModification,
  listModifications,
  type OperatorModification,
} from '#shared/orders/staff-modifications.ts';
import { decideReschedule, listReschedules, type OperatorReschedule } from '#shared/orders/staff-reschedules.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** The simulated provider's decision on a request. */
export interface Decision {
  approved: boolean;
  /** Reason of a rejection; empty if approved. */
  reason: string;
  /** Delay of the decision, in ms. */
  after: number;
}

const OTHER_ADDRESS = [
  'La nueva dirección queda fuera de la zona de reparto de la base que ya tiene el envío.',
  'El envío ya está asignado a un recorrido. Si la visita falla, lo reprogramamos con la nueva dirección.',
];
const OTHER_PERSON = ['Para entregar a otra persona necesitamos una autorización firmada del destinatario.'];

/** Approves most requests. Rejects a quarter of those that change the address or the receiver. */
export function chooseDecision({ client_id, id, changes }: OperatorModification): Decision {
  const random = seededRandom(`decision ${client_id} ${id}`);
  const after = random.int(40, 90) * 1000;
  const objections = [
    ...(changes.some(({ field }) => field.startsWith('address_')) ? OTHER_ADDRESS : []),
    ...(changes.some(({ field }) => field === 'receiver_name') ? OTHER_PERSON : []),
  ];
  const rejected = objections.length > 0 && random.percent(25);
  return { approved: !rejected, reason: rejected ? random.pick(objections) : '', after };
}

/** Accepts three of four requests for another day. */
export function chooseDay({ client_id, id }: Pick<OperatorReschedule, 'client_id' | 'id'>): Decision {
  const random = seededRandom(`reschedule ${client_id} ${id}`);
  const after = random.int(40, 90) * 1000;
  const approved = random.percent(75);
  return { approved, reason: approved ? '' : 'Ese día no hay reparto en la zona. Elegí otro.', after };
}

/** A request as both lists return it. */
interface WaitingRequest {
  client_id: number;
  id: number;
  requested_at: string;
}

/** Decides due requests of senders. Seeded requests stay undecided as examples. */
export function createRequestDecider({
  api,
  clock,
  log,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  const decide = async <R extends WaitingRequest>(
    requests: readonly R[],
    choose: (request: R) => Decision,
    endpoint: typeof decideModification | typeof decideReschedule,
    simulatedAccounts: readonly SimulatedAccount[],
  ) => {
    const now = clock().getTime();
    for (const request of requests) {
      const seededAt = simulatedAccounts.find(({ clientId }) => clientId === request.client_id)?.seededAt ?? now;
      const requestedAt = Date.parse(request.requested_at);
      const { approved, reason, after } = choose(request);
      if (requestedAt < seededAt || requestedAt + after > now || refused.has(request.id)) continue;
      const { client_id: clientId, id } = request;
      await api.call(endpoint, { params: { clientId, id }, body: { approved, reason } }).catch((error: unknown) => {
        if (!(error instanceof OperatorApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ clientId, request: id, reason: error.message }, 'a simulated decision was refused');
      });
    }
  };
  return async (simulatedAccounts) => {
    const modifications = await api.call(listModifications, { query: { limit: 100 } });
    await decide(modifications.results, chooseDecision, decideModification, simulatedAccounts);
    const reschedules = await api.call(listReschedules, { query: { limit: 100 } });
    await decide(reschedules.results, chooseDay, decideReschedule, simulatedAccounts);
  };
}
