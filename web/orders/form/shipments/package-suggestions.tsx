import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import type { ItemValues } from '#web/orders/form/order-values.ts';
import { SIDES } from '#web/orders/product/measures.ts';
import PresetField from '#web/orders/product/preset-field.tsx';
import { sidesText } from '#web/orders/product/preset-measures.ts';
import type { Products } from './item-sums.ts';
import { areUntyped, type Box, isBox, proposedSides } from './proposed-sides.ts';
import styles from './shipments.module.css';
import { writeMeasures } from './write-measures.ts';

interface PackageSuggestionsProps {
  form: OrderForm;
  shipment: number;
  products: Products;
}

/** Returns `proposedSides`, computed again only when products or quantities change. */
function useProposedSides(items: readonly ItemValues[], products: Products): Box | null {
  // Forms change their values in place.
  const contents = JSON.stringify(items.map(({ product_id, quantity }) => ({ product_id, quantity })));
  return useMemo(() => proposedSides(JSON.parse(contents), products), [contents, products]);
}

/** Ways to fill in the measures of a package without typing: sides that its products need, and the client's presets. */
export default function PackageSuggestions({ form, shipment, products }: PackageSuggestionsProps) {
  const values = useWatch({ control: form.rhf.control, name: `shipments.${shipment}` });
  const [accepted, setAccepted] = useState<Box | null>(null);
  const weighed = values.items.length === 0;
  const proposed = useProposedSides(values.items, products);
  const isOpen =
    proposed !== null &&
    areUntyped(values, products, accepted) &&
    !isBox(
      SIDES.map((side) => values[side]),
      proposed,
    );
  const sidesOf = ([length, width, height]: Box) => ({ length, width, height });

  function accept(box: Box) {
    setAccepted(box);
    const { length, width, height } = sidesOf(box);
    writeMeasures(form, shipment, { length: String(length), width: String(width), height: String(height) });
    document.getElementById(form.field(`shipments.${shipment}.length`).id)?.focus();
  }

  return (
    <div className={styles.suggestions}>
      {isOpen && (
        <Note tone="info" role="status">
          Por las medidas de sus productos, este envío entra en{' '}
          <span className="nowrap">{sidesText(sidesOf(proposed))}.</span>{' '}
          <Button size="sm" onClick={() => accept(proposed)}>
            Usar estas medidas
          </Button>
        </Note>
      )}
      <PresetField
        measures={values}
        weighed={weighed}
        onChoose={({ weight, ...sides }) => writeMeasures(form, shipment, weighed ? { ...sides, weight } : sides)}
      />
    </div>
  );
}
