import { useWatch } from 'react-hook-form';
import type { Products } from './item-sums.ts';
import type { OrderForm } from './order-form.ts';
import { type OrderSchema, wrongFields } from './order-schema.ts';
import type { OrderValues } from './order-values.ts';
import { estimateShipment, type ShipmentEstimate } from './shipment-estimate.ts';
import { type ShipmentRate, useShipmentRates } from './use-shipment-rates.ts';

export interface OrderEstimate {
  values: OrderValues;
  shipments: (ShipmentEstimate & ShipmentRate)[];
  /** Grams and pesos over all shipments, as far as they are told. */
  weight: number;
  value: number;
  /** Pesos over the shipments whose price is known; null while none is. */
  cost: number | null;
  /** False while a shipment has no price yet. */
  costComplete: boolean;
  /** Names of the fields that keep the order from being saved, first one first. */
  wrong: string[];
}

/** What the order that is being written comes to, live. */
export function useOrderEstimate(form: OrderForm, schema: OrderSchema, products: Products): OrderEstimate {
  useWatch({ control: form.rhf.control });
  const values = form.rhf.getValues();
  const estimates = values.shipments.map((shipment) => estimateShipment(shipment, values, products));
  const rates = useShipmentRates(estimates.map(({ rate }) => rate));
  const costs = rates.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const cents = costs.reduce((total, cost) => total + Math.round(cost * 100), 0);
  return {
    values,
    shipments: estimates.map((estimate, index) => ({ ...estimate, ...(rates[index] as ShipmentRate) })),
    weight: estimates.reduce((total, { weight }) => total + weight, 0),
    value: estimates.reduce((total, { value }) => total + Math.round(value * 100), 0) / 100,
    cost: costs.length > 0 ? cents / 100 : null,
    costComplete: costs.length === rates.length,
    wrong: wrongFields(schema, values),
  };
}
