import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { NearPoint } from '#shared/orders/pickup-points.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { choosesPoint } from './chooses-point.ts';

/** The choice of a pickup point in an order's form. */
export interface OrderPoint {
  /** The chosen point; null without one, and until the search has found it. */
  chosen: NearPoint | null;
  /** Called with the chosen point once the search has found it. */
  onFound: (point: NearPoint) => void;
}

/** Returns the choice of a pickup point; null for an order that goes to its address. The search is in the lazy `PointSection`. */
export function useOrderPoint(form: OrderForm): OrderPoint | null {
  const [mode, code] = useWatch({ control: form.rhf.control, name: ['delivery_mode', 'pickup_point_code'] });
  const [found, setFound] = useState<NearPoint | null>(null);
  return choosesPoint(mode, useCapability('pickupPoints') === true)
    ? { chosen: found?.code === code ? found : null, onFound: setFound }
    : null;
}
