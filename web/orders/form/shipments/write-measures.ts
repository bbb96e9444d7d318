import type { OrderForm } from '#web/orders/form/order-form.ts';
import { type Measures, PRESET_MEASURES } from '#web/orders/product/measures.ts';

/** Writes measures of a shipment into the form. Fields that are marked as wrong are checked again. */
export function writeMeasures({ rhf }: OrderForm, shipment: number, measures: Partial<Measures>): void {
  for (const measure of PRESET_MEASURES) {
    const value = measures[measure];
    if (value === undefined) continue;
    const name = `shipments.${shipment}.${measure}` as const;
    rhf.setValue(name, value, { shouldDirty: true, shouldValidate: rhf.getFieldState(name).invalid });
  }
}
