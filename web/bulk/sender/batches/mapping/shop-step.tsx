import { type FormEvent, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type NumberUnit, normalNumber } from '#shared/bulk/cells/read-number.ts';
import { type FileValueColumn, type FileValues, missingValues } from '#shared/bulk/shops/file-values.ts';
import { LEFT_OUT_REASONS, type LeftOutReason, type ShopChoices } from '#shared/bulk/shops/shop-format.ts';
import { integer, pluralize } from '#shared/kit/text/format.ts';
import { addressFields } from '#shared/orders/address.ts';
import { documentField, shipmentFields } from '#shared/orders/new-order.ts';
import { strictDocumentError } from '#shared/orders/rules/place/document.ts';
import styles from '#web/bulk/sender/batches/batches.module.css';
import { hasCapability } from '#web/kit/call/capabilities.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { Select } from '#web/kit/ui/field/select.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import PresetField from '#web/orders/product/preset-field.tsx';
import { countLeftOut, ordersToSend, type ShopExport } from './shop-export.ts';
import { leftOutText } from './shop-texts.ts';
import { useOfferedModes } from './use-offered-modes.ts';

const LABELS: Readonly<Record<FileValueColumn, string>> = {
  modo_entrega: 'Modo de entrega',
  largo_cm: 'Largo (cm)',
  ancho_cm: 'Ancho (cm)',
  alto_cm: 'Alto (cm)',
  peso_g: 'Peso (g)',
  documento: 'Documento, si falta',
  entre_calle_1: 'Entre calle, si falta',
  valor: 'Valor ($), si el total es 0',
};

const MEASURES = ['largo_cm', 'ancho_cm', 'alto_cm', 'peso_g'] as const;
const REPLACEMENTS = ['entre_calle_1', 'documento', 'valor'] as const;

/** Contract of each value, and the unit of a number. */
const CHECKS: Readonly<Partial<Record<FileValueColumn, readonly [z.ZodMiniType, NumberUnit?]>>> = {
  largo_cm: [shipmentFields.length, 'cm'],
  ancho_cm: [shipmentFields.width, 'cm'],
  alto_cm: [shipmentFields.height, 'cm'],
  peso_g: [shipmentFields.weight, 'grams'],
  valor: [shipmentFields.items_value, 'pesos'],
  documento: [documentField],
  entre_calle_1: [addressFields.between_1],
};

/** Returns the errors of a file's values, for those that its orders need. */
function valueErrors(values: FileValues, missing: Partial<Record<FileValueColumn, number>>): Partial<FileValues> {
  const errors: Partial<FileValues> = {};
  for (const [column, [schema, unit]] of Object.entries(CHECKS) as [FileValueColumn, [z.ZodMiniType, NumberUnit?]][]) {
    if (missing[column] === undefined) continue;
    const number = unit && normalNumber(values[column], unit);
    const parsed = z.safeParse(schema, number ? number.text : values[column]);
    const tooLong =
      column === 'documento' && !hasCapability('cuitDocuments') ? strictDocumentError(values.documento) : null;
    // A value for all orders is written so that it can be read in one way.
    const message = number?.wrong ?? number?.doubt ?? parsed.error?.issues[0]?.message ?? tooLong;
    if (message) errors[column] = message;
  }
  return errors;
}

interface ShopStepProps {
  formId: string;
  shop: ShopExport;
  /** Proposed or last chosen values. */
  choices: ShopChoices;
  /** Why the orders couldn't be converted with the last choices. */
  problem: string | null;
  onChosen: (choices: ShopChoices) => void;
}

/** Asks once for what a shop's export lacks, and shows which of its orders need no shipment. */
export function ShopStep({ formId, shop, choices, problem, onChosen }: ShopStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const modes = useOfferedModes();
  const [values, setValues] = useState(choices.values);
  const [takenIn, setTakenIn] = useState(choices.takenIn);
  const [errors, setErrors] = useState<Partial<FileValues>>({});
  const counts = useMemo(() => countLeftOut(shop), [shop]);
  const orders = useMemo(() => ordersToSend(shop, takenIn), [shop, takenIn]);
  const missing = useMemo(() => missingValues(orders), [orders]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = valueErrors(values, missing);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) onChosen({ values, takenIn });
    // After the render that marks the invalid fields.
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const set = (column: FileValueColumn, value: string) => {
    setValues({ ...values, [column]: value });
    setErrors({ ...errors, [column]: undefined });
  };
  const toggle = (reason: LeftOutReason, isIn: boolean) => {
    const next = new Set(takenIn);
    if (isIn) next.add(reason);
    else next.delete(reason);
    setTakenIn(next);
  };
  const input = (column: FileValueColumn, hint?: string) => (
    <Field key={column} label={LABELS[column]} error={errors[column] ?? null} hint={hint}>
      <TextInput
        inputMode={column === 'documento' || column === 'entre_calle_1' ? 'text' : 'numeric'}
        autoComplete="off"
        value={values[column]}
        onChange={(event) => set(column, event.target.value)}
      />
    </Field>
  );

  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className={styles.mapping}>
      {problem && <Note tone="bad">{problem}</Note>}
      <p>
        <strong>Exportación de {shop.format.name}</strong>{' '}
        <span className="muted" role="status">
          {pluralize(orders.length, 'orden', 'órdenes')} para enviar, de {integer(shop.orders.length)} en{' '}
          {pluralize(shop.opened.rows, 'fila', 'filas')}
        </span>
      </p>
      {counts.size > 0 && (
        <fieldset className={styles.group}>
          <legend>Órdenes que quizá no haya que enviar</legend>
          {LEFT_OUT_REASONS.filter((reason) => counts.has(reason)).map((reason) => (
            <Checkbox
              key={reason}
              label={`Enviar ${leftOutText(reason, counts.get(reason) ?? 0)}`}
              checked={takenIn.has(reason)}
              onChange={(event) => toggle(reason, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.group}>
        <legend>Para todas las órdenes de este archivo</legend>
        <Note tone="info">
          <p>
            {shop.format.name} no trae estos datos. Los recordamos para tu próximo archivo; después podés cambiarlos por
            orden.
          </p>
        </Note>
        <Field label={LABELS.modo_entrega}>
          <Select
            options={modes}
            value={values.modo_entrega}
            onChange={(event) => set('modo_entrega', event.target.value)}
          />
        </Field>
        <PresetField
          measures={{
            length: values.largo_cm,
            width: values.ancho_cm,
            height: values.alto_cm,
            weight: values.peso_g,
          }}
          weighed
          onChoose={({ length, width, height, weight }) => {
            setValues({ ...values, largo_cm: length, ancho_cm: width, alto_cm: height, peso_g: weight });
            setErrors({});
          }}
        />
        <div className={styles.measures}>{MEASURES.map((column) => input(column))}</div>
        <div className={styles.columns}>
          {REPLACEMENTS.flatMap((column) => {
            const count = missing[column];
            return count === undefined ? [] : [input(column, `Falta en ${pluralize(count, 'orden', 'órdenes')}`)];
          })}
        </div>
      </fieldset>
    </form>
  );
}
