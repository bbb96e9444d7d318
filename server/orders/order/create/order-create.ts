import { runIdempotent } from '#server/db/idempotency.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { PackageColumns } from '#server/orders/domain/package-columns.ts';
import { receiverDoubts } from '#server/orders/domain/receiver-doubts.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import type { OrderBody } from '#shared/orders/new-order.ts';
import { type Doubt, orderDoubts } from '#shared/orders/order-doubts.ts';
import { type CreatedOrder, createOrders, fieldFailure } from './create-orders.ts';

/** Attempts to generate a free tracking id. A second collision among 2^50 ids would indicate a bug. */
const TRACKING_ID_ATTEMPTS = 3;

export interface CreateOrderReply {
  message: string;
  results: CreatedOrder & { doubts: Doubt[] };
}

/**
 * Creates an order with its shipments, at most once per idempotency key.
 *
 * @param key the sender's idempotency key, or null
 * @throws Failure 404 with `errors` for ids that don't belong to the client, 422 with `errors` for fields that the
 *   client can correct
 */
export async function createOrder(
  deps: Deps,
  caller: Caller,
  order: OrderBody,
  key: string | null,
): Promise<CreateOrderReply> {
  const write = { clientId: caller.clientId, key, call: 'POST /v1/client/order/', body: order };
  for (let attempt = 1; ; attempt++) {
    try {
      return await runIdempotent(deps.db, write, async (trx) => {
        const [created] = await createOrders(deps, trx, caller, [order], null);
        if (!created) throw new Error('createOrders returned no entry for the order');
        if (created instanceof Failure) throw created;
        const { shipments, ...made } = created;
        const { receiver } = order;
        const doubts = [
          ...orderDoubts({ receiver, shipments: shipments.map(toMeasured) }),
          ...receiverDoubts({
            streetNumber: { field: 'receiver.address.street_number', text: receiver.address?.street_number ?? '' },
            email: { field: 'receiver.email', text: receiver.email },
          }),
        ];
        return { message: `La orden ${order.order_id} se creó correctamente`, results: { ...made, doubts } };
      });
    } catch (error) {
      const key = violatedUniqueKey(error);
      if (key === 'one_order_number') throw fieldFailure(422, [taken]);
      if (!key?.includes('tracking') || attempt === TRACKING_ID_ATTEMPTS) throw error;
    }
  }
}

const toMeasured = ({ length_cm, width_cm, height_cm, weight_g }: PackageColumns) => ({
  length: length_cm,
  width: width_cm,
  height: height_cm,
  weight: weight_g,
});

const taken: FieldError = { field: 'order_id', message: 'Ya tenés una orden con ese número' };
