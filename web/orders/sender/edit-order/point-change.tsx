import { useCallback, useId, useState } from 'react';
import type { orderEdit } from '#shared/orders/modifications.ts';
import type { OrderDetail } from '#shared/orders/orders.ts';
import type { Form } from '#web/kit/form/forms.ts';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { POINT_FIELD } from '#web/orders/order/edited-fields.ts';
import { PointCards } from '#web/orders/place/point-cards.tsx';
import { useNearPoints } from '#web/orders/place/use-near-points.ts';
import type { EditValues } from './edit-values.ts';

interface PointChangeProps {
  form: Form<EditValues, typeof orderEdit>;
  /** The order's chosen point. */
  point: NonNullable<OrderDetail['pickup_point']>;
  /** Postal code of that point, near which others are searched first. */
  zip: string;
  /** Called with the name of the picked point. */
  onPicked: (name: string) => void;
}

/** Changes the pickup point that the sender chose for an order. */
export default function PointChange({ form, point, zip, onPicked }: PointChangeProps) {
  const { rhf } = form;
  const [typed, setTyped] = useState(zip);
  const zipId = useId();
  const near = useNearPoints(typed);
  const field = form.field(POINT_FIELD);
  const code = rhf.watch(POINT_FIELD);
  const { points } = near;
  const pick = useCallback(
    (picked: string) => {
      rhf.setValue(POINT_FIELD, picked, { shouldDirty: true, shouldValidate: true });
      onPicked(points?.find((one) => one.code === picked)?.name ?? picked);
    },
    [rhf, points, onPicked],
  );
  return (
    <div className="stack">
      <p>
        Ahora va a <b>{point.name}</b>, {point.address}.
      </p>
      <FormGrid>
        <Field id={zipId} label="Código postal" hint="Para buscar otros puntos" span={4}>
          <TextInput autoComplete="off" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        </Field>
      </FormGrid>
      <PointCards id={field.id} name={field.name} near={near} code={code} onPick={pick} error={field.error} keeps />
    </div>
  );
}
