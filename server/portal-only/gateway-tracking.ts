import * as z from 'zod/mini';
import {
  composeTracking,
  parseTracking,
  type TrackedOrder,
  type TrackingSource,
} from '#server/orders/tracking/tracking.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { normalizeForeignReply } from '#shared/kit/http/foreign-reply.ts';
import { plainCode } from '#shared/kit/text/plain-signs.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { publicStates } from '#shared/orders/shipments.ts';
import { type GatewayClient, gatewayUnavailable } from './gateway-client.ts';

const NO_TRACKING = 'El seguimiento no está disponible acá. Consultale a quien te vendió.';

/** State history of an order (D1 §3 State history). Missing parts aren't shown. */
const history = z.object({
  results: z.object({
    shippings: z.array(
      z.object({
        shipment_id: z.string(),
        steps: z.nullish(
          z.array(
            z.object({
              states: z.nullish(
                z.array(
                  z.object({
                    desde: z.nullish(z.string()),
                    state: z.nullish(z.string()),
                    reason: z.nullish(z.object({ description: z.nullish(z.string()) })),
                    corrected: z.nullish(z.string()),
                  }),
                ),
              ),
            }),
          ),
        ),
      }),
    ),
  }),
});

type Shipping = z.output<typeof history>['results']['shippings'][number];

/** Creates the source of the tracking page: the gateway's public states call with the fixed token (readings R4, C37). */
export function gatewayTracking(send: GatewayClient, statesToken: string): TrackingSource {
  async function shippingsOf(trackingId: string): Promise<Shipping[] | null> {
    const { status, body } = await send(buildPath(publicStates, { trackingId, token: statesToken }));
    if (status === 404) return null;
    const read = z.safeParse(history, normalizeForeignReply(publicStates, body));
    if (status !== 200 || !read.success) throw gatewayUnavailable();
    return read.data.results.shippings;
  }

  return {
    canonicalId(typed) {
      const own = parseTracking(typed);
      return own ? (own.label ?? own.trackingId) : foreignId(typed);
    },
    async read(id) {
      if (statesToken === '') throw new Failure(503, NO_TRACKING);
      for (const { trackingId, label } of meanings(id)) {
        const shippings = await shippingsOf(trackingId);
        if (shippings) return tracked(trackingId, shippings, label);
      }
      return null;
    },
  };
}

/** Returns the possible meanings of an id: a tracking id or label of Remito; else an order's id, or a label `{order}-{n}`. */
function meanings(id: string): { trackingId: string; label: string | null }[] {
  const own = parseTracking(id);
  if (own) return [own];
  const foreign = foreignId(id);
  if (foreign === null) return [];
  const order = /^(.+)-\d+$/.exec(foreign)?.[1];
  return [{ trackingId: foreign, label: null }, ...(order ? [{ trackingId: order, label: foreign }] : [])];
}

/** Returns an id of the gateway from a text or from this page's address with it; null for any other text. */
function foreignId(typed: string): string | null {
  const id = plainCode(/\/seguimiento\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed);
  return /^[A-Za-z0-9-]{1,40}$/.test(id) ? id : null;
}

/**
 * Builds the tracked order. The gateway provides no delivery days, pickup point, mode and seller; reverse logistics is detected by its
 * first state.
 */
function tracked(trackingId: string, shippings: readonly Shipping[], label: string | null): TrackedOrder | null {
  const events = shippings
    .flatMap((shipping, id) => eventsOf(shipping, id))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  const shipments = shippings.map(({ shipment_id }, id) => {
    const latest = events.find((event) => event.shipment_id === id && !event.corrected);
    return { id, label: shipment_id, state_code: latest ? latest.state_code : 'registrado' };
  });
  const reverse = events.some(({ state_code }) => state_code === 'li_registrada');
  const order = {
    tracking_id: trackingId,
    delivery_mode: reverse ? REVERSE_MODE : 1,
    estimated_min: null,
    estimated_max: null,
    pickup_point: null,
    seller: null,
  } as const;
  return composeTracking(order, shipments, events, label);
}

/** Returns the events of a shipment, latest first. */
function eventsOf({ steps }: Shipping, shipment_id: number) {
  return (steps ?? [])
    .flatMap(({ states }) => states ?? [])
    .flatMap(({ desde, state, reason, corrected }) => {
      const since = parseWireDate(desde);
      if (!since) return [];
      return [
        {
          shipment_id,
          at: new Date(since.ms),
          state_code: stateByText(state ?? ''),
          reason: reason?.description ?? null,
          corrected: Boolean(corrected),
        },
      ];
    })
    .reverse();
}
