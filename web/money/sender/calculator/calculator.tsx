import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { localDay } from '#shared/kit/days.ts';
import { rate } from '#shared/money/rates.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { NumberField } from '#web/kit/form/field/number-field.tsx';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormErrorSummary } from '#web/kit/form/form-error-summary.tsx';
import { type Form, useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { submitOnCtrlEnter } from '#web/kit/form/submit-shortcut.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { DetailLayout, FormGrid, FormSection } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { PRESET_MEASURES } from '#web/orders/product/measures.ts';
import styles from './calculator.module.css';
import { type Quote, QuoteCard } from './quote-card.tsx';
import {
  CALL_NAMES,
  NO_VALUES,
  QUOTE_LABELS,
  type QuoteValues,
  quoteLabel,
  quoteSchema,
  quoteZipProvinceErrors,
  rateBody,
} from './quote-values.ts';
import { cachedProvinces, useProvinces, type ZipProvinces } from './use-provinces.ts';

// Loaded on demand: the fields can be typed into before.
const PresetField = lazy(() => import('#web/orders/product/preset-field.tsx'));
const SavePreset = lazy(() => import('#web/orders/product/save-preset.tsx'));

const VOLUME = 'Se cobra el mayor de dos pesos: el real, o el volumétrico, que es largo × alto × ancho ÷ 5.000.';

function hintOf({ names, sure, unknown }: ZipProvinces): string {
  if (unknown) return 'No encontramos ese código postal: elegí la provincia';
  if (sure === null && names.length > 1) return `Ese código postal está en ${names.length} provincias: elegí una`;
  return 'Se completa con el código postal';
}

/** Selects the province of a postal code: automatically when there is only one, otherwise the user chooses (D2 §7). */
function ProvinceField({ form }: { form: Form<QuoteValues, typeof quoteSchema> }) {
  const { rhf } = form;
  const typed = rhf.watch('zip_code');
  const found = useProvinces(typed);
  const { names, sure, loading } = found;
  const shouldValidate = form.errorOf('province') !== undefined;

  // A different code invalidates the selected province.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the code and its response trigger the effect
  useEffect(() => {
    rhf.setValue('province', sure ?? '', { shouldDirty: true, shouldValidate });
  }, [typed, sure]);

  return (
    <SelectField
      form={form}
      name="province"
      label={QUOTE_LABELS.province}
      placeholder={loading ? 'Buscando…' : 'Elegí una provincia'}
      hint={hintOf(found)}
      options={names.map((name) => ({ value: name, label: name }))}
      span={8}
    />
  );
}

/** Calculates the cost and delivery dates of a shipment (D2 §2). Keeps the typed values after any response. */
export default function Calculator() {
  const formId = useId();
  const form = useForm<QuoteValues, typeof quoteSchema>(quoteSchema, {
    defaults: NO_VALUES,
    names: CALL_NAMES,
    check: (values) => quoteZipProvinceErrors(values, cachedProvinces(values.zip_code)),
  });
  const { formRef, rhf } = form;
  const { send, pending } = useApiMutation(rate);
  const [quoted, setQuoted] = useState<(Quote & { typed: string }) | null>(null);
  const values = rhf.watch();
  const typed = JSON.stringify(values);
  const presets = useCapability('packagePresets');

  const calculate = form.submit(async (request, values) => {
    try {
      const { results } = await send({ body: rateBody(request) });
      setQuoted({ request, results, day: localDay(new Date()), typed: JSON.stringify(values) });
    } catch (error) {
      showFormError(form, error, { labelOf: quoteLabel });
    }
  });

  function clear() {
    rhf.reset(NO_VALUES);
    setQuoted(null);
    document.getElementById(form.field('zip_code').id)?.focus();
  }

  const side = { form, suffix: 'cm', span: 4, phoneSpan: 2 } as const;
  return (
    <>
      <PageHeader title="Calculadora" />
      <DetailLayout
        side={
          <QuoteCard
            quote={quoted}
            stale={quoted !== null && quoted.typed !== typed}
            again={
              <button type="submit" form={formId} className="link-button">
                Volvé a calcular
              </button>
            }
          />
        }
      >
        <form
          ref={formRef}
          id={formId}
          aria-label="Calculadora"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A pending response belongs to the earlier values.
            if (!pending) void calculate(event);
          }}
          onKeyDown={submitOnCtrlEnter}
        >
          <FormErrorSummary form={form} labelOf={quoteLabel} />
          <FormSection title="Destino">
            <FormGrid>
              <TextField
                form={form}
                name="zip_code"
                label={QUOTE_LABELS.zip_code}
                autoComplete="off"
                autoCapitalize="characters"
                span={4}
              />
              <ProvinceField form={form} />
            </FormGrid>
          </FormSection>
          <FormSection title="Paquete" lead={VOLUME}>
            {presets && (
              <Suspense fallback={null}>
                <div className={styles.preset}>
                  <PresetField
                    measures={values}
                    weighed
                    onChoose={(measures) => {
                      for (const name of PRESET_MEASURES)
                        rhf.setValue(name, measures[name], {
                          shouldDirty: true,
                          shouldValidate: form.errorOf(name) !== undefined,
                        });
                    }}
                  />
                </div>
              </Suspense>
            )}
            <FormGrid>
              <NumberField {...side} name="length" label={QUOTE_LABELS.length} />
              <NumberField {...side} name="height" label={QUOTE_LABELS.height} />
              <NumberField {...side} name="width" label={QUOTE_LABELS.width} />
              <NumberField form={form} name="weight" label={QUOTE_LABELS.weight} suffix="g" span={6} />
              <NumberField
                form={form}
                name="gross_price"
                label={QUOTE_LABELS.gross_price}
                prefix="$"
                decimal
                optional
                hint="Para el seguro"
                span={6}
              />
            </FormGrid>
            {presets && (
              <Suspense fallback={null}>
                <div className={styles.save}>
                  <SavePreset measures={() => values} />
                </div>
              </Suspense>
            )}
          </FormSection>
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" busy={pending}>
              Calcular
            </Button>
            <Button onClick={clear} disabledReason={pending && 'Esperá a que termine'}>
              Limpiar
            </Button>
          </div>
        </form>
      </DetailLayout>
    </>
  );
}
