import { seededRandom } from '#server/demo/seeded-random.ts';
import { OperatorApiError } from '#server/platform/http/operator-api.ts';
import { decideModification, listModifications, type OperatorModification } from '#shared/ops/modifications.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** What the provider answers to a request to change an order, and how long its people think about it. */
export interface Decision {
  approved: boolean;
  /** Why not; empty when it is approved. */
  reason: string;
  /** In ms. */
  after: number;
}

const OTHER_ADDRESS = [
  'La nueva dirección queda fuera de la zona de reparto de la base que ya tiene el envío.',
  'El envío ya está asignado a un recorrido. Si la visita falla, lo reprogramamos con la nueva dirección.',
];
const OTHER_PERSON = ['Para entregar a otra persona necesitamos una autorización firmada del destinatario.'];

/** Most requests are approved; one for another address or another person is rejected now and then. */
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

/** Decides what has waited its minute; requests that were made at the first start wait on as examples. */
export function createModificationDecider({
  entry,
  clock,
  log,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  return async (simulatedAccounts) => {
    const { results } = await entry.call(listModifications, { query: { limit: 100 } });
    const now = clock().getTime();
    for (const request of results) {
      const made = simulatedAccounts.find(({ clientId }) => clientId === request.client_id)?.made ?? now;
      const asked = Date.parse(request.requested_at);
      const { approved, reason, after } = chooseDecision(request);
      if (asked < made || asked + after > now || refused.has(request.id)) continue;
      const { client_id: clientId, id } = request;
      await entry.call(decideModification, { params: { clientId, id }, body: { approved, reason } }).catch((error) => {
        if (!(error instanceof OperatorApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ clientId, request: id, reason: error.message }, 'the simulator was refused a decision');
      });
    }
  };
}
