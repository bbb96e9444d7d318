import { lazy, Suspense, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { grams, integer, kilograms, money, pluralize } from '#shared/kit/text/format.ts';
import { MAX_ITEMS } from '#shared/orders/new-order.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { NumberField } from '#web/kit/form/field/number-field.tsx';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { Plus, Trash2 } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { ORDER_LABELS } from '#web/orders/form/order-labels.ts';
import type { Catalogue } from '#web/orders/product/use-catalogue.ts';
import { ItemRow } from './item-row.tsx';
import type { Sums } from './item-sums.ts';
import styles from './shipments.module.css';
import { useItems } from './use-items.ts';

export interface ShipmentCardProps {
  form: OrderForm;
  catalogue: Catalogue;
  shipment: number;
  /** Null for the only shipment: an order keeps at least one (D1 §2). */
  onRemove: (() => void) | null;
}

// Loaded on demand: the fields can be typed into before.
const PackageSuggestions = lazy(() => import('./package-suggestions.tsx'));
const SavePreset = lazy(() => import('#web/orders/product/save-preset.tsx'));
const ProductDialog = lazy(() => import('#web/orders/product/product-dialog.tsx'));

interface MeasureFieldsProps {
  form: OrderForm;
  shipment: number;
  /** The sums of the items; null without items, when both are typed. */
  sums: Sums | null;
}

const SUM = 'Suma de los ítems';

/** Sizes, weight and declared value of a package. */
function MeasureFields({ form, shipment, sums }: MeasureFieldsProps) {
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

/** One package of an order: its measures and, optionally, its items. */
export function ShipmentCard({ form, catalogue, shipment, onRemove }: ShipmentCardProps) {
  const { rows, items, sums, add, pick, take, remove } = useItems(form, shipment, catalogue);
  const presets = useCapability('packagePresets');
  const [creating, setCreating] = useState(false);
  /** Id of the quantity field of the product that was created here last. */
  const quantityId = useRef('');
  const number = shipment + 1;
  const caption = sums ? `${pluralize(items.length, 'ítem', 'ítems')} · ${grams(sums.weight)}` : 'Sin ítems';
  const full = items.length >= MAX_ITEMS && `Hasta ${MAX_ITEMS} ítems por envío`;

  function createProduct() {
    quantityId.current = '';
    setCreating(true);
  }

  const actions = (
    <>
      <Button size="sm" icon={<Plus />} disabledReason={full} onClick={add} data-add-item>
        Agregar Ítem
      </Button>
      <Button size="sm" variant="quiet" onClick={createProduct}>
        Nuevo Producto +
      </Button>
    </>
  );
  const typedMeasures = () => {
    const { length, width, height, weight } = form.rhf.getValues(`shipments.${shipment}`);
    return { length, width, height, weight: sums ? String(sums.weight || '') : weight };
  };

  return (
    <section className={styles.card} aria-labelledby={`envio-${number}`} data-shipment={shipment}>
      <div className={styles.head}>
        <h3 id={`envio-${number}`}>Envío {number}</h3>
        <span>{caption}</span>
        <span className="flex-grow" />
        {onRemove && <IconButton size="sm" label={`Quitar el envío ${number}`} icon={<Trash2 />} onClick={onRemove} />}
      </div>
      <div className={styles.body}>
        {catalogue.failed && sums && (
          <Note tone="bad" role="alert">
            No pudimos traer tus productos.{' '}
            <button type="button" className="link-button" onClick={catalogue.retry}>
              Reintentar
            </button>
          </Note>
        )}
        {sums && (
          <table className={styles.items}>
            <thead>
              <tr>
                <th scope="col">Producto</th>
                <th scope="col">Cantidad</th>
                <th scope="col" className={styles.figure}>
                  Peso
                </th>
                <th scope="col" className={styles.figure}>
                  Valor
                </th>
                <th scope="col">
                  <span className="visually-hidden">Quitar</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id }, item) => (
                <ItemRow
                  key={id}
                  form={form}
                  catalogue={catalogue}
                  shipment={shipment}
                  item={item}
                  onPick={(product) => pick(item, product)}
                  onRemove={() => remove(item)}
                />
              ))}
            </tbody>
          </table>
        )}
        {sums && <div className={styles.actions}>{actions}</div>}
        {presets && (
          <Suspense fallback={null}>
            <PackageSuggestions form={form} shipment={shipment} products={catalogue.byId} />
          </Suspense>
        )}
        <div className={styles.grid}>
          <MeasureFields form={form} shipment={shipment} sums={sums} />
        </div>
        <div className={styles.actions}>
          {!sums && actions}
          {presets && (
            <Suspense fallback={null}>
              <SavePreset measures={typedMeasures} />
            </Suspense>
          )}
        </div>
      </div>
      {creating && (
        <LazyDialog onFailure={() => setCreating(false)}>
          <ProductDialog
            activeForced
            onSaved={(product) => {
              catalogue.add(product);
              void invalidateApiQueries(listProducts);
              quantityId.current = take(product);
            }}
            onClose={() => setCreating(false)}
            focusAfter={() => document.getElementById(quantityId.current)}
          />
        </LazyDialog>
      )}
    </section>
  );
}
