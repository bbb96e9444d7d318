import { useWatch } from 'react-hook-form';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { type OrderSchema, wrongFields } from '#web/orders/form/order-schema.ts';
import type { OrderValues } from '#web/orders/form/order-values.ts';
import type { OrderPoint } from '#web/orders/form/receiver/use-order-point.ts';
import type { Products } from './item-sums.ts';
import { estimateShipment, type ShipmentEstimate } from './shipment-estimate.ts';
import { type ShipmentRate, useShipmentRates } from './use-shipment-rates.ts';

export interface OrderEstimate {
  values: OrderValues;
  /** The choice of a pickup point; null for an order that goes to its address. */
  point: OrderPoint | null;
  shipments: (ShipmentEstimate & ShipmentRate)[];
  /** Grams and pesos of all shipments, as far as known. */
  weight: number;
  value: number;
  /** Pesos of the shipments with a known price; null while no price is known. */
  cost: number | null;
  /** False while a shipment has no price yet. */
  costComplete: boolean;
  /** Names of the invalid or missing fields, in order. */
  wrong: string[];
}

/** Computes weight, value, price and missing fields of the order live. */
export function useOrderEstimate(
  form: OrderForm,
  schema: OrderSchema,
  products: Products,
  point: OrderPoint | null,
): OrderEstimate {
  useWatch({ control: form.rhf.control });
  const values = form.rhf.getValues();
  const estimates = values.shipments.map((shipment) => estimateShipment(shipment, values, products, point));
  const rates = useShipmentRates(estimates.map(({ rate }) => rate));
  const costs = rates.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const cents = costs.reduce((total, cost) => total + Math.round(cost * 100), 0);
  return {
    values,
    point,
    shipments: estimates.map((estimate, index) => ({ ...estimate, ...(rates[index] as ShipmentRate) })),
    weight: estimates.reduce((total, { weight }) => total + weight, 0),
    value: estimates.reduce((total, { value }) => total + Math.round(value * 100), 0) / 100,
    cost: costs.length > 0 ? cents / 100 : null,
    costComplete: costs.length === rates.length,
    wrong: wrongFields(schema, values),
  };
}
