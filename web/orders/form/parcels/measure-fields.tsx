import { useWatch } from 'react-hook-form';
import { integer, kilograms, money } from '#shared/format.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { ORDER_LABELS } from '#web/orders/form/order-labels.ts';
import { NumberField } from '#web/parts/form/number-field.tsx';
import { FormGrid } from '#web/ui/layouts.tsx';
import type { Sums } from './item-sums.ts';

interface MeasureFieldsProps {
  form: OrderForm;
  shipment: number;
  /** The sums of the items; null without items, when both are typed. */
  sums: Sums | null;
}

const SUM = 'Suma de los ítems';

/** Sizes, weight and declared value of a package. */
export function MeasureFields({ form, shipment, sums }: MeasureFieldsProps) {
  const name = `shipments.${shipment}` as const;
  const side = { form, suffix: 'cm', span: 4, phoneSpan: 2 } as const;
  const hint = sums ? SUM : undefined;
  const typed = useWatch({ control: form.rhf.control, name: `${name}.weight` });
  const weight = sums ? sums.weight : Number(String(typed).trim() || Number.NaN);
  const inKilograms = Number.isInteger(weight) && weight > 0 ? kilograms(weight) : null;
  return (
    <FormGrid>
      <NumberField {...side} name={`${name}.length`} label={ORDER_LABELS.length} />
      <NumberField {...side} name={`${name}.width`} label={ORDER_LABELS.width} />
      <NumberField {...side} name={`${name}.height`} label={ORDER_LABELS.height} />
      <NumberField
        form={form}
        name={`${name}.weight`}
        label={ORDER_LABELS.weight}
        suffix="g"
        hint={[hint, inKilograms].filter(Boolean).join(' · ') || undefined}
        computed={sums && integer(sums.weight)}
        span={6}
        phoneSpan={3}
      />
      <NumberField
        form={form}
        name={`${name}.items_value`}
        label={ORDER_LABELS.items_value}
        prefix="$"
        decimal
        hint={hint}
        computed={sums && money(sums.value).replace(/^\$\s*/, '')}
        span={6}
        phoneSpan={3}
      />
    </FormGrid>
  );
}
